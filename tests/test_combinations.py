"""Every kind of coup against every way in which money moves and everything done to people."""

import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import pytest
from msgspec import Struct
from support import combinations
from support.combinations import FOLDER, SHEETS, Cell, arranged, cells, columns, happened, rows
from support.editions import DEALING

from punto.scenario.table import ScenarioTable
from punto.scenario.tournament import ScenarioTournament
from punto.table.open_issues import BlockKind, DeviceFailure
from punto.table.phase import Betting, Dealing, Phase, Role, Settling
from punto.table.registry import registry as table_registry
from punto.table.table import Allowances, CarriedCard, NextCoup, NoBet
from punto.tournament.registry import registry
from punto.tournament.session import Turns

ALL = [(name, sheet) for name in DEALING for sheet in SHEETS]
NEUTRAL = tomllib.loads((FOLDER / "neutral.toml").read_text("utf-8"))


def tag(kind: type[Struct]) -> str:
    return str(kind.__struct_config__.tag)


def neutral(what: str) -> set[str]:
    return {name for group in NEUTRAL[what] for name in group["names"]}


@cache
def tried(rulebook: str, sheet: str) -> list[Cell]:
    return list(cells(rulebook, sheet))


@cache
def worlds() -> list[ScenarioTable]:
    return [arranged(case) for name, sheet in ALL for case in rows(name, sheet)]


@pytest.mark.parametrize(("rulebook", "sheet"), ALL)
def test_every_cell_is_answered_as_it_was_judged(rulebook: str, sheet: str) -> None:
    judged = combinations.answers(rulebook, sheet).read_text("utf-8")
    assert combinations.written(tried(rulebook, sheet)) == judged


@pytest.mark.parametrize(("rulebook", "sheet"), ALL)
def test_no_chip_moves_onto_a_coup_that_takes_no_wagers(rulebook: str, sheet: str) -> None:
    closed = 0
    for cell in tried(rulebook, sheet):
        if combinations.takes_none(cell.before):
            closed += 1
            assert not combinations.laid(cell), cell
    assert closed > 100


def test_every_command_is_a_column_or_is_said_to_move_nothing() -> None:
    known = {*table_registry.commands, *registry.commands}
    used = {column["do"] for sheet in SHEETS for column in columns(sheet)}
    assert not used & neutral("commands")
    assert used | neutral("commands") == set(map(tag, known))


def test_what_moves_money_at_a_table_is_tried_in_a_tournament_too() -> None:
    names = {str(tag(kind)) for kind in table_registry.commands}
    alone, besides = ({column["do"] for column in columns(sheet)} for sheet in SHEETS)
    # What only a device, a reader, a held card or a shoe of its own brings about is tried alone.
    assert alone - besides <= ONLY_AT_A_TABLE
    assert besides & names <= alone


ONLY_AT_A_TABLE = {
    *("settle_pairs", "correct_card", "sweep_held", "expose_held", "run_out", "void_shoe"),
    *("remove_cards", "report_scan", "confirm_result", "cure_mispayment", "device_ready"),
    *("shuffle_rest", "cut_rest", "accept_role", "pass_role", "take_back_cards", "play_on"),
    *("replace_cards", "withdraw_limits", "change_sign", "look_back", "link_patrons"),
    *("limit_patrons", "restrict_offer"),
}


def test_every_event_comes_about_in_a_cell_or_is_said_to_move_nothing() -> None:
    known = {*table_registry.events, *registry.events}
    came = {kind for name, sheet in ALL for cell in tried(name, sheet) for kind in happened(cell)}
    came |= {kind for world in worlds() for kind in combinations.past(world)}
    quiet = neutral("events")
    assert {tag(kind) for kind in known - came} <= quiet
    assert quiet <= set(map(tag, known))


def test_what_is_said_to_move_nothing_moves_nothing() -> None:
    quiet = neutral("events")
    for name, sheet in ALL:
        for cell in tried(name, sheet):
            if cell.events and {tag(kind) for kind in happened(cell)} <= quiet:
                assert not cell.moved, cell


def test_every_state_that_a_coup_can_be_in_is_that_of_a_row() -> None:
    named = {*flags(STATES), *(f"Block.{kind}" for kind in BlockKind)}
    had = {flag for world in worlds() for flag in held(world)}
    assert named - had == neutral("states")
    phases = {type(combinations.table_of(world).phase) for world in worlds()}
    assert phases == set(get_args(Phase))


STATES = (NextCoup, NoBet, Allowances, CarriedCard, DeviceFailure, Role, Betting, Dealing, Turns)


def flags(kinds: tuple[type[Struct], ...]) -> Iterator[str]:
    for kind in kinds:
        yield from (f"{kind.__name__}.{field}" for field in kind.__struct_fields__)


def held(world: ScenarioTable) -> Iterator[str]:
    """Yield what is so in the state of a row: every field that is not as it is by itself."""
    table = combinations.table_of(world)
    parts: list[Any] = [table.next, table.next.allowed, table.role, table.phase]
    parts += [table.next.no_bet, table.open.fault, *table.next.carried]
    if isinstance(table.phase, Settling):
        parts.append(table.phase.role)
    if isinstance(world, ScenarioTournament):
        session = world.tournament.session
        parts += session.turns.values() if session is not None else ()
    yield from (f"Block.{block.kind}" for block in table.open.blocks)
    for part in filter(None, parts):
        for field in part.__struct_fields__:
            if getattr(part, field) not in (None, (), {}, False, 0):
                yield f"{type(part).__name__}.{field}"
