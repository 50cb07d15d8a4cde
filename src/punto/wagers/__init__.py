"""Wagers: when they win, what they pay, and the facts of a coup that they ask for."""
