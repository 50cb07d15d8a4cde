"""Request body, caller, and JSON response."""

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
    """Return a value as a JSON response."""
    return Response(words.encode(value), status_code=status, media_type=MediaType.JSON)


def desk_of(asking: Asking | Socket) -> CommandService:
    """Return the command service of the application."""
    desk: CommandService = asking.app.state.desk
    return desk


def caller(asking: Asking | Socket) -> Person:
    """Return the caller."""
    person: Person = asking.scope.get("state", {}).get("person", NOBODY)
    return person


def csrf(asking: Asking | Socket) -> str | None:
    """Return the CSRF token of the caller's session."""
    token: str | None = asking.scope.get("state", {}).get("csrf")
    return token


def lapsed(asking: Asking | Socket) -> bool:
    """Return whether the caller sent a patron's token that is not valid any more."""
    return bool(asking.scope.get("state", {}).get("lapsed"))


def read_body(text: bytes, kind: type[Any]) -> Any:
    """Return the decoded body of a request, or raise an error if it is invalid."""
    try:
        return msgspec.json.decode(text, type=kind)
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        raise Malformed(str(error), code=ErrorCode.UNREADABLE) from None
