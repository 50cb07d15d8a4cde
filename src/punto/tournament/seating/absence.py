"""Absent entrants: deductions for missed coups, and loss of the place.

A coup that accepts no wagers causes no deduction.
"""

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import EntrantName
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import NotSeated, WhileAway
from punto.table.authority import require, require_staff
from punto.table.seats.buying import ChipsTaken
from punto.table.table import Table
from punto.tournament.absence_rules import (
    deduction_coups_max,
    has_missed_all_coups,
    rule_when_away,
    rule_when_not_seated,
    still_plays,
)
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.conduct.disqualification import EntrantDisqualified
from punto.tournament.conduct.lead import check_director
from punto.tournament.context import TournamentContext, changes
from punto.tournament.entrant import EntrantStatus
from punto.tournament.entrant_lookup import entrant_named, with_entrant
from punto.tournament.leaving import leave_table
from punto.tournament.rules import tournament_section
from punto.tournament.seating.start_times import check_has_seat, forfeit_clauses, seating_deadline
from punto.tournament.session import MissedCoups
from punto.tournament.session_queries import current_session, minimum_cents, takes_wagers
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament, with_session

absence: Topic[Tournament, TournamentContext] = Topic("absence", changes)


class MarkAbsent(TournamentCommand, frozen=True, tag="mark_absent"):
    """An entrant has left the seat during play."""

    group = Group.SESSION
    powers = ()

    name: EntrantName


class OrderDeduction(TournamentCommand, frozen=True, tag="order_deduction"):
    """The dealer must deduct the minimum for coups that an entrant misses."""

    group = Group.SESSION
    powers = (Power.ORDER_DEDUCTION,)

    name: EntrantName


class EntrantForfeited(TournamentEvent, frozen=True, gc=False, tag="entrant_forfeited"):
    """An absent entrant lost their place; their chips leave play."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    name: str
    chips_cents: int = 0


class EntrantAway(TournamentEvent, frozen=True, gc=False, tag="entrant_away"):
    """An entrant left the seat during play."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str


class CoupMissed(TournamentEvent, frozen=True, gc=False, tag="coup_missed"):
    """A coup began without an entrant; ``taken`` if the minimum was deducted for it."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    name: str
    minimum_cents: int
    taken: bool = False


class DeductionOrdered(TournamentEvent, frozen=True, gc=False, tag="deduction_ordered"):
    """The minimum is deducted for missed coups; ``coups`` of the past are deducted now."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str
    coups: int = 0


@absence.permits(MarkAbsent)
def may_mark_absent(at: TournamentContext) -> None:
    """Raise an error if this person may not say who is away now."""
    rules, by = at.rules, at.by
    require_staff(rules, by, "say who is away")


@absence.decides(MarkAbsent)
def mark_absent(at: TournamentContext, command: MarkAbsent) -> Events:
    """Record that an entrant has left the seat during play."""
    rules, tournament = at.rules, at.state
    may_mark_absent(at)
    clause = rule_when_away(rules, tournament).clause
    session, entrant = current_session(tournament), entrant_named(tournament, command.name)
    check_has_seat(tournament, entrant.name)
    if session.absent(entrant.name):
        raise Malformed(f"{entrant.name} is not in the seat", code=ErrorCode.ALREADY_SO)
    reason = Reason(f"{entrant.name} is away", clause)
    return (EntrantAway(name=entrant.name, reasons=(reason,)),)


@absence.permits(OrderDeduction)
def may_order_deduction(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not have the minimum deducted now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.ORDER_DEDUCTION, "have the minimum deducted")
    check_director(rules, tournament, by)
    return clause


@absence.decides(OrderDeduction)
def order_deduction(at: TournamentContext, command: OrderDeduction) -> Events:
    """Order deductions of the minimum for coups that an entrant misses or has missed."""
    rules, tournament = at.rules, at.state
    clause = may_order_deduction(at)
    session, entrant = current_session(tournament), entrant_named(tournament, command.name)
    missed = session.missed.get(entrant.name, MissedCoups())
    if not session.absent(entrant.name) and not missed.minimums:
        raise Malformed(f"{entrant.name} has missed no coup", code=ErrorCode.NOT_NOW)
    if missed.ordered:
        raise Malformed("that is ordered already", code=ErrorCode.ALREADY_SO)
    coups_limit = deduction_coups_max(rules, session, entrant.name)
    owed = missed.minimums if coups_limit is None else missed.minimums[: coups_limit.value]
    reason = Reason(f"the minimum is deducted from {entrant.name} for coups missed", clause)
    ordered = DeductionOrdered(name=entrant.name, coups=len(owed), reasons=(reason,))
    if not owed:
        return (ordered,)
    number = session.seats[entrant.name].table
    capped = (Reason("for no more coups than that", coups_limit.clause),) if coups_limit else ()
    chips_taken = _chips_taken(tournament.tables[number], entrant.name, sum(owed), capped)
    return (ordered, TableStepped(table=number, event=chips_taken))


def _chips_taken(table: Table, name: str, cents: int, reasons: tuple[Reason, ...]) -> ChipsTaken:
    """Return the event that takes chips from an entrant, at most the chips that they hold."""
    patron = table.patron(name)
    held_cents = patron.chips_cents if patron else 0
    return ChipsTaken(name=name, cents=min(cents, held_cents), reasons=reasons)


def lose_places(rules: TableRules, tournament: Tournament, by: Actor, number: int) -> Events:
    """Return the events of entrants who lose their place because the next coup begins."""
    session, table = tournament.session, tournament.tables[number]
    assert session is not None
    events: list[TournamentEvent] = []
    for name in session.seats:
        if (
            session.absent(name)
            and table.patron(name) is not None
            and still_plays(tournament, name)
        ):
            if name in session.away:
                events += _lost_while_away(rules, tournament, name)
            elif _is_late(rules, tournament, by.at):
                events += _lost_when_late(rules, tournament, name)
    return tuple(events)


def _is_late(rules: TableRules, tournament: Tournament, at: int) -> bool:
    """Return whether the time is past at which entrants had to be seated."""
    due = seating_deadline(rules, tournament)
    return due is None or at >= due


def _lost_when_late(rules: TableRules, tournament: Tournament, name: str) -> Events:
    """Return the forfeit of an entrant who never took the seat, if it is due."""
    session, rule = tournament.session, rule_when_not_seated(rules, tournament)
    assert session is not None
    if rule.value is NotSeated.FORFEITED:
        return forfeit_place(rules, tournament, name)
    table = tournament.tables[session.seats[name].table]
    coups_limit = tournament_section(rules.edition).seating.absence.not_seated_coups_max
    if coups_limit and takes_wagers(table) and has_missed_all_coups(rules, session, name):
        text = f"the minimum was deducted for {coups_limit.value} coups, and is no more"
        return forfeit_place(rules, tournament, name, Reason(text, coups_limit.clause))
    return ()


def forfeit_place(
    rules: TableRules, tournament: Tournament, name: str, *more_reasons: Reason
) -> Events:
    """Return the events by which an absent entrant loses the place."""
    departure, cents = leave_table(tournament, name)
    reasons = [Reason(f"{name} loses the place", forfeit_clauses(rules, tournament)), *more_reasons]
    fee = tournament_section(rules.edition).says.forfeited_fee
    if fee:
        reasons.append(Reason("the entry fee stays in the pool", fee))
    place_lost = EntrantForfeited(name=name, chips_cents=cents, reasons=tuple(reasons))
    return (place_lost, *departure)


def _lost_while_away(rules: TableRules, tournament: Tournament, name: str) -> Events:
    """Return the disqualification of an entrant who is away without a substitute, if due."""
    rule = rule_when_away(rules, tournament)
    if rule.value is not WhileAway.SUBSTITUTE_OR_OUT:
        return ()
    departure, cents = leave_table(tournament, name)
    reason = Reason(f"{name} is away and has named no substitute", rule.clause)
    disqualified = EntrantDisqualified(
        name=name, cause="away", chips_cents=cents, reasons=(reason,)
    )
    return (disqualified, *departure)


def miss_coups(rules: TableRules, tournament: Tournament, by: Actor, number: int) -> Events:
    """Return the deductions from absent entrants at a table when a coup begins."""
    session, table = tournament.session, tournament.tables[number]
    assert session is not None
    if table.next.no_bet is not None:
        return ()
    events: list[TournamentEvent] = []
    for name in session.seats:
        if not session.absent(name) or table.patron(name) is None:
            continue
        if name in session.away or _is_late(rules, tournament, by.at):
            events += _miss_coup(rules, tournament, number, name)
    return tuple(events)


def _miss_coup(rules: TableRules, tournament: Tournament, number: int, name: str) -> Events:
    session, cents = tournament.session, minimum_cents(tournament, number)
    assert session is not None
    missed, coups_limit = (
        session.missed.get(name, MissedCoups()),
        deduction_coups_max(rules, session, name),
    )
    clause = _deduction_clause(rules, tournament, name, ordered=missed.ordered)
    within_limit = coups_limit is None or missed.taken < coups_limit.value
    if not clause or not within_limit:
        clauses = coups_limit.clause if clause and coups_limit else ()
        reason = Reason(f"{name} misses a coup, and nothing is deducted", clauses)
        return (CoupMissed(name=name, minimum_cents=cents, reasons=(reason,)),)
    reason = Reason(f"{name} misses a coup: the minimum is deducted", clause)
    event = CoupMissed(name=name, minimum_cents=cents, taken=True, reasons=(reason,))
    chips_taken = _chips_taken(tournament.tables[number], name, cents, ())
    return (event, TableStepped(table=number, event=chips_taken))


def _deduction_clause(
    rules: TableRules, tournament: Tournament, name: str, *, ordered: bool
) -> Clauses:
    """Return the clauses by which the minimum is deducted; empty if it is not."""
    session = tournament.session
    assert session is not None
    if name in session.away:
        while_away = rule_when_away(rules, tournament)
        if while_away.value is WhileAway.DEDUCTED:
            return while_away.clause
        director_decides = while_away.value is WhileAway.LEAD_DECIDES
    else:
        when_late = rule_when_not_seated(rules, tournament)
        if when_late.value is NotSeated.DEDUCTED:
            return when_late.clause
        director_decides = when_late.value is NotSeated.LEAD_DECIDES
    return tournament_section(rules.edition).says.deduction if director_decides and ordered else ()


@absence.applies(EntrantForfeited)
def entrant_forfeited(
    tournament: Tournament, event: EntrantForfeited, envelope: Envelope
) -> Tournament:
    return with_entrant(tournament, event.name, standing=EntrantStatus.FORFEITED)


@absence.applies(EntrantAway)
def entrant_away(tournament: Tournament, event: EntrantAway, envelope: Envelope) -> Tournament:
    session = tournament.session
    assert session is not None
    return with_session(tournament, away=(*session.away, event.name))


@absence.applies(CoupMissed)
def coup_missed(tournament: Tournament, event: CoupMissed, envelope: Envelope) -> Tournament:
    session = tournament.session
    assert session is not None
    missed = session.missed.get(event.name, MissedCoups())
    minimums = (*missed.minimums, event.minimum_cents)
    missed = replace(missed, minimums=minimums, taken=missed.taken + event.taken)
    return with_session(tournament, missed={**session.missed, event.name: missed})


@absence.applies(DeductionOrdered)
def deduction_ordered(
    tournament: Tournament, event: DeductionOrdered, envelope: Envelope
) -> Tournament:
    session = tournament.session
    assert session is not None
    missed = session.missed.get(event.name, MissedCoups())
    missed = replace(missed, taken=missed.taken + event.coups, ordered=True)
    return with_session(tournament, missed={**session.missed, event.name: missed})
