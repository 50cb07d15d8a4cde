"""Who looks at the house."""

from enum import StrEnum


class Audience(StrEnum):
    """Who looks."""

    PUBLIC = "public"
    PATRON = "patron"
    STAFF = "staff"
    OPERATOR = "operator"
    INSPECTOR = "inspector"


# Who sees what is open and under review.
WATCH = frozenset({Audience.OPERATOR, Audience.INSPECTOR})
