"""What every event and every command has in common."""

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from punto.clause import Reason


class Event(
    Struct,
    frozen=True,
    gc=False,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="type",
):
    """Something that happened, with the reasons a rule gave for it.

    The tag is stable: a later version of an event gets a tag of its own, such as ``card_drawn/2``,
    and the earlier one is still read. ``moment`` is when the command was given that it is the
    first event of; what follows it without a moment of its own happened then too.
    """

    reasons: tuple[Reason, ...] = ()
    moment: int = 0


class Command(
    Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type"
):
    """Something a person at the table does; the tag is its name everywhere."""


AnyOne = TypeVar("AnyOne", bound=Event)


def dated(events: tuple[AnyOne, ...], at: int) -> tuple[AnyOne, ...]:
    """Return what came of a command, of which the first event says when that was."""
    if not at or not events or getattr(events[0], "at", 0) == at:
        return events
    return (replace(events[0], moment=at), *events[1:])
