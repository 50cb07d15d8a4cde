"""Every topic of a table: decides commands, applies events, and returns what is permitted."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec.structs import replace

from punto.aggregate.actor import Actor, check_moment
from punto.aggregate.command import Command
from punto.aggregate.envelope import LogEntry
from punto.aggregate.event import Event
from punto.aggregate.permission import Permission, permission
from punto.aggregate.topic import Registry, Topic
from punto.rulebook.elect import TableRules, settling_by
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.cards.burning import burning
from punto.table.cards.checking import checking
from punto.table.cards.cutting import cutting
from punto.table.cards.cutting_card import cutting_card
from punto.table.cards.extra_shuffle import extra_shuffle
from punto.table.cards.held_cards import held_cards
from punto.table.cards.preparation import preparation
from punto.table.cards.replacement import replacement
from punto.table.conduct.decisions import decisions
from punto.table.conduct.disputes import disputes
from punto.table.conduct.incidents import incidents
from punto.table.conduct.voiding import voiding
from punto.table.context import NO_PAST, At, changes
from punto.table.deal.announcements import announcements
from punto.table.deal.banker_role import banker_role
from punto.table.deal.coup_completion import automatic_events, coup_completion
from punto.table.deal.coup_reversal import coup_reversal
from punto.table.deal.coup_start import coup_start
from punto.table.deal.dealing_methods import dealing_methods
from punto.table.deal.drawing import drawing
from punto.table.deal.forfeiting import forfeiting
from punto.table.deal.misplaced_cards import misplaced_cards
from punto.table.deal.no_bets import no_bets
from punto.table.deal.nominating import nominating
from punto.table.deal.passed_cards import passed_cards
from punto.table.deal.settling import settling
from punto.table.deal.void_coup import voids
from punto.table.entries import entries
from punto.table.errors.corrected_faces import corrected_faces
from punto.table.errors.correcting import correcting
from punto.table.errors.device_failure import device_failure
from punto.table.errors.invalidating import invalidating
from punto.table.errors.late_errors import late_errors
from punto.table.errors.mispayment_discovery import mispayment_discovery
from punto.table.errors.pack_errors import pack_errors
from punto.table.errors.pulled_cards import pulled_cards
from punto.table.errors.rebuilding import rebuilding
from punto.table.errors.scan_errors import scan_errors
from punto.table.errors.surplus_cards import surplus_cards
from punto.table.float.counting import counting
from punto.table.float.fills_and_credits import fills_and_credits
from punto.table.limits.caps import caps
from punto.table.limits.deferred_changes import deferred_changes, ordered_changes_due
from punto.table.limits.notices import notices
from punto.table.limits.offers import offers
from punto.table.limits.personal import personal
from punto.table.limits.sign_changes import sign_changes
from punto.table.limits.under_minimum import under_minimum
from punto.table.mispayments import mispayments
from punto.table.opening.approvals import approvals
from punto.table.opening.cash import cash
from punto.table.opening.creation import (
    AdoptRulebook,
    TableSetUp,
    check_text,
    creation,
    initial_table,
)
from punto.table.opening.opening import opening
from punto.table.opening.staff_on_duty import staff_on_duty
from punto.table.phase import Dealing, PastCoup
from punto.table.register import register
from punto.table.returned_stakes import returned_stakes
from punto.table.seats.admission import admission
from punto.table.seats.buying import buying
from punto.table.seats.joining import joining
from punto.table.table import Table
from punto.table.wagers.betting import betting
from punto.table.wagers.combinations import combinations
from punto.table.wagers.invalid_wagers import invalid_wagers
from punto.table.wagers.placing import placing
from punto.table.wagers.removal_effects import removal_effects

SHARED = (register, entries, returned_stakes, mispayments)
FLOAT = (fills_and_credits, counting)
SEATS = (admission, joining, buying)
LIMITS = (notices, deferred_changes, sign_changes, personal, offers, caps, under_minimum)
OPENING = (creation, approvals, opening, cash, staff_on_duty)
CARDS = (
    checking,
    preparation,
    extra_shuffle,
    cutting,
    burning,
    cutting_card,
    replacement,
    held_cards,
)
DEAL = (
    drawing,
    coup_start,
    misplaced_cards,
    announcements,
    coup_completion,
    settling,
    passed_cards,
    forfeiting,
    nominating,
    banker_role,
    no_bets,
    dealing_methods,
    coup_reversal,
    voids,
)
WAGERS = (betting, placing, combinations, invalid_wagers, removal_effects)
ERRORS = (
    pulled_cards,
    surplus_cards,
    corrected_faces,
    correcting,
    late_errors,
    rebuilding,
    pack_errors,
    scan_errors,
    invalidating,
    mispayment_discovery,
    device_failure,
)
CONDUCT = (incidents, voiding, decisions, disputes)
TOPICS = (*SHARED, *FLOAT, *SEATS, *LIMITS, *OPENING, *CARDS, *DEAL, *WAGERS, *ERRORS, *CONDUCT)
registry: Registry[Table, At] = Registry(TableSetUp, TOPICS)
if TYPE_CHECKING:
    AnyCommand = TableCommand
    AnyEvent = TableEvent
else:
    AnyCommand, AnyEvent = registry.any_command, registry.any_event


def commands_of(*topics: Topic[Table, At]) -> frozenset[type[Command]]:
    """Return the commands of some topics."""
    return frozenset(kind for topic in topics for kind in topic.decisions)


def events_of(*topics: Topic[Table, At]) -> frozenset[type[Event]]:
    """Return the events of some topics."""
    return frozenset(kind for topic in topics for kind in topic.events)


_DEAL_COMMANDS = commands_of(*DEAL)


def in_force(rules: TableRules, table: Table) -> TableRules:
    """Return the rules with the current settlement, card supply and drop box."""
    supply = table.packs.supply
    if supply is not None and supply is not rules.supply:
        rules = replace(rules, supply=supply)
    papers = table.papers
    if papers.cashless is not None and papers.drop_box is not None:
        rules = replace(rules, cashless=papers.cashless, drop_box=papers.drop_box)
    if table.next.settlement is None or table.next.settlement == rules.settlement:
        return rules
    return settling_by(rules, table.next.settlement)


def reaches_back(table: Table, command: TableCommand) -> tuple[int, ...]:
    """Return the earlier coups that a command is about and the state no longer contains.

    The caller reads them from the log and passes them to ``decide``.
    """
    numbers = command.earlier_coups
    if not numbers:
        return ()
    last_number = table.past.last.number if table.past.last is not None else 0
    return tuple(
        number for number in numbers if 1 <= number <= table.number and number != last_number
    )


def decide(
    rules: TableRules,
    table: Table,
    by: Actor,
    command: TableCommand,
    past: Mapping[int, PastCoup] = NO_PAST,
) -> Events:
    """Return the events that a command causes, or raise the error that forbids it.

    ``past`` are the earlier coups that ``reaches_back`` asks for.
    """
    check_moment(by.at)
    if not isinstance(command, AdoptRulebook):
        check_text(rules, table)
    rules = in_force(rules, table)
    events: Events = registry.decide(At(rules, table, by, past), command)
    if isinstance(table.phase, Dealing) and table.phase.announced:
        events = (*events, *_completion_events(rules, table, command, events))
    if not table.next.ordered:
        return events
    return (*events, *ordered_changes_due(rules, after(table, events)))


def may(rules: TableRules, table: Table, by: Actor, kind: type[TableCommand]) -> Permission:
    """Return whether a person may give a kind of command now, with any values."""

    def check() -> None:
        if kind is not AdoptRulebook:
            check_text(rules, table)
        registry.permissions[kind](At(in_force(rules, table), table, by, NO_PAST))

    return permission(check)


def _completion_events(
    rules: TableRules, table: Table, command: TableCommand, events: Events
) -> Events:
    """Return the completion of a coup that waited for wagers which were removed.

    Decisions of the deal topics return it themselves.
    """
    if type(command) in _DEAL_COMMANDS:
        return ()
    table_after = after(table, events)
    phase = table_after.phase
    if not isinstance(phase, Dealing) or table_after.open.fault is not None:
        return ()
    if not phase.all_up or any(block.stops == "coup" for block in table_after.open.blocks):
        return ()
    return automatic_events(rules, table_after)


evolve, after, applied = changes.evolve, changes.after, changes.applied


def replay(log: Iterable[LogEntry[TableEvent]]) -> Table:
    """Return the table that a log describes, from the event that set it up."""
    remaining = iter(log)
    first_event = next(remaining).event
    assert isinstance(first_event, TableSetUp), "a log begins with the table being set up"
    return applied(initial_table(first_event), remaining)
