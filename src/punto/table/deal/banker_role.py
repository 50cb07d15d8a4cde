"""The Banker cards where they go round: offered, taken, declined, passed on, lost."""

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import TurnedBy
from punto.rulebook.power import Power
from punto.rulebook.vocabulary import Result
from punto.table.authority import has_power, require, require_clauses
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.deal.dealing_methods import (
    from_dealers_right,
    method_for_next,
    methods,
    passing_rules,
)
from punto.table.guards import coup_is_on
from punto.table.phase import Betting, Dealing, Idle, Role
from punto.table.table import Table

banker_role: Topic[Table, At] = Topic("banker_role", changes)


class OfferRole(TableCommand, frozen=True, tag="offer_role"):
    """The Banker cards are offered to patrons in their order."""

    group = Group.DEAL
    powers = (Power.DEAL, Power.TAKE_BACK_CARDS)


class AcceptRole(TableCommand, frozen=True, tag="accept_role"):
    """The patron to whom the Banker cards are offered takes them."""

    group = Group.DEAL
    powers = ()


class DeclineRole(TableCommand, frozen=True, tag="decline_role"):
    """The patron to whom the Banker cards are offered does not want them."""

    group = Group.DEAL
    powers = ()


class PassRole(TableCommand, frozen=True, tag="pass_role"):
    """The patron who holds the Banker cards passes them on."""

    group = Group.DEAL
    powers = ()


class RoleOffered(TableEvent, frozen=True, gc=False, tag="role_offered"):
    """The Banker cards are offered to these patrons in turn."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    to: tuple[str, ...]


class RoleTaken(TableEvent, frozen=True, gc=False, tag="role_taken"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    name: str
    seat: int


class RoleDeclined(TableEvent, frozen=True, gc=False, tag="role_declined"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    name: str


class RoleKept(TableEvent, frozen=True, gc=False, tag="role_kept"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    name: str


class RoleGivenUp(TableEvent, frozen=True, gc=False, tag="role_given_up"):
    """The holder of the Banker cards passed them on, or lost them."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    name: str
    seat: int


def _role_is_used(rules: TableRules, table: Table) -> bool:
    chosen = table.next.method or rules.method
    return chosen is not None and methods(rules)[chosen].turned_by is TurnedBy.BANKER_ROLE


def _check_between_coups(rules: TableRules, table: Table) -> None:
    clause = require_clauses(rules, rules.says.role_passed, "whether the Banker cards go round")
    if not _role_is_used(rules, table):
        raise Malformed("the Banker cards do not go round at this table", code=ErrorCode.NOT_NOW)
    if coup_is_on(table):
        raise Refused(ErrorCode.COUP_RUNNING, clause, "the role changes hands between coups")
    if not isinstance(table.phase, Idle | Betting):
        raise Malformed("the table is not open", code=ErrorCode.NOT_NOW)


@banker_role.permits(OfferRole)
def may_offer_role(at: At) -> None:
    """Raise an error if this person may not offer the Banker cards now."""
    rules, table, by = at.rules, at.state, at.by
    _check_between_coups(rules, table)
    if table.role.nobody and not has_power(rules, by.title, Power.TAKE_BACK_CARDS):
        clause = rules.says.role_refused_by_all
        raise Refused(ErrorCode.ROLE_REFUSED_BY_ALL, clause, "everybody has declined in this shoe")
    require(
        rules, by, Power.TAKE_BACK_CARDS if table.role.nobody else Power.DEAL, "offer the cards"
    )
    if table.role.holder is not None or table.role.waiting:
        raise Malformed("the role is held or being offered already", code=ErrorCode.ALREADY_SO)


@banker_role.decides(OfferRole)
def offer_role(at: At, command: OfferRole) -> Events:
    """Offer the Banker cards: first at the dealer's right, later at the last holder's right."""
    rules, table = at.rules, at.state
    may_offer_role(at)
    eligible = [
        other
        for other in table.patrons
        if not other.standing and other.name not in table.admission.barred
    ]
    seated = from_dealers_right(rules, eligible)
    last_seat = table.role.last_seat
    if last_seat is not None:
        # Counter-clockwise from the right of the last holder, who comes last.
        start = next((index for index, patron in enumerate(seated) if patron.seat < last_seat), 0)
        seated = [*seated[start:], *seated[:start]]
    if not seated:
        raise Malformed("nobody is seated", code=ErrorCode.NOT_NOW)
    clause = rules.says.role_first if last_seat is None else rules.says.role_after_loss
    to = tuple(patron.name for patron in seated)
    reason = Reason(f"the Banker cards are offered to {to[0]}", clause)
    return (RoleOffered(to=to, reasons=(reason,)),)


def _check_offered(table: Table, by: Actor) -> None:
    if not table.role.waiting or table.role.waiting[0] != by.name:
        raise Malformed(f"the Banker cards are not offered to {by.name}", code=ErrorCode.NOT_NOW)


@banker_role.permits(AcceptRole)
def may_accept_role(at: At) -> None:
    """Raise an error if this person may not take the Banker cards now."""
    rules, table, by = at.rules, at.state, at.by
    _check_between_coups(rules, table)
    _check_offered(table, by)
    patron = table.patron(by.name)
    assert patron is not None
    data = passing_rules(rules)
    if patron.standing and data is not None and data.seated_only.value:
        text = f"{by.name} stands and never touches cards"
        raise Refused(ErrorCode.STANDING_PATRON, data.seated_only.clause, text)


@banker_role.decides(AcceptRole)
def accept_role(at: At, command: AcceptRole) -> Events:
    """Take the Banker cards. The holder must then wager on Banker."""
    rules, table, by = at.rules, at.state, at.by
    may_accept_role(at)
    patron = table.patron(by.name)
    assert patron is not None
    duties = merged(rules.says.role_bets, rules.says.role_receives)
    reason = Reason(f"{by.name} holds the Banker cards", duties)
    return (RoleTaken(name=by.name, seat=patron.seat, reasons=(reason,)),)


@banker_role.permits(DeclineRole)
def may_decline_role(at: At) -> None:
    """Raise an error if this person may not decline the Banker cards now."""
    rules, table, by = at.rules, at.state, at.by
    _check_between_coups(rules, table)
    _check_offered(table, by)


@banker_role.decides(DeclineRole)
def decline_role(at: At, command: DeclineRole) -> Events:
    """Offer the Banker cards to the next patron, or give them to the dealer if all decline."""
    rules, table, by = at.rules, at.state, at.by
    may_decline_role(at)
    waiting = table.role.waiting[1:]
    text = (
        f"they are offered to {waiting[0]}" if waiting else "the dealer deals as if there were none"
    )
    clause = rules.says.role_next if waiting else rules.says.role_refused_by_all
    reason = Reason(f"{by.name} declines; {text}", clause)
    return (RoleDeclined(name=by.name, reasons=(reason,)),)


@banker_role.permits(PassRole)
def may_pass_role(at: At) -> None:
    """Raise an error if this person may not give the Banker cards up now."""
    rules, table, by = at.rules, at.state, at.by
    _check_between_coups(rules, table)
    if table.role.holder != by.name:
        raise Malformed(f"{by.name} does not hold the Banker cards", code=ErrorCode.NOT_NOW)


@banker_role.decides(PassRole)
def pass_role(at: At, command: PassRole) -> Events:
    """Give the Banker cards up between coups."""
    rules, table, by = at.rules, at.state, at.by
    may_pass_role(at)
    patron = table.patron(by.name)
    assert patron is not None
    clause = merged(rules.says.role_passed, rules.says.role_ends_passed)
    reason = Reason(f"{by.name} passes the Banker cards on", clause)
    return (RoleGivenUp(name=by.name, seat=patron.seat, reasons=(reason,)),)


def check_role(rules: TableRules, table: Table) -> None:
    """Refuse a coup if nobody has taken the Banker cards, or their holder has no Banker wager."""
    if not _role_is_used(rules, table):
        return
    name, _ = method_for_next(rules, table)
    if methods(rules)[name].turned_by is not TurnedBy.BANKER_ROLE:
        return
    holder = table.role.holder
    if holder is None:
        text = "the Banker cards are offered to patrons first"
        raise Refused(ErrorCode.ROLE_NOT_TAKEN, rules.says.role_first, text)
    if not any((wager.patron, wager.wager) == (holder, "banker") for wager in table.wagers):
        text = f"{holder} holds the Banker cards and has to back Banker"
        raise Refused(ErrorCode.HOLDER_MUST_BET, rules.says.role_bets, text)


def after_coup(rules: TableRules, table: Table, result: Result) -> Events:
    """Return whether the holder keeps the Banker cards: they are lost only if Banker loses."""
    holder = table.role.holder
    phase = table.phase
    if holder is None or table.next.no_bet is not None or not isinstance(phase, Dealing):
        return ()
    patron = table.patron(holder)
    assert patron is not None
    if result is not Result.PLAYER:
        reason = Reason(f"{holder} keeps the Banker cards", rules.says.role_kept)
        return (RoleKept(name=holder, reasons=(reason,)),)
    reason = Reason(f"Banker loses: {holder} gives the cards up", rules.says.role_ends_lost)
    return (RoleGivenUp(name=holder, seat=patron.seat, reasons=(reason,)),)


@banker_role.applies(RoleOffered)
def role_offered(table: Table, event: RoleOffered, envelope: Envelope) -> Table:
    return replace(table, role=Role(waiting=event.to, last_seat=table.role.last_seat))


@banker_role.applies(RoleTaken)
def role_taken(table: Table, event: RoleTaken, envelope: Envelope) -> Table:
    return replace(table, role=Role(holder=event.name, last_seat=event.seat))


@banker_role.applies(RoleDeclined)
def role_declined(table: Table, event: RoleDeclined, envelope: Envelope) -> Table:
    role = table.role
    waiting = tuple(name for name in role.waiting if name != event.name)
    role = Role(waiting=waiting, last_seat=role.last_seat, nobody=not waiting)
    return replace(table, role=role)


@banker_role.applies(RoleKept)
def role_kept(table: Table, event: RoleKept, envelope: Envelope) -> Table:
    return table


@banker_role.applies(RoleGivenUp)
def role_given_up(table: Table, event: RoleGivenUp, envelope: Envelope) -> Table:
    return replace(table, role=Role(last_seat=event.seat))


def restored_role(table: Table, role: Role) -> Role:
    """Return an earlier Banker role if its holder is still at the table, else the current one."""
    if role.holder is None or table.patron(role.holder) is None:
        return table.role
    return role
