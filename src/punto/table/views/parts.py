"""The parts of a view: people, cards in hands, the shoe, notices, what is due."""

from msgspec import Struct

from punto.clause import Clauses, Reason
from punto.rulebook.terms import Side
from punto.table.commands import AnyCommand
from punto.table.views.due_shoe import Step


class Place(Struct, frozen=True):
    """Somebody at the table, as others see them, with the markers that lie there."""

    name: str
    seat: int
    standing: bool
    markers: tuple[Reason, ...]
    chips_cents: int | None
    tokens_cents: int | None


class HeldCards(Struct, frozen=True):
    """Cards of a hand that lie with a patron, by their places in the hand, from 0.

    ``down`` are those that nobody has turned yet.
    """

    side: Side
    cards: tuple[int, ...]
    holder: str
    down: tuple[int, ...] = ()


class ShoeSeen(Struct, frozen=True):
    """How far the cards are: which shoe it is, its size, what is left, whether the end is called.

    ``cutting_card_out`` once the cutting card lies on the table for all to see.
    """

    number: int
    stage: str
    cards: int
    left: int
    last_coup: bool
    cutting_card_out: bool


class Posted(Struct, frozen=True):
    """A notice with its clock: since when it is shown, and from when on what it says holds."""

    text: str
    shown_at: int
    effective_at: int | None


class Due(Struct, frozen=True):
    """What is due, who does it by which command, and how many faces that person has to name."""

    text: str
    clause: Clauses
    by: str | None
    command: AnyCommand | None
    faces: int


def as_due(step: Step) -> Due:
    """Return what is due, or waits for a decision, as it is sent."""
    return Due(step.reason.text, step.reason.clause, step.by, step.command, step.faces)
