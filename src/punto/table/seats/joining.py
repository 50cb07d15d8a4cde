"""Who may sit or stand where, and who has to go."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import NewcomerName, PatronName, SeatNumber
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import AdviceLasts
from punto.rulebook.power import Power
from punto.table.audience import Audience
from punto.table.authority import check_acts_for, known_titles, require
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, after, changes
from punto.table.guards import (
    coup_is_on,
    has_wager,
    locked_clause,
    require_patron,
    seat_clause,
    table_closed_error,
)
from punto.table.ledger import ledger_after
from punto.table.phase import Betting, Closed, Dealing, Idle, Role
from punto.table.seats.standing_patrons import return_standing_wagers
from punto.table.table import Patron, Table

joining: Topic[Table, At] = Topic("joining", changes)


class Join(TableCommand, frozen=True, tag="join"):
    """Somebody sits down, or stands at a seat's betting space."""

    group = Group.PEOPLE
    powers = ()
    own = True

    patron: NewcomerName
    seat: SeatNumber
    standing: bool = False


class Leave(TableCommand, frozen=True, tag="leave"):
    """Somebody leaves the table with their chips."""

    group = Group.PEOPLE
    powers = ()
    own = True

    patron: PatronName


class ChangeSeat(TableCommand, frozen=True, tag="change_seat"):
    """Somebody takes another place at the same table."""

    group = Group.PEOPLE
    powers = ()
    own = True

    patron: PatronName
    seat: SeatNumber
    standing: bool = False


class AskToVacate(TableCommand, frozen=True, tag="ask_to_vacate"):
    """Somebody who has not bet for a while is asked to give up their place."""

    group = Group.PEOPLE
    powers = (Power.ASK_TO_VACATE_SEAT,)

    patron: PatronName


class PatronJoined(TableEvent, frozen=True, gc=False, tag="patron_joined"):
    """A person took a place; ``advised`` if they were advised about small wagers before."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str
    seat: int
    standing: bool = False
    advised: bool = False


class PatronLeft(TableEvent, frozen=True, gc=False, tag="patron_left"):
    """A person left with their chips; ``advised`` if advice stays valid after that."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str
    chips_cents: int
    tokens_cents: int = 0
    advised: bool = False


class PatronMoved(TableEvent, frozen=True, gc=False, tag="patron_moved"):
    """A patron changed their place."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str
    seat: int
    standing: bool = False


joining.permits(Join, ChangeSeat, Leave)(anybody)


@joining.decides(Join)
def join(at: At, command: Join) -> Events:
    """Let a person take a seat, or stand at one."""
    rules, table, by = at.rules, at.state, at.by
    check_acts_for(by, command.patron)
    if not command.patron.strip() or command.patron in known_titles(rules.edition):
        raise Malformed("name the person who joins; a title is nobody", code=ErrorCode.INCOMPLETE)
    if command.patron in list(Audience):
        raise Malformed(
            f"nobody is called {command.patron}: that is who looks", code=ErrorCode.INCOMPLETE
        )
    if isinstance(table.phase, Closed):
        raise table_closed_error(rules)
    if table.patron(command.patron) is not None:
        raise Malformed(f"{command.patron} is at the table already", code=ErrorCode.ALREADY_HERE)
    check_not_barred(rules, table, command.patron)
    standing = _check_place(rules, table, command.seat, standing=command.standing)
    patrons_max = table.admission.patrons_max
    if patrons_max is not None and len(table.patrons) >= patrons_max:
        text = f"only {patrons_max} patrons may play at this table now"
        raise Refused(ErrorCode.TABLE_FULL, rules.says.patron_limits, text)
    reasons = [Reason("takes a place", merged(seat_clause(rules), standing))]
    if table.limits.minimum is not None and rules.says.arrivals_minimum:
        text = f"plays at the minimum of {dollars(table.limits.minimum)}"
        reasons.append(Reason(text, rules.says.arrivals_minimum))
    joined = PatronJoined(
        name=command.patron,
        seat=command.seat,
        standing=command.standing,
        advised=command.patron in table.admission.advised,
        reasons=tuple(reasons),
    )
    return (joined,)


def check_not_barred(rules: TableRules, table: Table, name: str) -> None:
    """Refuse a patron who may not continue to play."""
    if name in table.admission.barred:
        clause = rules.edition.powers[Power.EXCLUDE_FROM_GAME].clause
        raise Refused(ErrorCode.BARRED, clause, f"{name} may not play on")


def _check_place(rules: TableRules, table: Table, seat: int, *, standing: bool) -> Clauses:
    """Refuse a seat that does not exist or is taken; return the clauses for standing at one."""
    if not 1 <= seat <= table.seats:
        text = f"there is no seat {seat}; seats run from 1 to {table.seats}"
        raise Refused(ErrorCode.NO_SUCH_SEAT, seat_clause(rules), text)
    taken = [patron for patron in table.patrons if patron.seat == seat and not patron.standing]
    if taken and not standing:
        raise Malformed(f"{taken[0].name} sits at seat {seat}", code=ErrorCode.SEAT_TAKEN)
    areas = rules.edition.table.standing if rules.edition.table else None
    if not standing or areas is None:
        return ()
    if not areas.value:
        raise Refused(
            ErrorCode.NO_STANDING_AREA, areas.clause, "there are no areas for standing patrons"
        )
    return areas.clause


@joining.decides(ChangeSeat)
def change_seat(at: At, command: ChangeSeat) -> Events:
    """Move a patron to another place. Their limits stay valid, and wagers stay in their box.

    After the first card, a patron may not move away from a wager that is not settled.
    """
    rules, table, by = at.rules, at.state, at.by
    check_acts_for(by, command.patron)
    patron = require_patron(table, command.patron)
    if coup_is_on(table):
        _check_no_wager(rules, table, patron)
    standing = _check_place(rules, table, command.seat, standing=command.standing)
    place_clauses = merged(seat_clause(rules), standing)
    reasons: tuple[Reason, ...] = (Reason("takes another place", place_clauses),)
    passing = rules.edition.deal.passing if rules.edition.deal else None
    if command.standing and table.role.holder == patron.name and passing is not None:
        text = "gives the Banker cards up: they are for those who sit"
        reasons = (*reasons, Reason(text, passing.seated_only.clause))
    moved = PatronMoved(
        name=patron.name,
        seat=command.seat,
        standing=command.standing,
        reasons=reasons,
    )
    return (moved, *return_standing_wagers(rules, after(table, (moved,)), patron.seat))


def _check_no_wager(rules: TableRules, table: Table, patron: Patron) -> None:
    if not has_wager(table, patron.name):
        return
    text = f"{patron.name} has a wager on the layout"
    if not coup_is_on(table):
        # Wagers are not locked yet: the patron can withdraw the wager first.
        raise Malformed(text, "withdraw_wager takes it back", code=ErrorCode.WAGER_ON_LAYOUT)
    raise Refused(ErrorCode.WAGER_ON_LAYOUT, locked_clause(rules), text)


@joining.decides(Leave)
def leave(at: At, command: Leave) -> Events:
    """Let a patron leave with their chips, but not with a wager or with cards in hand."""
    rules, table, by = at.rules, at.state, at.by
    check_acts_for(by, command.patron)
    patron = require_patron(table, command.patron)
    _check_no_wager(rules, table, patron)
    phase = table.phase
    if isinstance(phase, Dealing) and any(out.holder == command.patron for out in phase.out):
        assert rules.edition.deal is not None
        method = rules.edition.deal.methods[phase.method or rules.method or ""]
        raise Refused(ErrorCode.CARDS_IN_HAND, method.clause, f"{command.patron} holds cards")
    advice_rule = rules.edition.limits.advice_lasts if rules.edition.limits else None
    advice_lasts = (
        patron.advised and advice_rule is not None and advice_rule.value is AdviceLasts.GAMING_DAY
    )
    reasons = _kept_minimum_ends(rules, table, patron)
    if advice_lasts and advice_rule:
        reasons = (*reasons, Reason("the advice stays with the person", advice_rule.clause))
    left_event = _patron_left_event(patron, reasons, advised=advice_lasts)
    return (left_event, *return_standing_wagers(rules, after(table, (left_event,)), patron.seat))


def _kept_minimum_ends(rules: TableRules, table: Table, patron: Patron) -> tuple[Reason, ...]:
    """Return the reason that a patron who leaves loses their kept minimum, if they have one."""
    if patron.kept_minimum_cents is None:
        return ()
    minimum = dollars(table.limits.minimum or 0)
    text = f"the marker goes: who comes back plays at the minimum of {minimum}"
    return (Reason(text, rules.says.kept_ends),)


def _patron_left_event(
    patron: Patron, reasons: tuple[Reason, ...], *, advised: bool = False
) -> PatronLeft:
    return PatronLeft(
        name=patron.name,
        chips_cents=patron.chips_cents,
        tokens_cents=patron.tokens_cents,
        advised=advised,
        reasons=reasons,
    )


@joining.permits(AskToVacate)
def may_ask_to_vacate(at: At) -> Clauses:
    """Raise an error if this person may not ask a patron to give up a seat now."""
    rules, by = at.rules, at.by
    act = "ask for a place to be given up"
    return require(rules, by, Power.ASK_TO_VACATE_SEAT, act)


@joining.decides(AskToVacate)
def ask_to_vacate(at: At, command: AskToVacate) -> Events:
    """Ask a patron to give up a place that they do not use while all others are taken."""
    rules, table = at.rules, at.state
    clause = may_ask_to_vacate(at)
    patron = require_patron(table, command.patron)
    idle_rule = rules.edition.conduct.idle_coups
    if idle_rule is None:
        raise not_held(rules.edition, "when a place must be given up")
    if not isinstance(table.phase, Idle | Betting) or has_wager(table, patron.name):
        raise Refused(ErrorCode.COUP_RUNNING, clause, f"{patron.name} is asked between coups")
    table_full = sum(not other.standing for other in table.patrons) == table.seats
    if patron.standing or not table_full or patron.idle < idle_rule.value:
        text = f"{patron.name} has sat out {patron.idle} coups with every other place taken"
        raise Refused(
            ErrorCode.PLACE_IN_USE, idle_rule.clause, text, f"{idle_rule.value} are needed"
        )
    reason = Reason(f"{patron.name} gives up the place", idle_rule.clause)
    return (_patron_left_event(patron, (reason,)),)


@joining.applies(PatronJoined)
def patron_joined(table: Table, event: PatronJoined, envelope: Envelope) -> Table:
    arrivals = table.count.arrivals + 1
    patron = Patron(event.name, event.seat, event.standing, 0, arrivals, advised=event.advised)
    count = replace(table.count, arrivals=arrivals)
    return replace(table, patrons=(*table.patrons, patron), count=count)


@joining.applies(PatronLeft)
def patron_left(table: Table, event: PatronLeft, envelope: Envelope) -> Table:
    """Remove a patron from the table, and from everything that waits for them."""
    name = event.name
    leaver = table.patron(name)
    assert leaver is not None
    cut = replace(
        table.packs.cut,
        waiting=_names_without(table.packs.cut.waiting, name),
        nominee=None if table.packs.cut.nominee == name else table.packs.cut.nominee,
    )
    allowed = table.next.allowed
    both_hands = _names_without(allowed.both_hands, name)
    role = replace(table.role, waiting=_names_without(table.role.waiting, name))
    if role.holder == name:
        role = Role(last_seat=leaver.seat)
    fault = table.open.fault
    if fault is not None:
        fault = replace(fault, undecided=_names_without(fault.undecided, name))
    admission = table.admission
    if event.advised:
        admission = replace(admission, advised=(*admission.advised, name))
    return replace(
        table,
        patrons=tuple(patron for patron in table.patrons if patron is not leaver),
        ledger=ledger_after(table, issued=-event.chips_cents, tokens=-event.tokens_cents),
        packs=replace(table.packs, cut=cut),
        role=role,
        next=replace(table.next, allowed=replace(allowed, both_hands=both_hands)),
        open=replace(table.open, fault=fault),
        admission=admission,
    )


@joining.applies(PatronMoved)
def patron_moved(table: Table, event: PatronMoved, envelope: Envelope) -> Table:
    patrons = tuple(
        replace(patron, seat=event.seat, standing=event.standing, idle=0)
        if patron.name == event.name
        else patron
        for patron in table.patrons
    )
    role = table.role
    if role.holder == event.name and event.standing:
        role = Role(last_seat=event.seat)
    return replace(table, patrons=patrons, role=role)


def _names_without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(other for other in names if other != name)
