"""Sheets to print: PDF, the same from the same log, and nothing on them that is not in it."""

import re
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.editions import DEALING, SECRET
from support.random_tournament import plan_for

from punto.aggregate.envelope import LogEntry
from punto.clause import Malformed
from punto.notation.conditions_file import plan_of
from punto.rehearsal.conditions import opened
from punto.rehearsal.rehearse import Rehearsal
from punto.rehearsal.simulated_entrants import field
from punto.rulebook.load import load
from punto.sheets.render import TEMPLATES, pdf, pictures
from punto.sheets.seat_slips import seat_slips
from punto.sheets.session_records import Record, chips_text, record
from punto.sheets.wagering_order import wagering_order
from punto.sheets.write_sheets import sheets, write_sheets
from punto.tournament.base_classes import TournamentEvent
from punto.tournament.placing.chip_counts import ChipsCounted
from punto.tournament.rules import tournament_section
from punto.tournament.seating.ballot import BallotDrawn
from punto.tournament.wagers.order import names_in_order
from punto.verifiable_draw import commitment, lots

PNG = b"\x89PNG"


@cache
def played(name: str) -> tuple[LogEntry[TournamentEvent], ...]:
    """Return the log of a tournament of two rounds with eight entrants and secret wagers."""
    words = plan_for(name, Random(1))
    units = tournament_section(load(name)).seating.session_units.value
    conditions = {
        "entry_fee": 100,
        "entrants_min": 2,
        "entrants_max": 20,
        "chips": 1_000,
        "minimum": 50,
        "maximum": 500,
        "session": "4 coups" if "coups" in units else "8 minutes",
        "rounds": [{"name": "heats", "advance": 2, "tables": 2}, {"name": "final", "tables": 1}],
        "secret_wagers": 2,
        "pass_cards": 0,
        "wagering_order": True,
        "compulsory": True,
        "buy_back": {"times": 0},
        "prizes": [{"place": 1, "share": "62.5%"}, {"place": 2, "share": "37.5%"}],
        "texts": dict(words.conditions.texts),
    }
    rehearsal = {"entrants": 8, "tables": 2}
    plan = plan_of(
        {
            "name": "Sheets & <Co>",
            "rulebook": name,
            "conditions": conditions,
            "rehearsal": rehearsal,
        }
    )
    random = Random(5)
    house = opened(plan, random.randrange)
    directed = Rehearsal(house, plan, field(plan.rehearsal), random.randrange)
    while (step := directed.due()) is not None:
        directed.take(step)
    return tuple(house.driver.log)


def found_in(name: str) -> dict[str, dict[str, Any]]:
    return {file: words for file, _, words in sheets(record(played(name)))}


@pytest.mark.parametrize("name", DEALING)
def test_every_sheet_is_a_pdf_and_the_same_log_gives_the_same_bytes(
    name: str, tmp_path: Path
) -> None:
    one, two = (write_sheets(played(name), tmp_path / folder) for folder in ("one", "two"))
    assert [path.name for path in one] == [path.name for path in two]
    for first, second in zip(one, two, strict=True):
        text = first.read_bytes()
        assert text.startswith(b"%PDF"), first
        assert text == second.read_bytes(), first
    names = {path.stem for path in one}
    assert {"conditions", "prize-sheet", "session-1-seat-slips", "session-2-chip-count"} <= names
    secret = tournament_section(load(name)).secret is not None
    assert ("session-1-secret-forms" in names) is secret


def test_a_sheet_has_pages_to_look_at() -> None:
    for _, template, words in sheets(record(played("tas-2018"))):
        pages = pictures(template, words)
        assert pages
        assert all(page.startswith(PNG) for page in pages)


@pytest.mark.parametrize("name", DEALING)
def test_slips_give_everybody_the_seat_that_the_seed_draws_again(name: str) -> None:
    found = record(played(name))
    for seated in found.sessions:
        words = seat_slips(found, seated)
        slips = {slip["name"]: (slip["table"], slip["seat"]) for slip in words["slips"]}
        assert slips == {one: (seat.table, seat.seat) for one, seat in seated.seats.items()}
        assert seated.seed is not None
        assert seated.seed in words["foot"]
        assert commitment(seated.seed)[:16] in words["foot"]
        drawn = lots(seated.seed, list(seated.seats))
        assert [slips[one] for one in drawn] == sorted(slips.values())


@pytest.mark.parametrize("name", DEALING)
def test_the_order_on_paper_is_the_order_that_the_tournament_keeps(name: str) -> None:
    found = record(played(name))
    words = wagering_order(found, found.sessions[0])
    assert words is not None
    # Whoever is out is passed over, so the first coups are compared.
    for number, table in enumerate(words["tables"], start=1):
        by_coup = {row["coup"].split(",")[0].split(" ")[0]: row["names"] for row in table["rows"]}
        assert len(by_coup) == table["width"]
        for coup, order in _orders(name, number, found).items():
            assert by_coup[str(coup)] == list(order), f"table {number}, coup {coup}"


def _orders(name: str, number: int, found: Record) -> dict[int, tuple[str, ...]]:
    """Return in which order a table wagered in its first two coups."""
    from punto.tournament.creation import TournamentSetUp, tournament_from
    from punto.tournament.registry import evolve
    from punto.tournament.rules import tournament_rules

    rules = tournament_rules(found.edition, found.tournament.setup.elections)
    begun, *rest = played(name)
    first = begun.event
    assert isinstance(first, TournamentSetUp)
    tournament, orders = tournament_from(first), {}
    for entry in rest:
        event = entry.event
        tournament = evolve(tournament, event, entry.envelope)
        session = tournament.session
        if session is None or session.number != 1 or session.begun_at is None or session.ended:
            continue
        coup = session.coups.get(number, 0) + 1
        everybody = sum(seat.table == number for seat in session.seats.values())
        order = names_in_order(rules, tournament, number)
        marked = session.turns.get(number)
        if coup <= 2 and len(order) == everybody and marked and marked.marker is not None:
            orders[coup] = order
    # Until somebody is first by the marker, what is on paper is only where it usually lies.
    return orders


def test_the_prize_sheet_adds_up_and_the_conditions_say_what_was_laid_down() -> None:
    found = found_in("nsw-2024")
    rows = found["prize-sheet"]["rows"]
    assert [row["prize"] for row in rows] == ["$500", "$300"]
    sums = {one["name"]: one["amount"] for one in found["prize-sheet"]["sums"]}
    assert sums == {"Entry fees": "$800", "Pool": "$800", "Paid": "$800"}
    said = {row["name"]: (row["text"], row["clause"]) for row in found["conditions"]["rows"]}
    assert said["Entry fee"] == ("entry fee $100", "15.4.2(a)")
    assert said["Prizes"][0] == "1: 62.50%; 2: 37.50%"
    assert found["session-1-chip-count"]["lead"] == "Tournament manager"


@pytest.mark.parametrize("name", SECRET)
def test_there_is_a_form_for_every_secret_wager_that_may_be_made(name: str) -> None:
    found = found_in(name)
    forms = found["session-1-secret-forms"]["forms"]
    assert len(forms) == 2 * 8
    assert len({form["name"] for form in forms}) == 8
    # What somebody wrote on a form stands on no sheet that others are given.
    text = str({file: words for file, words in found.items() if "forms" not in file})
    assert "stake" not in text


def test_chip_counts_hold_what_the_record_says_and_name_those_who_are_out() -> None:
    log = played("tas-2018")
    found = record(log)
    [first, _] = found.counts
    words = found_in("tas-2018")["session-1-chip-count"]
    listed = {row["name"]: row["chips"] for table in words["tables"] for row in table["rows"]}
    for one, shown in listed.items():
        assert shown == (chips_text(first.chips[one]) if one in first.chips else "out")


def test_sheets_of_a_tournament_that_has_just_been_drawn() -> None:
    log = played("act-2015")
    drawn = next(place for place, line in enumerate(log) if isinstance(line.event, BallotDrawn))
    names = [file for file, _, _ in sheets(record(log[: drawn + 1]))]
    assert names == ["conditions", "session-1-seat-slips", "session-1-wagering-order"]


def test_a_count_is_printed_before_the_chips_are_counted() -> None:
    log = played("nsw-2024")
    ended = next(place for place, line in enumerate(log) if isinstance(line.event, ChipsCounted))
    found = record(log[:ended])
    assert not found.tournament.counted
    [count] = found.counts
    assert count.chips == record(log).counts[0].chips


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    write_sheets(played("nsw-2024"), tmp_path)
    with pytest.raises(Malformed, match="is there already"):
        write_sheets(played("nsw-2024"), tmp_path)


def test_names_of_any_kind_and_length_go_on_paper() -> None:
    names = ["#import", "a $b$ _c_ *d*", "Ω" * 60, "Anna-Karenina Maximiliana von und zu Hohenfels"]
    slips = [{"name": name, "table": 1, "seat": 2, "session": "s"} for name in names]
    words = {"tournament": "#x [y]", "rulebook": "r", "foot": "f", "slips": slips}
    assert pdf("seat_slips", words).startswith(b"%PDF")
    table = {"table": 1, "width": 4, "rows": [{"coup": "1", "names": names}]}
    order = {"tournament": "t", "rulebook": "r", "foot": "f", "session": "s", "tables": [table]}
    assert pdf("wagering_order", order).startswith(b"%PDF")


def test_every_template_is_used() -> None:
    used = {template for name in DEALING for _, template, _ in sheets(record(played(name)))}
    # Reports have one for all of them, which their own tests use.
    there = {path.stem for path in TEMPLATES.glob("*.typ")} - {"style", "report"}
    assert used == there
    assert all(re.fullmatch(r"[a-z_]+", one) for one in there)
