"""What the house cannot know by itself: wagers in other streams, facts about people."""

from collections.abc import Mapping

from msgspec import Struct

from punto.house.duty import Duty
from punto.house.promotion import Qualified


class WagerRecord(Struct, frozen=True):
    """A wager as its own stream tells it: whose, how much, when."""

    person: str
    cents: int
    at: int


class HouseLookups(Struct, frozen=True):
    """What whoever keeps the logs and the book of people looked up for a command.

    ``people`` gives, for each key, which facts are on record: ``name``, ``address``. ``duties`` are
    those that are owed now, by their keys.
    """

    wagers: Mapping[Qualified, WagerRecord] = {}
    people: Mapping[str, frozenset[str]] = {}
    duties: Mapping[str, Duty] = {}


NOTHING = HouseLookups()
