"""Forms handed in: stored as written, seen only by their maker and the official."""

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import (
    Attestation,
    Cents,
    EntrantName,
    SeatNumber,
    Signature,
    Text,
    WagerName,
)
from punto.aggregate.topic import Topic
from punto.clause import Malformed, NotEntitled, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.tournament_policies import EarlyWager, SeatMarked
from punto.table.deal.no_bets import check_wager as check_no_bet
from punto.table.guards import locked_clause
from punto.table.phase import Betting
from punto.table.table import Table
from punto.tournament.base_classes import FORM_SEEN, Events, TournamentCommand, TournamentEvent
from punto.tournament.context import TournamentContext, changes
from punto.tournament.rules import tournament_section
from punto.tournament.secret.faults import secret_rules
from punto.tournament.secret_form import SecretForm
from punto.tournament.session_queries import occupied_seat_of, table_of, turns_of, with_turns
from punto.tournament.tournament import Tournament, forms_of_next_coup
from punto.tournament.wagers.order import has_had_turn, is_turn_of, order_rules
from punto.tournament.wagers.placed_wagers import WageredEarly
from punto.tournament.wagers.time_limit import TurnBegan, time_limit_events
from punto.tournament.wagers.turns import TurnPassed

hand_in: Topic[Tournament, TournamentContext] = Topic("hand_in", changes)


class HandInForm(TournamentCommand, frozen=True, tag="hand_in_form"):
    """An entrant hands in a form; omit what is not written on it."""

    group = Group.PLAY
    powers = ()
    own = True

    name: EntrantName
    wager: WagerName | None = None
    stake_cents: Cents | None = None
    words: Attestation[Text | None] = None
    seat: SeatNumber | None = None
    signed: Signature[bool] = False


class FormHandedIn(TournamentEvent, frozen=True, gc=False, tag="form_handed_in"):
    """A form was handed in. A value that is missing on it is ``None`` here.

    ``marks`` if a marker now shows everybody that there is a form.
    """

    visibility = Visibility.FORM_MARKED
    registers = Unregistered.PLAY
    concerns = "name"
    final = FORM_SEEN

    name: str
    table: int
    coup: int
    wager: str | None = None
    stake_cents: int | None = None
    words: str | None = None
    seat: int | None = None
    signed: bool = False
    marks: bool = False


hand_in.permits(HandInForm)(anybody)


@hand_in.decides(HandInForm)
def hand_in_form(at: TournamentContext, command: HandInForm) -> Events:
    """Accept a form for the next coup, whatever is written on it."""
    rules, tournament, by = at.rules, at.state, at.by
    data = secret_rules(rules)
    if by.name != command.name:
        raise NotEntitled((), f"{by.name} may not hand in a form of {command.name}")
    session = tournament.session
    if data.here_only and (session is None or session.begun_at is None):
        text = "a form is for a session of the tournament, and none is on"
        raise Refused(ErrorCode.FORM_NOT_HERE, data.here_only.clause, text)
    number = occupied_seat_of(tournament, command.name).table
    table = table_of(tournament, number)
    _check_open(rules, table)
    check_no_bet(rules, table)
    if any(form.name == command.name for form in forms_of_next_coup(tournament, number)):
        raise Malformed(f"a form of {command.name} is in", code=ErrorCode.ALREADY_SO)
    _check_number(rules, tournament, command.name)
    early = _check_turn(rules, tournament, number, command.name)
    reasons = [
        Reason(f"{command.name} hands a form in", tournament_section(rules.edition).says.form_taken)
    ]
    reasons.append(
        Reason("it stays as it is written", tournament_section(rules.edition).says.form_as_written)
    )
    # A corrected form is not a new one: its marker has been there since the first.
    turns = turns_of(tournament, number)
    marks = data.marked.value is SeatMarked.WHEN_HANDED_IN and command.name not in turns.marked
    if marks:
        reasons.append(Reason(f"the place of {command.name} is marked", data.marked.clause))
    handed_in = FormHandedIn(
        name=command.name,
        table=number,
        coup=table.number + 1,
        wager=command.wager,
        stake_cents=command.stake_cents,
        words=command.words,
        seat=command.seat,
        signed=command.signed,
        marks=marks,
        reasons=(*reasons, Reason("secret wagers are made here", data.elected.clause)),
    )
    return (handed_in, *early, *_end_turn(rules, tournament, number, by, marks=marks))


def _end_turn(
    rules: TableRules, tournament: Tournament, number: int, by: Actor, *, marks: bool
) -> Events:
    """Return the events that end a turn, once. They do not reveal a form that was corrected.

    If nobody may know yet that there is a form, the time of the next turn does not start.
    """
    name, turns = by.name, turns_of(tournament, number)
    if has_had_turn(tournament, number, name) or name in turns.marked:
        return ()
    time_events = time_limit_events(rules, turns, number, name, by.at)
    if order_rules(rules, tournament) is not None:
        return (TurnPassed(table=number, name=name), *time_events)
    return (
        time_events
        if marks
        else tuple(event for event in time_events if not isinstance(event, TurnBegan))
    )


def _check_open(rules: TableRules, table: Table) -> None:
    """Refuse a form while wagers are not taken."""
    if not isinstance(table.phase, Betting):
        raise Malformed("betting is not open", code=ErrorCode.NOT_NOW)
    if table.phase.closed:
        late_datum = rules.edition.wagering.late
        clause = late_datum.clause if late_datum else locked_clause(rules)
        raise Refused(ErrorCode.BETTING_CLOSED, clause, "no more bets were called")


def _check_number(rules: TableRules, tournament: Tournament, name: str) -> None:
    """Refuse a secret wager that the conditions do not provide for."""
    data, forms_max, session = secret_rules(rules), tournament.conditions.secret_wagers, None
    session = tournament.session
    assert session is not None
    if not forms_max:
        text = "the conditions of this tournament have no secret wagers"
        raise Refused(ErrorCode.NO_SECRET_WAGERS, data.elected.clause, text)
    if session.forms.get(name, 0) >= forms_max:
        text = f"{name} has made {forms_max} secret wagers, as many as the conditions allow"
        raise Refused(ErrorCode.NO_MORE_FORMS, data.number.clause, text)


def _check_turn(rules: TableRules, tournament: Tournament, number: int, name: str) -> Events:
    """Refuse a form out of turn if such wagers are returned; otherwise return the advice event."""
    order, turns = order_rules(rules, tournament), turns_of(tournament, number)
    if order is None or is_turn_of(rules, tournament, number, name) or name in turns.done:
        return ()
    if order.early.value is EarlyWager.COMES_BACK:
        raise Refused(ErrorCode.OUT_OF_TURN, order.early.clause, f"{name} waits for their turn")
    if name in turns.early:
        return ()
    reason = Reason(f"{name} wagered out of turn", order.early.clause)
    return (WageredEarly(table=number, name=name, reasons=(reason,)),)


@hand_in.applies(FormHandedIn)
def form_handed_in(tournament: Tournament, event: FormHandedIn, envelope: Envelope) -> Tournament:
    form = SecretForm(
        event.name,
        event.table,
        event.coup,
        event.wager,
        event.stake_cents,
        event.words,
        event.seat,
        event.signed,
    )
    tournament = replace(tournament, forms=(*tournament.forms, form))
    return with_marker(tournament, event.name) if event.marks else tournament


def with_marker(tournament: Tournament, name: str) -> Tournament:
    """Return the tournament with a marker at the place of an entrant."""
    session = tournament.session
    assert session is not None
    number = session.seats[name].table
    return with_turns(tournament, number, marked=(*turns_of(tournament, number).marked, name))
