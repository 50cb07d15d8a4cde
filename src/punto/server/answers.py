"""What a request asks of the desk, who asks, and what is sent back."""

import re
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, WebSocket
from litestar.datastructures import State

from punto.clause import Malformed
from punto.server.desk import Desk
from punto.server.feeds import Note
from punto.server.person import NOBODY, Person, looking
from punto.server.stream import Live
from punto.store.kinds import TABLE

words = msgspec.json.Encoder(enc_hook=lambda reason: {"text": reason.text, "clause": reason.clause})
_NAME = re.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
Asking = Request[Any, Any, State]
Socket = WebSocket[Any, Any, State]


def shown(value: Any, status: int = 200) -> Response[bytes]:
    """Return anything that people are shown as JSON."""
    return Response(words.encode(value), status_code=status, media_type=MediaType.JSON)


def desk_of(asking: Asking | Socket) -> Desk:
    """Return the desk that is asked."""
    desk: Desk = asking.app.state.desk
    return desk


def table_stream(name: str) -> str:
    """Return the stream of a table by the name that it has for people, or say that it is none."""
    if not _NAME.fullmatch(name):
        raise Malformed(f"there is no table {name[:40]!r}", code="no_such_thing")
    return f"{TABLE}/{name}"


def caller(asking: Asking | Socket) -> Person:
    """Return who asks."""
    person: Person = asking.scope.get("state", {}).get("person", NOBODY)
    return person


def heard(live: Live, person: Person, notes: tuple[Note, ...]) -> list[dict[str, Any]]:
    """Return what somebody hears of events, each with its version; nothing they may not."""
    audience, viewer = looking(live.aggregate.rules, person, live.stream)
    found = []
    for note in notes:
        told = live.aggregate.hears(note.event, audience, viewer)
        if told is not None:
            found.append({"version": note.version, "heard": told})
    return found


def snapshot(live: Live, person: Person) -> dict[str, Any]:
    """Return a stream as somebody sees it, with the version it stands at."""
    audience, viewer = looking(live.aggregate.rules, person, live.stream)
    return {"version": live.version, "view": live.aggregate.view(audience, viewer)}


def read_body(text: bytes, kind: type[Any]) -> Any:
    """Return the body of a request, or say what is wrong with it."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise Malformed(str(error), code="unreadable") from None
