"""The list of all topics of a tournament; decide, may, evolve and replay by their types."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from punto.aggregate.actor import Actor, check_moment
from punto.aggregate.envelope import LogEntry
from punto.aggregate.permission import Permission, permission
from punto.aggregate.topic import Registry
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.table.base_classes import TableCommand
from punto.table.phase import PastCoup
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.conduct.breaches import breaches
from punto.tournament.conduct.disputes import disputes
from punto.tournament.conduct.disqualification import disqualification
from punto.tournament.conduct.lead import lead
from punto.tournament.context import NO_PAST, LastStep, TournamentContext, changes
from punto.tournament.coups.coup_checks import coup_checks
from punto.tournament.coups.table_commands import check_at_table, table_commands
from punto.tournament.coups.under_minimum import under_minimum
from punto.tournament.creation import TournamentSetUp, tournament_from
from punto.tournament.entry.applications import applications
from punto.tournament.entry.approvals import approvals
from punto.tournament.entry.conditions import conditions
from punto.tournament.entry.disclosure import disclosure
from punto.tournament.entry.overrides import with_overrides
from punto.tournament.entry.reserves import reserves
from punto.tournament.entry.second_chance import second_chance
from punto.tournament.entry.withdrawal import withdrawal
from punto.tournament.leaving import leaving
from punto.tournament.money.added_value import added_value
from punto.tournament.money.buy_ins import buy_ins
from punto.tournament.money.fees import fees
from punto.tournament.money.prizes import prizes
from punto.tournament.money.refunds import refunds
from punto.tournament.money.retained_fees import retained_fees
from punto.tournament.money.stock import stock
from punto.tournament.placing.chip_counts import chip_counts
from punto.tournament.placing.confirmation import confirmation
from punto.tournament.placing.elimination import elimination
from punto.tournament.placing.play_offs import play_offs
from punto.tournament.placing.reinstatement import reinstatement
from punto.tournament.seating.absence import absence
from punto.tournament.seating.ballot import ballot
from punto.tournament.seating.breaks import breaks
from punto.tournament.seating.sessions import sessions
from punto.tournament.seating.start_times import start_times
from punto.tournament.seating.substitutes import substitutes
from punto.tournament.seating.table_designation import table_designation
from punto.tournament.secret.announcement import announcement
from punto.tournament.secret.examination import examination
from punto.tournament.secret.form_effects import form_effects
from punto.tournament.secret.form_requests import form_requests
from punto.tournament.secret.hand_in import hand_in
from punto.tournament.secret.placed_forms import placed_forms
from punto.tournament.tables import tables
from punto.tournament.tournament import Tournament
from punto.tournament.undo_step import undo_step
from punto.tournament.wagers.limits import limits
from punto.tournament.wagers.pass_cards import pass_cards
from punto.tournament.wagers.placed_wagers import placed_wagers
from punto.tournament.wagers.time_limit import time_limit
from punto.tournament.wagers.turn_effects import turn_effects
from punto.tournament.wagers.turns import turns
from punto.tournament.wagers.wagers_after_tie import wagers_after_tie

TOPICS = (
    tables,
    leaving,
    lead,
    disqualification,
    breaches,
    disputes,
    fees,
    retained_fees,
    refunds,
    buy_ins,
    added_value,
    stock,
    prizes,
    approvals,
    conditions,
    disclosure,
    applications,
    withdrawal,
    second_chance,
    reserves,
    elimination,
    reinstatement,
    chip_counts,
    play_offs,
    confirmation,
    time_limit,
    limits,
    pass_cards,
    turns,
    placed_wagers,
    wagers_after_tie,
    turn_effects,
    hand_in,
    examination,
    announcement,
    placed_forms,
    form_requests,
    form_effects,
    table_designation,
    ballot,
    start_times,
    absence,
    substitutes,
    breaks,
    sessions,
    coup_checks,
    under_minimum,
    table_commands,
    undo_step,
)
registry: Registry[Tournament, TournamentContext] = Registry(TournamentSetUp, TOPICS)
if TYPE_CHECKING:
    AnyCommand = TournamentCommand
    AnyEvent = TournamentEvent
else:
    AnyCommand, AnyEvent = registry.any_command, registry.any_event


def decide(
    rules: TableRules,
    tournament: Tournament,
    by: Actor,
    command: TournamentCommand,
    past: Mapping[int, PastCoup] = NO_PAST,
    *,
    last: LastStep | None = None,
) -> Events:
    """Return the events of a command, or refuse it with its clause.

    ``past`` are earlier coups of the table that a command is about, read from the log. ``last`` is
    the step before the command, which ``undo_step`` needs.
    """
    check_moment(by.at)
    _check_rulebook_text(rules, tournament)
    rules = with_overrides(rules, tournament)
    return registry.decide(TournamentContext(rules, tournament, by, past, last), command)


def may(
    rules: TableRules, tournament: Tournament, by: Actor, kind: type[TournamentCommand]
) -> Permission:
    """Return whether somebody may give a kind of command now, whatever its values are."""

    def check() -> None:
        _check_rulebook_text(rules, tournament)
        registry.permissions[kind](
            TournamentContext(with_overrides(rules, tournament), tournament, by)
        )

    return permission(check)


def may_at_table(
    rules: TableRules, tournament: Tournament, number: int, by: Actor, kind: type[TableCommand]
) -> Permission:
    """Return whether somebody may give a kind of command at one of its tables now."""

    def check() -> None:
        _check_rulebook_text(rules, tournament)
        at = TournamentContext(with_overrides(rules, tournament), tournament, by)
        check_at_table(at, number, kind)

    return permission(check)


def _check_rulebook_text(rules: TableRules, tournament: Tournament) -> None:
    """Raise an error if the text of the rulebook changed since the tournament was set up."""
    if rules.edition.digest != tournament.setup.digest:
        text = f"the text of {rules.edition.id} has changed since this tournament was set up"
        raise Malformed(text, code=ErrorCode.RULEBOOK_CHANGED)


evolve, after, applied = changes.evolve, changes.after, changes.applied


def replay(log: Iterable[LogEntry[TournamentEvent]]) -> Tournament:
    """Return the tournament that results from a log."""
    entries = iter(log)
    first = next(entries).event
    assert isinstance(first, TournamentSetUp), "a log begins with the tournament being set up"
    return applied(tournament_from(first), entries)
