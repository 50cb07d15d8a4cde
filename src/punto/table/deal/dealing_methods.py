"""In which way a coup is dealt, and whose turn it is to have the cards of a hand."""

from collections.abc import Collection, Iterable
from typing import Literal

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import MethodName, PatronName, Request
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.coup import CoupResult, finish
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import FacesDealt, LiveRule, SeatsRun, TurnedBy
from punto.rulebook.power import Power
from punto.rulebook.schema import Method, Passing
from punto.rulebook.vocabulary import Side
from punto.table.authority import require, require_clauses
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.guards import coup_is_on, require_patron
from punto.table.phase import Dealing, Role, Settling
from punto.table.seats.joining import check_not_barred
from punto.table.table import Patron, StaffOnDuty, Table

dealing_methods: Topic[Table, At] = Topic("dealing_methods", changes)
Hand = Literal["player", "banker"]


class ChangeMethod(TableCommand, frozen=True, tag="change_method"):
    """The next coups are dealt in another way."""

    group = Group.COUP
    powers = (Power.CHOOSE_DEALING_METHOD,)

    method: MethodName
    requested_by: Request[PatronName | None] = None


class DirectTurning(TableCommand, frozen=True, tag="direct_turning"):
    """It is said who turns the cards of a hand: patrons, or the dealer if nobody is named."""

    group = Group.COUP
    powers = (Power.NAME_WHO_TURNS_CARDS,)

    hand: Hand
    patrons: tuple[PatronName, ...] = ()


class MethodChanged(TableEvent, frozen=True, gc=False, tag="method_changed"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    method: str


class TurningDirected(TableEvent, frozen=True, gc=False, tag="turning_directed"):
    """Staff named who turns the cards of a hand in the next coup."""

    visibility = Visibility.STAFF
    registers = Unregistered.PLAY

    hand: str
    names: tuple[str, ...] = ()


def methods(rules: TableRules) -> dict[str, Method]:
    """Return the dealing methods of a rulebook."""
    if rules.edition.deal is None:
        raise not_held(rules.edition, "how cards are dealt")
    return rules.edition.deal.methods


def method_for_next(rules: TableRules, table: Table) -> tuple[str, Clauses]:
    """Return the dealing method of the next coup, and the clauses if it is not the elected one."""
    chosen = table.next.method or rules.method
    assert chosen is not None
    by_name = methods(rules)
    if by_name[chosen].turned_by is TurnedBy.DEALER:
        return chosen, ()
    dealer_method = next(
        name for name, method in by_name.items() if method.turned_by is TurnedBy.DEALER
    )
    forced = table.carries_no_bet
    no_bet_clause = rules.says.no_bet_dealing
    if no_bet_clause and (
        forced or (table.next.no_bet is not None and table.next.no_bet.wagers_refused)
    ):
        return dealer_method, no_bet_clause
    # If everybody has declined, or nobody can be offered the cards, the dealer turns them.
    can_offer = any(
        not patron.standing and patron.name not in table.admission.barred
        for patron in table.patrons
    )
    nobody = table.role.nobody or not can_offer
    if by_name[chosen].turned_by is TurnedBy.BANKER_ROLE and nobody:
        return dealer_method, rules.says.role_refused_by_all
    return chosen, ()


def method_of(rules: TableRules, phase: Dealing) -> Method:
    """Return the dealing method of a coup."""
    return methods(rules)[phase.method or rules.method or ""]


def explained_result(rules: TableRules, phase: Settling) -> CoupResult:
    """Return the result of a coup with the reason for each step, which the state does not store."""
    face_down = methods(rules)[phase.method or rules.method or ""].faces is FacesDealt.DOWN
    return finish(rules, phase.coup.player, phase.coup.banker, face_down=face_down)


def passing_rules(rules: TableRules) -> Passing | None:
    """Return the rules about cards that patrons handle, if there are any."""
    return rules.edition.deal.passing if rules.edition.deal else None


def from_dealers_right(rules: TableRules, patrons: list[Patron]) -> list[Patron]:
    """Return patrons counter-clockwise, beginning nearest the dealer's right."""
    run = rules.edition.table.seats_run if rules.edition.table else None
    clockwise = run is None or run.value is SeatsRun.CLOCKWISE
    return sorted(patrons, key=lambda patron: -patron.seat if clockwise else patron.seat)


def stakes_on(table: Table, side: Side) -> dict[str, int]:
    """Return the stakes of each patron on a hand, over all boxes."""
    stakes: dict[str, int] = {}
    for wager in table.wagers:
        if wager.wager == side.value:
            stakes[wager.patron] = stakes.get(wager.patron, 0) + wager.stake_cents
    return stakes


def ranked_patrons(rules: TableRules, table: Table, side: Side) -> list[str]:
    """Return the patrons who are offered the cards of a hand, in order, with those who declined."""
    stakes, data = stakes_on(table, side), passing_rules(rules)
    seated = [
        patron
        for patron in table.patrons
        if patron.name in stakes
        and patron.name not in table.admission.barred
        and not (data and data.seated_only.value and patron.standing)
    ]
    order = from_dealers_right(rules, seated)
    return [patron.name for patron in sorted(order, key=lambda patron: -stakes[patron.name])]


def designated_patrons(
    rules: TableRules, table: Table, phase: Dealing, side: Side
) -> tuple[str, ...]:
    """Return who may be passed the cards of a hand now; empty if the dealer keeps them."""
    declined = {name for where, name in phase.declined if where is side}
    # A patron who was barred since they were named takes no part.
    declined |= set(table.admission.barred)
    if side in phase.forfeited:
        return ()
    # If no nominee is left, the cards go to the patron by the dealing method.
    nominees = _able_nominees(rules, table, phase, side, declined)
    return nominees or _designated_by_method(rules, table, phase, side, declined)


def controlling_patrons(
    rules: TableRules, table: Table, phase: Dealing, side: Side
) -> tuple[str, ...]:
    """Return who controls the cards of a hand, without regard to nominees."""
    if side in phase.forfeited:
        return ()
    declined = {name for where, name in phase.declined if where is side}
    declined |= set(table.admission.barred)
    return _designated_by_method(rules, table, phase, side, declined)


def _able_nominees(
    rules: TableRules, table: Table, phase: Dealing, side: Side, declined: Collection[str]
) -> tuple[str, ...]:
    """Return the nominees who may still turn the cards that are dealt now."""
    nominated, data = phase.nominated(side), passing_rules(rules)
    if not nominated or data is None:
        return ()
    standing = {patron.name for patron in table.patrons if patron.standing}
    excluded = {*declined, *(standing if data.nominee_seated.value else ())}
    return _able_patrons(table, nominated, excluded)


def _designated_by_method(
    rules: TableRules, table: Table, phase: Dealing, side: Side, declined: Collection[str]
) -> tuple[str, ...]:
    """Return who is passed the cards of a hand by the dealing method."""
    match method_of(rules, phase).turned_by:
        case TurnedBy.DEALER:
            return ()
        case TurnedBy.HIGHEST_WAGERS:
            holder = phase.holders.get(side)
            if holder is not None and holder in stakes_on(table, side):
                return (holder,)
            return tuple(
                name for name in ranked_patrons(rules, table, side) if name not in declined
            )[:1]
        case TurnedBy.BANKER_ROLE:
            holder = table.role.holder
            may_hold = side is Side.BANKER and holder is not None and holder not in declined
            return (holder,) if may_hold and holder else ()
        case TurnedBy.AS_DIRECTED:
            return _able_patrons(table, table.duty.turners.get(side.value, ()), declined)


def _able_patrons(table: Table, names: Iterable[str], declined: Collection[str]) -> tuple[str, ...]:
    """Return the named patrons who are at the table, may play and have not declined."""
    excluded = {*declined, *table.admission.barred}
    return tuple(name for name in names if name not in excluded and table.patron(name) is not None)


def designation_clauses(rules: TableRules, table: Table, phase: Dealing, side: Side) -> Clauses:
    """Return the clauses by which a patron, or the dealer, gets the cards of a hand."""
    method, data = method_of(rules, phase), passing_rules(rules)
    if side in phase.forfeited and data:
        return data.forfeited.clause
    declined = [name for where, name in phase.declined if where is side]
    if _able_nominees(rules, table, phase, side, declined):
        return rules.says.nominee
    if method.turned_by is TurnedBy.AS_DIRECTED:
        return rules.says.directed_turning
    if method.turned_by is not TurnedBy.HIGHEST_WAGERS:
        return method.dealer_keeps if side is Side.PLAYER else rules.says.role_kept
    order = ranked_patrons(rules, table, side)
    if not stakes_on(table, side):
        return merged(method.dealer_keeps, rules.says.nobody_wagered)
    if not order and data:
        return merged(method.dealer_keeps, data.seated_only.clause)
    by_rank = rules.says.ranked_player if side is Side.PLAYER else rules.says.ranked_banker
    clauses = [by_rank]
    if not designated_patrons(rules, table, phase, side):
        return merged(method.dealer_keeps, rules.says.everybody_declined)
    stakes = stakes_on(table, side)
    first = designated_patrons(rules, table, phase, side)[0]
    equal_stakes = [name for name in order if stakes[name] == stakes.get(first)]
    if len(equal_stakes) > 1 and data:
        clauses.append(data.equal_wagers.clause)
    if declined and phase.holders.get(side) != first:
        was_equal = stakes.get(declined[-1]) == stakes.get(first)
        clauses.append(rules.says.next_equal if was_equal else rules.says.next_highest)
    return merged(*clauses)


def _check_method_not_fixed(rules: TableRules) -> None:
    """Refuse another dealing method if it is fixed."""
    aside = rules.sets_aside.get(LiveRule.TURNING)
    if aside is not None:
        raise Refused(ErrorCode.METHOD_FIXED, aside, "the way of dealing is fixed here")


@dealing_methods.permits(ChangeMethod)
def may_change_method(at: At) -> Clauses:
    """Raise an error if this person may not choose the way of dealing now."""
    rules, by = at.rules, at.by
    clause = require(rules, by, Power.CHOOSE_DEALING_METHOD, "choose the way of dealing")
    _check_method_not_fixed(rules)
    return clause


@dealing_methods.decides(ChangeMethod)
def change_method(at: At, command: ChangeMethod) -> Events:
    """Use another dealing method from the next coup on."""
    rules, table = at.rules, at.state
    clause = may_change_method(at)
    method = methods(rules).get(command.method)
    if method is None:
        listed = ", ".join(methods(rules))
        raise Refused(ErrorCode.METHOD_NOT_PERMITTED, clause, f"no such way of dealing: {listed}")
    if command.requested_by is not None:
        require_patron(table, command.requested_by)
    request_rule, information_rule = method.requested, method.informed
    cited = [clause, method.clause]
    if request_rule and request_rule.value:
        if command.requested_by is None:
            raise Refused(
                ErrorCode.NOT_REQUESTED, request_rule.clause, "a patron asks for this first"
            )
        cited.append(request_rule.clause)
    for title in information_rule.value if information_rule else ():
        if f"{title}: {command.method}" not in table.shown.told:
            assert information_rule is not None
            name = title.replace("_", " ")
            text, hint = f"the {name} is informed first", f"tell {title} {command.method}"
            raise Refused(ErrorCode.NOT_TOLD, information_rule.clause, text, hint)
    if information_rule:
        cited.append(information_rule.clause)
    during_coup = coup_is_on(table)
    if during_coup:
        cited.append(rules.says.method_waits)
    text = (
        f"dealt by {method.title} from the next coup" if during_coup else f"dealt by {method.title}"
    )
    if command.requested_by is not None:
        text = f"{text}, as {command.requested_by} asked"
    reason = Reason(text, merged(*cited))
    return (MethodChanged(method=command.method, reasons=(reason,)),)


@dealing_methods.permits(DirectTurning)
def may_direct_turning(at: At) -> Clauses:
    """Raise an error if this person may not say who turns cards now."""
    rules, by = at.rules, at.by
    clause = require(rules, by, Power.NAME_WHO_TURNS_CARDS, "say who turns cards")
    return merged(clause, require_clauses(rules, rules.says.directed_turning, "who turns cards"))


@dealing_methods.decides(DirectTurning)
def direct_turning(at: At, command: DirectTurning) -> Events:
    """Name who turns the cards of a hand."""
    rules, table = at.rules, at.state
    clause = may_direct_turning(at)
    for name in command.patrons:
        require_patron(table, name)
        check_not_barred(rules, table, name)
    if isinstance(table.phase, Dealing) and table.phase.out:
        raise Malformed("cards are out with a patron", code=ErrorCode.NOT_NOW)
    names = ", ".join(command.patrons) or "the dealer"
    reason = Reason(f"{names} turns the {command.hand.title()} cards", clause)
    directed = TurningDirected(hand=command.hand, names=command.patrons, reasons=(reason,))
    return (directed,)


@dealing_methods.applies(MethodChanged)
def method_changed(table: Table, event: MethodChanged, envelope: Envelope) -> Table:
    return replace(table, next=replace(table.next, method=event.method), role=Role())


@dealing_methods.applies(TurningDirected)
def turning_directed(table: Table, event: TurningDirected, envelope: Envelope) -> Table:
    turners = {**table.duty.turners, event.hand: event.names}
    return replace(table, duty=replace(table.duty, turners=turners))


def duty_without_turners(table: Table) -> StaffOnDuty:
    """Return the duty without the named turners: they are named for each coup."""
    return replace(table.duty, turners={}) if table.duty.turners else table.duty
