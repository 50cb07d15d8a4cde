"""Wagers found under the minimum: made up to it, or void."""

from punto.aggregate.actor import Actor
from punto.aggregate.command import Group
from punto.aggregate.permission import anybody
from punto.aggregate.roles import EntrantName, WagerName
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import ShortWager
from punto.table.authority import require
from punto.table.base_classes import Events as TableEvents
from punto.table.deal.void_coup import CoupVoided, VoidCoup, void_unsettled_coup
from punto.table.guards import coup_is_on
from punto.table.layout_wager import TableWager
from punto.table.phase import Settling
from punto.table.registry import after
from punto.table.returned_stakes import StakesReturned, whole_stake
from punto.table.table import Table
from punto.table.wagers.placing import WagerRaised
from punto.tournament.base_classes import Events, TournamentCommand
from punto.tournament.context import At, changes
from punto.tournament.context import after as after_all
from punto.tournament.coups.table_effects import table_effects
from punto.tournament.leaving import left as leaving
from punto.tournament.placing.elimination import EntrantEliminated
from punto.tournament.rules import law
from punto.tournament.session_queries import place_of, session_on, table_of
from punto.tournament.table_step import TableStep
from punto.tournament.tables import TableStepped, resettled, stepped
from punto.tournament.tournament import Tournament
from punto.tournament.wagers.stakes import is_short, limits_of, wager_rules

under_minimum: Topic[Tournament, At] = Topic("under_minimum", changes)


class MakeUpWager(TournamentCommand, frozen=True, tag="make_up_wager"):
    """A wager is found to be under the minimum, and chips are added to it."""

    group = Group.PLAY
    powers = (Power.DEAL,)

    name: EntrantName
    wager: WagerName


under_minimum.permits(MakeUpWager)(anybody)


@under_minimum.decides(MakeUpWager)
def make_up_wager(at: At, command: MakeUpWager) -> Events:
    """Add chips to a wager under the minimum; if its owner has too few, it may be void."""
    rules, tournament, by = at.rules, at.state, at.by
    made = _made_up(rules, tournament, by, command)
    moved = [event for event in made if isinstance(event, TableStepped)]
    if not any(isinstance(event.event, CoupVoided) for event in moved):
        return made
    # A wager that cannot be made up took the coup with it.
    events = tuple(event.event for event in moved)
    step = TableStep(moved[0].table, by, VoidCoup("wager void"), tournament, events)
    return (*made, *table_effects(rules, after_all(tournament, made), step))


def _made_up(rules: TableRules, tournament: Tournament, by: Actor, command: MakeUpWager) -> Events:
    """Return chips added to a wager under the minimum, or the wager void."""
    require(rules, by, Power.DEAL, "have a wager made up")
    short = wager_rules(rules).short
    if not short:
        raise not_held(rules.edition, "whether a wager is made up to the minimum")
    number = place_of(tournament, command.name).table
    table = table_of(tournament, number)
    bet = _short(rules, table, command)
    patron = table.patron(command.name)
    assert patron is not None
    if isinstance(table.phase, Settling) and table.phase.begun:
        raise Malformed("the wagers are being settled", code=ErrorCode.TOO_LATE)
    missing = limits_of(rules, table, bet.wager)[0] - bet.stake_cents
    if missing <= patron.chips_cents:
        text = f"{dollars(missing)} are added to {command.name} {bet.wager}"
        reason = Reason(text, short.clause)
        more = WagerRaised(number=bet.number, cents=missing, reasons=(reason,))
        return stepped(number, (more, *resettled(rules, after(table, (more,)))))
    if short.value is ShortWager.MADE_UP:
        text = f"{command.name} holds {dollars(patron.chips_cents)}, and {dollars(missing)} are due"
        raise Refused(ErrorCode.NOT_ENOUGH_CHIPS, short.clause, text)
    return _void(rules, tournament, number, bet)


def _short(rules: TableRules, table: Table, command: MakeUpWager) -> TableWager:
    for bet in table.wagers:
        named = (bet.patron, bet.wager) == (command.name, command.wager)
        if named and is_short(rules, table, bet):
            return bet
    raise Malformed(
        f"{command.name} has no wager under the minimum on {command.wager}",
        code=ErrorCode.NO_SUCH_THING,
    )


def _void(rules: TableRules, tournament: Tournament, number: int, bet: TableWager) -> Events:
    """Return a wager void that cannot be made up, its owner out, the cards perhaps put away."""
    table = tournament.tables[number]
    text = f"{bet.patron} {bet.wager} cannot be made up and is void"
    # Somebody who is out has nothing on the coup.
    mine = tuple(whole_stake(wager) for wager in table.wagers if wager.patron == bet.patron)
    back = StakesReturned(stakes=mine, reasons=(Reason(text, law(rules.edition).says.short_void),))
    events: TableEvents = (back,)
    left = after(table, events)
    if coup_is_on(table) and not left.wagers:
        reason = Reason(
            "no wager is left: the cards are put away", law(rules.edition).says.short_burned
        )
        events = (
            *events,
            *void_unsettled_coup(rules, left, "a wager that cannot be made up", reason),
        )
    session, moved = session_on(tournament), stepped(number, events)
    gone, cents = leaving(after_all(tournament, moved), bet.patron)
    reason = Reason(f"{bet.patron} is out of the session", law(rules.edition).says.short_out)
    out = EntrantEliminated(
        name=bet.patron,
        table=number,
        coup=session.coups.get(number, 0) + 1,
        chips_cents=cents,
        # Whoever goes before the cards have spoken goes before those whom they put out.
        order=-1,
        reasons=(reason,),
    )
    return (*moved, out, *gone)
