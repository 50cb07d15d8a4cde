"""Chips counted, ties played off, placings worked out and confirmed."""

from punto.aggregate.command import Command
from punto.cards import Card


class AboutPlacing(Command, frozen=True):
    """A command about who is where."""


class SetAdvancing(AboutPlacing, frozen=True, tag="set_advancing"):
    """So many of each table go on from a round of the structure."""

    round: str
    advance: int


class OrderChipCount(AboutPlacing, frozen=True, tag="order_chip_count"):
    """Everybody's chips are to be counted."""


class CountChips(AboutPlacing, frozen=True, tag="count_chips"):
    """Staff have counted the chips in front of an entrant."""

    name: str
    chips_cents: int


class OrderPlayOff(AboutPlacing, frozen=True, tag="order_play_off"):
    """Those who are level play on; ``chips`` and ``card`` where they are set and drawn for it."""

    table: int
    chips_cents: int | None = None
    card: Card | None = None


class Reinstate(AboutPlacing, frozen=True, tag="reinstate"):
    """Somebody comes back whom a coup put out that turned out void."""

    name: str
    reason: str


class ConfirmPlacings(AboutPlacing, frozen=True, tag="confirm_placings"):
    """Whoever leads the tournament confirms the placings that were worked out.

    ``ahead`` names those who go on where a tie cannot be played off.
    """

    ahead: tuple[str, ...] = ()


PlacingCommand = (
    SetAdvancing | OrderChipCount | CountChips | OrderPlayOff | Reinstate | ConfirmPlacings
)
