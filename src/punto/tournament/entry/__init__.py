"""Conditions, applications, entries, withdrawals."""
