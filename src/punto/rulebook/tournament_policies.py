"""Named choices that rulebooks make about tournaments, and code acts on."""

from enum import StrEnum

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
