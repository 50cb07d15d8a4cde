"""The parts of a view: people, cards in hands, the shoe, notices, what is due."""

from typing import Any

from msgspec import Struct

from punto.clause import Clauses, Reason
from punto.rulebook.vocabulary import Side
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
    """What is due, who does it by which command, and how many faces that person has to name.

    ``asks`` names the fields that the command leaves out, because that person has to say them.
    """

    text: str
    clause: Clauses
    by: str | None
    command: dict[str, Any] | None
    faces: int
    asks: tuple[str, ...] = ()


def as_due(step: Step) -> Due:
    """Return a step that is due, or a pending decision, as a response."""
    text, clause = step.reason.text, step.reason.clause
    return Due(text, clause, step.by, step.unsaid, step.faces, step.asks)
