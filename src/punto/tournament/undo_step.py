"""Undo of the last step by its actor, unless one of its events is final."""

from collections.abc import Iterable

from punto.aggregate.command import Group
from punto.aggregate.envelope import LogEntry
from punto.aggregate.event import Undoing, Unregistered, Visibility
from punto.aggregate.roles import GivenReason, Text
from punto.aggregate.topic import Topic
from punto.clause import Malformed, NotEntitled
from punto.error_codes import ErrorCode
from punto.table.authority import require_staff
from punto.table.base_classes import TableEvent
from punto.table.limits.offers import offers
from punto.table.opening.creation import TableSetUp
from punto.table.registry import LIMITS, SEATS, events_of
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.context import TournamentContext, changes
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament

undo_step: Topic[Tournament, TournamentContext] = Topic("undo_step", changes)

# The events by which a tournament arranges its tables. They can be undone.
_UNDOABLE_TABLE_EVENTS = events_of(*SEATS, *LIMITS) - events_of(offers) | {TableSetUp}


class UndoStep(TournamentCommand, frozen=True, tag="undo_step"):
    """The last step is undone by its actor; the log keeps the step, its undo and the reason."""

    group = Group.PLAY
    powers = ()

    reason: GivenReason[Text]


class StepUndone(TournamentEvent, Undoing, frozen=True, gc=False, tag="step_undone"):
    """A step was undone, for a reason."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT
    final = "it is taken back already"

    step: str
    reason: str


undo_step.undoes(StepUndone)


@undo_step.permits(UndoStep)
def may_undo_step(at: TournamentContext) -> None:
    """Raise an error if this person may not undo a step now."""
    rules, by = at.rules, at.by
    require_staff(rules, by, "take a step back")


@undo_step.decides(UndoStep)
def undo_last_step(at: TournamentContext, command: UndoStep) -> Events:
    """Undo the last step, or raise an error if it cannot be undone."""
    by, last = at.by, at.last
    may_undo_step(at)
    if not command.reason.strip():
        raise Malformed("say why the step is taken back", code=ErrorCode.INCOMPLETE)
    if last is None:
        raise Malformed("there is no step that could be taken back", code=ErrorCode.NOT_NOW)
    if last.by.is_patron:
        raise Malformed(f"{last.by.name} has acted since", code=ErrorCode.NOT_NOW)
    if (last.by.name, last.by.title) != (by.name, by.title):
        text = f"{by.name} may not take it back: that is for {last.by.name}"
        raise NotEntitled((), text)
    for event in last.events:
        final_reason = _final_reason(event)
        if final_reason is not None:
            raise Malformed(
                f"{last.step} is not taken back: {final_reason}", code=ErrorCode.CANNOT_UNDO
            )
    return (StepUndone(step=last.step, reason=command.reason, back_to=last.version),)


def _final_reason(event: TournamentEvent) -> str | None:
    """Return why an event cannot be undone, or ``None`` if it can."""
    if isinstance(event, TableStepped) and type(event.event) not in _UNDOABLE_TABLE_EVENTS:
        return "cards and wagers stay as they are"
    return event.final


def effective_entries(log: Iterable[LogEntry[TournamentEvent]]) -> list[LogEntry[TournamentEvent]]:
    """Return the entries of a log without undone steps."""
    entries: list[LogEntry[TournamentEvent]] = []
    for entry in log:
        if isinstance(entry.event, StepUndone):
            while entries and entries[-1].envelope.version > entry.event.back_to:
                entries.pop()
        else:
            entries.append(entry)
    return entries


def table_entries(
    log: Iterable[LogEntry[TournamentEvent]], number: int
) -> list[LogEntry[TableEvent]]:
    """Return the entries of one table, from its setup on, without undone steps."""
    return [
        LogEntry(entry.envelope, entry.event.event)
        for entry in effective_entries(log)
        if isinstance(entry.event, TableStepped) and entry.event.table == number
    ]
