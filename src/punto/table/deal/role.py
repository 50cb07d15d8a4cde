"""The Banker cards where they go round: offered, taken, declined, passed on, lost."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import TurnedBy
from punto.rulebook.power import Power
from punto.rulebook.terms import Result
from punto.table.authority import has_power, provided, require
from punto.table.deal import events as happened
from punto.table.deal.methods import from_dealers_right, method_for_next, methods, passing
from punto.table.events import Events
from punto.table.guards import coup_is_on
from punto.table.phase import Betting, Dealing, Idle
from punto.table.table import Table


def _goes_round(rules: TableRules, table: Table) -> bool:
    chosen = table.next.method or rules.method
    return chosen is not None and methods(rules)[chosen].turned_by is TurnedBy.BANKER_ROLE


def _between_coups(rules: TableRules, table: Table) -> None:
    clause = provided(rules, rules.says.role_passed, "whether the Banker cards go round")
    if not _goes_round(rules, table):
        raise Malformed("the Banker cards do not go round at this table", code=ErrorCode.NOT_NOW)
    if coup_is_on(table):
        raise Refused(ErrorCode.COUP_RUNNING, clause, "the role changes hands between coups")
    if not isinstance(table.phase, Idle | Betting):
        raise Malformed("the table is not open", code=ErrorCode.NOT_NOW)


def offer_role(rules: TableRules, table: Table, by: Actor) -> Events:
    """Offer the Banker cards: first at the dealer's right, later at the last holder's right."""
    _between_coups(rules, table)
    if table.role.nobody and not has_power(rules, by.title, Power.TAKE_BACK_CARDS):
        clause = rules.says.role_refused_by_all
        raise Refused(ErrorCode.ROLE_REFUSED_BY_ALL, clause, "everybody has declined in this shoe")
    require(
        rules, by, Power.TAKE_BACK_CARDS if table.role.nobody else Power.DEAL, "offer the cards"
    )
    if table.role.holder is not None or table.role.waiting:
        raise Malformed("the role is held or being offered already", code=ErrorCode.ALREADY_SO)
    may = [
        other
        for other in table.patrons
        if not other.standing and other.name not in table.admission.barred
    ]
    seated = from_dealers_right(rules, may)
    last = table.role.last_seat
    if last is not None:
        # Counter-clockwise from the last holder's right, who is reached last.
        at = next((n for n, one in enumerate(seated) if one.seat < last), 0)
        seated = [*seated[at:], *seated[:at]]
    if not seated:
        raise Malformed("nobody is seated", code=ErrorCode.NOT_NOW)
    clause = rules.says.role_first if last is None else rules.says.role_after_loss
    to = tuple(patron.name for patron in seated)
    reason = Reason(f"the Banker cards are offered to {to[0]}", clause)
    return (happened.RoleOffered(to=to, reasons=(reason,)),)


def _offered(table: Table, by: Actor) -> None:
    if not table.role.waiting or table.role.waiting[0] != by.name:
        raise Malformed(f"the Banker cards are not offered to {by.name}", code=ErrorCode.NOT_NOW)


def accept_role(rules: TableRules, table: Table, by: Actor) -> Events:
    """Take the Banker cards, and with them the duty to back Banker."""
    _between_coups(rules, table)
    _offered(table, by)
    patron = table.patron(by.name)
    assert patron is not None
    data = passing(rules)
    if patron.standing and data is not None and data.seated_only.value:
        text = f"{by.name} stands and never touches cards"
        raise Refused(ErrorCode.STANDING_PATRON, data.seated_only.clause, text)
    duties = merged(rules.says.role_bets, rules.says.role_receives)
    reason = Reason(f"{by.name} holds the Banker cards", duties)
    return (happened.RoleTaken(name=by.name, seat=patron.seat, reasons=(reason,)),)


def decline_role(rules: TableRules, table: Table, by: Actor) -> Events:
    """Let the Banker cards go on to the next, or to the dealer if nobody wants them."""
    _between_coups(rules, table)
    _offered(table, by)
    rest = table.role.waiting[1:]
    text = f"they are offered to {rest[0]}" if rest else "the dealer deals as if there were none"
    clause = rules.says.role_next if rest else rules.says.role_refused_by_all
    reason = Reason(f"{by.name} declines; {text}", clause)
    return (happened.RoleDeclined(name=by.name, reasons=(reason,)),)


def pass_role(rules: TableRules, table: Table, by: Actor) -> Events:
    """Give the Banker cards up between coups."""
    _between_coups(rules, table)
    if table.role.holder != by.name:
        raise Malformed(f"{by.name} does not hold the Banker cards", code=ErrorCode.NOT_NOW)
    patron = table.patron(by.name)
    assert patron is not None
    clause = merged(rules.says.role_passed, rules.says.role_ends_passed)
    reason = Reason(f"{by.name} passes the Banker cards on", clause)
    return (happened.RoleGivenUp(name=by.name, seat=patron.seat, reasons=(reason,)),)


def check_role(rules: TableRules, table: Table) -> None:
    """Refuse a coup while nobody has taken the Banker cards, or their holder backs nothing."""
    if not _goes_round(rules, table):
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
    """Return what a result does to whoever holds the Banker cards: only a Banker loss ends it."""
    holder = table.role.holder
    phase = table.phase
    if holder is None or table.next.no_bet is not None or not isinstance(phase, Dealing):
        return ()
    patron = table.patron(holder)
    assert patron is not None
    if result is not Result.PLAYER:
        reason = Reason(f"{holder} keeps the Banker cards", rules.says.role_kept)
        return (happened.RoleKept(name=holder, reasons=(reason,)),)
    reason = Reason(f"Banker loses: {holder} gives the cards up", rules.says.role_ends_lost)
    return (happened.RoleGivenUp(name=holder, seat=patron.seat, reasons=(reason,)),)
