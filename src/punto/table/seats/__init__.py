"""Patrons: their seats, chips and tokens."""
