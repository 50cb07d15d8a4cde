"""Groups wagers that have the same outcomes under several settlements."""

from collections.abc import Sequence

from msgspec import Struct

from punto.odds.rulebook_arrays import Entry, payoff

ANY = "any"


class SettlementGroup(Struct, frozen=True):
    """Entries that differ only in the settlement: the index of the first, and its name."""

    place: int
    name: str
    settlement: str


def grouped(entries: Sequence[Entry], *others: Sequence[Entry]) -> list[SettlementGroup]:
    """Return each wager once for the settlements that do not change it, in the order of names.

    ``others`` are the same wagers under changed rules: to be alike they must be so there too.
    """
    found: dict[tuple[object, ...], list[int]] = {}
    for place, versions in enumerate(zip(entries, *others, strict=True)):
        found.setdefault(tuple(map(_payoff_key, versions)), []).append(place)
    schemes = {entry.settlement for entry in entries}
    names = list(dict.fromkeys(entry.name for entry in entries))
    groups = [
        SettlementGroup(
            places[0],
            entries[places[0]].name,
            ANY
            if len(places) == len(schemes) > 1
            else ", ".join(entries[place].settlement for place in places),
        )
        for places in found.values()
    ]
    return sorted(groups, key=lambda alike: names.index(alike.name))


def _payoff_key(entry: Entry) -> tuple[object, ...]:
    """Return the rows and payoffs of an entry, without its settlement."""
    rows = tuple((row.name, row.odds, payoff(row)) for row in entry.rows)
    return entry.name, rows, entry.row.tobytes()
