"""One entrant in the place of another, wherever the tournament keeps a name."""

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from punto.tournament.entrant import Standing
from punto.tournament.people import changed
from punto.tournament.seating import events as happened
from punto.tournament.session import Groups, Session, Turns
from punto.tournament.tournament import Tournament

T = TypeVar("T")


class _Instead(Struct, frozen=True):
    """Whose name goes, and whose comes."""

    name: str
    other: str

    def keyed(self, by_name: dict[str, T]) -> dict[str, T]:
        return {self.other if key == self.name else key: value for key, value in by_name.items()}

    def names(self, names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self.other if each == self.name else each for each in names)

    def groups(self, groups: Groups) -> Groups:
        return tuple(self.names(group) for group in groups)


def replaced(
    tournament: Tournament, session: Session, event: happened.EntrantReplaced
) -> Tournament:
    """Return the tournament with one entrant in the place of another."""
    instead = _Instead(event.name, event.substitute)
    gone = tournament.entrant(event.name)
    assert gone is not None
    if event.number is not None:
        # What the entrant knew, signed and bought goes for whoever plays instead; no fee does.
        entry = replace(
            gone, name=event.substitute, number=event.number, paid_cents=0, refunded_cents=0
        )
        entry = replace(entry, commission_cents=0, bought_cents=0)
        tournament = replace(tournament, entrants=(*tournament.entrants, entry))
    tournament = changed(tournament, event.substitute, standing=gone.standing)
    tournament = changed(tournament, event.name, standing=Standing.REPLACED)
    progress = tournament.progress
    return replace(
        tournament,
        session=_seated(session, instead),
        progress=replace(progress, played=instead.names(progress.played)),
        counted=instead.keyed(tournament.counted),
    )


def _seated(session: Session, instead: _Instead) -> Session:
    """Return the session with a substitute in the seat, and in any tie that is played off."""
    name = instead.name
    return replace(
        session,
        seats=instead.keyed(session.seats),
        seated=instead.keyed(session.seated),
        missed=instead.keyed(session.missed),
        passes=instead.keyed(session.passes),
        forms=instead.keyed(session.forms),
        counts=instead.keyed(session.counts),
        level=instead.names(session.level),
        turns={number: _asked(turns, instead) for number, turns in session.turns.items()},
        away=tuple(each for each in session.away if each != name),
        nominated={key: value for key, value in session.nominated.items() if key != name},
        ranked={number: instead.groups(groups) for number, groups in session.ranked.items()},
        play_offs={
            number: replace(play_off, groups=instead.groups(play_off.groups))
            for number, play_off in session.play_offs.items()
        },
    )


def _asked(turns: Turns, instead: _Instead) -> Turns:
    """Return the turns of a coup: what the seat has done is done, who was told is a person."""
    return replace(
        turns,
        asked=instead.names(turns.asked),
        early=instead.names(turns.early),
        late=instead.names(turns.late),
        slowed=instead.names(turns.slowed),
        passed=instead.names(turns.passed),
        void=instead.names(turns.void),
    )
