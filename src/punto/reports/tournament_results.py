"""Results of tournaments: places, prizes, play-offs, and the use of the money."""

from collections.abc import Sequence
from typing import cast

from msgspec import Struct

from punto.aggregate.envelope import LogEntry
from punto.clause import Refused
from punto.journal import JournalLine, by_stream, known_before
from punto.reports.document import Column, ColumnKind, ReportContent, ReportTable, report_table
from punto.reports.time_spans import TimeSpan
from punto.rulebook.elect import not_held
from punto.rulebook.power import Power
from punto.rulebook.schema import Edition
from punto.sheets.prize_sheet import sums as came_in
from punto.sheets.session_records import Record, chips_text, record
from punto.tournament.base_classes import TournamentEvent
from punto.tournament.entry.overrides import rules_of
from punto.tournament.money.prize_sheet import prize_sheet as lines_of


class PlacingRow(Struct, frozen=True):
    """The place of an entrant, with the chips of the last count and the prize."""

    stream: str
    tournament: str
    place: int | None
    name: str
    chips: str
    prize_cents: int
    goods: tuple[str, ...]
    paid: bool


class PlayOffRow(Struct, frozen=True):
    """An entrant in a play-off, with the chips at its start and its end."""

    stream: str
    session: int
    name: str
    given: str
    chips: str
    coups: int
    card: str


class MoneyRow(Struct, frozen=True):
    """An amount of money of a tournament."""

    stream: str
    name: str
    amount: str


_PLACES: tuple[Column[PlacingRow], ...] = (
    Column("stream", "tournament", lambda row: row.stream),
    Column("title", "name", lambda row: row.tournament),
    Column("place", "place", lambda row: row.place, ColumnKind.NUMBER),
    Column("name", "entrant", lambda row: row.name),
    Column("chips", "chips", lambda row: row.chips),
    Column("prize_cents", "prize", lambda row: row.prize_cents or None, ColumnKind.CENTS),
    Column("goods", "goods", lambda row: row.goods),
    Column(
        "paid",
        "paid",
        lambda row: row.paid if row.prize_cents or row.goods else None,
        ColumnKind.YES_NO,
    ),
)
_PLAY_OFFS: tuple[Column[PlayOffRow], ...] = (
    Column("stream", "tournament", lambda row: row.stream),
    Column("session", "session", lambda row: row.session, ColumnKind.NUMBER),
    Column("name", "entrant", lambda row: row.name),
    Column("given", "began with", lambda row: row.given),
    Column("chips", "ended with", lambda row: row.chips),
    Column("coups", "coups", lambda row: row.coups, ColumnKind.NUMBER),
    Column("card", "card drawn", lambda row: row.card),
)
_SUMS: tuple[Column[MoneyRow], ...] = (
    Column("stream", "tournament", lambda row: row.stream),
    Column("name", "what", lambda row: row.name),
    Column("amount", "amount", lambda row: row.amount),
)


def tournament_results(
    edition: Edition, lines: Sequence[JournalLine], span: TimeSpan
) -> ReportContent:
    """Return the tournaments with events in a span, in their state at its end."""
    if edition.tournament is None:
        raise not_held(edition, "how tournaments are played")
    places: list[PlacingRow] = []
    sums: list[MoneyRow] = []
    play_off_rows: list[PlayOffRow] = []
    notes: list[str] = []
    for stream, stream_lines in by_stream(known_before(lines, span.until)).items():
        if stream_lines[0].envelope.kind != "tournament" or not any(
            span.holds(line.envelope.at) for line in stream_lines
        ):
            continue
        records = record(cast("Sequence[LogEntry[TournamentEvent]]", stream_lines))
        sums += [
            MoneyRow(stream, amount["name"], amount["amount"])
            for amount in came_in(records.tournament)
        ]
        play_off_rows += _play_off_rows(stream, records)
        try:
            places += _place_rows(stream, records, prizes=True)
        except Refused as refusal:
            # The rulebook does not state the prizes, so places are shown without them.
            places += _place_rows(stream, records, prizes=False)
            notes.append(f"{stream}: {refusal.message}")
    awarded = edition.powers.get(Power.AWARD_PLACES)
    return ReportContent(
        (
            _places_part(places),
            report_table(
                "play_offs", "Play-offs", _PLAY_OFFS, play_off_rows, empty="nothing was played off"
            ),
            report_table("money", "Money", _SUMS, sums, empty="nothing came in yet"),
        ),
        awarded.clause if awarded else (),
        tuple(notes),
    )


def _places_part(places: Sequence[PlacingRow]) -> ReportTable:
    return report_table(
        "places", "Places and prizes", _PLACES, places, empty="nobody is placed yet"
    )


def _play_off_rows(stream: str, records: Record) -> list[PlayOffRow]:
    """Return all entrants of play-offs, most chips at the end first."""
    return [
        PlayOffRow(
            stream,
            play_off.session,
            name,
            chips_text(play_off.given[name]),
            chips_text(cents),
            play_off.coups,
            str(play_off.card or ""),
        )
        for play_off in records.play_offs
        for name, cents in sorted(play_off.chips.items(), key=lambda item: -item[1])
    ]


def _place_rows(stream: str, records: Record, *, prizes: bool) -> list[PlacingRow]:
    """Return all placed entrants, best first, with prizes as awarded or as they would be now."""
    tournament = records.tournament
    placed = sorted(
        (entrant.place, entrant.number, entrant.name)
        for entrant in tournament.entrants
        if entrant.place is not None
    )
    if not placed:
        return []
    rules = rules_of(records.edition, tournament)
    prizes_by_name = {line.name: line for line in lines_of(rules, tournament)} if prizes else {}
    chips = records.counts[-1].chips if records.counts else {}
    rows = []
    for place, _, name in placed:
        prize = prizes_by_name.get(name)
        rows.append(
            PlacingRow(
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
