"""Positions for optional wagers: which wagers get one if there are too few."""

from collections.abc import Iterator

from punto.clause import Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.schema import Offer
from punto.table.base_classes import Events
from punto.table.layout_wager import TableWager
from punto.table.limits.offers import has_main
from punto.table.phase import Betting
from punto.table.returned_stakes import StakesReturned, whole_stake
from punto.table.table import Table


def _counted_areas(rules: TableRules) -> Iterator[tuple[str, Offer, int]]:
    """Yield each area of an optional wager whose positions are counted."""
    for name, count in rules.positions.items():
        offer = rules.edition.offers[name]
        for wager in offer.wagers:
            yield wager, offer, count


def return_wagers_without_position(rules: TableRules, table: Table) -> Events:
    """Return the wagers without a position to their owners when betting closes."""
    events = []
    for area, offer, count in _counted_areas(rules):
        placed = [wager for wager in table.wagers if wager.wager == area]
        if len(placed) <= count:
            continue
        with_position = _in_position_order(rules, table, offer, placed)[:count]
        for wager in placed:
            if wager not in with_position:
                reason = _no_position_reason(rules, table, offer, wager, with_position)
                events.append(StakesReturned(stakes=(whole_stake(wager),), reasons=(reason,)))
    return tuple(events)


def _in_position_order(
    rules: TableRules, table: Table, offer: Offer, placed: list[TableWager]
) -> list[TableWager]:
    """Return wagers in the order of their positions: preferred ones first, then as placed."""
    as_placed = sorted(placed, key=lambda wager: wager.number)
    if offer.preferred is None:
        return as_placed
    return sorted(as_placed, key=lambda wager: not has_main(rules, table, wager.patron))


def _no_position_reason(
    rules: TableRules,
    table: Table,
    offer: Offer,
    wager: TableWager,
    with_position: list[TableWager],
) -> Reason:
    """Return why a wager has no position: preferred wagers go first, or it came too late."""
    assert offer.positions is not None
    preferred = offer.preferred
    without_main = not has_main(rules, table, wager.patron)
    overtaken = without_main and any(other.number > wager.number for other in with_position)
    text = f"{wager.patron} {wager.wager} goes back: every position is taken"
    if overtaken and preferred is not None:
        return Reason(f"{text} by patrons with a main wager", preferred.clause)
    return Reason(f"{text} by earlier wagers", offer.positions.clause)


def check_position(rules: TableRules, table: Table, wager: str) -> None:
    """Refuse a wager after betting has closed if every position is taken."""
    if isinstance(table.phase, Betting):
        # Positions are assigned only when betting closes: a later wager may be preferred.
        return
    for area, offer, count in _counted_areas(rules):
        taken = sum(other.wager == area for other in table.wagers)
        if area == wager and taken >= count and offer.positions is not None:
            preferred = offer.preferred
            clause = merged(offer.positions.clause, preferred.clause if preferred else ())
            raise Refused(
                ErrorCode.NO_POSITION, clause, f"all {count} positions for {wager} are taken"
            )
