"""The float of a table: chips brought from the cage, taken back to it, and counted."""
