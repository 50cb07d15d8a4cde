"""Wagers: placed, withdrawn, refused or found invalid; the betting period."""
