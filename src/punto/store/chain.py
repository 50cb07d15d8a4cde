"""The two chains of hashes: each event covers the one before in its stream, and in the store."""

from hashlib import sha256

import msgspec

from punto.store.records import CommandMetadata, StoredEvent

# What stands before the first event of a stream, and of the store.
NOTHING = bytes(32)
# Says how the bytes below are put together; another way would be another number.
_FORM = "punto/1"
_encode = msgspec.json.Encoder().encode


def asked(act: CommandMetadata) -> bytes:
    """Return the digest of what was asked, and by whom: a key stands for this and nothing else."""
    said = _encode([act.actor, act.title, act.entered_by])
    return sha256(said + act.command).digest()


def linked(previous: bytes, event: StoredEvent) -> bytes:
    """Return the hash of an event that comes after another one in its stream.

    It covers the envelope and the payload, not the position: a stream can be proven by itself.
    """
    envelope = (
        _FORM,
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
    # A line break stands in no JSON of ours, so the two parts cannot be shifted.
    return sha256(b"%b%b\n%b" % (previous, _encode(envelope), event.payload)).digest()


def chained(previous: bytes, position: int, hashed: bytes) -> bytes:
    """Return the store's hash at a position: what came before it, and the event that stands there.

    Because it goes on over all streams, no end of any stream can be cut off unnoticed as long as
    one later event of the store, or a note of its head, is left.
    """
    return sha256(previous + position.to_bytes(8, "big") + hashed).digest()
