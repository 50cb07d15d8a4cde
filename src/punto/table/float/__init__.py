"""The float of a table: fills, credits and counts."""
