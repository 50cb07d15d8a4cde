"""The audiences of a tournament: those of a table, and the director."""

from enum import StrEnum

from punto.table.audience import Audience as TableAudience


class Audience(StrEnum):
    """The kinds of viewers of a tournament."""

    __schema_name__ = "TournamentAudience"
    PUBLIC = "public"
    ENTRANT = "entrant"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    DIRECTOR = "director"
    SURVEILLANCE = "surveillance"


# STAFF see the matters of all entrants; WATCH also see what is recorded and under review.
STAFF = frozenset({Audience.DEALER, Audience.SUPERVISOR, Audience.DIRECTOR, Audience.SURVEILLANCE})
WATCH = frozenset({Audience.SUPERVISOR, Audience.DIRECTOR, Audience.SURVEILLANCE})
# Only its maker and the person who examines it see a form before it is announced.
OFFICIAL = frozenset({Audience.SUPERVISOR})

_TABLE_AUDIENCES = {
    Audience.PUBLIC: TableAudience.PUBLIC,
    Audience.ENTRANT: TableAudience.PATRON,
    Audience.DEALER: TableAudience.DEALER,
    Audience.SUPERVISOR: TableAudience.SUPERVISOR,
    Audience.DIRECTOR: TableAudience.SUPERVISOR,
    Audience.SURVEILLANCE: TableAudience.SURVEILLANCE,
}


def at_table(audience: Audience) -> TableAudience:
    """Return the audience at a table that corresponds to an audience of the tournament."""
    return _TABLE_AUDIENCES[audience]
