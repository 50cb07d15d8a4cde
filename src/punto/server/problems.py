"""Every no as an answer: the same three kinds as everywhere, and what the store cannot do now."""

from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException
from msgspec import Struct

from punto.clause import Clauses, Malformed, NotEntitled, Refused
from punto.store.problems import Conflict, Crowded, KeyReused, StoreError, Unfit

# What is not there is another thing than what makes no sense.
_MISSING = frozenset({"no_such_thing"})
BAD, FORBIDDEN, MISSING, REFUSED, LARGE, BUSY = 400, 403, 404, 409, 413, 503


class No(Struct, frozen=True, omit_defaults=True):
    """A no: a stable code, the clauses that made it so, a sentence, perhaps a hint."""

    code: str
    message: str
    clause: Clauses = ()
    hint: str | None = None


def answer(no: Exception, *, staff: bool) -> tuple[int, No]:
    """Return the status and the body of a no; the clause of a power is for staff alone."""
    match no:
        case NotEntitled():
            return FORBIDDEN, No(no.code, no.message, no.clause if staff else (), no.hint)
        case Refused():
            return REFUSED, No(no.code, no.message, no.clause, no.hint)
        case Malformed():
            status = MISSING if no.code in _MISSING else BAD
            return status, No(no.code, no.message, (), no.hint)
        case KeyReused():
            return REFUSED, No(no.code, no.message)
        case Unfit():
            return BAD, No(no.code, no.message, (), no.hint)
        case Conflict() | Crowded():
            return BUSY, No("busy", "the table is busy", (), "try again in a moment")
        case StoreError():
            return BUSY, No(no.code, "the log cannot be written now", (), "try again in a moment")
        case HTTPException():
            status = no.status_code
            code = {404: "no_such_thing", 405: "no_such_thing", 413: "too_large"}.get(
                status, "malformed"
            )
            return status, No(code, no.detail or "that makes no sense")
        case _:
            return 500, No("broken", "something is wrong on our side, and nothing was changed")


def handler(request: Request[Any, Any, Any], no: Exception) -> Response[No]:
    """Answer a request with a no."""
    person = request.scope.get("state", {}).get("person")
    status, body = answer(no, staff=person is not None and person.staff)
    return Response(body, status_code=status, media_type=MediaType.JSON)
