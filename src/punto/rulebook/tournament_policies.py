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


# Wagering


class Compulsory(StrEnum):
    """What everybody must have on a coup before its first card."""

    MINIMUM_AT_RISK = "minimum_at_risk"
    ANY_WAGER = "any_wager"
    WAGER_ON_A_HAND = "wager_on_a_hand"


class ShortWager(StrEnum):
    """What becomes of a wager under the minimum that lies on the layout."""

    MADE_UP = "made_up"
    MADE_UP_OR_OUT = "made_up_or_out"


class WagerUnits(StrEnum):
    """In what units wagers are made."""

    MINIMUM = "minimum"
    ON_SIGN = "on_sign"


class TimeLimit(StrEnum):
    """How a time within which wagers are made is set."""

    BY_DIRECTION = "by_direction"
    ON_NOTICE = "on_notice"


class LateWager(StrEnum):
    """What may be done about somebody who has not wagered in time."""

    DIRECTED = "directed"
    HELD_TO_MINIMUM = "held_to_minimum"


class LimitsMove(StrEnum):
    """When the limits of a tournament may move to figures that were announced before it."""

    ONCE_DUE = "once_due"
    UP_AFTER_INDICATOR = "up_after_indicator"


class OrderApplies(StrEnum):
    """Whether entrants wager in an order."""

    ALWAYS = "always"
    IF_CONDITIONS_SAY_SO = "if_conditions_say_so"


class FirstHolder(StrEnum):
    """Before whom the marker lies in the first coup of a session."""

    SET_BY_LEAD = "set_by_lead"
    SEAT_ONE = "seat_one"


class Direction(StrEnum):
    """Which way round the table something goes."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


class TurnOpens(StrEnum):
    """When somebody's turn to wager comes."""

    WHEN_ASKED = "when_asked"
    AFTER_THE_ONE_BEFORE = "after_the_one_before"


class FinalWhen(StrEnum):
    """From when a wager may neither be changed nor taken back."""

    TURN_HAS_PASSED = "turn_has_passed"
    PLACED = "placed"


class EarlyWager(StrEnum):
    """What becomes of a wager made out of turn."""

    STANDS_WITH_ADVICE = "stands_with_advice"
    STANDS = "stands"
    COMES_BACK = "comes_back"


# Secret wagers


class FormField(StrEnum):
    """What must be written on a form so that it is a wager."""

    WAGER = "wager"
    FIGURES = "figures"
    WORDS = "words"


class FormDetail(StrEnum):
    """What else must be written on it."""

    SEAT = "seat"
    SIGNATURE = "signature"


class SeatMarked(StrEnum):
    """When a marker shows that somebody has made a secret wager."""

    WHEN_HANDED_IN = "when_handed_in"
    WHEN_EXAMINED = "when_examined"


class WithChips(StrEnum):
    """What bounds a secret wager together with chips on the same coup."""

    WITHIN_CHIPS_HELD = "within_chips_held"
    WITHIN_MAXIMUM = "within_maximum"


class Revealed(StrEnum):
    """When secret wagers are announced."""

    BEFORE_FIRST_CARD = "before_first_card"
    AFTER_COUP = "after_coup"
