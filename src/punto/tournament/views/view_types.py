"""The parts of the view of a tournament."""

from typing import Any

from msgspec import Struct

from punto.clause import Clauses
from punto.statements import said_in, unsaid
from punto.table.views.view import View as TableView
from punto.tournament.session import Groups
from punto.tournament.tables import AtTable
from punto.tournament.views.asking import Due


class Seated(Struct, frozen=True):
    """An entrant at a table, as everybody sees them: the chips, and the markers that lie there."""

    name: str
    seat: int
    chips_cents: int
    pass_cards: int
    secret: bool
    passed: bool
    absent: bool


class FormSeen(Struct, frozen=True):
    """A form as far as somebody may see it."""

    name: str
    table: int
    wager: str | None
    stake_cents: int | None
    words: str | None
    examined: bool
    announced: bool


class TableSeen(Struct, frozen=True):
    """A table of the tournament as one audience sees it."""

    number: int
    marker: int | None
    order: tuple[str, ...]
    turn: str | None
    seconds: int | None
    since: int
    indicator: bool
    coups: int
    over: bool
    seated: tuple[Seated, ...]
    table: TableView


class EntrantSeen(Struct, frozen=True):
    """Somebody of the tournament, as everybody sees them; what they paid is for them and staff."""

    name: str
    standing: str
    place: int | None
    prize_cents: int
    paid_cents: int | None


class Lot(Struct, frozen=True):
    """Somebody's seat, as the lots gave it."""

    name: str
    table: int
    seat: int


class DrawSeen(Struct, frozen=True):
    """A draw of seats, for anybody who draws it again.

    The seed has the digest that was committed to before. Whoever hashes it with every name, as
    ``punto.verifiable_draw`` does, finds the order of ``lots`` and, after them, of those who wait.
    """

    commitment: str
    seed: str
    lots: tuple[Lot, ...]
    waiting: tuple[str, ...]


class SessionSeen(Struct, frozen=True):
    """The session that is on: who sits where, until when it lasts, who is where once it is over."""

    number: int
    round: int
    seats: dict[str, tuple[int, int]]
    begun_at: int | None
    ends_at: int | None
    resumes_at: int | None
    seconds: int | None
    ended: bool
    ranked: dict[int, Groups]
    draw: DrawSeen | None = None


class MatterSeen(Struct, frozen=True):
    """What somebody is said to have done, or what is in dispute."""

    kind: str
    number: int
    name: str
    text: str
    settled: bool


class DueSeen(Struct, frozen=True):
    """What is due as it is sent: by whom, by which command, from when and until when.

    ``command`` can be sent as it is where ``asks`` is empty; ``example`` shows the fields to fill
    in. Both leave out the fields in ``asks``, which that person has to say. Where ``does`` is
    a command of a table, it is one of that ``table``.
    """

    text: str
    clause: Clauses
    by: str | None
    title: str | None
    does: str | None
    table: int | None
    command: dict[str, Any] | None
    example: dict[str, Any] | None
    asks: tuple[str, ...]
    faces: int
    opens_at: int | None
    until: int | None


def due_seen(due: Due) -> DueSeen:
    """Return what is due without the statements that a person has to make."""
    whole = due.command or due.example
    given = whole.command if isinstance(whole, AtTable) else whole
    shown = unsaid(given) if given is not None else None
    return DueSeen(
        text=due.text,
        clause=due.clause,
        by=due.by,
        title=due.title,
        does=due.does,
        table=due.table,
        command=shown if due.command is not None else None,
        example=shown if due.example is not None else None,
        asks=tuple(said_in(given)) if given is not None else (),
        faces=due.faces,
        opens_at=due.opens_at,
        until=due.until,
    )
