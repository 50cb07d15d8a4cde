"""Command to events: dispatch only. It may refuse and never changes anything."""

from collections.abc import Mapping
from typing import assert_never

from punto.aggregate.actor import Actor, check_moment
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.table.phase import PastCoup
from punto.tournament.at_table import at_table
from punto.tournament.commands import AnyCommand
from punto.tournament.conduct.commands import AboutConduct
from punto.tournament.conduct.decide import decide as decide_conduct
from punto.tournament.entry.commands import AboutEntry
from punto.tournament.entry.decide import decide as decide_entry
from punto.tournament.entry.overrides import under_conditions
from punto.tournament.events import Events
from punto.tournament.evolve import after, applied, evolve, replay
from punto.tournament.money.commands import AboutMoney
from punto.tournament.money.decide import decide as decide_money
from punto.tournament.placing.commands import AboutPlacing
from punto.tournament.placing.decide import decide as decide_placing
from punto.tournament.seating.commands import AboutSeating
from punto.tournament.seating.decide import decide as decide_seating
from punto.tournament.secret.commands import AboutSecret
from punto.tournament.secret.decide import decide as decide_secret
from punto.tournament.tables import AtTable
from punto.tournament.tournament import Tournament
from punto.tournament.undoing.commands import AboutUndoing
from punto.tournament.undoing.decide import Taken
from punto.tournament.undoing.decide import decide as decide_undoing
from punto.tournament.wagers.commands import AboutWagers
from punto.tournament.wagers.decide import decide as decide_wagers

__all__ = ["after", "applied", "decide", "evolve", "replay"]

_NO_PAST: Mapping[int, PastCoup] = {}


def decide(
    rules: TableRules,
    tournament: Tournament,
    by: Actor,
    command: AnyCommand,
    past: Mapping[int, PastCoup] = _NO_PAST,
    *,
    last: Taken | None = None,
) -> Events:
    """Return what happens when somebody commands something, or refuse it with its clause.

    ``past`` are earlier coups of the table that a command is about, read from the log; ``last`` is
    what was done before this, for whoever wants to take it back.
    """
    check_moment(by.at)
    _check_text(rules, tournament)
    rules = under_conditions(rules, tournament)
    if isinstance(command, AtTable):
        return at_table(rules, tournament, by, command, past)
    if isinstance(command, AboutWagers):
        return decide_wagers(rules, tournament, by, command)
    if isinstance(command, AboutSecret):
        return decide_secret(rules, tournament, by, command)
    if isinstance(command, AboutSeating):
        return decide_seating(rules, tournament, by, command)
    if isinstance(command, AboutEntry):
        return decide_entry(rules, tournament, by, command)
    if isinstance(command, AboutPlacing):
        return decide_placing(rules, tournament, by, command)
    if isinstance(command, AboutMoney):
        return decide_money(rules, tournament, by, command)
    if isinstance(command, AboutConduct):
        return decide_conduct(rules, tournament, by, command)
    if isinstance(command, AboutUndoing):
        return decide_undoing(rules, tournament, by, command, last)
    assert_never(command)


def _check_text(rules: TableRules, tournament: Tournament) -> None:
    """Say that a tournament is read-only whose rulebook reads otherwise than when it began."""
    if rules.edition.digest != tournament.setup.digest:
        raise Malformed(
            f"the text of {rules.edition.id} has changed since this tournament was set up",
            code=ErrorCode.RULEBOOK_CHANGED,
        )
