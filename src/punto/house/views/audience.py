"""The audiences of the house."""

from enum import StrEnum


class Audience(StrEnum):
    """Who looks."""

    PUBLIC = "public"
    PATRON = "patron"
    STAFF = "staff"
    OPERATOR = "operator"
    INSPECTOR = "inspector"


# The audiences that see open reviews.
WATCH = frozenset({Audience.OPERATOR, Audience.INSPECTOR})
