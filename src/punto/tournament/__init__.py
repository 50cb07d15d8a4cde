"""A tournament: entrants, sessions, and ordinary tables inside it."""
