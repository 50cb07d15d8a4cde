"""Who looks at a tournament: those who look at a table, and whoever leads it."""

from enum import StrEnum

from punto.table.audience import Audience as TableAudience


class Audience(StrEnum):
    """Who looks."""

    __schema_name__ = "TournamentAudience"
    PUBLIC = "public"
    ENTRANT = "entrant"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    DIRECTOR = "director"
    SURVEILLANCE = "surveillance"


# Who sees everybody's business, and who what is recorded and under review.
STAFF = frozenset({Audience.DEALER, Audience.SUPERVISOR, Audience.DIRECTOR, Audience.SURVEILLANCE})
WATCH = frozenset({Audience.SUPERVISOR, Audience.DIRECTOR, Audience.SURVEILLANCE})
# Who sees a form before its moment besides its maker: whoever examines it, and nobody else.
OFFICIAL = frozenset({Audience.SUPERVISOR})

_AT_TABLE = {
    Audience.PUBLIC: TableAudience.PUBLIC,
    Audience.ENTRANT: TableAudience.PATRON,
    Audience.DEALER: TableAudience.DEALER,
    Audience.SUPERVISOR: TableAudience.SUPERVISOR,
    Audience.DIRECTOR: TableAudience.SUPERVISOR,
    Audience.SURVEILLANCE: TableAudience.SURVEILLANCE,
}


def at_table(audience: Audience) -> TableAudience:
    """Return as whom somebody looks at a table of the tournament."""
    return _AT_TABLE[audience]
