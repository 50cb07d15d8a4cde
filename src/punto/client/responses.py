"""The types of responses and feed messages."""

from typing import Any

from msgspec import Struct

from punto.clause import Reason
from punto.http_api import responses
from punto.http_api.responses import CallerKind

View = dict[str, Any]
NOBODY = responses.CallerInfo("", CallerKind.NOBODY, ())


class Change(Struct, frozen=True):
    """A change in a live feed: the current view, its changed fields, and the new events."""

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
    """Return a reason decoded from JSON: its text and its clauses."""
    if kind is Reason:
        return Reason(value["text"], tuple(value["clause"]))
    raise NotImplementedError
