"""Kinds of coup against ways in which money moves and what happens to people, cell by cell.

The rows are scripts of scenario steps, one file for each rulebook and kind of table, and each
leaves a table in some state. The columns are single commands, tried in every such state and taken
back again.
``cd tests && python -m support.combinations`` writes the answers anew, to be read and judged.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from punto.aggregate.actor import DEALER, PATRON, Actor
from punto.clause import Malformed, Refused, short
from punto.driver.table import TableDriver
from punto.driver.tournament import TournamentDriver
from punto.driver.tournament_table import TournamentTableDriver
from punto.money import dollars
from punto.notation.table_commands import understood
from punto.notation.tournament_commands import KINDS as DIRECTED
from punto.notation.tournament_commands import meant
from punto.rulebook.elect import elect
from punto.rulebook.load import load
from punto.rulebook.power import Power
from punto.scenario import setup_parser
from punto.scenario.case import Case, Scenario, ScenarioStep
from punto.scenario.commands import STEP_WORDS
from punto.scenario.expect import differences
from punto.scenario.open_tournament import begin, opened
from punto.scenario.seats import float_of, seated
from punto.scenario.step_runner import taken
from punto.scenario.table import ScenarioTable
from punto.scenario.tournament import ScenarioTournament
from punto.table.guards import coup_is_on
from punto.table.table import Table
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament

FOLDER = Path(__file__).parent.parent / "combinations"
SHEETS = ("table", "tournament")
# A column names its dealer or official by the power, since titles differ between rulebooks.
_BY_POWER = "power:"

Column = dict[str, Any]


class Cell(Struct, frozen=True):
    """What became of one command in one state: what was said, what changed, what happened."""

    row: str
    column: str
    said: str
    before: Table
    after: Table
    moved: str = ""
    events: tuple[Any, ...] = ()


def columns(sheet: str) -> list[Column]:
    """Return the commands that are tried in every state."""
    tree = tomllib.loads((FOLDER / "columns.toml").read_text("utf-8"), parse_float=str)
    found: list[Column] = tree[sheet]
    return found


def rows(rulebook: str, sheet: str) -> list[Case]:
    """Return the scripts that leave a table, or one of a tournament, in some state."""
    path = FOLDER / rulebook / f"{sheet}.toml"
    tree = tomllib.loads(path.read_text("utf-8"), parse_float=str)
    found = []
    for entry in tree["row"]:
        scenario = msgspec.convert({**tree["defaults"], **entry, "cites": ()}, Scenario)
        steps = tuple(_step(words) for words in scenario.steps)
        found.append(Case(path, rulebook, scenario, "", steps))
    return found


def _step(words: dict[str, Any]) -> ScenarioStep:
    given = dict(words)
    own = {key: given.pop(key, None) for key in STEP_WORDS}
    return ScenarioStep(arguments=given, **own)


def arranged(case: Case) -> ScenarioTable:
    """Return the world that a row leaves; it must come about as the row says."""
    edition, chosen = load(case.rulebook), setup_parser.elections(case.scenario.elect)
    if case.scenario.tournament is not None:
        arena = opened(case.scenario, edition, chosen)
        begin(arena, case.scenario)
        world: ScenarioTable = arena
    else:
        rules = elect(edition, chosen)
        shoe = setup_parser.laid_out(rules, case.scenario.shoe, case.scenario.stage)
        world = ScenarioTable(
            rules,
            shoe,
            case.scenario.people,
            chosen,
            opened=case.scenario.opened,
            method=case.scenario.dealt,
            float_cents=float_of(case.scenario.in_float),
        )
        seated(world, case.scenario.seats)
    for step in case.steps:
        if step.clock is not None:
            world.at = world.moment(step.clock)
        if step.expect is None:
            wrong = list(taken(world, set(), step, case.scenario.name))
        else:
            wrong = list(differences(world, step.expect))
        assert not wrong, f"{case.rulebook}, {case.scenario.name}: {wrong}"
    return world


def tried(world: ScenarioTable, row: str, column: Column) -> Cell:
    """Try one command, and leave the world as it was."""
    given = {key: value for key, value in column.items() if key not in {"column", "by", "do"}}
    name, do = column.get("by", DEALER), column["do"]
    if name.startswith(_BY_POWER):
        held = world.rules.edition.powers.get(Power(name.removeprefix(_BY_POWER)))
        name = held.value[0] if held else DEALER
    actor = Actor(name, name if name in world.titles else PATRON, world.at)
    before = whole(world)
    table = table_of(world)
    try:
        with driver_of(world).trial():
            events = _done(world, actor, do, given)
            moved = changed(before, whole(world))
            return Cell(row, column["column"], "accepted", table, table_of(world), moved, events)
    except Refused as no:
        # A no that has no clause of its own is about who may do it.
        said = " ".join((no.code, *map(short, no.clause)))
    except Malformed as no:
        said = f"malformed {no.code}"
    return Cell(row, column["column"], said, table, table)


def driver_of(world: ScenarioTable) -> TableDriver | TournamentDriver:
    """Return what drives a table by itself, or the tournament."""
    if isinstance(world, ScenarioTournament):
        return world.driver
    assert isinstance(world.game, TableDriver)
    return world.game


def _done(world: ScenarioTable, actor: Actor, do: str, given: dict[str, Any]) -> tuple[Any, ...]:
    """Carry out a command, with nothing that goes without saying, and return what happened."""
    if isinstance(world, ScenarioTournament):
        length = len(world.driver.log)
        if do in DIRECTED:
            world.driver.carry_out(actor, meant(do, given, world.tournament, actor.name).command)
        else:
            game = TournamentTableDriver(world.driver, 1)
            game.carry_out(actor, understood(do, given, game.table, actor.name).command)
        return tuple(world.driver.events[length:])
    assert world.game is not None
    asked = understood(do, given, world.game.table, actor.name)
    return tuple(world.game.carry_out(actor, asked.command))


def whole(world: ScenarioTable) -> Table | Tournament:
    """Return all that a command may change."""
    return world.tournament if isinstance(world, ScenarioTournament) else table_of(world)


def table_of(world: ScenarioTable) -> Table:
    """Return the table of a row; in a tournament it is the first."""
    if isinstance(world, ScenarioTournament):
        return world.tournament.tables[1]
    assert world.game is not None
    return world.game.table


def changed(before: Table | Tournament, after: Table | Tournament) -> str:
    """Return in words what moved on the layout and what happened to people."""
    return " ".join(_changes(before, after))


def _changes(before: Table | Tournament, after: Table | Tournament) -> Iterator[str]:
    if isinstance(before, Tournament) and isinstance(after, Tournament):
        for entrant in after.entrants:
            was = before.entrant(entrant.name)
            if was is not None and was.standing != entrant.standing:
                yield f"{entrant.name}:{entrant.standing}"
        if len(after.forms) != len(before.forms):
            yield f"forms{len(after.forms) - len(before.forms):+}"
        old, new = before.session, after.session
        if old is not None and new is not None and old.passes != new.passes:
            yield "pass_card"
        before, after = before.tables[1], after.tables[1]
    assert isinstance(before, Table)
    assert isinstance(after, Table)
    if before.layout_cents != after.layout_cents:
        yield f"layout{_signed(after.layout_cents - before.layout_cents)}"
    tokens = [sum(bet.token_cents for bet in table.wagers) for table in (before, after)]
    if tokens[0] != tokens[1]:
        yield f"tokens{_signed(tokens[1] - tokens[0])}"
    for patron in before.patrons:
        now = after.patron(patron.name)
        if now is None:
            yield f"{patron.name}:gone"
        elif now.chips_cents != patron.chips_cents:
            yield f"{patron.name}{_signed(now.chips_cents - patron.chips_cents)}"
        if now is not None and now.idle > patron.idle:
            yield f"{patron.name}:idle"
    for name in set(after.admission.barred) - set(before.admission.barred):
        yield f"{name}:barred"


def _signed(cents: int) -> str:
    return ("+" if cents > 0 else "-") + dollars(abs(cents)).removeprefix("$")


def cells(rulebook: str, sheet: str) -> Iterator[Cell]:
    """Try every column in every row of a sheet."""
    for case in rows(rulebook, sheet):
        world = arranged(case)
        for column in columns(sheet):
            yield tried(world, case.scenario.name, column)


def written(found: list[Cell]) -> str:
    """Return the answers of a sheet as text: row by row, columns with the same answer together.

    What is answered alike in every row stands first, and nowhere else.
    """
    said: dict[str, set[str]] = {}
    for cell in found:
        said.setdefault(cell.column, set()).add(_shown(cell))
    alike = {column for column, answers in said.items() if len(answers) == 1}
    rows = dict.fromkeys(cell.row for cell in found)
    lines = ["== in every row", *_grouped([c for c in found if c.column in alike][: len(alike)])]
    for row in rows:
        own = [cell for cell in found if cell.row == row and cell.column not in alike]
        lines += [f"\n== {row}", *_grouped(own)]
    return "\n".join(lines) + "\n"


def _shown(cell: Cell) -> str:
    return f"{cell.said} {cell.moved}"


def _grouped(found: list[Cell]) -> Iterator[str]:
    """Yield answers, each with its columns; what is accepted comes first."""
    answers: dict[str, list[str]] = {"accepted": []}
    for cell in found:
        shown = f"{cell.column} ({cell.moved})" if cell.moved else cell.column
        answers.setdefault(cell.said, []).append(shown)
    for said, names in answers.items():
        if names:
            yield from _wrapped(f"{said}:", names)


def _wrapped(head: str, names: list[str]) -> Iterator[str]:
    line = head
    for number, name in enumerate(names):
        added = f" {name}" + ("," if number + 1 < len(names) else "")
        if len(line) + len(added) > 100:
            yield line
            line = "   "
        line += added
    yield line


def answers(rulebook: str, sheet: str) -> Path:
    """Return the file in which the answers of a sheet stand."""
    return FOLDER / rulebook / f"{sheet}.txt"


def happened(cell: Cell) -> Iterator[type[Struct]]:
    """Yield the types of what a cell brought about, at its table too."""
    for event in cell.events:
        yield type(event)
        if isinstance(event, TableStepped):
            yield type(event.event)


def past(world: ScenarioTable) -> Iterator[type[Struct]]:
    """Yield the types of what happened before, on the way to a row."""
    for event in driver_of(world).events:
        yield type(event)
        if isinstance(event, TableStepped):
            yield type(event.event)


def takes_none(table: Table) -> bool:
    """Return whether the coup that comes, or is on, takes no wagers."""
    no_bet = table.next.no_bet
    return table.carries_no_bet or (no_bet is not None and no_bet.wagers_refused)


def laid(cell: Cell) -> bool:
    """Return whether a command brought chips or tokens onto the layout, for a coup to come."""
    if coup_is_on(cell.after) or not takes_none(cell.after):
        return False
    lay = {bet.number: bet.stake_cents for bet in cell.before.wagers}
    return any(bet.stake_cents > lay.get(bet.number, 0) for bet in cell.after.wagers)


def main() -> None:
    """Write the answers of all sheets."""
    for folder in sorted(path for path in FOLDER.iterdir() if path.is_dir()):
        for sheet in SHEETS:
            if (folder / f"{sheet}.toml").exists():
                found = list(cells(folder.name, sheet))
                answers(folder.name, sheet).write_text(written(found), "utf-8")
                print(f"{folder.name} {sheet}: {len(found)} cells")


if __name__ == "__main__":
    main()
