"""What follows for wagering when a session begins, betting opens, a card falls, a coup ends."""

from punto.rulebook.elect import TableRules
from punto.table.deal.events import CoupDiscarded, CoupStarted
from punto.table.errors.events import CoupVoided
from punto.table.errors.excess import errors
from punto.table.phase import Betting, Idle
from punto.table.wagers.events import BettingOpened
from punto.tournament.events import Events
from punto.tournament.happening import Happening
from punto.tournament.running import takes_wagers
from punto.tournament.tournament import Tournament
from punto.tournament.wagers import events as happened
from punto.tournament.wagers.holders import holders_named
from punto.tournament.wagers.limits import indicator_appears, limits_posted
from punto.tournament.wagers.pace import time_runs
from punto.tournament.wagers.passing import (
    pass_cards_back,
    pass_cards_collected,
    pass_cards_given,
)
from punto.tournament.wagers.placing import wagered
from punto.tournament.wagers.tied import standing
from punto.tournament.wagers.turns import first_marker, marker_goes_on, marker_skips


def session_opened(rules: TableRules, tournament: Tournament) -> Events:
    """Return limits posted, markers placed and pass cards given when a session has begun."""
    return (
        *limits_posted(tournament),
        *first_marker(rules, tournament),
        *pass_cards_given(rules, tournament),
    )


def follow_wagers(rules: TableRules, tournament: Tournament, step: Happening) -> Events:
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


def _not_taken(rules: TableRules, tournament: Tournament, step: Happening) -> Events:
    """Return what was done for the coup that comes undone, if it takes no wagers after all."""
    number = step.table
    table, took = tournament.tables[number], takes_wagers(step.before.tables[number])
    if not isinstance(table.phase, Idle | Betting) or not took or takes_wagers(table):
        return ()
    text, clause = "no wager is made, so no pass card", errors(rules).forced_wagers.clause
    back = pass_cards_back(rules, tournament, number, text, clause)
    return (*back, happened.TurnsEnded(table=number))


def _undone(rules: TableRules, tournament: Tournament, number: int, text: str) -> Events:
    """Return what was done for the coup that comes undone: everybody wagers anew."""
    back = pass_cards_back(rules, tournament, number, text)
    return (*back, happened.TurnsEnded(table=number))


def _opened(rules: TableRules, tournament: Tournament, step: Happening) -> Events:
    """Return what happens when betting opens: the marker, the clock, wagers that a tie left."""
    number = step.table
    return (
        *marker_skips(rules, tournament, number),
        *time_runs(rules, tournament, step),
        *standing(rules, tournament, number),
    )


def _over(rules: TableRules, tournament: Tournament, step: Happening) -> Events:
    """Return what happens when a coup is over: pass cards collected, the marker moved."""
    number = step.table
    table = step.before.tables[number]
    last, session = table.past.last, step.before.session
    over = last is not None and last.number == table.number
    if over or (session is not None and session.numbers.get(number) == table.number):
        # It was over before, and was only taken up once more.
        return ()
    ended = happened.TurnsEnded(table=number)
    # Nobody wagered on a coup without wagers: whoever was to lead it leads the next.
    without = table.next.no_bet is not None and table.next.no_bet.wagers_refused
    on = () if without else marker_goes_on(rules, tournament, number)
    return (*pass_cards_collected(rules, tournament, number), *on, ended)
