"""Whether a store is what was written: every event altered, removed or moved is found."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from typing import Any

from msgspec import Struct

from punto.store.chain import NOTHING, chained, linked
from punto.store.log import Log
from punto.store.records import Head, StoredEvent, StreamHead

# Is told how far long work has come, and how far it has to go.
Told = Callable[[int, int], None]


def nobody(done: int, total: int) -> None:
    """Take no notice."""


class VerificationFault(StrEnum):
    """What can be wrong with an event, or with where it should be."""

    ALTERED = "altered"  # its hash is not that of what it says
    FORGED = "forged"  # its hash fits what it says, and not what the store made of it
    UNFOUNDED = "unfounded"  # the event before it in its stream is not the one it was written on
    MISSING = "missing"  # versions of a stream, or positions of the store, are not there
    MISPLACED = "misplaced"  # it stands where another event was due
    UNFINISHED = "unfinished"  # a command's events are not all there
    TRUNCATED = "truncated"  # the end that was noted elsewhere is not there
    REPLACED = "replaced"  # something else stands where the noted end was
    WRONG_ORDER = "wrong_order"  # an order of cards that was shown is not the one that was fixed
    OTHER_CARD = "other_card"  # a card was drawn that does not lie there in the order
    WITHHELD = "withheld"  # an order of which nothing can be dealt any more was not shown
    EXPOSED = "exposed"  # a card was drawn from an order that had been shown
    OTHER_STATE = "other_state"  # a state that was kept does not follow from the events


class VerificationFinding(Struct, frozen=True, omit_defaults=True):
    """One thing that is wrong: what, where, and in a sentence."""

    fault: VerificationFault
    message: str
    stream: str | None = None
    version: int | None = None
    position: int | None = None


class Noted(Struct, frozen=True):
    """What somebody wrote down elsewhere: the head of the store, and perhaps of its streams."""

    head: Head
    streams: tuple[StreamHead, ...] = ()


class Verified(Struct, frozen=True):
    """What was looked at, and what was found."""

    events: int
    streams: int
    head: Head
    findings: tuple[VerificationFinding, ...]


class _Stream:
    """What a stream has come to, as far as it was read."""

    def __init__(self) -> None:
        self.version, self.hash = 0, NOTHING
        self.part, self.parts = 0, 0
        # Whether the hash above is the one that the store's own chain vouches for.
        self.sound = True


class Verifier:
    """Reads events in the order of their positions, and says what is wrong with each."""

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
        """Yield what is wrong with the next event."""
        event = _readable(event)
        gap = event.position != self.position + 1
        if gap:
            yield self._gap(event)
        stream = self.streams.setdefault(event.stream, _Stream())
        # Where only the chain of the event before was changed, this one still fits what it was.
        expected = {chained(chain, event.position, event.hash) for chain in self.chains}
        fits = gap or event.chain in expected
        if not fits and self.before is not None:
            self.streams[self.before.stream].sound = False
        wrong = [*self._of_stream(stream, event, chain_fits=fits)]
        yield from wrong
        yield from self._against_notes(event)
        self.chains = {event.chain} if fits else {event.chain, *expected}
        self.position, self.chain, self.before = event.position, event.chain, event
        stream.version, stream.hash = event.version, event.hash
        # What an altered event says about its command is worth nothing.
        stream.part, stream.parts = (0, 0) if wrong else (event.part, event.parts)
        stream.sound = fits

    def _gap(self, event: StoredEvent) -> VerificationFinding:
        first, last = self.position + 1, event.position - 1
        which = f"position {first} is" if first == last else f"positions {first} to {last} are"
        return VerificationFinding(
            VerificationFault.MISSING,
            f"{which} missing before {event.stream} version {event.version}",
            position=first,
        )

    def _of_stream(
        self, stream: _Stream, event: StoredEvent, *, chain_fits: bool
    ) -> Iterator[VerificationFinding]:
        due = stream.version + 1
        if event.version > due:
            last = event.version - 1
            which = f"version {due} is" if due == last else f"versions {due} to {last} are"
            yield _at(event, VerificationFault.MISSING, f"{which} missing", due)
        elif event.version < due:
            yield _at(event, VerificationFault.MISPLACED, f"stands where version {due} was due")
        follows = event.version == due
        hash_fits = event.hash == linked(stream.hash, event)
        if follows and not hash_fits:
            if chain_fits and not stream.sound:
                text = f"was written on another version {stream.version} than stands there"
                yield _at(event, VerificationFault.UNFOUNDED, text)
            elif chain_fits:
                yield _at(event, VerificationFault.ALTERED, "is not what was written")
            else:
                text = f"this, or version {stream.version}, is not what was written"
                yield _at(event, VerificationFault.ALTERED, text)
        elif not chain_fits:
            yield _at(
                event,
                VerificationFault.FORGED,
                f"this, or {self._previous}, is not what was written",
            )
        if follows and hash_fits and chain_fits and not _next_part(stream, event):
            yield _at(
                event,
                VerificationFault.UNFINISHED,
                "begins before the command before it was finished",
            )

    @property
    def _previous(self) -> str:
        """Return the event before in the store, as a person names it."""
        if self.before is None:
            return "what stood before it"
        return f"{self.before.stream} version {self.before.version} before it"

    def _against_notes(self, event: StoredEvent) -> Iterator[VerificationFinding]:
        noted = self.ends.get((event.stream, event.version))
        if noted is not None and noted != event.hash:
            yield _at(event, VerificationFault.REPLACED, "is not the event whose hash was noted")
        head = self.noted.head if self.noted is not None else None
        if head is not None and event.position == head.position and event.chain != head.chain:
            yield _at(
                event, VerificationFault.REPLACED, "stands where the noted head was, and is not it"
            )

    def end(self) -> Iterator[VerificationFinding]:
        """Yield what is not there that should be."""
        for name, stream in self.streams.items():
            if stream.part != stream.parts:
                text = f"ends with event {stream.part} of {stream.parts} of a command"
                yield VerificationFinding(
                    VerificationFault.UNFINISHED, f"{name} {text}", name, stream.version
                )
        if self.noted is None:
            return
        for noted in self.noted.streams:
            found = self.streams.get(noted.stream)
            last = found.version if found is not None else 0
            if last < noted.version:
                text = f"{noted.stream} ends at version {last}; {noted.version} was noted"
                yield VerificationFinding(VerificationFault.TRUNCATED, text, noted.stream, last + 1)
        if self.position < self.noted.head.position:
            text = f"the store ends at position {self.position}"
            text += f"; {self.noted.head.position} was noted"
            yield VerificationFinding(VerificationFault.TRUNCATED, text, position=self.position + 1)


def _readable(event: StoredEvent) -> StoredEvent:
    """Return an event whose fields are of the kinds that are written, whatever stands there now.

    SQLite keeps what it is given: a text where bytes were, a word where a number was.
    """
    given = {name: getattr(event, name) for name in event.__struct_fields__}
    return StoredEvent(
        **{name: _of_kind(value, _KINDS.get(name, str)) for name, value in given.items()}
    )


_KINDS: Mapping[str, type] = {
    **dict.fromkeys(("payload", "command", "hash", "chain"), bytes),
    **dict.fromkeys(("position", "version", "time_ms", "part", "parts"), int),
}


def _of_kind(value: Any, kind: type) -> Any:
    if isinstance(value, kind) or (value is None and kind is str):
        return value
    if kind is bytes:
        return str(value).encode("utf-8", "surrogateescape")
    return 0 if kind is int else repr(value)


def _next_part(stream: _Stream, event: StoredEvent) -> bool:
    """Return whether an event is the next of its command, or the first of another."""
    if stream.part == stream.parts:
        return event.part == 1 or stream.parts == 0
    return (event.part, event.parts) == (stream.part + 1, stream.parts)


def _at(
    event: StoredEvent, fault: VerificationFault, text: str, version: int | None = None
) -> VerificationFinding:
    where = event.stream if version is not None else f"{event.stream} version {event.version}"
    return VerificationFinding(
        fault, f"{where}: {text}", event.stream, version or event.version, event.position
    )


def walked(log: Log, told: Told = nobody) -> Iterable[StoredEvent]:
    """Yield every event of a store as it stands at the beginning, telling how far it has come."""
    last, position = log.head().position, 0
    while position < last:
        page = log.after(position)
        if not page:
            return
        yield from (event for event in page if event.position <= last)
        position = page[-1].position
        told(min(position, last), last)


def verify(log: Log, noted: Noted | None = None, told: Told = nobody) -> Verified:
    """Return everything that is wrong with a store."""
    verifier = Verifier(noted)
    findings: list[VerificationFinding] = []
    count = 0
    for event in walked(log, told):
        findings += verifier.check(event)
        count += 1
    findings += verifier.end()
    head = Head(verifier.position, verifier.chain)
    return Verified(count, len(verifier.streams), head, tuple(findings))
