"""Wagers under the minimum: raised to it, or void."""

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
from punto.tournament.context import TournamentContext, changes
from punto.tournament.context import after as after_all
from punto.tournament.coups.table_effects import table_effects
from punto.tournament.leaving import leave_table as leaving
from punto.tournament.placing.elimination import EntrantEliminated
from punto.tournament.rules import tournament_section
from punto.tournament.session_queries import current_session, seat_of, table_of
from punto.tournament.table_step import TableStep
from punto.tournament.tables import TableStepped, events_of_table, resettlement_events
from punto.tournament.tournament import Tournament
from punto.tournament.wagers.stakes import is_short, limits_of, wager_rules

under_minimum: Topic[Tournament, TournamentContext] = Topic("under_minimum", changes)


class MakeUpWager(TournamentCommand, frozen=True, tag="make_up_wager"):
    """A wager is under the minimum, and chips are added to it."""

    group = Group.PLAY
    powers = (Power.DEAL,)

    name: EntrantName
    wager: WagerName


under_minimum.permits(MakeUpWager)(anybody)


@under_minimum.decides(MakeUpWager)
def make_up_wager(at: TournamentContext, command: MakeUpWager) -> Events:
    """Add chips to a wager under the minimum. If its owner has too few, it may become void."""
    rules, tournament, by = at.rules, at.state, at.by
    decided = _raise_or_void(rules, tournament, by, command)
    table_events = [event for event in decided if isinstance(event, TableStepped)]
    if not any(isinstance(event.event, CoupVoided) for event in table_events):
        return decided
    # The wager could not be raised, and the coup became void with it.
    events = tuple(event.event for event in table_events)
    step = TableStep(table_events[0].table, by, VoidCoup("wager void"), tournament, events)
    return (*decided, *table_effects(rules, after_all(tournament, decided), step))


def _raise_or_void(
    rules: TableRules, tournament: Tournament, by: Actor, command: MakeUpWager
) -> Events:
    """Return the events that raise a wager to the minimum, or that make it void."""
    require(rules, by, Power.DEAL, "have a wager made up")
    rule = wager_rules(rules).short
    if not rule:
        raise not_held(rules.edition, "whether a wager is made up to the minimum")
    number = seat_of(tournament, command.name).table
    table = table_of(tournament, number)
    wager = _find_short_wager(rules, table, command)
    patron = table.patron(command.name)
    assert patron is not None
    if isinstance(table.phase, Settling) and table.phase.begun:
        raise Malformed("the wagers are being settled", code=ErrorCode.TOO_LATE)
    missing_cents = limits_of(rules, table, wager.wager)[0] - wager.stake_cents
    if missing_cents <= patron.chips_cents:
        text = f"{dollars(missing_cents)} are added to {command.name} {wager.wager}"
        reason = Reason(text, rule.clause)
        raised = WagerRaised(number=wager.number, cents=missing_cents, reasons=(reason,))
        return events_of_table(
            number, (raised, *resettlement_events(rules, after(table, (raised,))))
        )
    if rule.value is ShortWager.MADE_UP:
        chips = dollars(patron.chips_cents)
        text = f"{command.name} holds {chips}, and {dollars(missing_cents)} are due"
        raise Refused(ErrorCode.NOT_ENOUGH_CHIPS, rule.clause, text)
    return _void_wager(rules, tournament, number, wager)


def _find_short_wager(rules: TableRules, table: Table, command: MakeUpWager) -> TableWager:
    for wager in table.wagers:
        matches = (wager.patron, wager.wager) == (command.name, command.wager)
        if matches and is_short(rules, table, wager):
            return wager
    raise Malformed(
        f"{command.name} has no wager under the minimum on {command.wager}",
        code=ErrorCode.NO_SUCH_THING,
    )


def _void_wager(
    rules: TableRules, tournament: Tournament, number: int, short_wager: TableWager
) -> Events:
    """Return the events of a wager that cannot be raised: it is void, and its owner is out.

    If no wager is left on the coup, the coup is void and its cards are put away.
    """
    table = tournament.tables[number]
    text = f"{short_wager.patron} {short_wager.wager} cannot be made up and is void"
    # An eliminated entrant has no wager on the coup.
    own_stakes = tuple(
        whole_stake(wager) for wager in table.wagers if wager.patron == short_wager.patron
    )
    returned = StakesReturned(
        stakes=own_stakes,
        reasons=(Reason(text, tournament_section(rules.edition).says.short_void),),
    )
    events: TableEvents = (returned,)
    table_after = after(table, events)
    if coup_is_on(table) and not table_after.wagers:
        reason = Reason(
            "no wager is left: the cards are put away",
            tournament_section(rules.edition).says.short_burned,
        )
        events = (
            *events,
            *void_unsettled_coup(rules, table_after, "a wager that cannot be made up", reason),
        )
    session, stepped_events = current_session(tournament), events_of_table(number, events)
    departure, cents = leaving(after_all(tournament, stepped_events), short_wager.patron)
    reason = Reason(
        f"{short_wager.patron} is out of the session",
        tournament_section(rules.edition).says.short_out,
    )
    elimination = EntrantEliminated(
        name=short_wager.patron,
        table=number,
        coup=session.coups.get(number, 0) + 1,
        chips_cents=cents,
        # An elimination before the result is ordered before those that the result causes.
        order=-1,
        reasons=(reason,),
    )
    return (*stepped_events, elimination, *departure)
