"""The named policies of rulebooks about tournaments."""

from enum import StrEnum

# Tables, seats and sessions


class LengthUnit(StrEnum):
    """The unit of the length of a session."""

    COUPS = "coups"
    SHOES = "shoes"
    MINUTES = "minutes"


class Allocation(StrEnum):
    """How entrants get their tables and seats."""

    BALLOT = "ballot"
    CHOSEN = "chosen"


class SeatedBy(StrEnum):
    """The time by which entrants must be seated."""

    PUBLISHED_START = "published_start"
    TIME_SET_BY_LEAD = "time_set_by_lead"


class NotSeated(StrEnum):
    """What happens to an entrant who is not seated when play begins."""

    FORFEITED = "forfeited"
    LEAD_DECIDES = "lead_decides"
    DEDUCTED = "deducted"


class WhileAway(StrEnum):
    """What happens to an entrant who is away during play."""

    LEAD_DECIDES = "lead_decides"
    DEDUCTED = "deducted"
    SUBSTITUTE_OR_OUT = "substitute_or_out"


# Placings


class EqualChips(StrEnum):
    """How entrants with equal chips are ranked."""

    MORE_COUPS = "more_coups"
    DRAWN_COUPS = "drawn_coups"


class PlayOffChips(StrEnum):
    """The chips with which a tie is played off."""

    OWN = "own"
    SET_BY_LEAD = "set_by_lead"


class OutTogether(StrEnum):
    """How entrants rank whom one coup eliminated."""

    SHARED = "shared"
    RANKED = "ranked"


class OutKey(StrEnum):
    """The key that ranks entrants whom one coup eliminated; the lowest is out first."""

    RESIDUAL = "residual"
    WAGER = "wager"
    REMOVAL = "removal"


# Conditions and entries


class Stated(StrEnum):
    """Whether conditions must state a topic."""

    MUST = "must"
    MAY = "may"


class StatedIf(StrEnum):
    """Whether conditions must state a topic that does not apply to every tournament."""

    IF_APPLICABLE = "if_applicable"
    MAY = "may"


class ConditionsDue(StrEnum):
    """The step before which the conditions must be complete."""

    PUBLISHING = "publishing"
    START = "start"


class Precedence(StrEnum):
    """What prevails if the conditions of a tournament and the rules differ."""

    CONDITIONS_OVER_GENERAL_RULES = "conditions_over_general_rules"
    RULES_OVER_CONDITIONS = "rules_over_conditions"


# Money


class HouseKeeps(StrEnum):
    """The part of the entry fees that a house may retain."""

    NOTHING = "nothing"
    APPROVED_COMMISSION = "approved_commission"
    SHARE_OF_FEES = "share_of_fees"


class Refunds(StrEnum):
    """When an entrant who withdraws gets a refund of the entry fee."""

    NEVER = "never"
    IF_CONDITIONS_ALLOW = "if_conditions_allow"
    IN_TIME = "in_time"


class Cancelling(StrEnum):
    """Until when a tournament may be cancelled."""

    ANY_TIME = "any_time"
    BEFORE_START = "before_start"


class DisqualifiedRefund(StrEnum):
    """Whether a disqualified entrant may get a refund of the entry fee."""

    NEVER = "never"
    IF_APPROVED = "if_approved"


class OddCents(StrEnum):
    """What happens to cents that are left over from equal shares of a prize."""

    EACH_SHARE_UP = "each_share_up"
    REPORTED = "reported"


# Wagering


class Compulsory(StrEnum):
    """The wager that every entrant must have on a coup before its first card."""

    MINIMUM_AT_RISK = "minimum_at_risk"
    ANY_WAGER = "any_wager"
    WAGER_ON_A_HAND = "wager_on_a_hand"


class ShortWager(StrEnum):
    """What happens to a wager under the minimum on the layout."""

    MADE_UP = "made_up"
    MADE_UP_OR_OUT = "made_up_or_out"


class WagerUnits(StrEnum):
    """The unit in which wagers are made."""

    MINIMUM = "minimum"
    ON_SIGN = "on_sign"


class TimeLimit(StrEnum):
    """How a time limit for wagers is set."""

    BY_DIRECTION = "by_direction"
    ON_NOTICE = "on_notice"


class LateWager(StrEnum):
    """The measure for an entrant who has not wagered in time."""

    DIRECTED = "directed"
    HELD_TO_MINIMUM = "held_to_minimum"


class LimitsMove(StrEnum):
    """When the limits of a tournament may change to the announced figures."""

    ONCE_DUE = "once_due"
    UP_AFTER_INDICATOR = "up_after_indicator"


class OrderApplies(StrEnum):
    """Whether entrants wager in an order."""

    ALWAYS = "always"
    IF_CONDITIONS_SAY_SO = "if_conditions_say_so"


class FirstHolder(StrEnum):
    """Who has the marker in the first coup of a session."""

    SET_BY_LEAD = "set_by_lead"
    SEAT_ONE = "seat_one"


class Direction(StrEnum):
    """A direction around the table."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


class TurnOpens(StrEnum):
    """When the turn of an entrant to wager begins."""

    WHEN_ASKED = "when_asked"
    AFTER_THE_ONE_BEFORE = "after_the_one_before"


class FinalWhen(StrEnum):
    """When a wager becomes final: it can no longer be changed or withdrawn."""

    TURN_HAS_PASSED = "turn_has_passed"
    PLACED = "placed"


class EarlyWager(StrEnum):
    """What happens to a wager made out of turn."""

    STANDS_WITH_ADVICE = "stands_with_advice"
    STANDS = "stands"
    COMES_BACK = "comes_back"


# Secret wagers


class FormField(StrEnum):
    """What must be on a form for a valid wager."""

    WAGER = "wager"
    FIGURES = "figures"
    WORDS = "words"


class FormDetail(StrEnum):
    """The other details that a form must contain."""

    SEAT = "seat"
    SIGNATURE = "signature"


class SeatMarked(StrEnum):
    """When a marker shows that an entrant has made a secret wager."""

    WHEN_HANDED_IN = "when_handed_in"
    WHEN_EXAMINED = "when_examined"


class WithChips(StrEnum):
    """The limit of a secret wager together with chips on the same coup."""

    WITHIN_CHIPS_HELD = "within_chips_held"
    WITHIN_MAXIMUM = "within_maximum"


class Revealed(StrEnum):
    """When secret wagers are announced."""

    BEFORE_FIRST_CARD = "before_first_card"
    AFTER_COUP = "after_coup"
