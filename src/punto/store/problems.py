"""What can go wrong with a store, each with a stable code, a sentence and perhaps a hint."""


class StoreError(Exception):
    """Something the store could not do; nothing was changed unless it says otherwise."""

    code = "store"

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class Conflict(StoreError):
    """Somebody else wrote to the stream first: read on from its version and decide again."""

    code = "conflict"

    def __init__(self, stream: str, expected: int, version: int) -> None:
        super().__init__(f"{stream} is at version {version}, not {expected}")
        self.stream, self.expected, self.version = stream, expected, version


class KeyReused(StoreError):
    """An idempotency key came again with another command."""

    code = "key_reused"

    def __init__(self, stream: str, key: str) -> None:
        super().__init__(f"key {key!r} of {stream} was used for another command")
        self.stream, self.key = stream, key


class Unfit(StoreError):
    """What is to be appended cannot be kept as it is."""

    code = "unfit"


class Taken(Unfit):
    """Something stands there already: a position, a version or a key."""


class Crowded(StoreError):
    """Too many appends wait already: try again in a moment."""

    code = "crowded"


class Closed(StoreError):
    """The log was closed; nothing more is appended through it."""

    code = "closed"


class NoStore(StoreError):
    """There is nothing at that address."""

    code = "no_store"


class NotAStore(StoreError):
    """Something is at that address, and it is no store."""

    code = "not_a_store"


class NewerSchema(StoreError):
    """The store was written by a later version of Punto."""

    code = "newer_schema"


class Locked(StoreError):
    """Somebody else has held the store for too long."""

    code = "locked"


class Full(StoreError):
    """There is no room left to write."""

    code = "full"


class Unavailable(StoreError):
    """The database does not answer, or gave up.

    Whether an append that was under way is kept is not known: the same key asked again tells.
    """

    code = "unavailable"


class Unsound(StoreError):
    """A log that was to be copied is not what was written."""

    code = "unsound"
