"""Ties that were played off: who was level, and with how many chips each of them ended."""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from punto.aggregate.envelope import LogEntry
from punto.cards import Card
from punto.tournament.base_classes import TournamentEvent
from punto.tournament.placing.play_offs import PlayOffBegun, PlayOffCounted, PlayOffLost
from punto.tournament.undo_step import effective_entries


class PlayedOff(Struct, frozen=True):
    """A play-off: of which session and table, and how many coups of it were played.

    ``given`` are the chips with which it began, ``chips`` those that everybody had when they left
    it or it was counted last; ``card`` gave the number of coups, where one was drawn for it.
    """

    session: int
    table: int
    given: Mapping[str, int]
    chips: Mapping[str, int]
    coups: int = 0
    card: Card | None = None


def play_offs(
    log: Iterable[LogEntry[TournamentEvent]], sessions: Mapping[int, int]
) -> tuple[PlayedOff, ...]:
    """Return every play-off that stands, in order; ``sessions`` are theirs, by id of the event."""
    found: list[PlayedOff] = []
    on: dict[int, int] = {}
    for entry in effective_entries(log):
        event = entry.event
        if isinstance(event, PlayOffBegun):
            on[event.table] = len(found)
            session, coups = sessions[id(event)], event.coups or 0
            found.append(PlayedOff(session, event.of, event.chips, {}, coups, event.card))
        elif isinstance(event, PlayOffLost):
            _ended(found, on[event.table], {event.name: event.chips_cents})
        elif isinstance(event, PlayOffCounted):
            # Where no card was drawn there is a count after each coup.
            counted = found[on[event.table]].card is None
            _ended(found, on[event.table], event.chips, coups=int(counted))
    return tuple(found)


def _ended(found: list[PlayedOff], place: int, chips: Mapping[str, int], coups: int = 0) -> None:
    """Take over with how many chips people left a play-off, or were counted in it."""
    held = found[place]
    theirs = {name: chips[name] for name in held.given if name in chips}
    found[place] = replace(held, chips={**held.chips, **theirs}, coups=held.coups + coups)
