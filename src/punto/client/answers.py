"""What a server answers. A field that a later server adds is no reason to stop."""

from typing import Any

from msgspec import Struct

View = dict[str, Any]


class You(Struct, frozen=True):
    """As whom the caller looks and acts."""

    name: str = ""
    kind: str = "nobody"
    titles: tuple[str, ...] = ()
    audience: str | None = None
    csrf: str | None = None


class Seen(Struct, frozen=True):
    """A table, a tournament or the house, as the caller sees it, and the version it stands at."""

    version: int
    view: View
    you: You = You()


class Listed(Struct, frozen=True):
    """One of the things that are open, in a list of them."""

    version: int
    view: View
    table: str | None = None
    tournament: str | None = None


class Told(Struct, frozen=True):
    """An event as the caller may hear it."""

    version: int
    heard: dict[str, Any]
    at_ms: int = 0


class Done(Struct, frozen=True):
    """What a command brought about; ``repeated`` if it had been carried out before."""

    first: int
    last: int
    repeated: bool
    events: tuple[Told, ...]


class Events(Struct, frozen=True):
    """What happened after a version, as far as was asked."""

    last: int
    events: tuple[Told, ...]


class Field(Struct, frozen=True):
    """What a command takes."""

    name: str
    required: bool = False
    kind: str = "other"
    choices: tuple[Any, ...] = ()


class Option(Struct, frozen=True):
    """A command: an example that would be accepted now, or why none would be."""

    name: str
    what: str = ""
    by: str | None = None
    example: dict[str, Any] | None = None
    takes: tuple[Field, ...] = ()
    code: str | None = None
    why: str = ""
    clause: tuple[str, ...] = ()


class Options(Struct, frozen=True):
    """Everything that the caller may do now, or not."""

    version: int
    options: tuple[Option, ...]


class CoupStep(Struct, frozen=True):
    """One step of a coup, as it was heard and seen."""

    version: int
    heard: dict[str, Any] | None = None
    view: View = {}
    at_ms: int = 0


class Coup(Struct, frozen=True):
    """A coup, step by step."""

    number: int
    steps: tuple[CoupStep, ...]


class Joined(Struct, frozen=True):
    """A patron who has just joined: the token is theirs, and is shown once."""

    name: str
    token: str
    csrf: str | None = None

    def __repr__(self) -> str:
        return f"Joined({self.name!r})"


class Change(Struct, frozen=True):
    """What a live feed says: the view as it is now, which of its fields changed, what happened."""

    version: int
    view: View
    changed: frozenset[str]
    events: tuple[Told, ...]
    you: You = You()


class No(Struct, frozen=True):
    """A no, as it is sent."""

    code: str = "broken"
    message: str = ""
    clause: tuple[str, ...] = ()
    hint: str | None = None


class Message(Struct, frozen=True):
    """One message of a live feed, as it is sent."""

    version: int
    view: View | None = None
    changes: View = {}
    events: tuple[Told, ...] = ()
    you: You | None = None
