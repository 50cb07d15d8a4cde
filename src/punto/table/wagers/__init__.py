"""Wagers: placed, taken back, refused, found wrong, kept for some."""
