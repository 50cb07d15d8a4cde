"""Errors with cards, results, payments and devices, and their correction."""
