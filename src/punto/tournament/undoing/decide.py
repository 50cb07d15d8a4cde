"""A step taken back: at once, by whoever took it, and never once something cannot be unseen."""

from msgspec import Struct

from punto.aggregate.actor import Actor
from punto.clause import Malformed, NotEntitled
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.table.authority import require_staff
from punto.table.limits.events import OfLimits
from punto.table.opening.events import TableSetUp
from punto.table.seats.events import OfSeats
from punto.tournament.events import AnyEvent, Events
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament
from punto.tournament.undoing import commands as do
from punto.tournament.undoing import events as happened
from punto.tournament.undoing.differences import changes

# What a tournament arranges at its tables.
_ARRANGED = OfSeats | OfLimits | TableSetUp


class Taken(Struct, frozen=True):
    """The last thing that happened: by whom and how, what came of it, how it all stood before."""

    by: Actor
    step: str
    before: Tournament
    events: Events


def decide(
    rules: TableRules,
    tournament: Tournament,
    by: Actor,
    command: do.UndoingCommand,
    last: Taken | None,
) -> Events:
    """Take the last step back, or say why it stays."""
    require_staff(rules, by, "take a step back")
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
        stays = _stays(event)
        if stays is not None:
            raise Malformed(f"{last.step} is not taken back: {stays}", code=ErrorCode.CANNOT_UNDO)
    found = changes(last.before, tournament)
    undone = happened.StepUndone(
        step=last.step,
        reason=command.reason,
        events=len(last.events),
        restored=tuple(found.restored),
        gone=tuple(found.gone),
        cut=tuple(found.cut),
    )
    return (undone,)


def _stays(event: AnyEvent) -> str | None:
    """Return why an event cannot be taken back, nothing if it can."""
    if isinstance(event, TableStepped) and not isinstance(event.event, _ARRANGED):
        return "cards and wagers stay as they are"
    return event.final
