"""Who looks at a table."""

from enum import StrEnum


class Audience(StrEnum):
    """Who looks."""

    __schema_name__ = "TableAudience"
    PUBLIC = "public"
    PATRON = "patron"
    DEALER = "dealer"
    SUPERVISOR = "supervisor"
    SURVEILLANCE = "surveillance"


# Who sees everybody's chips, and who sees what is recorded and under review.
STAFF = frozenset({Audience.DEALER, Audience.SUPERVISOR, Audience.SURVEILLANCE})
WATCH = frozenset({Audience.SUPERVISOR, Audience.SURVEILLANCE})

HIDDEN = "??"
