"""The journal: several streams as one, each line with its moment; what was taken back is gone."""

from random import Random
from typing import Any

from msgspec import Struct
from msgspec import inspect as shapes
from support.log_envelopes import journal_lines, lines_of, said

from punto.aggregate.actor import Actor
from punto.aggregate.envelope import LogEntry
from punto.house.registry import registry
from punto.journal import (
    by_stream,
    everything,
    known_before,
    standing,
    tables,
    tournaments,
)
from punto.library import open_table
from punto.table.entries import ToldRecorded
from punto.table.opening.staff_on_duty import PersonTold, Tell
from punto.table.registry import registry as table_registry
from punto.table.seats.buying import BuyChips
from punto.table.seats.joining import Join
from punto.tournament.entry.conditions import ConditionsPublished
from punto.tournament.placing.chip_counts import ChipCountOrdered
from punto.tournament.registry import registry as tournament_registry
from punto.tournament.seating.sessions import SessionBegun
from punto.tournament.tables import TableStepped
from punto.tournament.undo_step import StepUndone

NOON = 1_717_372_800
TOLD = PersonTold(whom="surveillance", matter="pairs")


def recorded(at: int, number: int = 1) -> LogEntry[Any]:
    """Return a line of a table's register, as somebody entered it."""
    return said(ToldRecorded(number=number), at, "sue", "casino_supervisor")


def stepped(table: int, entry: LogEntry[Any]) -> LogEntry[Any]:
    """Return what happened at a table as an event of its tournament."""
    return LogEntry(entry.envelope, TableStepped(table=table, event=entry.event))


def test_no_event_repeats_its_envelope() -> None:
    """A time, a place in the cards or a person that an event names is a fact of its own."""
    kinds = [*table_registry.events, *tournament_registry.events]
    kinds += registry.events
    found = {
        f"{kind.__name__}.{name}"
        for kind in kinds
        for name in kind.__struct_fields__
        if name in {"at", "by", "actor", "title", "stream", "version", "time_ms"}
    }
    assert found == {
        *("CardsCut.at", "RestCut.at", "SeatingTimeSet.at", "CardsTurned.by"),
        *("ItemAttested.title", "CardsSignedOff.title"),
        *("TermsWritten.version", "TermsSent.version"),
        *("PrizeOffered.version", "PrizeWithdrawn.version"),
    }


def test_every_time_of_an_event_is_known_for_what_it_is() -> None:
    """An event with another field that ends in ``at`` has to say here what that is."""
    kinds: list[type[Struct]] = [
        *table_registry.events,
        *tournament_registry.events,
    ]
    found = {
        f"{kind.__name__}.{field.name}"
        for kind in kinds
        for info in [shapes.type_info(kind)]
        if isinstance(info, shapes.StructType)
        for field in info.fields
        if field.name.endswith("_at")
    }
    assert found == {
        *("NoticePosted.effective_at", "Mispaid.paid_at", "SessionBegun.ends_at"),
    }


def test_only_what_had_happened_was_known() -> None:
    lines = lines_of("t1", "table", [recorded(NOON), recorded(NOON + 1, 2)])
    assert known_before(lines, NOON) == []
    assert known_before(lines, NOON + 1) == lines[:1]
    assert known_before(lines, NOON + 2) == lines


def test_streams_are_put_in_order_however_they_come() -> None:
    two = lines_of("b", "table", [recorded(NOON), recorded(NOON + 5, 2)])
    one = lines_of("a", "table", [recorded(NOON), recorded(NOON + 3, 2)])
    for mixed in ([*one, *two], [*two, *one], [*reversed([*one, *two])]):
        assert list(by_stream(mixed)) == ["a", "b"]
        got = [(line.envelope.stream, line.envelope.version) for line in everything(mixed)]
        assert got == [("a", 1), ("b", 1), ("a", 2), ("b", 2)]


def test_a_table_of_a_tournament_is_a_table() -> None:
    log: list[Any] = [
        ChipCountOrdered(),
        stepped(2, recorded(NOON)),
        stepped(1, recorded(NOON + 1)),
    ]
    lines = lines_of("autumn", "tournament", log)
    assert {name: len(inside) for name, inside in tables(lines).items()} == {
        "autumn/2": 1,
        "autumn/1": 1,
    }
    [inside] = tables(lines)["autumn/2"]
    assert (inside.envelope.kind, inside.envelope.version, inside.envelope.actor) == (
        "table",
        2,
        "sue",
    )
    assert [line.event for line in tournaments(lines)["autumn"]] == [log[0]]


def test_a_step_taken_back_is_gone_from_the_moment_it_was() -> None:
    log: list[Any] = [
        ConditionsPublished(),
        said(SessionBegun(), at=NOON),
        TableStepped(table=1, event=TOLD),
        StepUndone(step="begin_session", reason="too early", back_to=1),
        said(SessionBegun(), at=NOON + 60),
    ]
    lines = lines_of("autumn", "tournament", log)
    assert [line.envelope.version for line in standing(lines)] == [1, 5]
    assert tables(lines) == {}
    # Before it was taken back, nobody knew that it would be.
    assert [line.envelope.version for line in standing(lines[:3])] == [1, 2, 3]


def test_the_lines_of_a_real_log_never_go_back() -> None:
    game = open_table("nsw-2024", randbelow=Random(1).randrange)
    game.act(Actor("ann", "patron", NOON), Join("ann", 1))
    game.act(Actor("ann", "patron", NOON + 1), BuyChips("ann", 100_000))
    game.act(Actor("sue", "gaming_supervisor", NOON + 90), Tell("surveillance", "pairs"))
    lines = journal_lines("t1", game.log)
    assert [line.envelope.at for line in lines] == sorted(line.envelope.at for line in lines)
    assert {line.envelope.at for line in lines[1:]} == {NOON, NOON + 1, NOON + 90}
