"""The tables of the demo, derived from the rulebooks that can be played."""

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
# The minimum and maximum in cents of the first table of a rulebook, the second, and so on.
_LIMITS = ((2_500, 500_000), (10_000, 1_000_000), (50_000, 5_000_000), (2_500, 250_000))


class DemoTable(Struct, frozen=True):
    """A table of the demo: ``visitor`` if only visitors deal once the clock has caught up."""

    name: str
    rulebook: str
    elections: Elections
    what: str
    visitor: bool = False


def playable() -> tuple[Edition, ...]:
    """Return the rulebooks under which a coup can be dealt."""
    editions = (load(name) for name in ids())
    return tuple(
        edition for edition in editions if edition.tableau is not None and edition.deal is not None
    )


def plans() -> tuple[DemoTable, ...]:
    """Return the tables: one for each dealing method, one for visitors, one for real cards."""
    tables: list[DemoTable] = []
    editions = playable()
    for edition in editions:
        assert edition.deal is not None
        names = [
            name
            for name, method in edition.deal.methods.items()
            if not (method.requested and method.requested.value)
        ]
        # A method on request gets a second table of another method, where a patron may ask for it.
        on_request = [name for name in edition.deal.methods if name not in names]
        for place, method_name in enumerate([*names, *names[: len(on_request)]]):
            by_patrons = edition.deal.methods[method_name].turned_by is not TurnedBy.DEALER
            what = "patrons hold the cards" if by_patrons else "the dealer turns the cards"
            if place >= len(names):
                what = "a patron may ask to hold the cards"
            tables.append(_table_plan(len(tables) + 1, edition, place, method_name, what))
    last, keyed = editions[-1], editions[0]
    visitors = _table_plan(len(tables) + 1, last, 0, None, "no dealer: be the dealer")
    tables.append(
        DemoTable(visitors.name, last.id, visitors.elections, visitors.what, visitor=True)
    )
    tables.append(
        _table_plan(
            len(tables) + 1, keyed, 1, None, "real cards, keyed by the dealer", origin=Origin.KEYED
        )
    )
    return tuple(tables)


def _table_plan(
    number: int,
    edition: Edition,
    place: int,
    method: str | None,
    what: str,
    *,
    origin: Origin = Origin.VIRTUAL,
) -> DemoTable:
    """Return a table whose offers, limits and settlement differ from its neighbours."""
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
    """Return elections with many offers at the first table of a rulebook, and fewer at others."""
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
            if (found := _if_permitted(edition, wanted)) is not None:
                return found
    found = _if_permitted(edition, plain)
    assert found is not None, "a plain table is permitted everywhere"
    return found


def _if_permitted(edition: Edition, wanted: Elections) -> Elections | None:
    chosen = with_sign(edition, wanted)
    try:
        elect(edition, chosen)
    except (Refused, Malformed):
        return None
    return chosen
