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
from punto.table.authority import provided, require
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.guards import coup_is_on, known
from punto.table.phase import Dealing, Role, Settling
from punto.table.seats.joining import check_not_barred
from punto.table.table import Duty, Patron, Table

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
    """It is said who turns the cards of a hand in the next coup."""

    visibility = Visibility.STAFF
    registers = Unregistered.PLAY

    hand: str
    names: tuple[str, ...] = ()


def methods(rules: TableRules) -> dict[str, Method]:
    """Return the ways of dealing that a rulebook has."""
    if rules.edition.deal is None:
        raise not_held(rules.edition, "how cards are dealt")
    return rules.edition.deal.methods


def method_for_next(rules: TableRules, table: Table) -> tuple[str, Clauses]:
    """Return the way in which the next coup is dealt, and what makes it another than elected."""
    chosen = table.next.method or rules.method
    assert chosen is not None
    found = methods(rules)
    if found[chosen].turned_by is TurnedBy.DEALER:
        return chosen, ()
    plain = next(name for name, one in found.items() if one.turned_by is TurnedBy.DEALER)
    forced = table.carries_no_bet
    without = rules.says.no_bet_dealing
    if without and (forced or (table.next.no_bet is not None and table.next.no_bet.wagers_refused)):
        return plain, without
    # Where everybody has declined, or nobody sits who could be asked, the dealer deals alone.
    asked = any(
        not patron.standing and patron.name not in table.admission.barred
        for patron in table.patrons
    )
    nobody = table.role.nobody or not asked
    if found[chosen].turned_by is TurnedBy.BANKER_ROLE and nobody:
        return plain, rules.says.role_refused_by_all
    return chosen, ()


def method_of(rules: TableRules, phase: Dealing) -> Method:
    """Return the way in which a coup is being dealt."""
    return methods(rules)[phase.method or rules.method or ""]


def explained(rules: TableRules, phase: Settling) -> CoupResult:
    """Return the result of a coup with the reason for every step, which no state keeps."""
    down = methods(rules)[phase.method or rules.method or ""].faces is FacesDealt.DOWN
    return finish(rules, phase.coup.player, phase.coup.banker, face_down=down)


def passing(rules: TableRules) -> Passing | None:
    """Return the rules about cards in the hands of patrons, if there are any."""
    return rules.edition.deal.passing if rules.edition.deal else None


def from_dealers_right(rules: TableRules, patrons: list[Patron]) -> list[Patron]:
    """Return patrons counter-clockwise, beginning nearest the dealer's right."""
    run = rules.edition.table.seats_run if rules.edition.table else None
    clockwise = run is None or run.value is SeatsRun.CLOCKWISE
    return sorted(patrons, key=lambda patron: -patron.seat if clockwise else patron.seat)


def stakes_on(table: Table, side: Side) -> dict[str, int]:
    """Return what each patron has on a hand, over all boxes."""
    found: dict[str, int] = {}
    for wager in table.wagers:
        if wager.wager == side.value:
            found[wager.patron] = found.get(wager.patron, 0) + wager.stake_cents
    return found


def ranked(rules: TableRules, table: Table, side: Side) -> list[str]:
    """Return who is offered the cards of a hand, in order, whether they declined or not."""
    stakes, data = stakes_on(table, side), passing(rules)
    seated = [
        patron
        for patron in table.patrons
        if patron.name in stakes
        and patron.name not in table.admission.barred
        and not (data and data.seated_only.value and patron.standing)
    ]
    order = from_dealers_right(rules, seated)
    return [patron.name for patron in sorted(order, key=lambda patron: -stakes[patron.name])]


def designated(rules: TableRules, table: Table, phase: Dealing, side: Side) -> tuple[str, ...]:
    """Return who may be passed the cards of a hand now; nobody if the dealer keeps them."""
    declined = {name for where, name in phase.declined if where is side}
    # Whoever was put out of the game since they were named has no part in it.
    declined |= set(table.admission.barred)
    if side in phase.forfeited:
        return ()
    # Where nobody is left of those who were nominated, the cards are whose they were before.
    nominees = _nominees(rules, table, phase, side, declined)
    return nominees or _by_method(rules, table, phase, side, declined)


def controls(rules: TableRules, table: Table, phase: Dealing, side: Side) -> tuple[str, ...]:
    """Return whose cards they are of a hand, whoever was nominated to turn them."""
    if side in phase.forfeited:
        return ()
    declined = {name for where, name in phase.declined if where is side}
    declined |= set(table.admission.barred)
    return _by_method(rules, table, phase, side, declined)


def _nominees(
    rules: TableRules, table: Table, phase: Dealing, side: Side, declined: Collection[str]
) -> tuple[str, ...]:
    """Return who of those nominated for cards that are dealt now may still turn them."""
    named, data = phase.nominated(side), passing(rules)
    if not named or data is None:
        return ()
    standing = {patron.name for patron in table.patrons if patron.standing}
    gone = {*declined, *(standing if data.nominee_seated.value else ())}
    return _here(table, named, gone)


def _by_method(
    rules: TableRules, table: Table, phase: Dealing, side: Side, declined: Collection[str]
) -> tuple[str, ...]:
    """Return to whom the cards of a hand go by the way of dealing."""
    match method_of(rules, phase).turned_by:
        case TurnedBy.DEALER:
            return ()
        case TurnedBy.HIGHEST_WAGERS:
            holder = phase.holders.get(side)
            if holder is not None and holder in stakes_on(table, side):
                return (holder,)
            return tuple(one for one in ranked(rules, table, side) if one not in declined)[:1]
        case TurnedBy.BANKER_ROLE:
            holder = table.role.holder
            free = side is Side.BANKER and holder is not None and holder not in declined
            return (holder,) if free and holder else ()
        case TurnedBy.AS_DIRECTED:
            return _here(table, table.duty.turners.get(side.value, ()), declined)


def _here(table: Table, names: Iterable[str], declined: Collection[str]) -> tuple[str, ...]:
    """Return who of those named is still at the table, may play and has not declined."""
    gone = {*declined, *table.admission.barred}
    return tuple(name for name in names if name not in gone and table.patron(name) is not None)


def why_designated(rules: TableRules, table: Table, phase: Dealing, side: Side) -> Clauses:
    """Return the clauses by which somebody, or nobody, gets the cards of a hand."""
    method, data = method_of(rules, phase), passing(rules)
    if side in phase.forfeited and data:
        return data.forfeited.clause
    declined = [name for where, name in phase.declined if where is side]
    if _nominees(rules, table, phase, side, declined):
        return rules.says.nominee
    if method.turned_by is TurnedBy.AS_DIRECTED:
        return rules.says.directed_turning
    if method.turned_by is not TurnedBy.HIGHEST_WAGERS:
        return method.dealer_keeps if side is Side.PLAYER else rules.says.role_kept
    order = ranked(rules, table, side)
    if not stakes_on(table, side):
        return merged(method.dealer_keeps, rules.says.nobody_wagered)
    if not order and data:
        return merged(method.dealer_keeps, data.seated_only.clause)
    by_rank = rules.says.ranked_player if side is Side.PLAYER else rules.says.ranked_banker
    found = [by_rank]
    if not designated(rules, table, phase, side):
        return merged(method.dealer_keeps, rules.says.everybody_declined)
    stakes = stakes_on(table, side)
    first = designated(rules, table, phase, side)[0]
    equal = [name for name in order if stakes[name] == stakes.get(first)]
    if len(equal) > 1 and data:
        found.append(data.equal_wagers.clause)
    if declined and phase.holders.get(side) != first:
        was_equal = stakes.get(declined[-1]) == stakes.get(first)
        found.append(rules.says.next_equal if was_equal else rules.says.next_highest)
    return merged(*found)


def _check_free(rules: TableRules) -> None:
    """Refuse another way of dealing where it is fixed."""
    aside = rules.sets_aside.get(LiveRule.TURNING)
    if aside is not None:
        raise Refused(ErrorCode.METHOD_FIXED, aside, "the way of dealing is fixed here")


@dealing_methods.permits(ChangeMethod)
def may_change_method(at: At) -> Clauses:
    """Raise an error if this person may not choose the way of dealing now."""
    rules, by = at.rules, at.by
    clause = require(rules, by, Power.CHOOSE_DEALING_METHOD, "choose the way of dealing")
    _check_free(rules)
    return clause


@dealing_methods.decides(ChangeMethod)
def change_method(at: At, command: ChangeMethod) -> Events:
    """Deal in another way from the next coup on."""
    rules, table = at.rules, at.state
    clause = may_change_method(at)
    found = methods(rules).get(command.method)
    if found is None:
        named = ", ".join(methods(rules))
        raise Refused(ErrorCode.METHOD_NOT_PERMITTED, clause, f"no such way of dealing: {named}")
    if command.requested_by is not None:
        known(table, command.requested_by)
    asked, told = found.requested, found.informed
    cited = [clause, found.clause]
    if asked and asked.value:
        if command.requested_by is None:
            raise Refused(ErrorCode.NOT_REQUESTED, asked.clause, "a patron asks for this first")
        cited.append(asked.clause)
    for whom in told.value if told else ():
        if f"{whom}: {command.method}" not in table.shown.told:
            assert told is not None
            name = whom.replace("_", " ")
            text, hint = f"the {name} is informed first", f"tell {whom} {command.method}"
            raise Refused(ErrorCode.NOT_TOLD, told.clause, text, hint)
    if told:
        cited.append(told.clause)
    waits = coup_is_on(table)
    if waits:
        cited.append(rules.says.method_waits)
    text = f"dealt by {found.title} from the next coup" if waits else f"dealt by {found.title}"
    if command.requested_by is not None:
        text = f"{text}, as {command.requested_by} asked"
    reason = Reason(text, merged(*cited))
    return (MethodChanged(method=command.method, reasons=(reason,)),)


@dealing_methods.permits(DirectTurning)
def may_direct_turning(at: At) -> Clauses:
    """Raise an error if this person may not say who turns cards now."""
    rules, by = at.rules, at.by
    clause = require(rules, by, Power.NAME_WHO_TURNS_CARDS, "say who turns cards")
    return merged(clause, provided(rules, rules.says.directed_turning, "who turns cards"))


@dealing_methods.decides(DirectTurning)
def direct_turning(at: At, command: DirectTurning) -> Events:
    """Say who turns the cards of a hand."""
    rules, table = at.rules, at.state
    clause = may_direct_turning(at)
    for name in command.patrons:
        known(table, name)
        check_not_barred(rules, table, name)
    if isinstance(table.phase, Dealing) and table.phase.out:
        raise Malformed("cards are out with a patron", code=ErrorCode.NOT_NOW)
    who = ", ".join(command.patrons) or "the dealer"
    reason = Reason(f"{who} turns the {command.hand.title()} cards", clause)
    directed = TurningDirected(hand=command.hand, names=command.patrons, reasons=(reason,))
    return (directed,)


@dealing_methods.applies(MethodChanged)
def method_changed(table: Table, event: MethodChanged, envelope: Envelope) -> Table:
    return replace(table, next=replace(table.next, method=event.method), role=Role())


@dealing_methods.applies(TurningDirected)
def turning_directed(table: Table, event: TurningDirected, envelope: Envelope) -> Table:
    turners = {**table.duty.turners, event.hand: event.names}
    return replace(table, duty=replace(table.duty, turners=turners))


def turners_gone(table: Table) -> Duty:
    """Return the duty without who was to turn cards: that is said for each coup."""
    return replace(table.duty, turners={}) if table.duty.turners else table.duty
