"""Measures of the table against an entrant: whoever may not play on there is out."""

from collections.abc import Sequence

from punto.rulebook.elect import TableRules
from punto.table.conduct.events import PatronBarred, PatronExcluded
from punto.table.events import AnyEvent as TableEvent
from punto.table.guards import has_wager
from punto.tournament.conduct import events as happened
from punto.tournament.entrant import ACTIVE
from punto.tournament.events import AnyEvent, Events
from punto.tournament.evolve import after
from punto.tournament.leaving import has_form, left
from punto.tournament.tournament import Tournament


def measures_follow(
    rules: TableRules, tournament: Tournament, number: int, events: Sequence[TableEvent]
) -> Events:
    """Return who is out because the table let them play on no more."""
    del rules, number
    found: list[AnyEvent] = []
    for event in events:
        if not isinstance(event, PatronBarred | PatronExcluded):
            continue
        then = after(tournament, found)
        entrant = then.entrant(event.name)
        if entrant is None or entrant.standing not in ACTIVE:
            continue
        # Wagers that the table leaves in are played out; then there is nothing left to stay for.
        gone, cents = ((), 0) if _wagers(then, event.name) else left(then, event.name)
        out = happened.EntrantDisqualified(
            name=event.name, cause="barred", chips_cents=cents, reasons=event.reasons
        )
        found += [out, *gone]
    return tuple(found)


def _wagers(tournament: Tournament, name: str) -> bool:
    """Return whether somebody has chips on a layout, or a secret wager on a coup."""
    return any(
        has_wager(table, name) or has_form(tournament, number, name)
        for number, table in tournament.tables.items()
    )
