"""The errors of a store, each with a stable code, a message and perhaps a hint."""

from punto.error_codes import ErrorCode


class StoreError(Exception):
    """An error of the store; nothing was changed unless the class says otherwise."""

    code = ErrorCode.STORE

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class Conflict(StoreError):
    """Another writer appended to the stream first: read its new events and decide again."""

    code = ErrorCode.CONFLICT

    def __init__(self, stream: str, expected: int, version: int) -> None:
        super().__init__(f"{stream} is at version {version}, not {expected}")
        self.stream, self.expected, self.version = stream, expected, version


class KeyReused(StoreError):
    """An idempotency key was used again with another command."""

    code = ErrorCode.KEY_REUSED

    def __init__(self, stream: str, key: str) -> None:
        super().__init__(f"key {key!r} of {stream} was used for another command")
        self.stream, self.key = stream, key


class InvalidAppend(StoreError):
    """The append is invalid and cannot be stored."""

    code = ErrorCode.UNFIT


class AlreadyExists(InvalidAppend):
    """A position, a version or a key exists already."""


class TooManyAppends(StoreError):
    """Too many appends are waiting: try again in a moment."""

    code = ErrorCode.CROWDED


class Closed(StoreError):
    """The log was closed; nothing more is appended through it."""

    code = ErrorCode.CLOSED


class NoStore(StoreError):
    """There is nothing at that address."""

    code = ErrorCode.NO_STORE


class NotAStore(StoreError):
    """There is something at that address that is not a store."""

    code = ErrorCode.NOT_A_STORE


class NewerSchema(StoreError):
    """The store was written by a later version of Punto."""

    code = ErrorCode.NEWER_SCHEMA


class Locked(StoreError):
    """Another process has held the lock of the store for too long."""

    code = ErrorCode.LOCKED


class DiskFull(StoreError):
    """There is no space left to write."""

    code = ErrorCode.FULL


class Unavailable(StoreError):
    """The database does not answer, or gave up.

    It is not known whether a running append was stored: send it again with the same key.
    """

    code = ErrorCode.UNAVAILABLE


class VerificationFailed(StoreError):
    """The verification of a log that was to be copied found a fault."""

    code = ErrorCode.UNSOUND
