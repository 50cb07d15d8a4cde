"""Play-offs of a tournament: the tied entrants, and the chips of each at the end."""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from punto.aggregate.envelope import LogEntry
from punto.cards import Card
from punto.tournament.base_classes import TournamentEvent
from punto.tournament.placing.play_offs import PlayOffBegun, PlayOffCounted, PlayOffLost
from punto.tournament.undo_step import effective_entries


class PlayedOff(Struct, frozen=True):
    """A play-off: its session, its table and the number of its coups.

    ``given`` are the chips at its start. ``chips`` are those of each entrant when they lost, or at
    the last count. ``card`` decided the number of coups, if one was drawn.
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
    """Return every play-off that was not undone; ``sessions`` has the session of each event id."""
    played: list[PlayedOff] = []
    by_table: dict[int, int] = {}
    for entry in effective_entries(log):
        event = entry.event
        if isinstance(event, PlayOffBegun):
            by_table[event.table] = len(played)
            session, coups = sessions[id(event)], event.coups or 0
            played.append(PlayedOff(session, event.of, event.chips, {}, coups, event.card))
        elif isinstance(event, PlayOffLost):
            _record_chips(played, by_table[event.table], {event.name: event.chips_cents})
        elif isinstance(event, PlayOffCounted):
            # Without a card there is a count after each coup.
            counted = played[by_table[event.table]].card is None
            _record_chips(played, by_table[event.table], event.chips, coups=int(counted))
    return tuple(played)


def _record_chips(
    played: list[PlayedOff], index: int, chips: Mapping[str, int], coups: int = 0
) -> None:
    """Record the chips of entrants who lost a play-off or were counted in it."""
    play_off = played[index]
    own = {name: chips[name] for name in play_off.given if name in chips}
    played[index] = replace(play_off, chips={**play_off.chips, **own}, coups=play_off.coups + coups)
