"""A step was taken back."""

from typing import Any

from msgspec import Struct

from punto.aggregate.event import Event, Unregistered, Visibility

Path = tuple[str | int, ...]


class Restored(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """Something that stands again as it did: where, and what."""

    path: Path
    value: Any


class OfUndoing(Event, frozen=True, gc=False):
    """An event about what was done."""


class StepUndone(OfUndoing, frozen=True, gc=False, tag="step_undone"):
    """A step is taken back: which, why, what stands again, what is gone again.

    ``events`` is how many events before this one it had brought about; ``cut`` are lists that are
    as short again as they were.
    """

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT
    final = "it is taken back already"

    step: str
    reason: str
    events: int
    restored: tuple[Restored, ...] = ()
    gone: tuple[Path, ...] = ()
    cut: tuple[Restored, ...] = ()


UndoingEvent = StepUndone
