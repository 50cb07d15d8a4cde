"""Withdrawal of entrants, and cancellation of the tournament."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Unregistered, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import EntrantName, GivenReason, Text
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import Cancelling
from punto.table.authority import check_acts_for, require
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.context import TournamentContext, after, changes
from punto.tournament.entrant import ACTIVE, EntrantStatus
from punto.tournament.entrant_lookup import entrant_named, with_entrant
from punto.tournament.entry.applications import entry_count
from punto.tournament.leaving import leave_table
from punto.tournament.money.added_value import ValueTakenBack
from punto.tournament.money.buy_ins import BuyInReturned
from punto.tournament.money.refunds import refund_in_full, refund_on_withdrawal
from punto.tournament.money.stock import take_in_chips
from punto.tournament.rules import tournament_section
from punto.tournament.tournament import Tournament, TournamentStage

withdrawal: Topic[Tournament, TournamentContext] = Topic("withdrawal", changes)


class WithdrawEntry(TournamentCommand, frozen=True, tag="withdraw_entry"):
    """An entrant withdraws."""

    group = Group.ENTRY
    powers = ()
    own = True

    name: EntrantName


class CancelTournament(TournamentCommand, frozen=True, tag="cancel_tournament"):
    """The tournament is cancelled."""

    group = Group.ENTRY
    powers = (Power.CANCEL_TOURNAMENT,)

    reason: GivenReason[Text]


class EntryWithdrawn(TournamentEvent, frozen=True, gc=False, tag="entry_withdrawn"):
    visibility = Visibility.EVERYBODY
    registers = (Register.ENTRIES,)

    name: str


class TournamentCancelled(TournamentEvent, frozen=True, gc=False, tag="tournament_cancelled"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    reason: str


withdrawal.permits(WithdrawEntry)(anybody)


@withdrawal.decides(WithdrawEntry)
def withdraw_entry(at: TournamentContext, command: WithdrawEntry) -> Events:
    """Withdraw an entrant, with a refund of the fee if the rulebook gives one."""
    rules, tournament, by = at.rules, at.state, at.by
    check_acts_for(by, command.name)
    entrant = entrant_named(tournament, command.name)
    if tournament.stage not in (TournamentStage.OPEN, TournamentStage.RUNNING):
        raise Malformed(f"the tournament is {tournament.stage}", code=ErrorCode.NOT_NOW)
    if entrant.standing not in ACTIVE | {EntrantStatus.APPLIED}:
        raise Malformed(f"{entrant.name} is {entrant.standing}", code=ErrorCode.ALREADY_SO)
    session = tournament.session
    if session is not None and entrant.name in session.seats and not session.ended:
        raise Malformed(f"{entrant.name} has a seat in a session", code=ErrorCode.NOT_NOW)
    play_offs = session.play_offs.values() if session is not None else ()
    if any(entrant.name in play_off.names for play_off in play_offs):
        raise Malformed(f"{entrant.name} plays on for a place", code=ErrorCode.NOT_NOW)
    withdrawal_event = EntryWithdrawn(name=entrant.name)
    return (
        withdrawal_event,
        *refund_on_withdrawal(rules, tournament, entrant, by.at),
        *_return_buy_in(tournament, entrant.name),
    )


def _return_buy_in(tournament: Tournament, name: str) -> Events:
    """Return the event that returns a buy-in for chips worth money that were not handed out."""
    price = tournament.conditions.buy_in_cents
    if (
        price is None
        or not tournament.conditions.live
        or not entrant_named(tournament, name).bought_in
    ):
        return ()
    return (BuyInReturned(name=name, cents=price),)


@withdrawal.permits(CancelTournament)
def may_cancel_tournament(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not call a tournament off now."""
    rules, tournament, by = at.rules, at.state, at.by
    power = require(rules, by, Power.CANCEL_TOURNAMENT, "call a tournament off")
    if (
        tournament.stage in (TournamentStage.FINISHED, TournamentStage.CANCELLED)
        or tournament.purse.awarded
    ):
        raise Malformed(f"the tournament is {tournament.stage}", code=ErrorCode.ALREADY_SO)
    return power


@withdrawal.decides(CancelTournament)
def cancel_tournament(at: TournamentContext, command: CancelTournament) -> Events:
    """Cancel the tournament. Entrants get the refunds of the rulebook."""
    rules, tournament = at.rules, at.state
    power = may_cancel_tournament(at)
    if not command.reason.strip():
        raise Malformed("say why it is called off", code=ErrorCode.INCOMPLETE)
    cancelling = tournament_section(rules.edition).money.cancelling
    if cancelling.value is Cancelling.BEFORE_START and tournament.stage is TournamentStage.RUNNING:
        text = "what was paid goes back where a tournament does not take place, and this one does"
        raise Refused(ErrorCode.HAS_BEGUN, cancelling.clause, text)
    reasons = [Reason(f"called off: {command.reason}", power)]
    entries_min, short_clause = (
        tournament.conditions.guarantee_entries,
        tournament_section(rules.edition).says.guarantee_short,
    )
    if (
        tournament.conditions.reserves_cancel
        and entries_min
        and entry_count(tournament) < entries_min
    ):
        reasons.append(Reason(f"fewer than {entries_min} entries, as was reserved", short_clause))
    keeps = tournament_section(rules.edition).money.cancelled_keeps
    disqualified = [
        entrant.name
        for entrant in tournament.entrants
        if entrant.standing is EntrantStatus.DISQUALIFIED
    ]
    if keeps and disqualified:
        reasons.append(Reason(f"the fee of {', '.join(disqualified)} stays", keeps.clause))
    events = [*_empty_tables(tournament)]
    events.append(TournamentCancelled(reason=command.reason, reasons=tuple(reasons)))
    return (*events, *_refund_all(rules, after(tournament, events)))


def _empty_tables(tournament: Tournament) -> Events:
    """Return the events by which all entrants leave the tables, between coups."""
    departures: list[TournamentEvent] = []
    chips: dict[str, int] = {}
    for table in tournament.tables.values():
        for patron in table.patrons:
            leaving, chips[patron.name] = leave_table(tournament, patron.name)
            departures += leaving
    return (*departures, *take_in_chips(tournament, chips)) if departures else ()


def _refund_all(rules: TableRules, tournament: Tournament) -> Events:
    """Return the refunds of fees and commission, and of the value that the house added."""
    clause = tournament_section(rules.edition).says.cancelled_refund
    keeps = tournament_section(rules.edition).money.cancelled_keeps
    events: list[TournamentEvent] = []
    for entrant in tournament.entrants:
        if entrant.standing is EntrantStatus.DISQUALIFIED and keeps:
            continue
        text = "the tournament is called off"
        refund_events = refund_in_full(rules, tournament, entrant, text, clause)
        refund_events = (*refund_events, *_return_buy_in(tournament, entrant.name))
        tournament = after(tournament, refund_events)
        events += refund_events
    purse = tournament.purse
    if purse.added_cents or purse.goods:
        events.append(ValueTakenBack(cents=purse.added_cents, goods=purse.goods))
    return tuple(events)


@withdrawal.applies(EntryWithdrawn)
def entry_withdrawn(
    tournament: Tournament, event: EntryWithdrawn, envelope: Envelope
) -> Tournament:
    return with_entrant(tournament, event.name, standing=EntrantStatus.WITHDRAWN)


@withdrawal.applies(TournamentCancelled)
def tournament_cancelled(
    tournament: Tournament, event: TournamentCancelled, envelope: Envelope
) -> Tournament:
    return replace(tournament, stage=TournamentStage.CANCELLED, session=None)
