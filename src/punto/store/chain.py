"""The two chains of hashes: each event covers the one before in its stream, and in the store."""

from hashlib import sha256

import msgspec

from punto.store.records import CommandMetadata, StoredEvent

# The previous hash of the first event of a stream, and of the store.
NOTHING = bytes(32)
# The version of the hashed format below.
_FORMAT = "punto/1"
_encode = msgspec.json.Encoder().encode


def asked(act: CommandMetadata) -> bytes:
    """Return the digest of a command and its actor, for which an idempotency key stands."""
    caller = _encode([act.actor, act.title, act.entered_by])
    return sha256(caller + act.command).digest()


def linked(previous: bytes, event: StoredEvent) -> bytes:
    """Return the hash of an event and of the previous hash of its stream.

    It covers the envelope and the payload, not the position, so a stream can be verified alone.
    """
    envelope = (
        _FORMAT,
        event.stream,
        event.kind,
        event.version,
        event.type,
        event.time_ms,
        event.actor,
        event.title,
        event.entered_by,
        event.key,
        event.command.hex(),
        event.part,
        event.parts,
        event.rulebook,
    )
    # The encoded envelope contains no line break, so the boundary of the two parts is fixed.
    return sha256(b"%b%b\n%b" % (previous, _encode(envelope), event.payload)).digest()


def chained(previous: bytes, position: int, hashed: bytes) -> bytes:
    """Return the store's hash at a position, from the previous one and the event's hash.

    The chain covers all streams. So a removed end of a stream is detected as long as a later event
    of the store, or a recorded head, is left.
    """
    return sha256(previous + position.to_bytes(8, "big") + hashed).digest()
