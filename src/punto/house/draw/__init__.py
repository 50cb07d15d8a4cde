"""Entries of a promotion, and the draw of the winners."""
