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


# The audiences that see the chips of all patrons, and those that see matters under review.
STAFF = frozenset({Audience.DEALER, Audience.SUPERVISOR, Audience.SURVEILLANCE})
WATCH = frozenset({Audience.SUPERVISOR, Audience.SURVEILLANCE})

HIDDEN = "??"
