"""A step taken back, to the next state."""

from punto.tournament.tournament import Tournament
from punto.tournament.undoing import events as happened
from punto.tournament.undoing.differences import Changes, put_back, tournament_of, tree


def evolve(tournament: Tournament, event: happened.UndoingEvent) -> Tournament:
    """Return the tournament with what the event names put back."""
    changed = Changes(list(event.restored), list(event.gone), list(event.cut))
    return tournament_of(put_back(tree(tournament), changed))
