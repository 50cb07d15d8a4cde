"""The journal: several streams as one, each line with its moment; what was taken back is gone."""

from random import Random
from typing import get_args

import pytest
from msgspec import Struct
from msgspec import inspect as shapes

from punto.journal import (
    Happened,
    by_stream,
    everything,
    known_before,
    lines_of_log,
    moment_of,
    standing,
    tables,
    tournaments,
)
from punto.library import open_table
from punto.table import commands as do
from punto.table import events as happened
from punto.table.authority import Actor
from punto.table.notice import Proposed
from punto.tournament import events as in_tournament
from punto.tournament.tables import TableStepped

NOON = 1_717_372_800
TOLD = happened.PersonTold(whom="surveillance", matter="pairs")


def recorded(at: int, number: int = 1) -> happened.ToldRecorded:
    return happened.ToldRecorded(number=number, at=at, by="sue", title="casino_supervisor")


def test_an_event_without_a_moment_has_the_last_one_mentioned() -> None:
    log: list[Happened] = [TOLD, recorded(NOON), TOLD, recorded(NOON + 60, 2), TOLD]
    lines = lines_of_log("t1", "table", log)
    assert [line.at for line in lines] == [NOON, NOON, NOON, NOON + 60, NOON + 60]
    assert [line.version for line in lines] == [1, 2, 3, 4, 5]
    assert [line.by for line in lines] == ["", "sue", "", "sue", ""]
    assert {line.title for line in lines} == {"", "casino_supervisor"}


def test_where_a_clock_was_put_back_the_log_is_right() -> None:
    lines = lines_of_log("t1", "table", [recorded(NOON), recorded(NOON - 60, 2), recorded(0, 3)])
    assert [line.at for line in lines] == [NOON, NOON, NOON]


def test_a_log_that_mentions_no_moment_has_none() -> None:
    assert [line.at for line in lines_of_log("t1", "table", [TOLD, recorded(0), TOLD])] == [0, 0, 0]
    assert lines_of_log("t1", "table", []) == []


@pytest.mark.parametrize(
    ("event", "at"),
    [
        (happened.CardsCut(at=200), 0),
        (happened.RestCut(at=200), 0),
        (in_tournament.SeatingTimeSet(at=NOON), 0),
        (happened.NoticePosted(change=Proposed(), shown_at=NOON, effective_at=NOON + 1200), NOON),
        (in_tournament.StartMoved(to=NOON + 60, told=(), told_at=NOON), NOON),
        (happened.WinnersPaid(cents={}, at=NOON), NOON),
        (TableStepped(table=2, event=recorded(NOON)), NOON),
        (TOLD, 0),
    ],
)
def test_a_place_in_the_cards_and_a_time_to_come_are_no_moment(
    event: happened.AnyEvent | in_tournament.AnyEvent, at: int
) -> None:
    assert moment_of(event) == at


def test_every_time_of_an_event_is_known_for_what_it_is() -> None:
    """An event with another field that ends in ``at`` has to say here what that is."""
    kinds: list[type[Struct]] = [*get_args(happened.AnyEvent), *get_args(in_tournament.AnyEvent)]
    found = {
        f"{kind.__name__}.{field.name}"
        for kind in kinds
        for info in [shapes.type_info(kind)]
        if isinstance(info, shapes.StructType)
        for field in info.fields
        if field.name.endswith("_at")
    }
    assert found == {
        *("NoticePosted.shown_at", "NoticePosted.effective_at", "Mispaid.paid_at"),
        *("StartMoved.told_at", "SessionBegun.ends_at"),
    }


def test_only_what_had_happened_was_known() -> None:
    lines = lines_of_log("t1", "table", [recorded(NOON), recorded(NOON + 1, 2)])
    assert known_before(lines, NOON) == []
    assert known_before(lines, NOON + 1) == lines[:1]
    assert known_before(lines, NOON + 2) == lines


def test_streams_are_put_in_order_however_they_come() -> None:
    two = lines_of_log("b", "table", [recorded(NOON), recorded(NOON + 5, 2)])
    one = lines_of_log("a", "table", [recorded(NOON), recorded(NOON + 3, 2)])
    for mixed in ([*one, *two], [*two, *one], [*reversed([*one, *two])]):
        assert list(by_stream(mixed)) == ["a", "b"]
        got = [(line.stream, line.version) for line in everything(mixed)]
        assert got == [("a", 1), ("b", 1), ("a", 2), ("b", 2)]


def test_a_table_of_a_tournament_is_a_table() -> None:
    log: list[Happened] = [
        in_tournament.ChipCountOrdered(),
        TableStepped(table=2, event=recorded(NOON)),
        TableStepped(table=1, event=recorded(NOON + 1)),
    ]
    lines = lines_of_log("autumn", "tournament", log)
    assert {name: len(inside) for name, inside in tables(lines).items()} == {
        "autumn/2": 1,
        "autumn/1": 1,
    }
    [inside] = tables(lines)["autumn/2"]
    assert (inside.kind, inside.version, inside.by) == ("table", 2, "sue")
    assert [line.event for line in tournaments(lines)["autumn"]] == [log[0]]


def test_a_step_taken_back_is_gone_from_the_moment_it_was() -> None:
    log: list[Happened] = [
        in_tournament.ConditionsPublished(),
        in_tournament.SessionBegun(at=NOON),
        TableStepped(table=1, event=TOLD),
        in_tournament.StepUndone(step="begin_session", reason="too early", events=2),
        in_tournament.SessionBegun(at=NOON + 60),
    ]
    lines = lines_of_log("autumn", "tournament", log)
    assert [line.version for line in standing(lines)] == [1, 5]
    assert tables(lines) == {}
    # Before it was taken back, nobody knew that it would be.
    assert [line.version for line in standing(lines[:3])] == [1, 2, 3]


def test_the_lines_of_a_real_log_never_go_back() -> None:
    game = open_table("nsw-2024", randbelow=Random(1).randrange)
    game.act(Actor("ann", "patron", NOON), do.Join("ann", 1))
    game.act(Actor("ann", "patron", NOON + 1), do.BuyChips("ann", 100_000))
    game.act(Actor("sue", "gaming_supervisor", NOON + 90), do.Tell("surveillance", "pairs"))
    lines = lines_of_log("t1", "table", game.log)
    assert [line.at for line in lines] == sorted(line.at for line in lines)
    assert {line.at for line in lines} == {NOON + 90}
