"""Results of tournaments: who is where, what everybody wins, and what became of the money."""

from collections.abc import Sequence
from typing import cast

from msgspec import Struct

from punto.aggregate.envelope import LogEntry
from punto.clause import Refused
from punto.journal import JournalLine, by_stream, known_before
from punto.reports.document import As, Column, Part, Said, part
from punto.reports.time_spans import Span
from punto.rulebook.elect import not_held
from punto.rulebook.power import Power
from punto.rulebook.schema import Edition
from punto.sheets.prize_sheet import sums as came_in
from punto.sheets.session_records import Record, chips_text, record
from punto.tournament.base_classes import TournamentEvent
from punto.tournament.entry.overrides import rules_of
from punto.tournament.money.prize_sheet import prize_sheet as lines_of


class Place(Struct, frozen=True):
    """Who is where in a tournament, with the chips of the last count and the prize."""

    stream: str
    tournament: str
    place: int | None
    name: str
    chips: str
    prize_cents: int
    goods: tuple[str, ...]
    paid: bool


class PlayedOffBy(Struct, frozen=True):
    """Somebody in a play-off: with how many chips they began it and ended it."""

    stream: str
    session: int
    name: str
    given: str
    chips: str
    coups: int
    card: str


class Sum(Struct, frozen=True):
    """One line of what became of the money of a tournament."""

    stream: str
    name: str
    amount: str


_PLACES: tuple[Column[Place], ...] = (
    Column("stream", "tournament", lambda row: row.stream),
    Column("title", "name", lambda row: row.tournament),
    Column("place", "place", lambda row: row.place, As.NUMBER),
    Column("name", "entrant", lambda row: row.name),
    Column("chips", "chips", lambda row: row.chips),
    Column("prize_cents", "prize", lambda row: row.prize_cents or None, As.CENTS),
    Column("goods", "goods", lambda row: row.goods),
    Column(
        "paid", "paid", lambda row: row.paid if row.prize_cents or row.goods else None, As.YES_NO
    ),
)
_PLAY_OFFS: tuple[Column[PlayedOffBy], ...] = (
    Column("stream", "tournament", lambda row: row.stream),
    Column("session", "session", lambda row: row.session, As.NUMBER),
    Column("name", "entrant", lambda row: row.name),
    Column("given", "began with", lambda row: row.given),
    Column("chips", "ended with", lambda row: row.chips),
    Column("coups", "coups", lambda row: row.coups, As.NUMBER),
    Column("card", "card drawn", lambda row: row.card),
)
_SUMS: tuple[Column[Sum], ...] = (
    Column("stream", "tournament", lambda row: row.stream),
    Column("name", "what", lambda row: row.name),
    Column("amount", "amount", lambda row: row.amount),
)


def tournament_results(edition: Edition, lines: Sequence[JournalLine], span: Span) -> Said:
    """Return the tournaments at which something happened in a span, as they stood at its end."""
    if edition.tournament is None:
        raise not_held(edition, "how tournaments are played")
    places: list[Place] = []
    sums: list[Sum] = []
    played: list[PlayedOffBy] = []
    notes: list[str] = []
    for stream, inside in by_stream(known_before(lines, span.until)).items():
        if inside[0].envelope.kind != "tournament" or not any(
            span.holds(line.envelope.at) for line in inside
        ):
            continue
        found = record(cast("Sequence[LogEntry[TournamentEvent]]", inside))
        sums += [Sum(stream, one["name"], one["amount"]) for one in came_in(found.tournament)]
        played += _played_off(stream, found)
        try:
            places += _places(stream, found, prizes=True)
        except Refused as silent:
            # The text does not say what somebody wins, so nobody does yet.
            places += _places(stream, found, prizes=False)
            notes.append(f"{stream}: {silent.message}")
    awarded = edition.powers.get(Power.AWARD_PLACES)
    return Said(
        (
            _table(places),
            part("play_offs", "Play-offs", _PLAY_OFFS, played, empty="nothing was played off"),
            part("money", "Money", _SUMS, sums, empty="nothing came in yet"),
        ),
        awarded.clause if awarded else (),
        tuple(notes),
    )


def _table(places: Sequence[Place]) -> Part:
    return part("places", "Places and prizes", _PLACES, places, empty="nobody is placed yet")


def _played_off(stream: str, found: Record) -> list[PlayedOffBy]:
    """Return everybody who was in a play-off, those with most chips at its end first."""
    return [
        PlayedOffBy(
            stream,
            play_off.session,
            name,
            chips_text(play_off.given[name]),
            chips_text(cents),
            play_off.coups,
            str(play_off.card or ""),
        )
        for play_off in found.play_offs
        for name, cents in sorted(play_off.chips.items(), key=lambda item: -item[1])
    ]


def _places(stream: str, found: Record, *, prizes: bool) -> list[Place]:
    """Return everybody who is placed, best first; prizes as awarded, or as they stand."""
    tournament = found.tournament
    placed = sorted(
        (one.place, one.number, one.name) for one in tournament.entrants if one.place is not None
    )
    if not placed:
        return []
    rules = rules_of(found.edition, tournament)
    won = {line.name: line for line in lines_of(rules, tournament)} if prizes else {}
    chips = found.counts[-1].chips if found.counts else {}
    rows = []
    for place, _, name in placed:
        prize = won.get(name)
        rows.append(
            Place(
                stream,
                tournament.setup.name,
                place,
                name,
                chips_text(chips.get(name)),
                prize.cents if prize else 0,
                prize.goods if prize else (),
                bool(prize and prize.paid),
            )
        )
    return rows
