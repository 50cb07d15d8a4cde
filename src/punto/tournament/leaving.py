"""Somebody leaves a table of the tournament: stakes and forms go back, chips leave play."""

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.table.guards import coup_is_on
from punto.table.ledger import whole
from punto.table.seats.events import PatronLeft
from punto.table.wagers.events import StakesReturned
from punto.tournament.events import AnyEvent, Events
from punto.tournament.money.events import ChipsCashed
from punto.tournament.running import value_cents
from punto.tournament.secret.events import FormHandedBack
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament, coming, running


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
    if (stakes and coup_is_on(table)) or has_form(tournament, number, name):
        raise Malformed(f"{name} has a wager on a coup that is not over", code=ErrorCode.NOT_NOW)
    cents = value_cents(table, name)
    gone: list[AnyEvent] = list(forms_back(tournament, number, name))
    if stakes:
        gone.append(TableStepped(table=number, event=StakesReturned(stakes=stakes)))
    gone.append(TableStepped(table=number, event=PatronLeft(name=name, chips_cents=cents)))
    if tournament.conditions.live and cents:
        gone.append(ChipsCashed(name=name, cents=cents))
    return tuple(gone), cents


def has_form(tournament: Tournament, number: int, name: str) -> bool:
    """Return whether somebody has a secret wager on a coup that is on."""
    on = coup_is_on(tournament.tables[number])
    return on and any(form.name == name for form in running(tournament, number))


def forms_back(tournament: Tournament, number: int, name: str) -> Events:
    """Return the form for the coup that comes back with somebody who will not play it."""
    return tuple(
        FormHandedBack(name=name, coup=form.coup)
        for form in coming(tournament, number)
        if form.name == name
    )
