"""What a server answers: the same shapes that it is made of there, and what a feed says here."""

from typing import Any

from msgspec import Struct

from punto.clause import Reason
from punto.http_api import responses
from punto.http_api.responses import CallerKind

View = dict[str, Any]
NOBODY = responses.CallerInfo("", CallerKind.NOBODY, ())


class Change(Struct, frozen=True):
    """What a live feed says: the view as it is now, which of its fields changed, what happened."""

    version: int
    view: View
    changed: frozenset[str]
    events: tuple[responses.EventResponse[Any], ...]
    you: responses.CallerInfo = NOBODY


class Message(Struct, frozen=True):
    """One message of a live feed, the first or a later one."""

    version: int
    view: View | None = None
    changes: View = {}
    events: tuple[responses.EventResponse[Any], ...] = ()
    you: responses.CallerInfo | None = None


def reason(kind: type, value: Any) -> Any:
    """Return a reason as it is written over HTTP: what is so, and by which clauses."""
    if kind is Reason:
        return Reason(value["text"], tuple(value["clause"]))
    raise NotImplementedError
