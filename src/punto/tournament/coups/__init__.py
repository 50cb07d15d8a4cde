"""Coups at the tables of a tournament: checks before them, and their effects."""
