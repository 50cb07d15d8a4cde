"""The audiences of a tournament: those of a table, and the director."""

from enum import StrEnum

from punto.table.audience import Audience as TableAudience


class TournamentAudience(StrEnum):
    """The kinds of viewers of a tournament."""

    __schema_name__ = "TournamentAudience"
    PUBLIC = "public"
    ENTRANT = "entrant"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    DIRECTOR = "director"
    SURVEILLANCE = "surveillance"


# STAFF see the matters of all entrants; WATCH also see what is recorded and under review.
STAFF = frozenset(
    {
        TournamentAudience.DEALER,
        TournamentAudience.SUPERVISOR,
        TournamentAudience.DIRECTOR,
        TournamentAudience.SURVEILLANCE,
    }
)
WATCH = frozenset(
    {TournamentAudience.SUPERVISOR, TournamentAudience.DIRECTOR, TournamentAudience.SURVEILLANCE}
)
# Only its maker and the person who examines it see a form before it is announced.
OFFICIAL = frozenset({TournamentAudience.SUPERVISOR})

_TABLE_AUDIENCES = {
    TournamentAudience.PUBLIC: TableAudience.PUBLIC,
    TournamentAudience.ENTRANT: TableAudience.PATRON,
    TournamentAudience.DEALER: TableAudience.DEALER,
    TournamentAudience.SUPERVISOR: TableAudience.SUPERVISOR,
    TournamentAudience.DIRECTOR: TableAudience.SUPERVISOR,
    TournamentAudience.SURVEILLANCE: TableAudience.SURVEILLANCE,
}


def audience_at_table(audience: TournamentAudience) -> TableAudience:
    """Return the audience at a table that corresponds to an audience of the tournament."""
    return _TABLE_AUDIENCES[audience]
