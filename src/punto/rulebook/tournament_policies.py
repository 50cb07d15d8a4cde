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


# Conditions and entries


class Stated(StrEnum):
    """Whether conditions have to say something about a topic."""

    MUST = "must"
    MAY = "may"


class StatedIf(StrEnum):
    """Whether conditions have to say something about a topic that not every tournament has."""

    IF_APPLICABLE = "if_applicable"
    MAY = "may"


class ConditionsDue(StrEnum):
    """Before what the conditions have to be complete."""

    PUBLISHING = "publishing"
    START = "start"


class Precedence(StrEnum):
    """What prevails where the conditions of a tournament and the rules say different things."""

    CONDITIONS_OVER_GENERAL_RULES = "conditions_over_general_rules"
    RULES_OVER_CONDITIONS = "rules_over_conditions"


# Money


class HouseKeeps(StrEnum):
    """What a house may keep of the entry fees."""

    NOTHING = "nothing"
    APPROVED_COMMISSION = "approved_commission"
    SHARE_OF_FEES = "share_of_fees"


class Refunds(StrEnum):
    """When somebody who withdraws gets the entry fee back."""

    NEVER = "never"
    IF_CONDITIONS_ALLOW = "if_conditions_allow"
    IN_TIME = "in_time"


class Cancelling(StrEnum):
    """Until when a tournament may be called off."""

    ANY_TIME = "any_time"
    BEFORE_START = "before_start"


class DisqualifiedRefund(StrEnum):
    """Whether somebody who is put out may get the entry fee back."""

    NEVER = "never"
    IF_APPROVED = "if_approved"


class OddCents(StrEnum):
    """What becomes of cents that equal shares of a prize leave over."""

    EACH_SHARE_UP = "each_share_up"
    REPORTED = "reported"
