"""The chips at the start of a scenario: those of seated patrons, and the float."""

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
    """A patron's seat, whether the patron stands behind it, and their chips."""

    seat: int
    standing: bool
    cents: int


def float_of(amount: str | int | None) -> int:
    """Return the cents of the float, or the default if no amount is given."""
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
    """Parse a place such as ``1 500`` or ``2 standing 100``.

    Without an amount the patron has the default chips, as a patron who never joined.
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
    """Seat every patron with their chips, or raise an error that names the patron."""
    for name, text in seats.items():
        place = place_of(name, text)
        sits = {"patron": name, "seat": place.seat, "standing": place.standing}
        buys = {"patron": name, "cents": place.cents, "cash": False}
        try:
            world.act(DEALER, commands.command("join", sits))
            if place.cents:
                world.act(DEALER, commands.command("buy_chips", buys))
        except (Refused, Malformed) as error:
            hint = None if isinstance(error, Refused) else error.hint
            raise ScenarioError(
                f"seats: {name} cannot have {text!r}: {error.message}", hint
            ) from None
        world.patrons.add(name)
