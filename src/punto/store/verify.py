"""Verify a store: find every event that was altered, removed or moved."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct

from punto.store.chain import NOTHING, chained, linked
from punto.store.log import Log
from punto.store.records import Head, StoredEvent, StreamHead

# A progress callback: the amount that is done, and the total.
Told = Callable[[int, int], None]


def nobody(done: int, total: int) -> None:
    """Ignore progress."""


class VerificationFault(StrEnum):
    """The faults of an event or of a position."""

    ALTERED = "altered"  # its hash does not match its content
    FORGED = "forged"  # its hash matches its content, but not the chain of the store
    UNFOUNDED = "unfounded"  # the previous event of its stream is not the one it was appended to
    MISSING = "missing"  # versions of a stream, or positions of the store, are missing
    MISPLACED = "misplaced"  # it is at the position of another event
    UNFINISHED = "unfinished"  # some events of a command are missing
    TRUNCATED = "truncated"  # the end that was noted elsewhere is missing
    REPLACED = "replaced"  # another event is at the noted end
    WRONG_ORDER = "wrong_order"  # a revealed card order is not the committed one
    OTHER_CARD = "other_card"  # a drawn card is not the one at its place in the order
    WITHHELD = "withheld"  # a finished card order was not revealed
    EXPOSED = "exposed"  # a card was drawn from an order that was already revealed
    OTHER_STATE = "other_state"  # a stored state does not follow from the events


class VerificationFinding(Struct, frozen=True, omit_defaults=True):
    """One fault: its type, its place, and a sentence."""

    fault: VerificationFault
    message: str
    stream: str | None = None
    version: int | None = None
    position: int | None = None


class Noted(Struct, frozen=True):
    """Heads that were recorded outside the store: of the store, and perhaps of its streams."""

    head: Head
    streams: tuple[StreamHead, ...] = ()


class Verified(Struct, frozen=True):
    """The result of a verification."""

    events: int
    streams: int
    head: Head
    findings: tuple[VerificationFinding, ...]


class _Stream:
    """The state of a stream after the events read so far."""

    def __init__(self) -> None:
        self.version, self.hash = 0, NOTHING
        self.part, self.parts = 0, 0
        # Whether the chain of the store confirms the hash above.
        self.sound = True


class Verifier:
    """Checks events in the order of their positions."""

    def __init__(self, noted: Noted | None = None) -> None:
        self.noted = noted
        self.position, self.chain = 0, NOTHING
        self.chains = {NOTHING}
        self.before: StoredEvent | None = None
        self.streams: dict[str, _Stream] = {}
        self.ends: Mapping[tuple[str, int], bytes] = {}
        if noted is not None:
            self.ends = {(end.stream, end.version): end.hash for end in noted.streams}

    def check(self, event: StoredEvent) -> Iterator[VerificationFinding]:
        """Yield the faults of the next event."""
        event = _with_expected_types(event)
        gap = event.position != self.position + 1
        if gap:
            yield self._missing_positions(event)
        stream = self.streams.setdefault(event.stream, _Stream())
        # If only the chain of the previous event was altered, this event still fits the original.
        expected = {chained(chain, event.position, event.hash) for chain in self.chains}
        fits = gap or event.chain in expected
        if not fits and self.before is not None:
            self.streams[self.before.stream].sound = False
        findings = [*self._check_stream(stream, event, chain_fits=fits)]
        yield from findings
        yield from self._check_notes(event)
        self.chains = {event.chain} if fits else {event.chain, *expected}
        self.position, self.chain, self.before = event.position, event.chain, event
        stream.version, stream.hash = event.version, event.hash
        # The command fields of a faulty event cannot be trusted.
        stream.part, stream.parts = (0, 0) if findings else (event.part, event.parts)
        stream.sound = fits

    def _missing_positions(self, event: StoredEvent) -> VerificationFinding:
        first, last = self.position + 1, event.position - 1
        which = f"position {first} is" if first == last else f"positions {first} to {last} are"
        return VerificationFinding(
            VerificationFault.MISSING,
            f"{which} missing before {event.stream} version {event.version}",
            position=first,
        )

    def _check_stream(
        self, stream: _Stream, event: StoredEvent, *, chain_fits: bool
    ) -> Iterator[VerificationFinding]:
        due = stream.version + 1
        if event.version > due:
            last = event.version - 1
            which = f"version {due} is" if due == last else f"versions {due} to {last} are"
            yield _finding(event, VerificationFault.MISSING, f"{which} missing", due)
        elif event.version < due:
            yield _finding(
                event, VerificationFault.MISPLACED, f"stands where version {due} was due"
            )
        follows = event.version == due
        hash_fits = event.hash == linked(stream.hash, event)
        if follows and not hash_fits:
            if chain_fits and not stream.sound:
                text = f"was written on another version {stream.version} than stands there"
                yield _finding(event, VerificationFault.UNFOUNDED, text)
            elif chain_fits:
                yield _finding(event, VerificationFault.ALTERED, "is not what was written")
            else:
                text = f"this, or version {stream.version}, is not what was written"
                yield _finding(event, VerificationFault.ALTERED, text)
        elif not chain_fits:
            yield _finding(
                event,
                VerificationFault.FORGED,
                f"this, or {self._previous_text}, is not what was written",
            )
        if follows and hash_fits and chain_fits and not _is_next_part(stream, event):
            yield _finding(
                event,
                VerificationFault.UNFINISHED,
                "begins before the command before it was finished",
            )

    @property
    def _previous_text(self) -> str:
        """Return a description of the previous event in the store."""
        if self.before is None:
            return "what stood before it"
        return f"{self.before.stream} version {self.before.version} before it"

    def _check_notes(self, event: StoredEvent) -> Iterator[VerificationFinding]:
        noted = self.ends.get((event.stream, event.version))
        if noted is not None and noted != event.hash:
            yield _finding(
                event, VerificationFault.REPLACED, "is not the event whose hash was noted"
            )
        head = self.noted.head if self.noted is not None else None
        if head is not None and event.position == head.position and event.chain != head.chain:
            yield _finding(
                event, VerificationFault.REPLACED, "stands where the noted head was, and is not it"
            )

    def end(self) -> Iterator[VerificationFinding]:
        """Yield the faults at the ends of the store and of its streams."""
        for name, stream in self.streams.items():
            if stream.part != stream.parts:
                text = f"ends with event {stream.part} of {stream.parts} of a command"
                yield VerificationFinding(
                    VerificationFault.UNFINISHED, f"{name} {text}", name, stream.version
                )
        if self.noted is None:
            return
        for noted in self.noted.streams:
            actual = self.streams.get(noted.stream)
            last = actual.version if actual is not None else 0
            if last < noted.version:
                text = f"{noted.stream} ends at version {last}; {noted.version} was noted"
                yield VerificationFinding(VerificationFault.TRUNCATED, text, noted.stream, last + 1)
        if self.position < self.noted.head.position:
            text = f"the store ends at position {self.position}"
            text += f"; {self.noted.head.position} was noted"
            yield VerificationFinding(VerificationFault.TRUNCATED, text, position=self.position + 1)


def _with_expected_types(event: StoredEvent) -> StoredEvent:
    """Return an event with its values converted to the types of its fields.

    SQLite does not enforce types, so an altered row may contain any value.
    """
    values = {name: getattr(event, name) for name in event.__struct_fields__}
    return StoredEvent(
        **{name: _to_type(value, _TYPES.get(name, str)) for name, value in values.items()}
    )


_TYPES: Mapping[str, type] = {
    **dict.fromkeys(("payload", "command", "hash", "chain"), bytes),
    **dict.fromkeys(("position", "version", "time_ms", "part", "parts"), int),
}


def _to_type(value: Any, kind: type) -> Any:
    if isinstance(value, kind) or (value is None and kind is str):
        return value
    if kind is bytes:
        return str(value).encode("utf-8", "surrogateescape")
    return 0 if kind is int else repr(value)


def _is_next_part(stream: _Stream, event: StoredEvent) -> bool:
    """Return whether an event is the next of its command, or the first of a new one."""
    if stream.part == stream.parts:
        return event.part == 1 or stream.parts == 0
    return (event.part, event.parts) == (stream.part + 1, stream.parts)


def _finding(
    event: StoredEvent, fault: VerificationFault, text: str, version: int | None = None
) -> VerificationFinding:
    where = event.stream if version is not None else f"{event.stream} version {event.version}"
    return VerificationFinding(
        fault, f"{where}: {text}", event.stream, version or event.version, event.position
    )


def walked(log: Log, told: Told = nobody) -> Iterable[StoredEvent]:
    """Yield every event that a store has now, and report progress."""
    last, position = log.head().position, 0
    while position < last:
        page = log.after(position)
        if not page:
            return
        yield from (event for event in page if event.position <= last)
        position = page[-1].position
        told(min(position, last), last)


def verify(log: Log, noted: Noted | None = None, told: Told = nobody) -> Verified:
    """Return every fault of a store."""
    verifier = Verifier(noted)
    findings: list[VerificationFinding] = []
    count = 0
    for event in walked(log, told):
        findings += verifier.check(event)
        count += 1
    findings += verifier.end()
    head = Head(verifier.position, verifier.chain)
    return Verified(count, len(verifier.streams), head, tuple(findings))
