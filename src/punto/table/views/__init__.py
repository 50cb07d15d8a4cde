"""Views and feeds of a table for each audience, and the commands that are possible now."""
