"""Errors as responses: the three error types of the engine, and the errors of the store."""

import logging
from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException, NotFoundException

from punto.clause import Malformed, NotEntitled, Refused
from punto.error_codes import ErrorCode
from punto.http_api.responses import ErrorResponse
from punto.server.pages import document
from punto.server.people.errors import NotSignedIn, Throttled
from punto.store.errors import Conflict, InvalidAppend, KeyReused, StoreError, TooManyAppends

log = logging.getLogger("punto.server")
# A missing resource gets 404; an invalid request gets 400.
_MISSING = frozenset({ErrorCode.NO_SUCH_THING})
BAD, FORBIDDEN, MISSING, REFUSED, LARGE, BUSY = 400, 403, 404, 409, 413, 503
BROKEN = 500


def answer(error: Exception, *, staff: bool) -> tuple[int, ErrorResponse]:
    """Return the status and the body of an error. Only staff see the clause of a missing power."""
    match error:
        case NotEntitled():
            return FORBIDDEN, ErrorResponse(
                error.code, error.message, error.clause if staff else (), error.hint
            )
        case Refused():
            return REFUSED, ErrorResponse(error.code, error.message, error.clause, error.hint)
        case Malformed():
            status = MISSING if error.code in _MISSING else BAD
            return status, ErrorResponse(error.code, error.message, (), error.hint)
        case StoreError():
            return _store_error_response(error)
        case NotSignedIn():
            return 401, ErrorResponse(error.code, error.message)
        case Throttled():
            return 429, ErrorResponse(error.code, error.message)
        case HTTPException():
            status = error.status_code
            code = {
                404: ErrorCode.NO_SUCH_THING,
                405: ErrorCode.NO_SUCH_THING,
                413: ErrorCode.TOO_LARGE,
            }.get(status, ErrorCode.MALFORMED)
            return status, ErrorResponse(code, error.detail or "that makes no sense")
        case _:
            return BROKEN, ErrorResponse(
                ErrorCode.BROKEN, "something is wrong on our side, and nothing was changed"
            )


def _store_error_response(error: StoreError) -> tuple[int, ErrorResponse]:
    """Return the response to an error of the store, without internal details."""
    if isinstance(error, KeyReused):
        return REFUSED, ErrorResponse(error.code, error.message)
    if isinstance(error, InvalidAppend):
        return BAD, ErrorResponse(error.code, error.message, (), error.hint)
    if isinstance(error, Conflict | TooManyAppends):
        return BUSY, ErrorResponse(ErrorCode.BUSY, "the table is busy", (), "try again in a moment")
    return BUSY, ErrorResponse(
        error.code, "the log cannot be written now", (), "try again in a moment"
    )


def handler(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Return the response to an error. A browser at an unknown address gets an HTML page."""
    if isinstance(error, NotFoundException) and "text/html" in request.headers.get("accept", ""):
        return document(MISSING)
    person = request.scope.get("state", {}).get("person")
    status, body = answer(error, staff=person is not None and person.staff)
    if status == BROKEN:
        # The log gets the place but not the error text, which may contain secrets.
        log.error("broken", exc_info=error)
    headers = {"retry-after": str(error.retry_after)} if isinstance(error, Throttled) else {}
    return Response(body, status_code=status, media_type=MediaType.JSON, headers=headers)
