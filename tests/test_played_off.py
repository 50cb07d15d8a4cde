"""A play-off on paper and in reports: who was level, and with how many chips each of them ended."""

from datetime import date
from pathlib import Path

from msgspec.structs import replace
from support.log_envelopes import journal_lines

from punto.aggregate.envelope import LogEntry
from punto.reports import time_spans
from punto.reports.tournament_results import tournament_results
from punto.rulebook.load import load
from punto.scenario import setup_parser
from punto.scenario.loader import read, shipped
from punto.scenario.open_tournament import begin, opened
from punto.scenario.step_runner import taken
from punto.sheets.prize_sheet import prize_sheet
from punto.sheets.render import pdf
from punto.sheets.session_records import Record, SessionChipCount, record
from punto.tournament.base_classes import TournamentEvent
from punto.tournament.placing.play_offs import PlayOffBegun, PlayOffCounted
from punto.tournament.undo_step import StepUndone

DRAWN = ("tas-2018", "Without an outright winner those who are level play further coups")
OWN = (
    "nsw-2024",
    "After each coup of a play-off those who are apart have their place, and the others play on",
)


def log_of(book: str, name: str) -> list[LogEntry[TournamentEvent]]:
    """Return the log of the tournament that a scenario plays."""
    file: Path = shipped() / book / "tournament_placing.toml"
    [case] = [case for case in read(file) if case.scenario.name == name]
    arena = opened(case.scenario, load(book), setup_parser.elections(case.scenario.elect))
    begin(arena, case.scenario)
    for step in case.steps:
        if step.clock is not None:
            arena.at = arena.moment(step.clock)
        if step.do is not None:
            assert not list(taken(arena, set(), step, "step"))
    return arena.driver.log


def rows(found: Record) -> dict[str, tuple[str, str]]:
    """Return chips of the session and of its play-off, by name."""
    sheet = prize_sheet(found)
    assert sheet is not None
    return {row["name"]: (row["chips"], row["play_off"]) for row in sheet["rows"]}


def test_the_prize_sheet_shows_the_chips_of_a_play_off_beside_those_that_were_level() -> None:
    found = record(log_of(*DRAWN))
    assert rows(found) == {"ann": ("260", "700")}
    [play_off] = found.play_offs
    assert (dict(play_off.given), dict(play_off.chips)) == (
        {"ann": 50_000, "bob": 50_000},
        {"ann": 70_000, "bob": 65_000},
    )
    assert (play_off.session, play_off.table, play_off.coups) == (1, 1, 2)
    assert str(play_off.card) == "2H"
    sheet = prize_sheet(found)
    assert sheet is not None
    assert pdf("prize_sheet", sheet).startswith(b"%PDF")


def test_a_play_off_that_is_counted_coup_by_coup_has_as_many_coups_as_counts() -> None:
    log = log_of(*OWN)
    [play_off] = record(log).play_offs
    counted = [line for line in log if isinstance(line.event, PlayOffCounted)]
    assert play_off.coups == len(counted) > 1
    assert play_off.card is None
    assert set(play_off.chips) == {"ann", "bob", "cy", "dan"}


def test_a_play_off_that_was_taken_back_is_on_no_sheet() -> None:
    log = log_of(*DRAWN)
    at = next(number for number, one in enumerate(log) if isinstance(one.event, PlayOffBegun))
    log = log[: at + 1]
    undone = StepUndone(step="order_play_off", reason="a slip", back_to=at)
    envelope = replace(log[-1].envelope, version=at + 2, part=1, parts=1)
    taken_back = LogEntry(envelope, undone)
    assert record(log).play_offs
    assert not record([*log, taken_back]).play_offs


def test_results_name_the_play_off_and_its_chips() -> None:
    lines = journal_lines("cup", log_of(*DRAWN))
    said = tournament_results(load(DRAWN[0]), lines, time_spans.day("UTC", date(2024, 6, 3)))
    [part] = [part for part in said.parts if part.key == "play_offs"]
    assert part.rows == (
        ("cup", 1, "ann", "500", "700", 2, "2H"),
        ("cup", 1, "bob", "500", "650", 2, "2H"),
    )


def test_chips_of_play_offs_are_those_of_the_session_that_was_counted_last() -> None:
    found = record(log_of(*DRAWN))
    [first], [count] = found.play_offs, found.counts
    again = replace(first, chips={"ann": 50_050})
    later = replace(first, session=2, chips={"bob": 1_234_500})
    played = replace(found, play_offs=(first, again, later))
    chips = {name: played.play_off_chips(name) for name in ("ann", "bob", "zoe")}
    assert chips == {"ann": "700, then 500.50", "bob": "650", "zoe": ""}
    second = SessionChipCount(replace(count.seated, number=2), {})
    after = replace(played, counts=(count, second))
    assert (after.play_off_chips("ann"), after.play_off_chips("bob")) == ("", "12,345")
    assert replace(played, counts=()).play_off_chips("ann") == ""
