"""Entries and the draw: who is in, who oversees it, whom the lots name."""
