"""The envelope of an event: its place in a log, its time, and the person who caused it.

It is the same in a store and in a log file. No event repeats what its envelope says.
"""

from typing import Generic, TypeVar

from msgspec import Struct

from punto.aggregate.actor import Actor
from punto.aggregate.event import Event

AnyEvent_co = TypeVar("AnyEvent_co", bound=Event, covariant=True)


class Envelope(Struct, frozen=True, kw_only=True, gc=False):
    """What a log stores about an event, apart from the event itself.

    ``version`` counts the events of a stream from 1; the event is one ``part`` of the ``parts`` of
    one command. ``entered_by`` is the person who entered the command, if that is not the
    actor, and ``key`` its idempotency key.
    """

    stream: str = ""
    kind: str = ""
    version: int = 0
    part: int = 1
    parts: int = 1
    time_ms: int = 0
    actor: str = ""
    title: str = ""
    entered_by: str | None = None
    key: str | None = None

    @property
    def by(self) -> Actor:
        """Return the person who caused the event."""
        return Actor(self.actor, self.title, self.at)

    @property
    def at(self) -> int:
        """Return the time in seconds since 1970, UTC."""
        return self.time_ms // 1000


def envelope_of(actor: Actor) -> Envelope:
    """Return the envelope of an event that an actor causes now, before it has a version."""
    return Envelope(time_ms=actor.at * 1000, actor=actor.name, title=actor.title)


# The actor of the first event of a log, if nobody is named.
NO_ACTOR = Actor("", "")
# For a state that a decision computes in advance. Its events have no time and no actor yet.
PREVIEW_ENVELOPE = Envelope()


class LogEntry(Struct, Generic[AnyEvent_co], frozen=True, gc=False):
    """An event in its envelope: one line of a log."""

    envelope: Envelope
    event: AnyEvent_co


def in_envelopes(
    stream: str, kind: str, version: int, actor: Actor, events: tuple[AnyEvent_co, ...]
) -> tuple[LogEntry[AnyEvent_co], ...]:
    """Return the events of one command in envelopes; ``version`` is that before the command."""
    return tuple(
        LogEntry(
            Envelope(
                stream=stream,
                kind=kind,
                version=version + part,
                part=part,
                parts=len(events),
                time_ms=actor.at * 1000,
                actor=actor.name,
                title=actor.title,
            ),
            event,
        )
        for part, event in enumerate(events, start=1)
    )
