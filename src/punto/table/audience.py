"""The audiences of a table."""

from enum import StrEnum


class Audience(StrEnum):
    """An audience of a table."""

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
