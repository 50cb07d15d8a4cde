"""Errors of sign-in and rate limits. Invalid input raises ``Malformed`` instead."""

from punto.error_codes import ErrorCode


class NotSignedIn(Exception):  # noqa: N818  what it is, not an error of ours
    """The name or the password is wrong; the error does not say which."""

    code = ErrorCode.NOT_SIGNED_IN

    def __init__(self) -> None:
        self.message = "the name or the password is wrong"
        super().__init__(self.message)


class Throttled(Exception):  # noqa: N818
    """Too many requests. The next ones are refused for some seconds."""

    code = ErrorCode.THROTTLED

    def __init__(self, retry_after: int, message: str = "") -> None:
        self.retry_after = retry_after
        failed = f"too many sign-ins failed; try again in {retry_after} seconds"
        self.message = message or failed
        super().__init__(self.message)
