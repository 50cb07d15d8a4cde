"""The table under every command there is, sensible and absurd, in any order, by anybody."""

from contextlib import suppress
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.card_locations import Places
from support.editions import DEALING
from support.fair_play import fair_at_a_table
from support.random_commands import KINDS, Anything
from support.random_table import opened, proposed
from support.table_balances import Books
from support.way_on import goes_on

from punto import codec
from punto.aggregate.actor import Actor
from punto.aggregate.envelope import LogEntry
from punto.clause import Malformed, NotEntitled, Refused
from punto.driver.table import TableDriver
from punto.log_file import read_lines, written
from punto.table.audience import Audience
from punto.table.cards.preparation import CheckCards
from punto.table.conduct.disputes import RaiseDispute
from punto.table.conduct.incidents import ReportIncident
from punto.table.errors.scan_errors import ReportDisplay
from punto.table.opening.staff_on_duty import ShowRules
from punto.table.phase import Closed, Idle
from punto.table.registry import may, registry, replay
from punto.table.seats.joining import Join
from punto.table.table import Table
from punto.table.takings import drop, takings, win
from punto.table.views.view import view

EVENTS = registry.events


def chips(table: Table) -> int:
    held = sum(patron.chips_cents for patron in table.patrons)
    return held + table.layout_cents + table.ledger.float_cents


def tokens(table: Table) -> int:
    lying = sum(wager.token_cents for wager in table.wagers)
    return sum(patron.tokens_cents for patron in table.patrons) + lying


def sound(game: TableDriver) -> None:
    """Assert what holds at every table at every moment."""
    table = game.table
    assert chips(table) == table.ledger.issued_cents
    assert tokens(table) == table.ledger.tokens_cents
    for patron in table.patrons:
        assert patron.chips_cents >= 0, patron.name
        assert patron.tokens_cents >= 0, patron.name
    if isinstance(table.phase, Idle | Closed):
        assert not table.wagers, "chips lie on a layout that nobody can move"
    assert 0 <= table.shoe.drawn <= table.shoe.size
    assert sum(table.shoe.seen.values()) <= table.shoe.drawn


def taken(log: list[LogEntry[Any]], books: Books, shift: int) -> None:
    """Assert that the win of a log is what its wagers lost, and that of its shifts adds up."""
    day = takings(log)
    assert day.win_cents == win(log) == books.won_cents + books.over_cents
    assert day.over_cents == books.over_cents
    parts = [takings(log, 1, shift), takings(log, shift)]
    assert parts[0].closing_cents == parts[1].opening_cents
    for name in ("fills", "credits", "drop", "cash", "cashed_out", "over", "win"):
        sums = [getattr(part, f"{name}_cents") for part in (day, *parts)]
        assert sums[0] == sums[1] + sums[2], name
    assert drop(entry.event for entry in log) == day.drop_cents


@given(st.integers(0, 10**9), st.sampled_from(DEALING))
@settings(max_examples=40)
def test_no_command_breaks_a_table_or_loses_a_chip_a_token_or_a_card(seed: int, name: str) -> None:
    random = Random(seed)
    game = opened(name, random)
    anything = Anything(game.rules, random)
    books, places = Books(), Places()
    books.book(game.events[0])
    refused: list[tuple[Malformed | Refused, str]] = []
    for turn in range(300):
        actor, command = proposed(game, anything)
        where = f"seed {seed}, turn {turn}: {command}"
        before = game.table
        allowed = may(game.rules, before, actor, type(command))
        try:
            events = game.carry_out(actor, command)
        except (Malformed, Refused) as no:
            assert game.table is before, where
            refused.append((no, where))
            continue
        assert events, where
        assert allowed, f"{where} was decided, and might not be given: {allowed.error}"
        try:
            for event in events:
                for reason in event.reasons:
                    assert all(clause.startswith(f"{name}/") for clause in reason.clause), reason
                books.book(event)
                places.follow(event)
            books.agree(game.table)
            assert game.cards is not None
            places.agree(game.table, game.cards)
            sound(game)
            fair_at_a_table(game.rules, before, game.table)
            if turn % 60 == 0:
                assert goes_on(game, Random(turn)), "nobody can bring the next coup"
        except AssertionError as error:
            raise AssertionError(f"{where}: {error}") from error
        for audience in Audience:
            view(game.rules, game.table, audience, "ann" if audience is Audience.PATRON else None)
    assert replay(game.log) == game.table, f"seed {seed}"
    taken(game.log, books, random.randint(1, len(game.log)))
    assert read_lines(written(game.log)).entries == tuple(game.log), f"seed {seed}"
    assert codec.read_snapshot(codec.encode(game.table)) == game.table, f"seed {seed}"
    for said, where in refused:
        assert said.message, where
        assert said.code, where
        if isinstance(said, Refused):
            assert said.clause or isinstance(said, NotEntitled), (
                f"{where}: {said.code} cites nothing"
            )
            assert all(clause.startswith(f"{name}/") for clause in said.clause), where


def some_play(game: TableDriver, random: Random, turns: int) -> None:
    """Play at random for so many turns; what is refused changes nothing."""
    anything = Anything(game.rules, random)
    for _ in range(turns):
        actor, command = proposed(game, anything)
        with suppress(Malformed, Refused):
            game.carry_out(actor, command)


def test_every_event_and_every_command_has_a_tag_of_its_own() -> None:
    for kinds in (EVENTS, KINDS):
        tags = [kind.__struct_config__.tag for kind in kinds]
        assert len(set(tags)) == len(tags)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.__struct_config__.tag))
def test_a_stranger_sending_any_command_changes_nothing_and_learns_why(kind: type) -> None:
    game = opened("nsw-2024", Random(3))
    anything = Anything(game.rules, Random(7))
    stranger = Actor("mallory", "patron", 0)
    open_to_all = {ReportIncident, RaiseDispute, ReportDisplay, ShowRules}
    arrivals = {Join, CheckCards}
    for _ in range(20):
        command = anything.of(kind)
        mark = game.savepoint()
        try:
            game.carry_out(stranger, command)
        except (Malformed, Refused):
            continue
        assert kind in open_to_all | arrivals, f"{command} by a stranger was accepted"
        game.restore(mark)
