"""Checks of wagers that are placed or withdrawn: chips, place, turn and finality."""

from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.tournament_policies import EarlyWager, FinalWhen
from punto.table.guards import has_wager
from punto.table.layout_wager import TableWager
from punto.table.table import Patron, Table
from punto.table.wagers.placing import PlaceWager, WagerPlaced, WagerRaised
from punto.tournament.base_classes import Events, TournamentEvent
from punto.tournament.context import TournamentContext, changes
from punto.tournament.entrant_lookup import entrant_named, with_entrant
from punto.tournament.rules import tournament_section
from punto.tournament.session import Turns
from punto.tournament.session_queries import occupied_seat_of, turns_of, with_turns
from punto.tournament.table_step import TableStep
from punto.tournament.tournament import Tournament
from punto.tournament.wagers.order import (
    has_acted,
    has_had_turn,
    is_turn_of,
    names_in_order,
    order_rules,
)
from punto.tournament.wagers.stakes import (
    HANDS,
    check_enough,
    check_stake,
    is_short,
    minimum_of,
    wager_rules,
)
from punto.tournament.wagers.time_limit import time_limit_events
from punto.wagers.settle import Placed

placed_wagers: Topic[Tournament, TournamentContext] = Topic("placed_wagers", changes)


class WageredEarly(TournamentEvent, frozen=True, gc=False, tag="wagered_early"):
    """An entrant wagered out of turn; ``advised`` if they were warned of the consequences."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    name: str
    advised: bool = False


class WagerUnnoticed(TournamentEvent, frozen=True, gc=False, tag="wager_unnoticed"):
    """Chips are on the layout, and nobody has examined the wager."""

    visibility = Visibility.NOBODY
    registers = Unregistered.PLAY

    table: int
    number: int


def check_place(
    rules: TableRules, tournament: Tournament, number: int, name: str, command: PlaceWager
) -> None:
    """Refuse a wager that the tournament does not accept from an entrant now."""
    table, patron = tournament.tables[number], _patron_at_table(tournament, number, name)
    _check_chips(rules, tournament, command)
    _check_box(rules, patron, command)
    data = wager_rules(rules)
    if data.extra and command.wager not in {*HANDS, data.extra.value}:
        text = f"besides a hand only {data.extra.value} may be wagered on"
        raise Refused(ErrorCode.NOTHING_ELSE, data.extra.clause, text)
    _check_not_passed(rules, tournament, number, name)
    existing = _wager_on(table, name, command.wager)
    if not command.unnoticed:
        stake = command.stake_cents + (existing.stake_cents if existing else 0)
        _check_held_to_minimum(rules, tournament, number, Placed(name, command.wager, stake))
        check_stake(rules, table, command.wager, stake)
    _check_turn(rules, tournament, number, name, existing, unnoticed=command.unnoticed)


def _patron_at_table(tournament: Tournament, number: int, name: str) -> Patron:
    """Return a patron who plays at this table. Raise an error if they do not."""
    place = occupied_seat_of(tournament, name)
    patron = tournament.tables[number].patron(name)
    if place.table != number or patron is None:
        raise Malformed(f"{name} does not play at table {number}", code=ErrorCode.NOT_PLAYING)
    return patron


def _wager_on(table: Table, name: str, wager: str) -> TableWager | None:
    for table_wager in table.wagers:
        if (table_wager.patron, table_wager.wager) == (name, wager):
            return table_wager
    return None


def _check_chips(rules: TableRules, tournament: Tournament, command: PlaceWager) -> None:
    """Refuse a stake in anything but chips of the tournament."""
    data = wager_rules(rules)
    chips_only = data.chips_only_live if tournament.conditions.live else data.chips_only
    other = "promotional_tokens" if command.token else command.made_with
    if chips_only and other is not None:
        text = f"{other.replace('_', ' ')} are not the chips of this tournament"
        raise Refused(ErrorCode.TOURNAMENT_CHIPS_ONLY, chips_only.clause, text)


def _check_box(rules: TableRules, patron: Patron, command: PlaceWager) -> None:
    own_place = wager_rules(rules).own_place
    if own_place and command.box not in (None, patron.seat):
        text = f"{patron.name} wagers from seat {patron.seat} alone"
        raise Refused(ErrorCode.OWN_PLACE_ONLY, own_place.clause, text)


def _check_not_passed(rules: TableRules, tournament: Tournament, number: int, name: str) -> None:
    """Refuse a wager of an entrant who passed or does not play this coup."""
    turns, data = turns_of(tournament, number), wager_rules(rules)
    if name in turns.passed and data.pass_cards:
        clause = data.pass_cards.replaces.clause
        raise Refused(ErrorCode.PASSED, clause, f"{name} laid a pass card in place of a wager")
    order = data.order
    if name in turns.void and order and order.again:
        raise Refused(
            ErrorCode.SITS_OUT, order.again.clause, f"the wager of {name} was declared void"
        )


def _check_held_to_minimum(
    rules: TableRules, tournament: Tournament, number: int, wager: Placed
) -> None:
    """Refuse a stake over the minimum from an entrant who is held to the minimum."""
    minimum = minimum_of(rules, tournament.tables[number], wager.wager)
    if wager.patron in turns_of(tournament, number).slowed and wager.stake_cents > minimum:
        text = f"{wager.patron} was late and may stake {dollars(minimum)}"
        raise Refused(ErrorCode.HELD_TO_MINIMUM, wager_rules(rules).late.clause, text)


def _check_turn(
    rules: TableRules,
    tournament: Tournament,
    number: int,
    name: str,
    existing: TableWager | None,
    *,
    unnoticed: bool,
) -> None:
    """Refuse a wager that changes a final one, or one out of turn that must be returned."""
    order, table = order_rules(rules, tournament), tournament.tables[number]
    if order is None:
        return
    is_turn = is_turn_of(rules, tournament, number, name)
    placed_final = order.final.value is FinalWhen.PLACED
    if existing is not None and placed_final and not is_short(rules, table, existing):
        clause = _final_clause(rules, tournament, number, name)
        raise Refused(ErrorCode.WAGER_FINAL, clause, f"the wager of {name} stays as it lies")
    if is_turn:
        return
    if not placed_final and has_acted(tournament, number, name) and _has_enough(rules, table, name):
        clause = _final_clause(rules, tournament, number, name)
        raise Refused(ErrorCode.WAGER_FINAL, clause, f"the turn of {name} is over: the wager stays")
    if order.early.value is EarlyWager.COMES_BACK and not unnoticed and existing is None:
        first = next(
            (
                other
                for other in names_in_order(rules, tournament, number)
                if not has_had_turn(tournament, number, other)
            ),
            None,
        )
        turn_text = f": it is {first}'s turn" if first not in (None, name) else ""
        raise Refused(
            ErrorCode.OUT_OF_TURN, order.early.clause, f"{name} takes the wager back{turn_text}"
        )


def _has_enough(rules: TableRules, table: Table, name: str) -> bool:
    """Return whether the wagers of an entrant on the coup are sufficient."""
    try:
        check_enough(rules, table, Turns(), name)
    except Refused:
        return False
    return True


def _final_clause(rules: TableRules, tournament: Tournament, number: int, name: str) -> Clauses:
    """Return the clauses by which a wager made in turn, or out of turn, is final."""
    order = order_rules(rules, tournament)
    assert order is not None
    early = name in turns_of(tournament, number).early
    return order.early.clause if early else order.final.clause


def check_withdraw(rules: TableRules, tournament: Tournament, number: int, name: str) -> None:
    """Refuse to withdraw a final wager."""
    _patron_at_table(tournament, number, name)
    order = order_rules(rules, tournament)
    if order is None or not has_wager(tournament.tables[number], name):
        return  # The table refuses, because there is no wager.
    early = name in turns_of(tournament, number).early
    changeable = order.final.value is FinalWhen.TURN_HAS_PASSED and not early
    if not (changeable and is_turn_of(rules, tournament, number, name)):
        clause = _final_clause(rules, tournament, number, name)
        raise Refused(ErrorCode.WAGER_FINAL, clause, f"the wager of {name} stays as it lies")


def wager_effects(rules: TableRules, tournament: Tournament, step: TableStep) -> Events:
    """Return the effects of a wager that is out of turn, late or not examined."""
    command, number = step.command, step.table
    if not isinstance(command, PlaceWager):
        return ()
    wager_events = [event for event in step.events if isinstance(event, WagerPlaced | WagerRaised)]
    if not wager_events:
        return ()
    name = command.patron or step.by.name
    events: list[TournamentEvent] = []
    if command.unnoticed:
        events.append(WagerUnnoticed(table=number, number=wager_events[0].number))
    earlier = _wager_on(step.before.tables[number], name, command.wager)
    topped_up = earlier is not None and is_short(rules, step.before.tables[number], earlier)
    if not topped_up and not is_turn_of(rules, step.before, number, name):
        events += _early_wager_events(rules, tournament, number, name)
    return (
        *events,
        *time_limit_events(rules, turns_of(step.before, number), number, name, step.by.at),
    )


def _early_wager_events(
    rules: TableRules, tournament: Tournament, number: int, name: str
) -> Events:
    """Return the event of a wager out of turn, with the advice if the rulebook requires it."""
    order = order_rules(rules, tournament)
    assert order is not None
    if name in turns_of(tournament, number).early:
        return ()
    advice = order.early.value is EarlyWager.STANDS_WITH_ADVICE
    advised = advice and not entrant_named(tournament, name).advised
    reasons = [Reason(f"{name} wagered out of turn", order.early.clause)]
    if advised:
        text = f"{name} is told: another wager out of turn may be void"
        reasons.append(Reason(text, tournament_section(rules.edition).says.early_advised))
    early = WageredEarly(table=number, name=name, advised=advised, reasons=tuple(reasons))
    return (early,)


@placed_wagers.applies(WageredEarly)
def wagered_early(tournament: Tournament, event: WageredEarly, envelope: Envelope) -> Tournament:
    turns = turns_of(tournament, event.table)
    early = (*turns.early, event.name)
    if not event.advised:
        return with_turns(tournament, event.table, early=early)
    tournament = with_entrant(tournament, event.name, advised=True)
    return with_turns(tournament, event.table, early=early, told=(*turns.told, event.name))


@placed_wagers.applies(WagerUnnoticed)
def wager_unnoticed(
    tournament: Tournament, event: WagerUnnoticed, envelope: Envelope
) -> Tournament:
    unnoticed = (*turns_of(tournament, event.table).unnoticed, event.number)
    return with_turns(tournament, event.table, unnoticed=unnoticed)
