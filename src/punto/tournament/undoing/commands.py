"""A step taken back."""

from punto.aggregate.command import Command


class AboutUndoing(Command, frozen=True):
    """A command about what was done."""


class UndoStep(AboutUndoing, frozen=True, tag="undo_step"):
    """The last step is taken back by whoever took it; the record keeps both, and the reason."""

    reason: str


UndoingCommand = UndoStep
