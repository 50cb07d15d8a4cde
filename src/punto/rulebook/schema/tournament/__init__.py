"""Tournament play, one module for each family of its rules."""

from punto.rulebook.schema.tournament.tournament import Tournament, TournamentSays

__all__ = ["Tournament", "TournamentSays"]
