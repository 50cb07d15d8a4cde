"""The context of the topics of the house, and the changes that events make."""

from punto.aggregate.topic import Changes, Context
from punto.house.house import House
from punto.house.lookups import NO_LOOKUPS, HouseLookups


class HouseContext(Context[House], frozen=True):
    """The rules, the house, the actor, and the data looked up for the command."""

    known: HouseLookups = NO_LOOKUPS


changes: Changes[House] = Changes()
after = changes.after
