"""The editions that tests range over: all of them, or all that have something. None is named."""

from itertools import combinations

from punto.clause import Refused
from punto.rulebook.elect import Elections, elect
from punto.rulebook.load import ids, load
from punto.rulebook.schema import Edition

ALL = ids()
DEALING = tuple(name for name in ALL if load(name).tableau is not None)
# Those whose tournaments have secret wagers.
SECRET = tuple(name for name in ALL if (law := load(name).tournament) and law.secret)


def most_offers(edition: Edition) -> tuple[str, ...]:
    """Return as many optional wagers as a house may offer together."""
    settlement = edition.settlement.schemes.value[0]
    for size in range(len(edition.offers), 0, -1):
        for offers in combinations(edition.offers, size):
            try:
                elect(edition, Elections(settlement=settlement, offer=offers))
            except Refused:
                continue
            return offers
    return ()
