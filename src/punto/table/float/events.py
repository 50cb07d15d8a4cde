"""Chips came into the float or left it without a wager, and the float was counted."""

from punto.aggregate.event import Event, Register, Visibility
from punto.table.float.commands import Moment


class OfFloat(Event, frozen=True, gc=False):
    """An event about the float; ``by`` did it under a title, ``at`` a time."""


class FloatFilled(OfFloat, frozen=True, gc=False, tag="float_filled"):
    """Chips that somebody brought from the cage were received into the float."""

    visibility = Visibility.STAFF
    registers = (Register.FLOATS,)

    slip: str
    cents: int
    brought_by: str


class FloatCredited(OfFloat, frozen=True, gc=False, tag="float_credited"):
    """Chips were handed out of the float to somebody who took them to the cage."""

    visibility = Visibility.STAFF
    registers = (Register.FLOATS,)

    slip: str
    cents: int
    taken_by: str


class FloatCounted(OfFloat, frozen=True, gc=False, tag="float_counted"):
    """Two people found so much in the float; ``over_cents`` more than was booked, or less."""

    visibility = Visibility.STAFF
    registers = (Register.FLOATS,)

    when: Moment
    cents: int
    counted_with: str
    over_cents: int = 0


FloatEvent = FloatFilled | FloatCredited | FloatCounted
