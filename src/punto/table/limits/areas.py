"""Betting areas: all bets of one kind at the table, or in one box if the sign says so."""

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec import Struct

from punto.rulebook.elect import TableRules
from punto.table.layout_wager import TableWager
from punto.table.limits.bounds import bounds, offer_name_of, sign, with_limits_when_made
from punto.table.limits.partners import partner_maximum_left
from punto.table.table import Table


class Area(Struct, frozen=True):
    """A betting area: its wager, and its box if each box is an area."""

    wager: str
    box: int | None = None

    def __str__(self) -> str:
        return self.wager if self.box is None else f"{self.wager} of box {self.box}"


def area_of(table: Table, wager: TableWager) -> Area:
    """Return the area of a wager."""
    return Area(wager.wager, wager.box if table.limits.area_per_box else None)


def areas_with_wagers(
    rules: TableRules, table: Table, wagers: Iterable[TableWager]
) -> Iterator[tuple[Area, int, list[TableWager]]]:
    """Yield each area that has a maximum, with that maximum and its wagers.

    Wagers that were made under another sign are in a separate area of that sign.
    """
    signs = [table.limits]
    wagers_by_area: dict[tuple[int, Area], list[TableWager]] = {}
    for wager in wagers:
        table_as_made = with_limits_when_made(table, wager)
        if table_as_made.limits not in signs:
            signs.append(table_as_made.limits)
        if table_as_made.limits.has_areas:
            place = signs.index(table_as_made.limits)
            wagers_by_area.setdefault((place, area_of(table_as_made, wager)), []).append(wager)
    for (place, area), area_wagers in wagers_by_area.items():
        maximum = signs[place].area(area.wager, offer_name_of(rules, area.wager))
        if maximum is not None:
            yield area, maximum, area_wagers


def own_maximum(rules: TableRules, table: Table, wager: TableWager) -> int | Fraction | None:
    """Return the maximum of a wager on the layout, or its share of one."""
    if wager.maximum is not None:
        return Fraction(*wager.maximum)
    table = with_limits_when_made(table, wager)
    patron = table.patron(wager.patron)
    maximum = bounds(rules, table, patron, wager.wager)[1] if patron else None
    data = sign(rules)
    if maximum is not None and table.admission.linked:
        maximum = partner_maximum_left(rules, table, wager, maximum)
    if maximum is None or not table.limits.per_patron or data is None or data.per_patron is None:
        return maximum
    kind = (wager.patron, wager.wager, wager.bound)
    same_wagers = [bet for bet in table.wagers if (bet.patron, bet.wager, bet.bound) == kind]
    total = sum(bet.stake_cents for bet in same_wagers)
    return Fraction(wager.stake_cents * maximum, total) if total > maximum else maximum


def counted_stake_cents(rules: TableRules, table: Table, wager: TableWager) -> int:
    """Return the part of a stake that counts: at most its own maximum."""
    maximum = own_maximum(rules, table, wager)
    return wager.stake_cents if maximum is None else int(min(wager.stake_cents, maximum))
