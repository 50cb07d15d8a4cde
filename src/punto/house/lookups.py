"""Data that a command of the house needs from outside: wagers, personal data, duties."""

from collections.abc import Mapping

from msgspec import Struct

from punto.house.duty import Duty
from punto.house.promotion import QualifyingWager


class WagerRecord(Struct, frozen=True):
    """A wager of another stream: its owner, its amount and its time."""

    person: str
    cents: int
    at: int


class HouseLookups(Struct, frozen=True):
    """Data that the caller looked up for a command.

    ``people`` gives, for each key, which facts are recorded: ``name``, ``address``. ``duties`` are
    the open duties, by their keys.
    """

    wagers: Mapping[QualifyingWager, WagerRecord] = {}
    people: Mapping[str, frozenset[str]] = {}
    duties: Mapping[str, Duty] = {}


NO_LOOKUPS = HouseLookups()
