"""What a request asks of the desk, who asks, and what is sent back."""

from typing import Any

import msgspec
from litestar import MediaType, Request, Response, WebSocket
from litestar.datastructures import State

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.server.caller_roles import NOBODY, Person
from punto.server.command_service import CommandService

words = msgspec.json.Encoder(enc_hook=lambda reason: {"text": reason.text, "clause": reason.clause})
Asking = Request[Any, Any, State]
Socket = WebSocket[Any, Any, State]


def shown(value: Any, status: int = 200) -> Response[bytes]:
    """Return anything that people are shown as JSON."""
    return Response(words.encode(value), status_code=status, media_type=MediaType.JSON)


def desk_of(asking: Asking | Socket) -> CommandService:
    """Return the desk that is asked."""
    desk: CommandService = asking.app.state.desk
    return desk


def caller(asking: Asking | Socket) -> Person:
    """Return who asks."""
    person: Person = asking.scope.get("state", {}).get("person", NOBODY)
    return person


def csrf(asking: Asking | Socket) -> str | None:
    """Return what the browser that asks sends back with whatever changes something."""
    token: str | None = asking.scope.get("state", {}).get("csrf")
    return token


def lapsed(asking: Asking | Socket) -> bool:
    """Return whether a patron's token was sent that is worth nothing any more."""
    return bool(asking.scope.get("state", {}).get("lapsed"))


def read_body(text: bytes, kind: type[Any]) -> Any:
    """Return the body of a request, or say what is wrong with it."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise Malformed(str(error), code=ErrorCode.UNREADABLE) from None
