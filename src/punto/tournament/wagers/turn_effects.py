"""The effects of a step at a table on turns, markers and pass cards."""

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
from punto.tournament.context import TournamentContext, changes
from punto.tournament.session import Turns
from punto.tournament.session_queries import takes_wagers, turns_of
from punto.tournament.table_step import TableStep
from punto.tournament.tournament import Tournament, with_session
from punto.tournament.wagers.card_holders import name_card_holders
from punto.tournament.wagers.limits import indicator_appears, post_limits
from punto.tournament.wagers.pass_cards import (
    collect_pass_cards,
    give_pass_cards,
    return_pass_cards,
)
from punto.tournament.wagers.placed_wagers import wager_effects
from punto.tournament.wagers.time_limit import start_time
from punto.tournament.wagers.turns import advance_marker, first_marker, skip_empty_seat
from punto.tournament.wagers.wagers_after_tie import wagers_left_by_tie

turn_effects: Topic[Tournament, TournamentContext] = Topic("turn_effects", changes)


class TurnsEnded(TournamentEvent, frozen=True, gc=False, tag="turns_ended"):
    """The turns of a coup ended; no entrant has been asked for the next one."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int


def open_session(rules: TableRules, tournament: Tournament) -> Events:
    """Return the events that post limits, place markers and give pass cards in a new session."""
    return (
        *post_limits(tournament),
        *first_marker(rules, tournament),
        *give_pass_cards(rules, tournament),
    )


def effects_on_wagers(rules: TableRules, tournament: Tournament, step: TableStep) -> Events:
    """Return the effects of a step at a table on wagering."""
    number = step.table
    if step.had(BettingOpened):
        return _betting_effects(rules, tournament, step)
    events = wager_effects(rules, tournament, step)
    if step.had(CoupStarted):
        events = (*events, *name_card_holders(rules, tournament, number))
    events = (*events, *indicator_appears(rules, tournament, step))
    if step.taken_up:
        text = "the coup before is taken up again: pass cards go back as wagers do"
        return (*events, *_undo_turns(rules, tournament, number, text))
    if step.cards_came:
        text = "other cards come: pass cards go back as wagers do"
        return (*events, *_undo_turns(rules, tournament, number, text))
    if step.had((CoupDiscarded, CoupVoided)):
        return (*events, *_coup_end_effects(rules, tournament, step))
    return (*events, *_undo_if_no_wagers(rules, tournament, step))


def _undo_if_no_wagers(rules: TableRules, tournament: Tournament, step: TableStep) -> Events:
    """Return the events that undo the turns of the next coup if it accepts no wagers now."""
    number = step.table
    table, accepted_before = tournament.tables[number], takes_wagers(step.before.tables[number])
    if not isinstance(table.phase, Idle | Betting) or not accepted_before or takes_wagers(table):
        return ()
    text, clause = "no wager is made, so no pass card", error_rules(rules).forced_wagers.clause
    pass_card_events = return_pass_cards(rules, tournament, number, text, clause)
    return (*pass_card_events, TurnsEnded(table=number))


def _undo_turns(rules: TableRules, tournament: Tournament, number: int, text: str) -> Events:
    """Return the events that undo the turns of the next coup: all entrants wager again."""
    pass_card_events = return_pass_cards(rules, tournament, number, text)
    return (*pass_card_events, TurnsEnded(table=number))


def _betting_effects(rules: TableRules, tournament: Tournament, step: TableStep) -> Events:
    """Return the effects when betting opens: the marker, the time limit, wagers left by a tie."""
    number = step.table
    return (
        *skip_empty_seat(rules, tournament, number),
        *start_time(rules, tournament, step),
        *wagers_left_by_tie(rules, tournament, number),
    )


def _coup_end_effects(rules: TableRules, tournament: Tournament, step: TableStep) -> Events:
    """Return the effects when a coup is over: pass cards are collected, the marker moves."""
    number = step.table
    table = step.before.tables[number]
    last, session = table.past.last, step.before.session
    ended_before = last is not None and last.number == table.number
    if ended_before or (session is not None and session.numbers.get(number) == table.number):
        # The coup was over before, and was only reopened.
        return ()
    event = TurnsEnded(table=number)
    # After a coup without wagers the marker stays: the same entrant wagers first in the next.
    no_wagers = table.next.no_bet is not None and table.next.no_bet.wagers_refused
    marker_events = () if no_wagers else advance_marker(rules, tournament, number)
    return (*collect_pass_cards(rules, tournament, number), *marker_events, event)


@turn_effects.applies(TurnsEnded)
def turns_ended(tournament: Tournament, event: TurnsEnded, envelope: Envelope) -> Tournament:
    session = tournament.session
    assert session is not None
    new_turns = Turns(marker=turns_of(tournament, event.table).marker)
    return with_session(tournament, turns={**session.turns, event.table: new_turns})
