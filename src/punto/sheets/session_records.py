"""What sheets are made from: the tournament as it stood when seats were given and chips counted."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from punto.aggregate.envelope import LogEntry
from punto.aggregate.topic import Fold
from punto.rulebook.load import load
from punto.rulebook.schema import Edition
from punto.sheets.played_off import PlayedOff, play_offs
from punto.tournament.base_classes import TournamentEvent
from punto.tournament.context import changes
from punto.tournament.creation import TournamentSetUp, tournament_from
from punto.tournament.placing.play_offs import PlayOffBegun
from punto.tournament.rules import tournament_section
from punto.tournament.seating.ballot import BallotDrawn
from punto.tournament.session import Seat
from punto.tournament.session_queries import value_cents
from punto.tournament.tournament import Tournament


class SessionSeats(Struct, frozen=True):
    """A session as it began, or as far as it has come: the tournament as it stood then."""

    number: int
    tournament: Tournament
    seed: str | None = None
    """By which lots were drawn, where they were."""

    @property
    def seats(self) -> Mapping[str, Seat]:
        """Return who sits where."""
        session = self.tournament.session
        assert session is not None
        return session.seats


class SessionChipCount(Struct, frozen=True):
    """Chips on record when a session was over, and where everybody sat."""

    seated: SessionSeats
    chips: Mapping[str, int]


class Record(Struct, frozen=True):
    """A tournament from its log: how it stands, and its sessions in order."""

    edition: Edition
    tournament: Tournament
    sessions: tuple[SessionSeats, ...]
    counts: tuple[SessionChipCount, ...]
    play_offs: tuple[PlayedOff, ...] = ()

    def play_off_chips(self, name: str) -> str:
        """Return with how many chips somebody ended each play-off of the session counted last."""
        last = self.counts[-1].seated.number if self.counts else 0
        ended = [one.chips for one in self.play_offs if one.session == last and name in one.chips]
        return ", then ".join(chips_text(chips[name]) for chips in ended)


def record(log: Iterable[LogEntry[TournamentEvent]]) -> Record:
    """Return what a log holds of seats and chips, session by session."""
    told = list(log)
    begun, *rest = told
    first = begun.event
    assert isinstance(first, TournamentSetUp), "a log begins with the tournament being set up"
    fold = Fold(changes, tournament_from(first))
    tournament = fold.state
    sessions: dict[int, SessionSeats] = {}
    counts: dict[int, SessionChipCount] = {}
    seed: str | None = None
    played_off: dict[int, int] = {}
    for entry in rest:
        event = entry.event
        before = fold.state
        fold.add(entry)
        tournament = fold.state
        session = tournament.session
        if isinstance(event, PlayOffBegun) and before.session is not None:
            played_off[id(event)] = before.session.number
        if before.session is None:
            seed = event.seed if isinstance(event, BallotDrawn) else None
        if session is not None and not session.coups:
            sessions[session.number] = SessionSeats(session.number, tournament, seed)
        if tournament.counted is not before.counted and before.session is not None:
            # Later counts of a session are of its play-offs.
            seated = sessions[before.session.number]
            counts.setdefault(seated.number, SessionChipCount(seated, tournament.counted))
    on = tournament.session
    if on is not None and on.begun_at is not None and not on.ended:
        # Whoever counts now wants to see what should lie there.
        chips = _lying(tournament)
        counts.setdefault(on.number, SessionChipCount(sessions[on.number], chips))
    edition = load(first.rulebook)
    played = play_offs(told, played_off)
    return Record(edition, tournament, tuple(sessions.values()), tuple(counts.values()), played)


def _lying(tournament: Tournament) -> dict[str, int]:
    """Return what everybody has who is at a table."""
    return {
        patron.name: value_cents(table, patron.name)
        for table in tournament.tables.values()
        for patron in table.patrons
    }


def heading(found: Record) -> dict[str, str]:
    """Return what stands on every sheet: the tournament, its rulebook, where it comes from."""
    setup = found.tournament.setup
    return {
        "tournament": setup.name,
        "rulebook": setup.rulebook,
        "foot": f"{setup.rulebook} {setup.digest[:12]}",
    }


def titled(name: str) -> str:
    """Return a title as it is read: ``tournament_director`` is Tournament director."""
    return name.replace("_", " ").capitalize()


def lead_title(found: Record) -> str:
    """Return what whoever leads the tournament is called."""
    return titled(tournament_section(found.edition).seating.led_by.value)


def round_name(tournament: Tournament) -> str:
    """Return what a session is called: the round that it is of, and its number."""
    session = tournament.session
    assert session is not None
    rounds = tournament.conditions.rounds
    name = rounds[session.round].name if session.round < len(rounds) else "session"
    return f"{name}, session {session.number}"


def by_table(seats: Mapping[str, Seat]) -> dict[int, list[tuple[int, str]]]:
    """Return who sits at each table, in the order of seats."""
    found: dict[int, list[tuple[int, str]]] = {}
    for name, seat in seats.items():
        found.setdefault(seat.table, []).append((seat.seat, name))
    return {table: sorted(found[table]) for table in sorted(found)}


def chips_text(cents: int | None) -> str:
    """Return chips as they are counted: they are no money, so no dollar stands before them."""
    if cents is None:
        return ""
    whole, part = divmod(cents, 100)
    return f"{whole:,}" if not part else f"{whole:,}.{part:02d}"
