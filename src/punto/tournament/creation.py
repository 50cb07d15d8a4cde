"""The first event of a tournament: its name, its rulebook, the elections for its tables."""

from punto.aggregate.event import Unregistered, Visibility
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Elections
from punto.tournament.base_classes import TournamentEvent
from punto.tournament.tournament import Tournament, TournamentConfig


class TournamentSetUp(TournamentEvent, frozen=True, gc=False, tag="tournament_set_up"):
    """A tournament was set up. This is the first event of its log."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str
    rulebook: str
    digest: str
    elections: Elections


def set_up(rules: TableRules, name: str, elections: Elections) -> TournamentSetUp:
    """Return the first event of a tournament."""
    edition = rules.edition
    return TournamentSetUp(
        name=name, rulebook=edition.id, digest=edition.digest, elections=elections
    )


def tournament_from(event: TournamentSetUp) -> Tournament:
    """Return the tournament as its first event creates it."""
    return Tournament(TournamentConfig(event.name, event.rulebook, event.digest, event.elections))
