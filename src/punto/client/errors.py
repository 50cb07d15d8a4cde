"""Error responses as exceptions: the three error types of the engine, and ``ServerProblem``."""

import httpx
import msgspec

from punto.clause import Malformed, NotEntitled, Refused
from punto.error_codes import ErrorCode
from punto.http_api.responses import ErrorResponse

REFUSED, FORBIDDEN, MALFORMED = 409, 403, frozenset({400, 404, 405, 413})


class ServerProblem(Exception):  # noqa: N818  a published name
    """The server cannot be reached, does not know the caller, or cannot do anything now."""

    def __init__(
        self, code: ErrorCode, message: str, *, status: int = 0, retry_after: int = 0
    ) -> None:
        super().__init__(message)
        self.code, self.message = code, message
        self.status, self.retry_after = status, retry_after


def unreachable(error: Exception) -> ServerProblem:
    """Return the error for a server that cannot be reached."""
    return ServerProblem(ErrorCode.UNREACHABLE, f"the server cannot be reached: {error}")


def problem(answer: httpx.Response) -> Exception:
    """Return the exception for an error response."""
    try:
        error = msgspec.json.decode(answer.content, type=ErrorResponse)
    except msgspec.MsgspecError:
        error = ErrorResponse(
            ErrorCode.BROKEN,
            f"the server answers {answer.status_code} and nothing that makes sense",
        )
    return of_no(error, answer.status_code, answer.headers.get("retry-after", ""))


def of_no(error: ErrorResponse, status: int, retry_after: str = "") -> Exception:
    """Return the exception for an error and its status."""
    try:
        code = ErrorCode(error.code)
    except ValueError:
        text = "the server says no for a reason that is not known here: "
        text += f"{error.code}: {error.message}"
        return ServerProblem(ErrorCode.BROKEN, text, status=status)
    if status == FORBIDDEN:
        refusal = NotEntitled(error.clause, error.message)
        refusal.code, refusal.hint = code, error.hint
        return refusal
    if status == REFUSED:
        return Refused(code, error.clause, error.message, error.hint)
    if status in MALFORMED:
        return Malformed(error.message, error.hint, code=code)
    later = int(retry_after) if retry_after.isdigit() else 0
    return ServerProblem(code, error.message, status=status, retry_after=later)
