"""Coups that turn out void after they put somebody out: what is owed, and who comes back."""

from collections.abc import Sequence

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.errors.events import WinningsTakenBack
from punto.table.events import AnyEvent as TableEvent
from punto.table.seats.events import ChipsBought, PatronJoined
from punto.tournament.events import AnyEvent, Events
from punto.tournament.placing import commands as do
from punto.tournament.placing import events as happened
from punto.tournament.running import session_on
from punto.tournament.seating.leading import check_lead
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament


def chips_owed(
    rules: TableRules, tournament: Tournament, number: int, events: Sequence[TableEvent]
) -> Events:
    """Return on record what those lost in a void coup who are out since."""
    del rules
    session = tournament.session
    assert session is not None
    out = {held.name for held in session.outs if session.seats[held.name].table == number}
    return tuple(
        happened.ChipsOwed(name=debt.patron, cents=-debt.cents)
        for event in events
        if isinstance(event, WinningsTakenBack)
        for debt in event.debts
        if debt.patron in out and debt.cents < 0
    )


def reinstate(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.Reinstate
) -> Events:
    """Let somebody come back, with the chips that a void coup had cost them."""
    clause = require(rules, by, Power.REINSTATE_ENTRANT, "let somebody come back")
    check_lead(rules, tournament, by)
    session = session_on(tournament)
    out = next((held for held in session.outs if held.name == command.name), None)
    if session.ended or out is None or command.name not in session.owed:
        text = f"no coup that put {command.name} out is void"
        raise Malformed(text, code=ErrorCode.NOT_NOW)
    if not command.reason.strip():
        raise Malformed("say why they come back", code=ErrorCode.INCOMPLETE)
    seat, cents = session.seats[command.name], out.chips_cents + session.owed[command.name]
    text = f"{command.name} comes back: {command.reason}"
    back = happened.EntrantReinstated(
        name=command.name,
        table=seat.table,
        chips_cents=cents,
        reason=command.reason,
        reasons=(Reason(text, clause),),
    )
    joined = PatronJoined(name=command.name, seat=seat.seat)
    bought = ChipsBought(name=command.name, cents=cents)
    events: list[AnyEvent] = [back]
    events += [TableStepped(table=seat.table, event=event) for event in (joined, bought)]
    return tuple(events)
