"""Elimination, advancement, ranking and play-offs."""
