"""Who has which chips when a scenario begins: patrons in their places, and the float."""

import re

from msgspec import Struct

from punto.aggregate.actor import DEALER
from punto.clause import Malformed, Refused
from punto.money import parse_dollars
from punto.scenario import commands
from punto.scenario.errors import ScenarioError
from punto.scenario.table import CHIPS_CENTS, FLOAT_CENTS, ScenarioTable

_TEXT = re.compile(r"(\d{1,3})(?:\s+(standing))?(?:\s+(\S+))?")


class SeatSetup(Struct, frozen=True):
    """A seat, whether somebody stands behind it, and the chips they have."""

    seat: int
    standing: bool
    cents: int


def float_of(amount: str | int | None) -> int:
    """Return the cents that the float holds, plenty if nothing is said of it."""
    if amount is None:
        return FLOAT_CENTS
    try:
        cents = parse_dollars(str(amount))
    except Malformed as error:
        raise ScenarioError(f"in_float: {error.message}", error.hint) from None
    if cents < 0:
        raise ScenarioError(f"in_float: a float cannot hold less than nothing: {amount}")
    return cents


def place_of(name: str, text: str | int) -> SeatSetup:
    """Return the place that ``1 500`` or ``2 standing 100`` gives somebody.

    Without an amount they have plenty, as somebody has who just wagers.
    """
    match = _TEXT.fullmatch(str(text).strip())
    if match is None:
        raise ScenarioError(
            f"seats: {str(text)[:60]!r} is no place for {name}",
            'write seat, standing if so, dollars: "1", "1 500" or "2 standing 100"',
        )
    seat, standing, amount = match.groups()
    try:
        cents = CHIPS_CENTS if amount is None else parse_dollars(amount)
    except Malformed as error:
        raise ScenarioError(f"seats: {name}: {error.message}", error.hint) from None
    if cents < 0:
        raise ScenarioError(f"seats: {name} cannot have less than nothing: {amount}")
    return SeatSetup(int(seat), standing is not None, cents)


def seated(world: ScenarioTable, seats: dict[str, str | int]) -> None:
    """Let everybody take their place with their chips, or say who cannot."""
    for name, text in seats.items():
        place = place_of(name, text)
        sits = {"patron": name, "seat": place.seat, "standing": place.standing}
        buys = {"patron": name, "cents": place.cents, "cash": False}
        try:
            world.act(DEALER, commands.command("join", sits))
            if place.cents:
                world.act(DEALER, commands.command("buy_chips", buys))
        except (Refused, Malformed) as no:
            hint = None if isinstance(no, Refused) else no.hint
            raise ScenarioError(f"seats: {name} cannot have {text!r}: {no.message}", hint) from None
        world.patrons.add(name)
