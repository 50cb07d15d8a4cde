"""Somebody leaves a table of the tournament: stakes go back, chips leave play."""

from punto.clause import Malformed
from punto.table.guards import coup_is_on
from punto.table.ledger import whole
from punto.table.seats.events import PatronLeft
from punto.table.wagers.events import StakesReturned
from punto.tournament.events import AnyEvent, Events
from punto.tournament.money.events import ChipsCashed
from punto.tournament.running import value_cents
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament, running


def table_at(tournament: Tournament, name: str) -> int | None:
    """Return the table at which somebody sits with chips, if they do."""
    for number, table in tournament.tables.items():
        if table.patron(name) is not None:
            return number
    return None


def left(tournament: Tournament, name: str) -> tuple[Events, int]:
    """Return that somebody leaves their table, and with how many chips; nothing if they have none.

    Chips that are worth money are their own.
    It waits for the end of a coup in which they have a wager.
    """
    number = table_at(tournament, name)
    if number is None:
        return (), 0
    table = tournament.tables[number]
    stakes = tuple(whole(wager) for wager in table.wagers if wager.patron == name)
    secret = any(form.name == name for form in running(tournament, number))
    if (stakes or secret) and coup_is_on(table):
        raise Malformed(f"{name} has a wager on a coup that is not over", code="not_now")
    cents = value_cents(table, name)
    gone: list[AnyEvent] = []
    if stakes:
        gone.append(TableStepped(table=number, event=StakesReturned(stakes=stakes)))
    gone.append(TableStepped(table=number, event=PatronLeft(name=name, chips_cents=cents)))
    if tournament.conditions.live and cents:
        gone.append(ChipsCashed(name=name, cents=cents))
    return tuple(gone), cents
