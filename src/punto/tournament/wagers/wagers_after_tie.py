"""Wagers that a tie leaves on the layout, which their owners may alter in turn."""

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import EntrantName, StakeCents, WagerName
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.vocabulary import Result
from punto.table.authority import check_acts_for
from punto.table.deal.no_bets import check_wager as check_no_bet
from punto.table.guards import coup_is_on
from punto.table.layout_wager import TableWager
from punto.table.returned_stakes import StakesReturned, whole_stake
from punto.table.table import Table
from punto.table.wagers.placing import WagerPlaced
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.context import TournamentContext, changes
from punto.tournament.session import Turns
from punto.tournament.session_queries import (
    occupied_seat_of,
    table_of,
    takes_wagers,
    turns_of,
    with_turns,
)
from punto.tournament.tables import TableStepped, events_of_table
from punto.tournament.tournament import Tournament, forms_of_current_coup
from punto.tournament.wagers.order import is_turn_of, order_rules, playing_patrons
from punto.tournament.wagers.stakes import HANDS, check_stake
from punto.wagers.settle import Placed, accept

wagers_after_tie: Topic[Tournament, TournamentContext] = Topic("wagers_after_tie", changes)


class AlterWager(TournamentCommand, frozen=True, tag="alter_wager"):
    """An entrant alters a wager that a tie left on the layout: its amount or its hand."""

    group = Group.PLAY
    powers = ()
    own = True

    name: EntrantName
    wager: WagerName
    stake_cents: StakeCents


class WagersStand(TournamentEvent, frozen=True, gc=False, tag="wagers_stand"):
    """Wagers stay on the layout after a tie, by owner; each may be altered in turn."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    numbers: dict[str, int]


class WagerAltered(TournamentEvent, frozen=True, gc=False, tag="wager_altered"):
    """An entrant has altered a wager that a tie left."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    name: str


def wagers_left_by_tie(rules: TableRules, tournament: Tournament, number: int) -> Events:
    """Return the events that place wagers again that a tie left, when betting opens."""
    order, table = order_rules(rules, tournament), tournament.tables[number]
    last = table.past.last
    if order is None or order.after_tie is None or last is None:
        return ()
    if last.void or last.number != table.number or last.coup.result is not Result.TIE:
        return ()
    # No wager stays on the layout for another session, or for a coup that accepts no wagers.
    if not _continues(tournament, number) or not takes_wagers(table):
        return ()
    form_wagers = {form.bet for form in forms_of_current_coup(tournament, number)}
    chips = {patron.name: patron.chips_cents for patron in playing_patrons(tournament, table)}
    events: list[TournamentEvent] = []
    numbers: dict[str, int] = {}
    reason = Reason("stays on the layout after a tie", order.after_tie.clause)
    for wager in (settled.wager for settled in last.settled):
        stays = wager.wager in HANDS and wager.number not in form_wagers
        if not stays or chips.get(wager.patron, 0) < wager.stake_cents:
            continue
        numbers[wager.patron] = table.count.wagers + len(numbers) + 1
        placed = WagerPlaced(
            number=numbers[wager.patron],
            patron=wager.patron,
            wager=wager.wager,
            stake_cents=wager.stake_cents,
            reasons=(reason,),
        )
        events.append(TableStepped(table=number, event=placed))
    if not numbers:
        return ()
    return (*events, WagersStand(table=number, numbers=numbers, reasons=(reason,)))


def _continues(tournament: Tournament, number: int) -> bool:
    """Return whether the next coup is of the same session, or play-off, as the last one."""
    session = tournament.session
    assert session is not None
    play_off = session.play_offs.get(number)
    if play_off is not None:
        return play_off.played > 0
    session_over = session.ended or number in session.over
    return not session_over and session.numbers.get(number) == tournament.tables[number].number


def wager_left_by_tie(table: Table, turns: Turns, name: str) -> TableWager | None:
    """Return the wager of an entrant that a tie left, or ``None`` if it is not on the layout."""
    number = turns.standing.get(name)
    return next((wager for wager in table.wagers if wager.number == number), None)


@wagers_after_tie.permits(AlterWager)
def may_alter_wager(at: TournamentContext) -> None:
    """Raise an error if this person may not alter a wager now."""
    rules, tournament = at.rules, at.state
    order = order_rules(rules, tournament)
    if order is None or order.after_tie is None:
        raise not_held(rules.edition, "whether wagers may be altered after a tie")


@wagers_after_tie.decides(AlterWager)
def alter_wager(at: TournamentContext, command: AlterWager) -> Events:
    """Alter a wager that a tie left: its amount or its hand."""
    rules, tournament, by = at.rules, at.state, at.by
    may_alter_wager(at)
    order = order_rules(rules, tournament)
    assert order is not None
    assert order.after_tie is not None
    check_acts_for(by, command.name)
    number = occupied_seat_of(tournament, command.name).table
    table, turns = table_of(tournament, number), turns_of(tournament, number)
    if coup_is_on(table):
        raise Malformed("the first card is out", code=ErrorCode.NOT_NOW)
    check_no_bet(rules, table)
    wager = wager_left_by_tie(table, turns, command.name)
    if wager is None:
        text = f"{command.name} has no wager that a tie left and that was not altered"
        raise Refused(ErrorCode.WAGER_FINAL, order.final.clause, text)
    if order.after_tie_order and not is_turn_of(rules, tournament, number, command.name):
        text = f"{command.name} alters the wager when asked"
        raise Refused(ErrorCode.OUT_OF_TURN, order.after_tie_order.clause, text)
    if command.wager not in HANDS:
        raise Malformed(
            f"{command.wager} is no hand", "player or banker", code=ErrorCode.NO_SUCH_THING
        )
    accept(rules, Placed(command.name, command.wager, command.stake_cents))
    check_stake(rules, table, command.wager, command.stake_cents)
    patron = table.patron(command.name)
    assert patron is not None
    if command.stake_cents > patron.chips_cents + wager.stake_cents:
        text = f"{command.name} does not hold so many chips"
        raise Refused(ErrorCode.NOT_ENOUGH_CHIPS, order.after_tie.clause, text)
    clause = order.after_tie.clause
    wager_text = f"{command.wager} {dollars(command.stake_cents)}"
    reasons = (Reason(f"{command.name} alters the wager to {wager_text}", clause),)
    returned = StakesReturned(stakes=(whole_stake(wager),))
    placed = _placed_event(table, command, reasons)
    altered = WagerAltered(table=number, name=command.name, reasons=reasons)
    return (*events_of_table(number, (returned, placed)), altered)


def _placed_event(table: Table, command: AlterWager, reasons: tuple[Reason, ...]) -> WagerPlaced:
    return WagerPlaced(
        number=table.count.wagers + 1,
        patron=command.name,
        wager=command.wager,
        stake_cents=command.stake_cents,
        reasons=reasons,
    )


@wagers_after_tie.applies(WagersStand)
def wagers_stand(tournament: Tournament, event: WagersStand, envelope: Envelope) -> Tournament:
    return with_turns(tournament, event.table, standing=event.numbers)


@wagers_after_tie.applies(WagerAltered)
def wager_altered(tournament: Tournament, event: WagerAltered, envelope: Envelope) -> Tournament:
    turns = turns_of(tournament, event.table)
    remaining = {name: number for name, number in turns.standing.items() if name != event.name}
    return with_turns(tournament, event.table, standing=remaining)
