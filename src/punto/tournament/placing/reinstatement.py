"""Coups voided after they eliminated an entrant: chips owed, and reinstatement."""

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
from punto.tournament.conduct.lead import check_director
from punto.tournament.context import TournamentContext, changes
from punto.tournament.entrant import EntrantStatus
from punto.tournament.entrant_lookup import with_entrant
from punto.tournament.session_queries import current_session
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament, with_session

reinstatement: Topic[Tournament, TournamentContext] = Topic("reinstatement", changes)


class Reinstate(TournamentCommand, frozen=True, tag="reinstate"):
    """An entrant is reinstated whom a coup eliminated that became void."""

    group = Group.PLACING
    powers = (Power.REINSTATE_ENTRANT,)

    name: EntrantName
    reason: GivenReason[Text]


class ChipsOwed(TournamentEvent, frozen=True, gc=False, tag="chips_owed"):
    """An eliminated entrant is owed the chips that they lost in a coup that became void."""

    visibility = Visibility.STAFF
    registers = Unregistered.ARRANGEMENT

    name: str
    cents: int


class EntrantReinstated(TournamentEvent, frozen=True, gc=False, tag="entrant_reinstated"):
    """An entrant was reinstated whom a void coup had eliminated."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str
    table: int
    chips_cents: int
    reason: str


def chips_owed_events(
    rules: TableRules, tournament: Tournament, number: int, events: Sequence[TableEvent]
) -> Events:
    """Return the events that record what eliminated entrants lost in a void coup."""
    del rules
    session = tournament.session
    assert session is not None
    eliminated = {
        elimination.name
        for elimination in session.outs
        if session.seats[elimination.name].table == number
    }
    return tuple(
        ChipsOwed(name=debt.patron, cents=-debt.cents)
        for event in events
        if isinstance(event, WinningsTakenBack)
        for debt in event.debts
        if debt.patron in eliminated and debt.cents < 0
    )


@reinstatement.permits(Reinstate)
def may_reinstate(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not reinstate an entrant now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.REINSTATE_ENTRANT, "let somebody come back")
    check_director(rules, tournament, by)
    current_session(tournament)
    return clause


@reinstatement.decides(Reinstate)
def reinstate(at: TournamentContext, command: Reinstate) -> Events:
    """Reinstate an entrant, with the chips that they lost in the void coup."""
    tournament = at.state
    clause = may_reinstate(at)
    session = current_session(tournament)
    elimination = next(
        (candidate for candidate in session.outs if candidate.name == command.name), None
    )
    if session.ended or elimination is None or command.name not in session.owed:
        text = f"no coup that put {command.name} out is void"
        raise Malformed(text, code=ErrorCode.NOT_NOW)
    if not command.reason.strip():
        raise Malformed("say why they come back", code=ErrorCode.INCOMPLETE)
    seat, cents = session.seats[command.name], elimination.chips_cents + session.owed[command.name]
    text = f"{command.name} comes back: {command.reason}"
    reinstated = EntrantReinstated(
        name=command.name,
        table=seat.table,
        chips_cents=cents,
        reason=command.reason,
        reasons=(Reason(text, clause),),
    )
    joined = PatronJoined(name=command.name, seat=seat.seat)
    bought = ChipsBought(name=command.name, cents=cents)
    events: list[TournamentEvent] = [reinstated]
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
    tournament = with_entrant(tournament, event.name, standing=EntrantStatus.PLAYING)
    return with_session(tournament, outs=outs, owed=owed)
