"""Baccarat exactly as its approved rules say it must be played."""
