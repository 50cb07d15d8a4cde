"""What can go wrong with a store, each with a stable code, a sentence and perhaps a hint."""

from punto.error_codes import ErrorCode


class StoreError(Exception):
    """Something the store could not do; nothing was changed unless it says otherwise."""

    code = ErrorCode.STORE

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class Conflict(StoreError):
    """Somebody else wrote to the stream first: read on from its version and decide again."""

    code = ErrorCode.CONFLICT

    def __init__(self, stream: str, expected: int, version: int) -> None:
        super().__init__(f"{stream} is at version {version}, not {expected}")
        self.stream, self.expected, self.version = stream, expected, version


class KeyReused(StoreError):
    """An idempotency key came again with another command."""

    code = ErrorCode.KEY_REUSED

    def __init__(self, stream: str, key: str) -> None:
        super().__init__(f"key {key!r} of {stream} was used for another command")
        self.stream, self.key = stream, key


class InvalidAppend(StoreError):
    """What is to be appended cannot be kept as it is."""

    code = ErrorCode.UNFIT


class AlreadyExists(InvalidAppend):
    """Something stands there already: a position, a version or a key."""


class TooManyAppends(StoreError):
    """Too many appends wait already: try again in a moment."""

    code = ErrorCode.CROWDED


class Closed(StoreError):
    """The log was closed; nothing more is appended through it."""

    code = ErrorCode.CLOSED


class NoStore(StoreError):
    """There is nothing at that address."""

    code = ErrorCode.NO_STORE


class NotAStore(StoreError):
    """Something is at that address, and it is no store."""

    code = ErrorCode.NOT_A_STORE


class NewerSchema(StoreError):
    """The store was written by a later version of Punto."""

    code = ErrorCode.NEWER_SCHEMA


class Locked(StoreError):
    """Somebody else has held the store for too long."""

    code = ErrorCode.LOCKED


class DiskFull(StoreError):
    """There is no room left to write."""

    code = ErrorCode.FULL


class Unavailable(StoreError):
    """The database does not answer, or gave up.

    Whether an append that was under way is kept is not known: the same key asked again tells.
    """

    code = ErrorCode.UNAVAILABLE


class VerificationFailed(StoreError):
    """A log that was to be copied is not what was written."""

    code = ErrorCode.UNSOUND
