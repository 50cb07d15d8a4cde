"""What can go wrong with people, beside input that makes no sense."""

from punto.error_codes import ErrorCode


class NotSignedIn(Exception):  # noqa: N818  what it is, not an error of ours
    """Somebody is not who they say: which of name and password was wrong is not told."""

    code = ErrorCode.NOT_SIGNED_IN

    def __init__(self) -> None:
        self.message = "the name or the password is wrong"
        super().__init__(self.message)


class Throttled(Exception):  # noqa: N818
    """Too many sign-ins failed, or too many came: nothing is even tried for so many seconds."""

    code = ErrorCode.THROTTLED

    def __init__(self, retry_after: int, message: str = "") -> None:
        self.retry_after = retry_after
        failed = f"too many sign-ins failed; try again in {retry_after} seconds"
        self.message = message or failed
        super().__init__(self.message)
