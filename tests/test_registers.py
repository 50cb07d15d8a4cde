"""Registers: every kind of line belongs to one, and what they say is what happened."""

from functools import cache
from random import Random
from typing import Any

import pytest
from support.golden import files, logs
from support.log_envelopes import journal_lines, lines_of, said

from punto.aggregate.actor import Actor
from punto.journal import JournalLine, tables
from punto.library import open_table
from punto.money import parse_dollars
from punto.registers import floats, voids
from punto.registers.catalogue import REGISTERS
from punto.registers.chip_counts import chip_counts
from punto.registers.disputes import disputes
from punto.registers.entries import entries
from punto.registers.mispayments import mispayments
from punto.registers.row import Row
from punto.rulebook.load import ids, load
from punto.rulebook.schema import Edition
from punto.scenario.author import AuthorsCoup
from punto.table import projections
from punto.table.base_classes import TableCommand
from punto.table.deal.void_coup import CoupVoided
from punto.table.errors.late_errors import CoupReversed
from punto.table.float.fills_and_credits import FloatCredited, FloatFilled
from punto.table.mispayments import Mispaid, MispaymentCured
from punto.table.register import RegisterEntry
from punto.table.registry import registry
from punto.table.returned_stakes import StakesReturned
from punto.table.seats.buying import BuyChips
from punto.table.seats.joining import Join
from punto.table.table import Table
from punto.tournament.entry.applications import ApplicationMade, EntryAccepted
from punto.tournament.entry.withdrawal import EntryWithdrawn
from punto.tournament.money.fees import FeePaid
from punto.tournament.money.refunds import FeeRefunded
from punto.tournament.money.stock import ChipsStocked, StockCounted
from punto.tournament.placing.chip_counts import ChipsCounted

NOON = 1_717_372_800


def test_every_line_of_a_table_has_a_register_and_a_name_of_its_own() -> None:
    entries = [kind for kind in registry.events if issubclass(kind, RegisterEntry)]
    assert len(entries) > 35
    assert all(isinstance(kind.registers, tuple) and kind.registers for kind in entries)
    names = [kind.tag().removesuffix("_recorded") for kind in entries]
    assert len(names) == len(set(names))
    # An incident of a rulebook is entered under its own name, which no other line has.
    for name in ids():
        assert not set(load(name).conduct.incidents) & set(names)


@cache
def golden() -> tuple[tuple[Edition, tuple[JournalLine, ...]], ...]:
    """Return the golden logs as journals, by rulebook and kind."""
    return tuple(
        (
            load(path.stem),
            tuple(
                line
                for number, log in enumerate(logs(path))
                for line in journal_lines(f"t{number}", log.entries)
            ),
        )
        for kind in ("tables", "tournaments")
        for path in files(kind)
    )


@pytest.mark.parametrize("name", sorted(REGISTERS))
def test_a_register_reads_every_log_there_ever_was(name: str) -> None:
    rows: list[Row] = []
    for _, lines in golden():
        found = REGISTERS[name](lines)
        assert list(found) == sorted(found, key=lambda row: (row.at, row.stream, row.version))
        streams = {line.envelope.stream for line in lines}
        assert {row.stream.partition("/")[0] for row in found} <= streams
        rows += found
    assert rows or name in ("entries", "chip_counts", "denied_claims")


def test_registers_and_the_projections_of_a_table_agree() -> None:
    for _, lines in golden():
        for mine in tables(lines).values():
            known = projections.mispayments(mine)  # type: ignore[arg-type]
            stands = {row.wrong.number: row.wrong for row in mispayments(mine) if not row.stands}
            assert [one.number for one in known] == sorted(stands)
            for one in known:
                row = stands[one.number]
                assert (row.difference_cents, row.cured) == (one.difference_cents, one.cured)
                assert (row.enquiry, row.steps) == (one.enquiry, one.steps)
            heard = projections.disputes(mine)  # type: ignore[arg-type]
            assert [row.dispute for row in disputes(mine)] == heard


def test_every_void_of_a_log_is_a_row() -> None:
    for _, lines in golden():
        rows = voids.voids(lines)
        at_tables = [line for inside in tables(lines).values() for line in inside]
        for kind, name in (
            (CoupVoided, "coup_voided"),
            (CoupReversed, "coup_reversed"),
        ):
            void = [
                (line.envelope.stream, line.envelope.version)
                for line in at_tables
                if isinstance(line.event, kind)
            ]
            assert sorted((row.stream, row.version) for row in rows if row.kind == name) == sorted(
                void
            )


def test_a_void_names_its_stakes_and_a_settlement_is_none() -> None:
    game = open_table("nsw-2024", randbelow=Random(3).randrange, minimum=25)
    game.act("ann", Join("ann", 1), clock=NOON)
    game.act("ann", BuyChips("ann", 1_000_000), clock=NOON)

    def step(by: Actor, command: TableCommand) -> Table:
        game.act(by, command)
        return game.table

    def coup() -> None:
        game.act("dealer", "open_betting", clock=NOON)
        game.act("ann", "place_wager", wager="banker", stake=100, clock=NOON)
        AuthorsCoup(game, step, NOON).deal()

    for _ in range(30):
        # Ties among them: the stake goes back, and nothing is void.
        coup()
    assert any(isinstance(event, StakesReturned) for event in game.events)
    assert voids.voids(journal_lines("t1", game.log)) == ()
    held = game.table.patrons[0].chips_cents
    coup()
    game.act("dealer", "report_error", trigger="misdeal", text="two cards", clock=NOON)
    game.act("gaming_supervisor", "void_coup", ground="unknown order", clock=NOON + 60)
    [row] = voids.voids(journal_lines("t1", game.log))
    assert (row.kind, row.text, row.coup, row.at) == ("coup_voided", "unknown order", 31, NOON + 60)
    assert game.table.patrons[0].chips_cents == held
    assert row.reversed_cents in (parse_dollars("95"), parse_dollars("-100"), 0)
    assert "nsw-2024/12.1.2#2" in row.clause


def test_what_turned_out_to_be_no_wrong_payment_stays_on_record() -> None:
    log: list[Any] = [
        said(
            Mispaid(
                number=1, coup=3, patron="ann", wager="tie", difference_cents=5_000, paid_at=NOON
            ),
            at=NOON,
        ),
        said(MispaymentCured(number=1, how="stands"), at=NOON + 60),
    ]
    [before] = mispayments(lines_of("t1", "table", log[:1]))
    [after] = mispayments(lines_of("t1", "table", log))
    assert (before.state, before.breach, before.stands) == ("open", True, False)
    assert (after.state, after.breach, after.touched_at) == ("was_none", False, NOON + 60)


def test_entries_and_counts_of_a_tournament() -> None:
    log: list[Any] = [
        ApplicationMade(name="ann", number=1),
        FeePaid(name="ann", cents=11_000),
        EntryAccepted(name="ann"),
        said(EntryWithdrawn(name="ann"), at=NOON),
        FeeRefunded(name="ann", cents=11_000),
        ChipsStocked(pieces={10_000: 50, 50_000: 10}),
        ChipsCounted(name="bob", cents=90_000, held_cents=100_000),
        StockCounted(pieces={10_000: 48, 50_000: 11}, missing={10_000: 2, 50_000: -1}),
    ]
    lines = lines_of("autumn", "tournament", log)
    assert [(row.person, row.kind, row.cents) for row in entries(lines)] == [
        ("ann", "application_made", 0),
        ("ann", "fee_paid", 11_000),
        ("ann", "entry_accepted", 0),
        ("ann", "entry_withdrawn", 0),
        ("ann", "fee_refunded", -11_000),
    ]
    counted = chip_counts(lines)
    assert [(row.kind, row.counted_cents, row.held_cents) for row in counted] == [
        ("chips_stocked", 1_000_000, 0),
        ("chips_counted", 90_000, 100_000),
        ("stock_counted", 1_030_000, 1_000_000),
    ]
    assert counted[1].text == "not as on record"
    assert counted[2].text == "missing: 2 of 100, -1 of 500"


def test_a_float_is_filled_credited_and_counted() -> None:
    log: list[Any] = [
        said(
            FloatFilled(slip="f1", cents=50_000, brought_by="cal"),
            by="sue",
            title="casino_supervisor",
            at=NOON,
        ),
        said(
            FloatCredited(slip="c1", cents=20_000, taken_by="cal"),
            by="sue",
            title="casino_supervisor",
            at=NOON + 1,
        ),
    ]
    rows = floats.floats(lines_of("t1", "table", log))
    assert [(row.kind, row.cents, row.slip, row.person, row.by) for row in rows] == [
        ("float_filled", 50_000, "f1", "cal", "sue"),
        ("float_credited", -20_000, "c1", "cal", "sue"),
    ]
