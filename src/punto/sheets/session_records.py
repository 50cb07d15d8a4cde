"""The data of sheets: the tournament at the time of each seat draw and each chip count."""

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
    """The tournament at the start of a session, or its latest state before the first coup."""

    number: int
    tournament: Tournament
    seed: str | None = None
    """The seed of the lots, if the seats were drawn from one."""

    @property
    def seats(self) -> Mapping[str, Seat]:
        """Return the seat of each entrant."""
        session = self.tournament.session
        assert session is not None
        return session.seats


class SessionChipCount(Struct, frozen=True):
    """The recorded chips at the end of a session, with the seats."""

    seated: SessionSeats
    chips: Mapping[str, int]


class Record(Struct, frozen=True):
    """A tournament from its log: its state, and its sessions in order."""

    edition: Edition
    tournament: Tournament
    sessions: tuple[SessionSeats, ...]
    counts: tuple[SessionChipCount, ...]
    play_offs: tuple[PlayedOff, ...] = ()

    def play_off_chips(self, name: str) -> str:
        """Return an entrant's chips at the end of each play-off of the last counted session."""
        last = self.counts[-1].seated.number if self.counts else 0
        ended = [
            play_off.chips
            for play_off in self.play_offs
            if play_off.session == last and name in play_off.chips
        ]
        return ", then ".join(chips_text(chips[name]) for chips in ended)


def record(log: Iterable[LogEntry[TournamentEvent]]) -> Record:
    """Return the seats and chips of each session in a log."""
    entries = list(log)
    begun, *rest = entries
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
    session = tournament.session
    if session is not None and session.begun_at is not None and not session.ended:
        # A count during a session is compared with the chips that should be there.
        chips = _table_chips(tournament)
        counts.setdefault(session.number, SessionChipCount(sessions[session.number], chips))
    edition = load(first.rulebook)
    played = play_offs(entries, played_off)
    return Record(edition, tournament, tuple(sessions.values()), tuple(counts.values()), played)


def _table_chips(tournament: Tournament) -> dict[str, int]:
    """Return the chips of every patron at a table."""
    return {
        patron.name: value_cents(table, patron.name)
        for table in tournament.tables.values()
        for patron in table.patrons
    }


def heading(found: Record) -> dict[str, str]:
    """Return the heading of every sheet: the tournament, its rulebook and its digest."""
    setup = found.tournament.setup
    return {
        "tournament": setup.name,
        "rulebook": setup.rulebook,
        "foot": f"{setup.rulebook} {setup.digest[:12]}",
    }


def titled(name: str) -> str:
    """Return a title as text: ``tournament_director`` is Tournament director."""
    return name.replace("_", " ").capitalize()


def lead_title(found: Record) -> str:
    """Return the title of the lead of the tournament."""
    return titled(tournament_section(found.edition).seating.led_by.value)


def round_name(tournament: Tournament) -> str:
    """Return the name of a session: its round and its number."""
    session = tournament.session
    assert session is not None
    rounds = tournament.conditions.rounds
    name = rounds[session.round].name if session.round < len(rounds) else "session"
    return f"{name}, session {session.number}"


def by_table(seats: Mapping[str, Seat]) -> dict[int, list[tuple[int, str]]]:
    """Return the entrants of each table, in the order of seats."""
    tables: dict[int, list[tuple[int, str]]] = {}
    for name, seat in seats.items():
        tables.setdefault(seat.table, []).append((seat.seat, name))
    return {table: sorted(tables[table]) for table in sorted(tables)}


def chips_text(cents: int | None) -> str:
    """Return an amount of chips as text, without a dollar sign because chips are not money."""
    if cents is None:
        return ""
    whole, part = divmod(cents, 100)
    return f"{whole:,}" if not part else f"{whole:,}.{part:02d}"
