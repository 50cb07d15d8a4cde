"""Named choices that rulebooks make about tournaments, and code acts on."""

from enum import StrEnum

# Tables, seats and sessions


class LengthUnit(StrEnum):
    """What a session is measured in."""

    COUPS = "coups"
    SHOES = "shoes"
    MINUTES = "minutes"


class Allocation(StrEnum):
    """How entrants come by their tables and seats."""

    BALLOT = "ballot"
    CHOSEN = "chosen"


class SeatedBy(StrEnum):
    """By when everybody is to be in their seats."""

    PUBLISHED_START = "published_start"
    TIME_SET_BY_LEAD = "time_set_by_lead"


class NotSeated(StrEnum):
    """What becomes of somebody who is not in their seat when play begins."""

    FORFEITED = "forfeited"
    LEAD_DECIDES = "lead_decides"
    DEDUCTED = "deducted"


class WhileAway(StrEnum):
    """What becomes of somebody who is away while play goes on."""

    LEAD_DECIDES = "lead_decides"
    DEDUCTED = "deducted"
    SUBSTITUTE_OR_OUT = "substitute_or_out"


# Placings


class EqualChips(StrEnum):
    """How those with equal chips are told apart."""

    MORE_COUPS = "more_coups"
    DRAWN_COUPS = "drawn_coups"


class PlayOffChips(StrEnum):
    """With which chips a tie is played off."""

    OWN = "own"
    SET_BY_LEAD = "set_by_lead"


class OutTogether(StrEnum):
    """How those rank whom one coup put out."""

    SHARED = "shared"
    RANKED = "ranked"


class OutKey(StrEnum):
    """By what those are ranked whom one coup put out, the least being out first."""

    RESIDUAL = "residual"
    WAGER = "wager"
    REMOVAL = "removal"
