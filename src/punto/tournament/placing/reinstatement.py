"""Coups that turn out void after they put somebody out: what is owed, and who comes back."""

from collections.abc import Sequence

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import EntrantName, GivenReason, Text
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.base_classes import TableEvent
from punto.table.deal.coup_reversal import WinningsTakenBack
from punto.table.seats.buying import ChipsBought
from punto.table.seats.joining import PatronJoined
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.conduct.lead import check_lead
from punto.tournament.context import At, changes
from punto.tournament.entrant import Standing
from punto.tournament.entrant_lookup import changed
from punto.tournament.session_queries import session_on
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament, with_session

reinstatement: Topic[Tournament, At] = Topic("reinstatement", changes)


class Reinstate(TournamentCommand, frozen=True, tag="reinstate"):
    """Somebody comes back whom a coup put out that turned out void."""

    group = Group.PLACING
    powers = (Power.REINSTATE_ENTRANT,)

    name: EntrantName
    reason: GivenReason[Text]


class ChipsOwed(TournamentEvent, frozen=True, gc=False, tag="chips_owed"):
    """Somebody who is out lost so much in a coup that turned out void."""

    visibility = Visibility.STAFF
    registers = Unregistered.ARRANGEMENT

    name: str
    cents: int


class EntrantReinstated(TournamentEvent, frozen=True, gc=False, tag="entrant_reinstated"):
    """Somebody plays on whom a void coup had put out."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str
    table: int
    chips_cents: int
    reason: str


def owed_chips(
    rules: TableRules, tournament: Tournament, number: int, events: Sequence[TableEvent]
) -> Events:
    """Return on record what those lost in a void coup who are out since."""
    del rules
    session = tournament.session
    assert session is not None
    out = {held.name for held in session.outs if session.seats[held.name].table == number}
    return tuple(
        ChipsOwed(name=debt.patron, cents=-debt.cents)
        for event in events
        if isinstance(event, WinningsTakenBack)
        for debt in event.debts
        if debt.patron in out and debt.cents < 0
    )


@reinstatement.permits(Reinstate)
def may_reinstate(at: At) -> Clauses:
    """Raise an error if this person may not let somebody come back now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.REINSTATE_ENTRANT, "let somebody come back")
    check_lead(rules, tournament, by)
    session_on(tournament)
    return clause


@reinstatement.decides(Reinstate)
def reinstate(at: At, command: Reinstate) -> Events:
    """Let somebody come back, with the chips that a void coup had cost them."""
    tournament = at.state
    clause = may_reinstate(at)
    session = session_on(tournament)
    out = next((held for held in session.outs if held.name == command.name), None)
    if session.ended or out is None or command.name not in session.owed:
        text = f"no coup that put {command.name} out is void"
        raise Malformed(text, code=ErrorCode.NOT_NOW)
    if not command.reason.strip():
        raise Malformed("say why they come back", code=ErrorCode.INCOMPLETE)
    seat, cents = session.seats[command.name], out.chips_cents + session.owed[command.name]
    text = f"{command.name} comes back: {command.reason}"
    back = EntrantReinstated(
        name=command.name,
        table=seat.table,
        chips_cents=cents,
        reason=command.reason,
        reasons=(Reason(text, clause),),
    )
    joined = PatronJoined(name=command.name, seat=seat.seat)
    bought = ChipsBought(name=command.name, cents=cents)
    events: list[TournamentEvent] = [back]
    events += [TableStepped(table=seat.table, event=event) for event in (joined, bought)]
    return tuple(events)


@reinstatement.applies(ChipsOwed)
def chips_owed(tournament: Tournament, event: ChipsOwed, envelope: Envelope) -> Tournament:
    session = tournament.session
    assert session is not None
    owed = session.owed.get(event.name, 0) + event.cents
    return with_session(tournament, owed={**session.owed, event.name: owed})


@reinstatement.applies(EntrantReinstated)
def entrant_reinstated(
    tournament: Tournament, event: EntrantReinstated, envelope: Envelope
) -> Tournament:
    session = tournament.session
    assert session is not None
    outs = tuple(out for out in session.outs if out.name != event.name)
    owed = {name: cents for name, cents in session.owed.items() if name != event.name}
    tournament = changed(tournament, event.name, standing=Standing.PLAYING)
    return with_session(tournament, outs=outs, owed=owed)
