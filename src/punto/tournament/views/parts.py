"""The parts of what somebody sees of a tournament."""

from msgspec import Struct

from punto.table.views.view import View as TableView
from punto.tournament.session import Groups


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


class MatterSeen(Struct, frozen=True):
    """What somebody is said to have done, or what is in dispute."""

    kind: str
    number: int
    name: str
    text: str
    settled: bool
