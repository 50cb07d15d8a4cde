"""What follows for wagering when a session begins, betting opens, a card falls, a coup ends."""

from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.topic import Topic
from punto.rulebook.elect import TableRules
from punto.table.deal.coup_start import CoupStarted
from punto.table.deal.settling import CoupDiscarded
from punto.table.deal.void_coup import CoupVoided
from punto.table.guards import error_rules
from punto.table.phase import Betting, Idle
from punto.table.wagers.betting import BettingOpened
from punto.tournament.base_classes import Events, TournamentEvent
from punto.tournament.context import At, changes
from punto.tournament.session import Turns
from punto.tournament.session_queries import takes_wagers, turns_at
from punto.tournament.table_step import TableStep
from punto.tournament.tournament import Tournament, with_session
from punto.tournament.wagers.card_holders import holders_named
from punto.tournament.wagers.limits import indicator_appears, limits_posted
from punto.tournament.wagers.pass_cards import (
    collect_pass_cards,
    give_pass_cards,
    pass_cards_back,
)
from punto.tournament.wagers.placed_wagers import wagered
from punto.tournament.wagers.time_limit import time_runs
from punto.tournament.wagers.turns import first_marker, marker_goes_on, marker_skips
from punto.tournament.wagers.wagers_after_tie import standing

turn_effects: Topic[Tournament, At] = Topic("turn_effects", changes)


class TurnsEnded(TournamentEvent, frozen=True, gc=False, tag="turns_ended"):
    """The coup that was wagered on is over; nobody has been asked for the next."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int


def session_opened(rules: TableRules, tournament: Tournament) -> Events:
    """Return limits posted, markers placed and pass cards given when a session has begun."""
    return (
        *limits_posted(tournament),
        *first_marker(rules, tournament),
        *give_pass_cards(rules, tournament),
    )


def follow_wagers(rules: TableRules, tournament: Tournament, step: TableStep) -> Events:
    """Return what follows for wagering from something that happened at a table."""
    number = step.table
    if step.had(BettingOpened):
        return _opened(rules, tournament, step)
    found = wagered(rules, tournament, step)
    if step.had(CoupStarted):
        found = (*found, *holders_named(rules, tournament, number))
    found = (*found, *indicator_appears(rules, tournament, step))
    if step.taken_up:
        text = "the coup before is taken up again: pass cards go back as wagers do"
        return (*found, *_undone(rules, tournament, number, text))
    if step.cards_came:
        text = "other cards come: pass cards go back as wagers do"
        return (*found, *_undone(rules, tournament, number, text))
    if step.had((CoupDiscarded, CoupVoided)):
        return (*found, *_over(rules, tournament, step))
    return (*found, *_not_taken(rules, tournament, step))


def _not_taken(rules: TableRules, tournament: Tournament, step: TableStep) -> Events:
    """Return what was done for the coup that comes undone, if it takes no wagers after all."""
    number = step.table
    table, took = tournament.tables[number], takes_wagers(step.before.tables[number])
    if not isinstance(table.phase, Idle | Betting) or not took or takes_wagers(table):
        return ()
    text, clause = "no wager is made, so no pass card", error_rules(rules).forced_wagers.clause
    back = pass_cards_back(rules, tournament, number, text, clause)
    return (*back, TurnsEnded(table=number))


def _undone(rules: TableRules, tournament: Tournament, number: int, text: str) -> Events:
    """Return what was done for the coup that comes undone: everybody wagers anew."""
    back = pass_cards_back(rules, tournament, number, text)
    return (*back, TurnsEnded(table=number))


def _opened(rules: TableRules, tournament: Tournament, step: TableStep) -> Events:
    """Return what happens when betting opens: the marker, the clock, wagers that a tie left."""
    number = step.table
    return (
        *marker_skips(rules, tournament, number),
        *time_runs(rules, tournament, step),
        *standing(rules, tournament, number),
    )


def _over(rules: TableRules, tournament: Tournament, step: TableStep) -> Events:
    """Return what happens when a coup is over: pass cards collected, the marker moved."""
    number = step.table
    table = step.before.tables[number]
    last, session = table.past.last, step.before.session
    over = last is not None and last.number == table.number
    if over or (session is not None and session.numbers.get(number) == table.number):
        # It was over before, and was only taken up once more.
        return ()
    ended = TurnsEnded(table=number)
    # Nobody wagered on a coup without wagers: whoever was to lead it leads the next.
    without = table.next.no_bet is not None and table.next.no_bet.wagers_refused
    on = () if without else marker_goes_on(rules, tournament, number)
    return (*collect_pass_cards(rules, tournament, number), *on, ended)


@turn_effects.applies(TurnsEnded)
def turns_ended(tournament: Tournament, event: TurnsEnded, envelope: Envelope) -> Tournament:
    session = tournament.session
    assert session is not None
    anew = Turns(marker=turns_at(tournament, event.table).marker)
    return with_session(tournament, turns={**session.turns, event.table: anew})
