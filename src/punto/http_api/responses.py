"""What the server says: the shape of every answer, for whoever asks over HTTP."""

from enum import StrEnum
from typing import Any, Generic, TypeVar

from msgspec import Struct

from punto.aggregate.command import ErrorArea, Group
from punto.cards import Rank
from punto.clause import Clauses, Reason
from punto.roads import Roads
from punto.rulebook.datum_list import Datum

V = TypeVar("V")
H = TypeVar("H")


class CallerKind(StrEnum):
    """What sort of caller somebody is."""

    STAFF = "staff"
    PATRON = "patron"
    DEVICE = "device"
    NOBODY = "nobody"


class ErrorResponse(Struct, frozen=True, omit_defaults=True):
    """A no: a stable code, the clauses that made it so, a sentence, perhaps a hint."""

    code: str
    message: str
    clause: Clauses = ()
    hint: str | None = None


class CallerInfo(Struct, frozen=True):
    """Who calls, and as whom they look at the very thing that they ask for.

    A browser sends ``csrf`` back with whatever changes something. ``lapsed`` where the token of a
    patron was sent and is worth nothing any more: they left, or another device has their place.
    """

    name: str
    kind: CallerKind
    titles: tuple[str, ...]
    audience: str = "public"
    csrf: str | None = None
    lapsed: bool = False


class JoinResponse(Struct, frozen=True):
    """Somebody has joined: the token is theirs, and is shown once."""

    name: str
    token: str
    csrf: str


class ViewResponse(Struct, Generic[V], frozen=True):
    """Something as the caller sees it, with the version it stands at."""

    version: int
    you: CallerInfo
    view: V


class ListItem(Struct, Generic[V], frozen=True):
    """One of several: under which name it is found, and what the caller sees of it."""

    id: str
    version: int
    view: V


class CreatedResponse(Struct, frozen=True):
    """Something was set up, and is found under this name."""

    id: str
    version: int


class EventResponse(Struct, Generic[H], frozen=True):
    """An event as the caller hears of it, with its version and when it was kept."""

    version: int
    at_ms: int
    heard: H


class CommandResponse(Struct, Generic[H], frozen=True):
    """A command was carried out: the versions that it made, and what the caller hears of them."""

    first: int
    last: int
    repeated: bool
    events: tuple[EventResponse[H], ...]


class Consequence(Struct, frozen=True):
    """What a command brings about with cards of some ranks; with any card, if it names none.

    ``events`` are the kinds of what happens, ``reasons`` what is said whichever of them comes, and
    ``refused`` why the rules would not have it.
    """

    ranks: tuple[Rank, ...]
    events: tuple[str, ...]
    reasons: tuple[Reason, ...]
    clauses: Clauses
    refused: str | None = None


class PreviewResponse(Struct, Generic[H], frozen=True):
    """What a command would bring about, given at this version; nothing was done.

    Where that hangs on cards that nobody may know yet, there are no events, but what the rules
    would order with cards of which ranks.
    """

    version: int
    events: tuple[EventResponse[H], ...]
    consequences: tuple[Consequence, ...] = ()


class EventsResponse(Struct, Generic[H], frozen=True):
    """What happened after a version, up to another."""

    last: int
    events: tuple[EventResponse[H], ...]


class FeedStart(Struct, Generic[V, H], frozen=True):
    """What a feed begins with: something as it is, and what was missed."""

    version: int
    you: CallerInfo
    view: V
    events: tuple[EventResponse[H], ...]


class FeedUpdate(Struct, Generic[H], frozen=True):
    """What a feed goes on with: the fields of the view that are different now, each whole."""

    version: int
    changes: dict[str, Any]
    events: tuple[EventResponse[H], ...]


class FieldDescription(Struct, frozen=True):
    """A word that a command takes: what kind of thing it is, and what may sensibly stand there.

    ``parts`` is made of fields of its own, which follow it with its name before theirs. ``rows``
    and ``pairs`` have ``columns``: a list of things, and things by their keys, whose first column
    is the key. Where ``packed`` is true each of them is written as a list and not by names.
    ``statement`` says what sort of statement it is, where it is one: nobody fills it in but the
    person who makes it.
    """

    name: str
    required: bool
    kind: str
    choices: tuple[Any, ...] = ()
    columns: "tuple[FieldDescription, ...]" = ()
    packed: bool = False
    statement: str | None = None


class OptionResponse(Struct, frozen=True):
    """A command, an example of it that would be accepted now, or why none would be.

    ``asks`` names the statements that the example leaves out: whoever makes them is asked.
    ``group`` is where consoles show the command, ``trouble`` what went wrong where it is for that.
    """

    name: str
    what: str
    by: str | None
    example: dict[str, Any] | None
    takes: tuple[FieldDescription, ...]
    code: str | None
    why: str
    clause: Clauses
    group: Group
    asks: tuple[str, ...] = ()
    trouble: ErrorArea | None = None


class OptionsResponse(Struct, frozen=True):
    """What the caller may do at a version, and why not the rest."""

    version: int
    options: tuple[OptionResponse, ...]


class CoupStep(Struct, Generic[V, H], frozen=True):
    """What one command did in a coup, with what could be seen afterwards."""

    version: int
    at_ms: int
    events: tuple[EventResponse[H], ...]
    view: V


class CoupResponse(Struct, Generic[V, H], frozen=True):
    """A coup, step by step, as far as the caller could see it."""

    number: int
    steps: tuple[CoupStep[V, H], ...]


class RoadsResponse(Struct, frozen=True):
    """The roads of the shoe, with what the next coup would mark in each case."""

    version: int
    roads: Roads


class Sign(Struct, frozen=True):
    """What stands on the sign, each line with the clause that wants it there."""

    version: int
    lines: tuple[Reason, ...]
    notices: tuple[str, ...]


class HealthResponse(Struct, frozen=True):
    """The server is there; with the position of the last event where the log can be read."""

    status: str
    position: int | None = None


class RulebookResponse(Struct, frozen=True, kw_only=True):
    """A rulebook: what it is, how much it holds, and which titles it knows."""

    id: str
    jurisdiction: str
    title: str
    citation: str
    scope: str
    playable: bool
    limbs: int
    titles: tuple[str, ...]
    in_force: str | None


class ClauseResponse(Struct, frozen=True, kw_only=True):
    """A clause, or a limb of one, in our own words."""

    clause: str
    of: str
    area: str
    kind: str
    actor: str
    text: str
    covered: bool


class WholeRulebook(Struct, frozen=True):
    """A rulebook with all its clauses."""

    rulebook: RulebookResponse
    clauses: tuple[ClauseResponse, ...]


class ClauseProof(Struct, frozen=True, kw_only=True):
    """A clause with what stands behind it: values that rest on it, scenarios that prove it."""

    clause: ClauseResponse
    parameters: str
    system: str
    data: tuple[Datum, ...]
    scenarios: tuple[str, ...]
