"""Compiled loops over arrays. They hold no rule: every table comes from ``lowered``."""
