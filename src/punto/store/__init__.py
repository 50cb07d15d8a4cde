"""The log of the house: events of every stream, appended for good, on SQLite or PostgreSQL."""
