"""A command about tables, seats and sessions to its events: dispatch only."""

from typing import assert_never

from punto.aggregate.actor import Actor
from punto.rulebook.elect import TableRules
from punto.tournament.events import Events
from punto.tournament.evolve import after
from punto.tournament.seating import commands as do
from punto.tournament.seating.absence import mark_absent, order_deduction
from punto.tournament.seating.ballot import allocate_seats, commit_ballot, draw_ballot
from punto.tournament.seating.designating import designate_table, set_table_size
from punto.tournament.seating.leading import appoint_lead, attend, step_away
from punto.tournament.seating.pausing import call_break, finish_early
from punto.tournament.seating.sessions import begin_session, end_session
from punto.tournament.seating.starting import move_start, set_seating_time, take_seat
from punto.tournament.seating.substitutes import approve_substitute, nominate_substitute
from punto.tournament.tournament import Tournament
from punto.tournament.wagers.following import session_opened

Arranging = (
    do.AppointLead
    | do.Attend
    | do.StepAway
    | do.DesignateTable
    | do.SetTableSize
    | do.CommitBallot
    | do.DrawBallot
    | do.AllocateSeats
)


def decide(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.SeatingCommand
) -> Events:
    """Return what a command about tables, seats and sessions brings about."""
    if isinstance(command, Arranging):
        return _arranged(rules, tournament, by, command)
    match command:
        case do.SetSeatingTime():
            return set_seating_time(rules, tournament, by, command)
        case do.MoveStart():
            return move_start(rules, tournament, by, command)
        case do.TakeSeat():
            return take_seat(rules, tournament, by, command)
        case do.MarkAbsent():
            return mark_absent(rules, tournament, by, command)
        case do.OrderDeduction():
            return order_deduction(rules, tournament, by, command)
        case do.NominateSubstitute():
            return nominate_substitute(rules, tournament, by, command)
        case do.ApproveSubstitute():
            return approve_substitute(rules, tournament, by, command)
        case do.BeginSession():
            begun = begin_session(rules, tournament, by)
            return (*begun, *session_opened(rules, after(tournament, begun)))
        case do.CallBreak():
            return call_break(rules, tournament, by, command)
        case do.FinishEarly():
            return finish_early(rules, tournament, by, command)
        case do.EndSession():
            return end_session(rules, tournament, by)
        case _:
            assert_never(command)


def _arranged(rules: TableRules, tournament: Tournament, by: Actor, command: Arranging) -> Events:
    """Return what a command brings about that arranges something before anybody plays."""
    match command:
        case do.AppointLead():
            return appoint_lead(rules, tournament, by, command)
        case do.Attend():
            return attend(rules, tournament, by)
        case do.StepAway():
            return step_away(rules, tournament, by)
        case do.DesignateTable():
            return designate_table(rules, tournament, by, command)
        case do.SetTableSize():
            return set_table_size(rules, tournament, by, command)
        case do.CommitBallot():
            return commit_ballot(rules, tournament, by, command)
        case do.DrawBallot():
            return draw_ballot(rules, tournament, by, command)
        case do.AllocateSeats():
            return allocate_seats(rules, tournament, by, command)
        case _:
            assert_never(command)
