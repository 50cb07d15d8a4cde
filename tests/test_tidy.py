"""The few structural rules of this house, each with its reason."""

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec import inspect as shapes

from punto.rulebook import load
from punto.scenario.loader import read, shipped
from punto.table.registry import registry

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "punto"
FILES = sorted(SOURCE.rglob("*.py"))

# Read top to bottom: a module imports only from its own row or from rows above it. One way in,
# so that a rule has one place and a change has one direction.
ORDER = [
    ["error_codes"],
    ["clause"],
    ["cards", "money", "payouts"],
    ["rulebook"],
    ["aggregate"],
    ["statements"],
    ["options"],
    ["shoe"],
    ["coup_reasons"],
    ["burning", "coup", "last_coup", "shoe_preparation"],
    ["roads"],
    ["wagers"],
    ["table"],
    ["verifiable_draw"],
    ["tournament"],
    ["house"],
    ["journal"],
    ["registers"],
    ["notation"],
    ["virtual_cards", "codec"],
    ["store"],
    ["log_file"],
    ["driver"],
    ["sheets", "library"],
    ["reports"],
    ["scenario", "odds", "rehearsal"],
    ["http_api"],
    # The client does not import the server, and so no web framework.
    ["client"],
    ["server"],
    ["demo"],
    ["cli"],
]
# A table reads top to bottom too: what every family needs, then the families in this order, then
# the registry of their topics and what reads a log, then who looks.
FAMILIES = (
    *("float", "seats", "limits", "opening", "cards"),
    *("deal", "wagers", "errors", "conduct"),
)
# So does a tournament.
TOURNAMENT_FAMILIES = (
    *("conduct", "money", "entry", "placing", "wagers"),
    *("secret", "seating", "coups"),
)
# A folder or a module is called after what it is for, never after how it came about.
BANNED_NAMES = {
    *("misc", "other", "helpers", "util", "utils", "common"),
}
RANK = {name: rank for rank, row in enumerate(ORDER) for name in row}

# Nothing hidden inside the rules: cards, times and randomness come from outside, and money and
# odds are exact. Only the command line may look at a clock, and only estimates are floats.
OUTSIDE = (
    *("cli", "odds", "rehearsal", "library.py", "store"),
    *("http_api", "client", "server", "demo"),
)
CORE = [path for path in FILES if path.relative_to(SOURCE).parts[0] not in OUTSIDE]
TABLE = SOURCE / "table"
TOURNAMENT = SOURCE / "tournament"
BANNED_MODULES = {"random", "secrets", "time", "uuid", "socket", "urllib", "subprocess"}
BANNED_CALLS = {"float", "now", "today", "utcnow"}

JURISDICTIONS = {load.load(name).instrument.jurisdiction for name in load.ids()}


def part(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name}: imports say where they come from"
            module = node.module or ""
            names = {f"{module}.{alias.name}" for alias in node.names}
            found |= names if module == "punto" else {module}
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_modules_import_only_upwards(path: Path) -> None:
    if part(path) == "__init__":
        return
    for target in imports(path):
        if target.startswith("punto."):
            name = target.split(".")[1]
            assert RANK[name] <= RANK[part(path)], f"{path.name} must not import {target}"


def imports_inside(folder: Path) -> dict[str, set[str]]:
    """Return from which modules of a folder each of its modules imports."""
    package = ".".join(("punto", *folder.relative_to(SOURCE).parts, ""))
    return {
        ".".join(path.relative_to(folder).with_suffix("").parts): {
            target.removeprefix(package) for target in imports(path) if target.startswith(package)
        }
        for path in folder.rglob("*.py")
        if path.stem != "__init__"
    }


AGGREGATES = [
    (TABLE, FAMILIES, ("registry", "projections", "takings", "views")),
    (TOURNAMENT, TOURNAMENT_FAMILIES, ("undo_step", "registry", "views")),
]


@pytest.mark.parametrize(("folder", "families", "last"), AGGREGATES, ids=["table", "tournament"])
def test_an_aggregate_is_built_in_one_direction(
    folder: Path, families: tuple[str, ...], last: tuple[str, ...]
) -> None:
    folders = {path.name for path in folder.iterdir() if path.is_dir() and path.name[0] != "_"}
    assert folders == {*families, "views"}
    rank = {name: number for number, name in enumerate((*families, *last), start=1)}
    for module, targets in imports_inside(folder).items():
        for target in targets:
            above, own = rank.get(target.split(".")[0], 0), rank.get(module.split(".")[0], 0)
            assert above <= own, f"{module} must not import {target}"


@pytest.mark.parametrize("folder", [TABLE, TOURNAMENT], ids=["table", "tournament"])
def test_no_modules_of_an_aggregate_import_each_other(folder: Path) -> None:
    assert tuple(TopologicalSorter(imports_inside(folder)).static_order())


def test_no_event_is_a_copy_of_a_state() -> None:
    state = {
        kind
        for module in ("punto.table.table", "punto.table.phase", "punto.shoe")
        for kind in vars(import_module(module)).values()
        if isinstance(kind, type) and issubclass(kind, Struct) and kind.__module__ == module
    }
    for event in registry.events:
        held = {one.cls for one in inner(shapes.type_info(event)) if one.cls is not event}
        assert not held & state, f"{event.__name__} carries {held & state}"


def inner(kind: object) -> Iterator[shapes.StructType]:
    """Yield every struct inside a type."""
    if isinstance(kind, shapes.StructType):
        yield kind
        for field in kind.fields:
            yield from inner(field.type)
    for name in ("types", "item_type", "item_types", "key_type", "value_type"):
        below = getattr(kind, name, ())
        for one in below if isinstance(below, tuple) else (below,):
            yield from inner(one)


def test_the_odds_know_no_table() -> None:
    for path in FILES:
        if part(path) == "odds":
            assert not any(target.startswith("punto.table") for target in imports(path)), path


def test_modules_are_small_and_called_after_what_they_are_for() -> None:
    lengths = sorted(len(path.read_text("utf-8").splitlines()) for path in FILES)
    assert lengths[len(lengths) // 2] <= 130, "the median module has grown"
    for path in FILES:
        names = {part.removesuffix(".py") for part in path.relative_to(SOURCE).parts}
        assert not names & BANNED_NAMES, path


@pytest.mark.parametrize("path", CORE, ids=lambda path: str(path.relative_to(SOURCE)))
def test_the_core_has_no_clock_no_dice_and_no_float(path: Path) -> None:
    assert not {name.split(".")[0] for name in imports(path)} & BANNED_MODULES
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant):
            assert not isinstance(node.value, float), f"{path.name}:{node.lineno} has a float"
        if isinstance(node, ast.Name):
            assert node.id != "float", f"{path.name}:{node.lineno} names float"
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            assert name not in BANNED_CALLS, f"{path.name}:{node.lineno} calls {name}"


@pytest.mark.parametrize("path", CORE, ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_jurisdiction_is_named_in_python(path: Path) -> None:
    named = {*load.ids(), *JURISDICTIONS}
    documented = {
        id(node.value)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Expr)
    }
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            assert node.value not in named or id(node) in documented, f"{path.name}:{node.lineno}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_functions_stay_small(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            length = (node.end_lineno or 0) - node.body[0].lineno
            # A compiled loop cannot be cut up without paying for it.
            limit = 80 if path.parent.name == "kernels" else 50
            assert length <= limit, f"{path.name}: {node.name} is too long"


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_names_say_what_they_mean(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            if node.name == "get":  # what every mapping has
                continue
            words = node.name.lower().strip("_").split("_")
            assert not {"get", "manager", "helper", "utils", "common"} & set(words), node.name


def test_held_data_are_read_by_nobody_outside_the_rulebook() -> None:
    for path in FILES:
        if part(path) == "rulebook" or path.name == "mutate.py":
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute):
                assert node.attr != "held" or path.name == "rules.py", f"{path.name}:{node.lineno}"


def test_every_scenario_file_is_loaded_and_cites_clauses_that_exist() -> None:
    files = sorted(shipped().rglob("*"))
    assert {path.suffix for path in files if path.is_file()} == {".toml"}
    for path in files:
        if path.is_file():
            assert path.parent.name in load.ids(), f"{path}: nobody loads this"
            assert read(path), f"{path} holds no scenario"


def test_scenario_names_are_unique_in_a_rulebook() -> None:
    seen: dict[tuple[str, str], Path] = {}
    for path in sorted(shipped().rglob("*.toml")):
        for name in dict.fromkeys(case.scenario.name for case in read(path)):
            key = (path.parent.name, name)
            assert key not in seen, f"{path}: {name!r} also stands in {seen[key].name}"
            seen[key] = path


def test_clauses_in_the_documents_exist() -> None:
    pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
    for page in pages:
        for name, clause in re.findall(r"`(\w+-\d{4})/([^`\s]+)`", page.read_text("utf-8")):
            assert clause in load.register(name), f"{page.name}: {name}/{clause}"


def test_the_changelog_and_the_package_agree_on_the_version() -> None:
    version = re.search(r'^version = "(.+)"', (ROOT / "pyproject.toml").read_text(), re.MULTILINE)
    assert version
    assert f"## {version[1]}" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
