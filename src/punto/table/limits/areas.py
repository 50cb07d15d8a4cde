"""Betting areas: all bets of one kind at the table, or in one box where the sign says so."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec import Struct

from punto.rulebook.elect import TableRules
from punto.table.layout_wager import TableWager
from punto.table.limits.bounds import as_made, bounds, offer_with, sign
from punto.table.limits.partners import left_of_one
from punto.table.table import Table


class Area(Struct, frozen=True):
    """An area that has a maximum: of which wager, and in which box if each box is one."""

    wager: str
    box: int | None = None

    def __str__(self) -> str:
        return self.wager if self.box is None else f"{self.wager} of box {self.box}"


def area_of(table: Table, wager: TableWager) -> Area:
    """Return the area in which a wager lies."""
    return Area(wager.wager, wager.box if table.limits.area_per_box else None)


def in_areas(
    rules: TableRules, table: Table, wagers: Iterable[TableWager]
) -> Iterator[tuple[Area, int, list[TableWager]]]:
    """Yield each area that has a maximum, with that maximum and the wagers that lie there.

    Wagers made under another sign have an area of that sign to themselves.
    """
    signs = [table.limits]
    found: dict[tuple[int, Area], list[TableWager]] = {}
    for wager in wagers:
        then = as_made(table, wager)
        if then.limits not in signs:
            signs.append(then.limits)
        if then.limits.has_areas:
            place = signs.index(then.limits)
            found.setdefault((place, area_of(then, wager)), []).append(wager)
    for (place, area), there in found.items():
        most = signs[place].area(area.wager, offer_with(rules, area.wager))
        if most is not None:
            yield area, most, there


def own_maximum(rules: TableRules, table: Table, wager: TableWager) -> int | Fraction | None:
    """Return the maximum that holds for a wager on the layout, or its share of one."""
    if wager.maximum is not None:
        return Fraction(*wager.maximum)
    table = as_made(table, wager)
    patron = table.patron(wager.patron)
    most = bounds(rules, table, patron, wager.wager)[1] if patron else None
    data = sign(rules)
    if most is not None and table.admission.linked:
        most = left_of_one(rules, table, wager, most)
    if most is None or not table.limits.per_patron or data is None or data.per_patron is None:
        return most
    same = (wager.patron, wager.wager, wager.bound)
    mine = [bet for bet in table.wagers if (bet.patron, bet.wager, bet.bound) == same]
    total = sum(bet.stake_cents for bet in mine)
    return Fraction(wager.stake_cents * most, total) if total > most else most


def within(rules: TableRules, table: Table, wager: TableWager) -> int:
    """Return what counts of a stake: no more than its own maximum."""
    most = own_maximum(rules, table, wager)
    return wager.stake_cents if most is None else int(min(wager.stake_cents, most))
