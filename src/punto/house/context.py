"""What a permission and a decision of the house look at."""

from punto.aggregate.topic import Context
from punto.house.house import House
from punto.house.lookups import NOTHING, Known


class At(Context[House], frozen=True):
    """The rules, the house, the actor, and what was looked up for the command."""

    known: Known = NOTHING
