"""A command about tables, seats and sessions to its events: dispatch only."""

from typing import assert_never

from punto.rulebook.elect import TableRules
from punto.table.authority import Actor
from punto.tournament.events import Events
from punto.tournament.evolve import after
from punto.tournament.seating import commands as do
from punto.tournament.seating.ballot import draw_ballot
from punto.tournament.seating.designating import designate_table
from punto.tournament.seating.sessions import begin_session, end_session
from punto.tournament.tournament import Tournament
from punto.tournament.wagers.following import session_opened


def decide(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.SeatingCommand
) -> Events:
    """Return what a command about tables, seats and sessions brings about."""
    match command:
        case do.DesignateTable():
            return designate_table(rules, tournament, by, command)
        case do.DrawBallot():
            return draw_ballot(rules, tournament, by, command)
        case do.BeginSession():
            begun = begin_session(rules, tournament, by)
            return (*begun, *session_opened(rules, after(tournament, begun)))
        case do.EndSession():
            return end_session(rules, tournament, by)
        case _:
            assert_never(command)
