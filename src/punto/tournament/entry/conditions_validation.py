"""Checks of conditions for impossible values, independent of the rulebook."""

from collections.abc import Iterator

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.schema.tournament.entry import Topics
from punto.tournament.conditions import Conditions

# Amounts and numbers that may be zero, and those that must be positive.
_NOT_NEGATIVE = ("entry_fee_cents", "commission_cents", "added_cents", "guarantee_cents")
_NOT_NEGATIVE_NUMBERS = ("pass_cards", "secret_wagers", "secondary_places", "start")
_POSITIVE = ("chips_cents", "buy_in_cents", "minimum_cents", "maximum_cents", "step_cents")
_POSITIVE_NUMBERS = ("entrants_min", "entrants_max", "guarantee_entries")


def check_conditions(conditions: Conditions) -> None:
    """Raise an error for the first impossible value in conditions."""
    for code, text in _value_errors(conditions):
        raise Malformed(text, code=code)


def _value_errors(conditions: Conditions) -> Iterator[tuple[ErrorCode, str]]:
    for name in (*_NOT_NEGATIVE, *_POSITIVE):
        cents = getattr(conditions, name)
        if cents is not None and cents < (name in _POSITIVE):
            label = name.removesuffix("_cents").replace("_", " ")
            yield ErrorCode.NO_SUCH_AMOUNT, f"{label} cannot be {dollars(cents)}"
    for name in (*_NOT_NEGATIVE_NUMBERS, *_POSITIVE_NUMBERS):
        number = getattr(conditions, name)
        if number is not None and number < (name in _POSITIVE_NUMBERS):
            yield ErrorCode.NO_SUCH_NUMBER, f"{name.replace('_', ' ')} cannot be {number}"
    yield from _combination_errors(conditions)
    yield from _part_errors(conditions)
    yield from _prize_errors(conditions)
    for topic in conditions.texts:
        if topic not in Topics.__struct_fields__:
            yield ErrorCode.NO_SUCH_THING, f"there is no topic {topic!r}"


def _combination_errors(conditions: Conditions) -> Iterator[tuple[ErrorCode, str]]:
    """Yield errors of values that contradict each other."""
    for low, high, label in (
        ("entrants_min", "entrants_max", "number of entrants"),
        ("minimum_cents", "maximum_cents", "wager"),
    ):
        lower, upper = getattr(conditions, low), getattr(conditions, high)
        if lower is not None and upper is not None and lower > upper:
            yield ErrorCode.NO_SUCH_NUMBER, f"the least {label} is more than the greatest"
    fee, commission = conditions.entry_fee_cents or 0, conditions.commission_cents or 0
    if commission > fee and not conditions.commission_on_top:
        yield ErrorCode.NO_SUCH_AMOUNT, "the commission is more than the fee it is taken from"
    if conditions.guarantee_cents is not None and conditions.guarantee_entries is None:
        yield ErrorCode.INCOMPLETE, "a guarantee says from how many entries it holds"


def _part_errors(conditions: Conditions) -> Iterator[tuple[ErrorCode, str]]:
    """Yield errors in rounds, limit rises and buy-backs."""
    names = [round_.name.strip() for round_ in conditions.rounds]
    if "" in names or len(set(names)) < len(names):
        yield ErrorCode.NO_SUCH_THING, "every round has a name of its own"
    for round_ in conditions.rounds:
        if any(number is not None and number < 1 for number in (round_.advance, round_.tables)):
            yield ErrorCode.NO_SUCH_NUMBER, f"{round_.name}: somebody goes on, and at a table"
    for rise in conditions.rises:
        if not 0 < rise.minimum_cents <= rise.maximum_cents:
            text = "limits that rise are a minimum and a maximum not below it"
            yield ErrorCode.NO_SUCH_AMOUNT, text
    offer = conditions.buy_back
    if offer is not None and (offer.times < 0 or offer.cents < 0):
        yield ErrorCode.NO_SUCH_NUMBER, "nobody buys back less than never, or for less than nothing"


def _prize_errors(conditions: Conditions) -> Iterator[tuple[ErrorCode, str]]:
    """Yield errors in prizes: invalid or repeated places, and empty prizes."""
    places = [prize.place for prize in conditions.prizes]
    if len(set(places)) < len(places) or min(places, default=1) < 1:
        yield ErrorCode.NO_SUCH_THING, f"prizes are for places 1, 2, 3 and so on, not {places}"
    for prize in conditions.prizes:
        amounts = [amount for amount in (prize.share, prize.cents) if amount is not None]
        if len(amounts) > 1 or any(amount <= 0 for amount in amounts):
            text = f"place {prize.place} wins a share or an amount of more than 0"
            yield ErrorCode.NO_SUCH_AMOUNT, text
        if not amounts and not (prize.goods or "").strip():
            yield ErrorCode.NO_SUCH_AMOUNT, f"place {prize.place} wins nothing"
