"""Positions for optional wagers, where there are fewer than wagers: who keeps one, who does not."""

from collections.abc import Iterator

from punto.clause import Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.schema import Offer
from punto.table.base_classes import Events
from punto.table.layout_wager import TableWager
from punto.table.limits.offers import has_main
from punto.table.phase import Betting
from punto.table.returned_stakes import StakesReturned, whole
from punto.table.table import Table


def _areas(rules: TableRules) -> Iterator[tuple[str, Offer, int]]:
    """Yield each area of an optional wager whose positions are counted."""
    for name, count in rules.positions.items():
        offer = rules.edition.offers[name]
        for wager in offer.wagers:
            yield wager, offer, count


def displaced(rules: TableRules, table: Table) -> Events:
    """Return the wagers that get no position when betting closes, each on its way back."""
    events = []
    for area, offer, count in _areas(rules):
        placed = [wager for wager in table.wagers if wager.wager == area]
        if len(placed) <= count:
            continue
        kept = _in_order(rules, table, offer, placed)[:count]
        for wager in placed:
            if wager not in kept:
                reason = _why(rules, table, offer, wager, kept)
                events.append(StakesReturned(stakes=(whole(wager),), reasons=(reason,)))
    return tuple(events)


def _in_order(
    rules: TableRules, table: Table, offer: Offer, placed: list[TableWager]
) -> list[TableWager]:
    """Return wagers in the order in which they get positions: as placed, some before others."""
    first = sorted(placed, key=lambda wager: wager.number)
    if offer.preferred is None:
        return first
    return sorted(first, key=lambda wager: not has_main(rules, table, wager.patron))


def _why(
    rules: TableRules, table: Table, offer: Offer, wager: TableWager, kept: list[TableWager]
) -> Reason:
    """Return why a wager has no position: later main bettors go before it, or it came too late."""
    assert offer.positions is not None
    preferred = offer.preferred
    bystander = not has_main(rules, table, wager.patron)
    overtaken = bystander and any(other.number > wager.number for other in kept)
    text = f"{wager.patron} {wager.wager} goes back: every position is taken"
    if overtaken and preferred is not None:
        return Reason(f"{text} by patrons with a main wager", preferred.clause)
    return Reason(f"{text} by earlier wagers", offer.positions.clause)


def check_position(rules: TableRules, table: Table, wager: str) -> None:
    """Refuse a wager that comes when betting has closed and every position is taken."""
    if isinstance(table.phase, Betting):
        # Positions are not given away before: whoever comes later may still go first.
        return
    for area, offer, count in _areas(rules):
        lying = sum(other.wager == area for other in table.wagers)
        if area == wager and lying >= count and offer.positions is not None:
            preferred = offer.preferred
            clause = merged(offer.positions.clause, preferred.clause if preferred else ())
            raise Refused(
                ErrorCode.NO_POSITION, clause, f"all {count} positions for {wager} are taken"
            )
