"""Disqualification of entrants, and its effect on their chips."""

from collections.abc import Sequence

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.roles import DisqualificationCause, EntrantName, GivenReason
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.power import Power
from punto.rulebook.schema.tournament.conduct import Cause
from punto.table.authority import require
from punto.table.base_classes import TableEvent
from punto.table.conduct.incidents import PatronBarred, PatronExcluded
from punto.table.guards import coup_is_on, error_rules, has_wager
from punto.table.phase import Idle
from punto.table.table import Table
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.conduct.lead import check_director
from punto.tournament.context import TournamentContext, after, changes
from punto.tournament.entrant import ACTIVE, EntrantStatus
from punto.tournament.entrant_lookup import entrant_named, with_entrant
from punto.tournament.leaving import has_form, leave_table, table_number_of
from punto.tournament.rules import tournament_section
from punto.tournament.session import Elimination
from punto.tournament.session_queries import takes_wagers, turns_of
from punto.tournament.tournament import Tournament, forms_of_next_coup, with_session

disqualification: Topic[Tournament, TournamentContext] = Topic("disqualification", changes)


class Disqualify(TournamentCommand, frozen=True, tag="disqualify"):
    """An entrant is disqualified for a cause."""

    group = Group.CONDUCT
    powers = (Power.DISQUALIFY_ENTRANT,)

    name: EntrantName
    cause: GivenReason[DisqualificationCause]


class EntrantDisqualified(TournamentEvent, frozen=True, gc=False, tag="entrant_disqualified"):
    """An entrant was disqualified; their chips leave play.

    ``ranked`` if the value of their chips still counts. Then ``coup`` is the coup of the session
    after which they left, and ``order`` sorts them among others.
    """

    visibility = Visibility.EVERYBODY
    registers = (Register.INCIDENTS,)

    name: str
    cause: str
    chips_cents: int = 0
    ranked: bool = False
    coup: int = 0
    order: int = 0


@disqualification.permits(Disqualify)
def may_disqualify(at: TournamentContext) -> None:
    """Raise an error if this person may not disqualify an entrant now."""
    rules, tournament, by = at.rules, at.state, at.by
    require(rules, by, Power.DISQUALIFY_ENTRANT, "disqualify an entrant")
    check_director(rules, tournament, by)


@disqualification.decides(Disqualify)
def disqualify(at: TournamentContext, command: Disqualify) -> Events:
    """Disqualify an entrant for one of the causes in the rulebook."""
    rules, tournament = at.rules, at.state
    may_disqualify(at)
    cause = cause_of(rules, command.cause)
    session = tournament.session
    if cause.absent and not (session is not None and session.absent(command.name)):
        text = f"{command.name} is in the seat, or has none"
        raise Refused(ErrorCode.NOT_ABSENT, cause.clause, text)
    if cause.unwagered:
        _check_unwagered(rules, tournament, command.name, cause)
    return disqualification_events(rules, tournament, command.name, command.cause)


def _check_unwagered(rules: TableRules, tournament: Tournament, name: str, cause: Cause) -> None:
    """Refuse a disqualification for a missing wager if there is one, or if the entrant is away.

    The rulebook has separate rules for absent entrants.
    """
    entrant_named(tournament, name)
    session, number = tournament.session, table_number_of(tournament, name)
    if session is None or number is None or session.absent(name):
        raise Refused(ErrorCode.NOT_SEATED, cause.clause, f"{name} is not in the seat")
    table = tournament.tables[number]
    if _accepted_no_wagers(table):
        text = "nobody could wager on that coup, so nobody failed to"
        raise Refused(ErrorCode.NO_BET_COUP, error_rules(rules).forced_wagers.clause, text)
    if isinstance(table.phase, Idle):
        text = "betting is not open, so nobody has failed to wager"
        raise Refused(ErrorCode.BETTING_NOT_OPENED, cause.clause, text)
    turns, forms = turns_of(tournament, number), forms_of_next_coup(tournament, number)
    has_wagered = has_wager(table, name) or any(form.name == name for form in forms)
    # The first card waits for all wagers. So the entrant had one, even if it was removed since.
    if has_wagered or name in turns.passed or coup_is_on(table):
        text = f"{name} has a wager or a pass card on the coup"
        raise Refused(ErrorCode.HAS_WAGERED, cause.clause, text)


def _accepted_no_wagers(table: Table) -> bool:
    """Return whether the current, next or just finished coup accepts or accepted no wagers."""
    last = table.past.last
    if isinstance(table.phase, Idle) and last is not None and last.number == table.number:
        return last.no_bet or not takes_wagers(table)
    return not takes_wagers(table)


def cause_of(rules: TableRules, name: str) -> Cause:
    """Return a cause of disqualification by name. Raise an error if there is none."""
    causes = tournament_section(rules.edition).conduct.causes
    if not causes:
        raise not_held(rules.edition, "for what somebody is disqualified")
    if name not in causes:
        cause_list = ", ".join(causes)
        raise Malformed(
            f"{name!r} is no cause", f"causes: {cause_list}", code=ErrorCode.NO_SUCH_THING
        )
    return causes[name]


def disqualification_events(
    rules: TableRules, tournament: Tournament, name: str, cause: str
) -> Events:
    """Return the events that disqualify an entrant for a cause, and by which they leave."""
    entrant, rule = entrant_named(tournament, name), cause_of(rules, cause)
    if entrant.standing not in ACTIVE:
        raise Malformed(f"{name} is {entrant.standing}", code=ErrorCode.ALREADY_SO)
    departure, cents = leave_table(tournament, name)
    keeps_value, session = rule.keeps_value, tournament.session
    reasons = [Reason(f"{name} is disqualified: {rule.title}", rule.clause)]
    if keeps_value:
        reasons.append(Reason("the value of the chips stays on record", keeps_value.clause))
    seat = session.seats.get(name) if session is not None else None
    coup = session.coups.get(seat.table, 0) if session is not None and seat is not None else 0
    disqualified = EntrantDisqualified(
        name=name,
        cause=cause,
        chips_cents=cents,
        ranked=keeps_value is not None,
        coup=coup,
        order=len(session.outs) + 1 if session is not None else 0,
        reasons=tuple(reasons),
    )
    return (disqualified, *departure)


def disqualify_barred(
    rules: TableRules, tournament: Tournament, number: int, events: Sequence[TableEvent]
) -> Events:
    """Return the disqualification of entrants whom the table barred or excluded."""
    del rules, number
    effects: list[TournamentEvent] = []
    for event in events:
        if not isinstance(event, PatronBarred | PatronExcluded):
            continue
        current = after(tournament, effects)
        entrant = current.entrant(event.name)
        if entrant is None or entrant.standing not in ACTIVE:
            continue
        # An entrant with an open wager leaves after its coup, otherwise now.
        departure, cents = (
            ((), 0) if _has_open_wager(current, event.name) else leave_table(current, event.name)
        )
        disqualified = EntrantDisqualified(
            name=event.name, cause="barred", chips_cents=cents, reasons=event.reasons
        )
        effects += [disqualified, *departure]
    return tuple(effects)


def _has_open_wager(tournament: Tournament, name: str) -> bool:
    """Return whether an entrant has chips on a layout, or a secret wager on a coup."""
    return any(
        has_wager(table, name) or has_form(tournament, number, name)
        for number, table in tournament.tables.items()
    )


@disqualification.applies(EntrantDisqualified)
def entrant_disqualified(
    tournament: Tournament, event: EntrantDisqualified, envelope: Envelope
) -> Tournament:
    # An entrant whose chips still count is ranked among the eliminated entrants.
    name, session = event.name, tournament.session
    if event.ranked and session is not None and name in session.seats:
        elimination = Elimination(name, event.coup, event.order, event.chips_cents)
        tournament = with_session(tournament, outs=(*session.outs, elimination))
    return with_entrant(tournament, name, standing=EntrantStatus.DISQUALIFIED, cause=event.cause)
