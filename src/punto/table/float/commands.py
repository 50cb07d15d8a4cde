"""The float: chips brought from the cage, taken back to it, and counted."""

from typing import Literal

from punto.aggregate.command import Command

Moment = Literal["opening", "shift", "closing"]


class AboutFloat(Command, frozen=True):
    """A command about the float."""


class FillFloat(AboutFloat, frozen=True, tag="fill_float"):
    """Chips that somebody else brought from the cage are received into the float, with a slip."""

    slip: str
    cents: int
    brought_by: str


class CreditFloat(AboutFloat, frozen=True, tag="credit_float"):
    """Chips are handed out of the float to somebody who takes them to the cage, with a slip."""

    slip: str
    cents: int
    taken_by: str


class CountFloat(AboutFloat, frozen=True, tag="count_float"):
    """Two people count what the float really holds, at opening, closing or a change of shift."""

    when: Moment
    cents: int
    counted_with: str


FloatCommand = FillFloat | CreditFloat | CountFloat
