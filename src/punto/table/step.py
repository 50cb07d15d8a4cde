"""Command to events: dispatch only. It may refuse and never changes anything."""

from collections.abc import Mapping
from typing import assert_never

from msgspec.structs import replace

from punto.aggregate.actor import Actor, check_moment
from punto.rulebook.elect import TableRules, settling_by
from punto.table.cards.commands import AboutCards
from punto.table.cards.decide import decide as decide_cards
from punto.table.commands import AnyCommand
from punto.table.conduct.commands import AboutConduct, VoidWagers
from punto.table.conduct.decide import decide as decide_conduct
from punto.table.deal.commands import AboutDeal
from punto.table.deal.completing import proceed
from punto.table.deal.decide import decide as decide_deal
from punto.table.errors.commands import (
    AboutErrors,
    FindMispayment,
    InvalidateResult,
    ReportError,
    WrongScale,
)
from punto.table.errors.decide import decide as decide_errors
from punto.table.events import Events
from punto.table.evolve import after, applied, evolve, replay
from punto.table.float.commands import AboutFloat
from punto.table.float.decide import decide as decide_float
from punto.table.limits.commands import AboutLimits, LookBack
from punto.table.limits.decide import decide as decide_limits
from punto.table.limits.ordering import falling_due
from punto.table.opening.commands import AboutOpening, AdoptRulebook
from punto.table.opening.decide import decide as decide_opening
from punto.table.opening.setting_up import check_text
from punto.table.phase import Dealing, PastCoup
from punto.table.seats.commands import AboutSeats
from punto.table.seats.decide import decide as decide_seats
from punto.table.table import Table
from punto.table.wagers.commands import AboutWagers
from punto.table.wagers.decide import decide as decide_wagers

__all__ = ["after", "applied", "decide", "evolve", "in_force", "reaches_back", "replay"]

_NO_PAST: Mapping[int, PastCoup] = {}


def in_force(rules: TableRules, table: Table) -> TableRules:
    """Return the rules with the settlement, the cards and the cash box that are in use now."""
    supply = table.packs.supply
    if supply is not None and supply is not rules.supply:
        rules = replace(rules, supply=supply)
    papers = table.papers
    if papers.cashless is not None and papers.drop_box is not None:
        rules = replace(rules, cashless=papers.cashless, drop_box=papers.drop_box)
    if table.next.settlement is None or table.next.settlement == rules.settlement:
        return rules
    return settling_by(rules, table.next.settlement)


def reaches_back(table: Table, command: AnyCommand) -> tuple[int, ...]:
    """Return the earlier coups that a command is about and the state no longer holds.

    Whoever keeps the log reads them from it and passes them to ``decide``.
    """
    match command:
        case (
            ReportError(coup=int(number))
            | LookBack(coup=number)
            | InvalidateResult(coup=int(number))
            | VoidWagers(coup=int(number))
            | FindMispayment(coup=number)
        ):
            numbers: tuple[int, ...] = (number,)
        case WrongScale():
            numbers = command.coups
        case _:
            return ()
    held = table.past.last.number if table.past.last is not None else 0
    return tuple(number for number in numbers if 1 <= number <= table.number and number != held)


def decide(
    rules: TableRules,
    table: Table,
    by: Actor,
    command: AnyCommand,
    past: Mapping[int, PastCoup] = _NO_PAST,
) -> Events:
    """Return what happens when somebody commands something, or refuse it with its clause.

    ``past`` are the earlier coups that ``reaches_back`` asks for.
    """
    check_moment(by.at)
    if not isinstance(command, AdoptRulebook):
        check_text(rules, table)
    rules = in_force(rules, table)
    events = _decided(rules, table, by, command, past)
    if isinstance(table.phase, Dealing) and table.phase.announced:
        events = (*events, *_going_on(rules, table, command, events))
    if not table.next.ordered:
        return events
    return (*events, *falling_due(rules, after(table, events)))


def _going_on(rules: TableRules, table: Table, command: AnyCommand, events: Events) -> Events:
    """Return the end of a coup that waited for wagers which are no longer there.

    What is about the deal goes on by itself.
    """
    if isinstance(command, AboutDeal):
        return ()
    then = after(table, events)
    phase = then.phase
    if not isinstance(phase, Dealing) or then.open.fault is not None:
        return ()
    if not phase.all_up or any(block.stops == "coup" for block in then.open.blocks):
        return ()
    return proceed(rules, then)


def _decided(
    rules: TableRules,
    table: Table,
    by: Actor,
    command: AnyCommand,
    past: Mapping[int, PastCoup],
) -> Events:
    """Return what a command does by itself, whatever was ordered before."""
    # The commonest families first: a coup is mostly wagers and cards.
    if isinstance(command, AboutWagers):
        return decide_wagers(rules, table, by, command)
    if isinstance(command, AboutDeal):
        return decide_deal(rules, table, by, command)
    if isinstance(command, AboutSeats):
        return decide_seats(rules, table, by, command)
    if isinstance(command, AboutCards):
        return decide_cards(rules, table, by, command)
    if isinstance(command, AboutLimits):
        return decide_limits(rules, table, by, command, _known(table, past))
    if isinstance(command, AboutErrors):
        return decide_errors(rules, table, by, command, _known(table, past))
    if isinstance(command, AboutOpening):
        return decide_opening(rules, table, by, command)
    if isinstance(command, AboutConduct):
        return decide_conduct(rules, table, by, command, _known(table, past))
    if isinstance(command, AboutFloat):
        return decide_float(rules, table, by, command)
    assert_never(command)


def _known(table: Table, past: Mapping[int, PastCoup]) -> Mapping[int, PastCoup]:
    """Return the coups at hand: the last, and those that were read from the log."""
    return (
        {**past, table.past.last.number: table.past.last} if table.past.last is not None else past
    )
