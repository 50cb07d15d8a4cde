"""Which tables the demo has, read off the rulebooks that can be played."""

from itertools import combinations

from msgspec import Struct

from punto.clause import Malformed, Refused
from punto.rulebook.elect import elect
from punto.rulebook.elect_table import with_sign
from punto.rulebook.elections import Elections, Origin
from punto.rulebook.load import ids, load
from punto.rulebook.policies import TurnedBy
from punto.rulebook.schema import Edition

FLOAT_CENTS = 100_000_000
# Minimum and maximum of the first table of a house, the second, and so on, in cents.
_LIMITS = ((2_500, 500_000), (10_000, 1_000_000), (50_000, 5_000_000), (2_500, 250_000))


class DemoTable(Struct, frozen=True):
    """A table of the demo: ``visitor`` deals it once the roads are filled, or somebody made up."""

    name: str
    rulebook: str
    elections: Elections
    what: str
    visitor: bool = False


def playable() -> tuple[Edition, ...]:
    """Return the rulebooks under which a coup can be dealt."""
    found = (load(name) for name in ids())
    return tuple(one for one in found if one.tableau is not None and one.deal is not None)


def plans() -> tuple[DemoTable, ...]:
    """Return the tables: each way of dealing of each rulebook, one to deal, one with real cards."""
    found: list[DemoTable] = []
    editions = playable()
    for edition in editions:
        assert edition.deal is not None
        ways = [
            name
            for name, method in edition.deal.methods.items()
            if not (method.requested and method.requested.value)
        ]
        # Where cards are passed only on request there is a table where somebody requests it.
        on_request = [name for name in edition.deal.methods if name not in ways]
        for place, way in enumerate([*ways, *ways[: len(on_request)]]):
            held = edition.deal.methods[way].turned_by is not TurnedBy.DEALER
            told = "patrons hold the cards" if held else "the dealer turns the cards"
            if place >= len(ways):
                told = "a patron may ask to hold the cards"
            found.append(_plan(len(found) + 1, edition, place, way, told))
    last, keyed = editions[-1], editions[0]
    visitors = _plan(len(found) + 1, last, 0, None, "no dealer: be the dealer")
    found.append(DemoTable(visitors.name, last.id, visitors.elections, visitors.what, visitor=True))
    found.append(
        _plan(
            len(found) + 1, keyed, 1, None, "real cards, keyed by the dealer", origin=Origin.KEYED
        )
    )
    return tuple(found)


def _plan(
    number: int,
    edition: Edition,
    place: int,
    method: str | None,
    what: str,
    *,
    origin: Origin = Origin.VIRTUAL,
) -> DemoTable:
    """Return a table whose offers, limits and settlement differ from those beside it."""
    schemes = edition.settlement.schemes.value
    least, most = _LIMITS[place % len(_LIMITS)]
    plain = Elections(
        settlement=schemes[place % len(schemes)],
        minimum_cents=least,
        maximum_cents=most,
        method=method,
        origin=origin,
    )
    return DemoTable(f"t{number}", edition.id, _with_offers(edition, plain, place), what)


def _with_offers(edition: Edition, plain: Elections, place: int) -> Elections:
    """Return elections with many offers at the first table of a house, and fewer at others."""
    sizes = range(max(0, len(edition.offers) - 2 * place), 0, -1)
    for size in sizes:
        for offers in combinations(edition.offers, size):
            wanted = Elections(
                settlement=plain.settlement,
                offer=offers,
                minimum_cents=plain.minimum_cents,
                maximum_cents=plain.maximum_cents,
                optional_minimum_cents=min(1_000, plain.minimum_cents or 1_000),
                optional_maximum_cents=(plain.maximum_cents or 0) // 10,
                method=plain.method,
                origin=plain.origin,
            )
            if (found := _permitted(edition, wanted)) is not None:
                return found
    found = _permitted(edition, plain)
    assert found is not None, "a plain table is permitted everywhere"
    return found


def _permitted(edition: Edition, wanted: Elections) -> Elections | None:
    chosen = with_sign(edition, wanted)
    try:
        elect(edition, chosen)
    except (Refused, Malformed):
        return None
    return chosen
