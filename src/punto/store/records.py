"""What is appended to a log, what is answered, and what is read back."""

from msgspec import Struct

from punto.aggregate.envelope import Envelope
from punto.store.errors import InvalidAppend

# A name must fit on one line. A payload contains one event.
TEXT_MAX = 200
PAYLOAD_BYTES_MAX = 16 * 1024 * 1024
_LAST_MS = 253_402_300_799_999


class Fresh(Struct, frozen=True, gc=False):
    """An event that is to be stored: its tag and its bytes."""

    type: str
    payload: bytes


class CommandMetadata(Struct, frozen=True, kw_only=True):
    """Who asks for what, when, under which title; what a key stands for.

    ``command`` is what was asked, in bytes, of which only a digest is kept; ``entered_by`` is who
    entered it, where that is somebody else than the actor.
    """

    actor: str
    title: str
    time_ms: int
    command: bytes = b""
    key: str | None = None
    entered_by: str | None = None


class Append(Struct, frozen=True, kw_only=True):
    """What an act did to one stream: all of it is kept, or nothing.

    ``expected`` is the version on which it was decided; a stream begins after version 0.
    """

    stream: str
    kind: str
    expected: int
    events: tuple[Fresh, ...]
    act: CommandMetadata
    rulebook: str = ""


class Appended(Struct, frozen=True):
    """The answer to an append: the versions of its events, and the position of the first.

    ``repeated`` where the key was known: then this is the first answer once more.
    """

    stream: str
    first: int
    last: int
    position: int
    repeated: bool = False


class StoredEvent(Struct, frozen=True):
    """An event as it is kept, with its envelope and both of its hashes.

    ``part`` of ``parts`` events of one command; ``hash`` covers the event before it in its stream,
    ``chain`` the event before it in the store.
    """

    position: int
    stream: str
    kind: str
    version: int
    type: str
    payload: bytes
    time_ms: int
    actor: str
    title: str
    entered_by: str | None
    key: str | None
    command: bytes
    part: int
    parts: int
    rulebook: str
    hash: bytes
    chain: bytes

    @property
    def envelope(self) -> Envelope:
        """Return the metadata of the event."""
        return Envelope(
            stream=self.stream,
            kind=self.kind,
            version=self.version,
            part=self.part,
            parts=self.parts,
            time_ms=self.time_ms,
            actor=self.actor,
            title=self.title,
            entered_by=self.entered_by,
            key=self.key,
        )


class StreamHead(Struct, frozen=True):
    """Where a stream stands."""

    stream: str
    kind: str
    version: int
    hash: bytes
    rulebook: str = ""


class Head(Struct, frozen=True):
    """Where the whole store stands: the position of its last event, and the chain's hash there."""

    position: int
    chain: bytes

    @property
    def line(self) -> str:
        """Return the head as text: the position, a hyphen and the hash."""
        return f"{self.position}-{self.chain.hex()}"

    @classmethod
    def read(cls, text: str) -> "Head":
        """Parse a recorded head."""
        position, dash, chain = text.strip().partition("-")
        try:
            head = cls(int(position), bytes.fromhex(chain))
        except ValueError:
            dash = ""
        if not dash or head.position < 0 or len(head.chain) != 32:
            raise InvalidAppend(
                f"{text.strip()[:80]!r} is no head", "a number, a hyphen, 64 hex digits"
            )
        return head


def check_fit(append: Append) -> None:
    """Raise an error if an append cannot be stored, before anything is written."""
    if not append.events:
        raise InvalidAppend(f"nothing is to be appended to {append.stream}")
    act = append.act
    texts = {
        "stream": append.stream,
        "kind": append.kind,
        "actor": act.actor,
        "title": act.title,
        "rulebook": append.rulebook or "-",
        "entered_by": "-" if act.entered_by is None else act.entered_by,
        "key": "-" if act.key is None else act.key,
    }
    for what, text in texts.items():
        _check_text(what, text)
    if append.expected < 0 or not 0 <= act.time_ms <= _LAST_MS:
        raise InvalidAppend(
            f"version {append.expected} and time {act.time_ms} ms are not both possible"
        )
    for event in append.events:
        _check_text("type", event.type)
        if not 0 < len(event.payload) <= PAYLOAD_BYTES_MAX:
            raise InvalidAppend(f"an event of {len(event.payload)} bytes cannot be kept")


def _check_text(what: str, text: str) -> None:
    """Raise an error if a text cannot be stored by both databases or shown on one line."""
    if not text or len(text) > TEXT_MAX or not text.isprintable():
        raise InvalidAppend(
            f"{what} {text[:40]!r} cannot be kept: 1 to {TEXT_MAX} printable characters"
        )
