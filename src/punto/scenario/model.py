"""A scenario file: TOML in, scenarios out; a misspelt key is told with its file and place."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from punto.clause import Malformed
from punto.rulebook import load

T = TypeVar("T")

_PLACE = re.compile(r"\{(\w+)\}")


class Step(Struct, frozen=True):
    """One step of the long form: somebody does something, or something is expected."""

    by: str | None
    do: str | None
    arguments: dict[str, Any]
    refused: str | None
    expect: dict[str, Any] | None
    clock: str | None = None


class Scenario(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One example of the law. ``cites`` is a claim: it must fail if the clause were ignored."""

    name: str
    cites: tuple[str, ...]
    elect: dict[str, Any] = {}
    people: dict[str, str] = {}
    wagers: tuple[str, ...] = ()
    cards: str | None = None
    totals: str | None = None
    deals: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    notified: dict[str, str] = {}
    shoe: str | None = None
    stage: str = "ready"
    opened: bool = True
    dealt: str | None = None
    steps: tuple[dict[str, Any], ...] = ()
    expect: tuple[str, ...] = ()
    refused: str | None = None
    each: tuple[dict[str, Any], ...] = ()


class Case(Struct, frozen=True):
    """A scenario with one row of its ``each`` filled in, ready to run."""

    file: Path
    rulebook: str
    scenario: Scenario
    label: str
    steps: tuple[Step, ...]

    @property
    def name(self) -> str:
        suffix = f" [{self.label}]" if self.label else ""
        return f"{self.scenario.name}{suffix}"

    @property
    def cites(self) -> tuple[str, ...]:
        return tuple(f"{self.rulebook}/{clause}" for clause in self.scenario.cites)


class File(Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario file may hold at its top."""

    scenario: tuple[dict[str, Any], ...]
    rulebook: str | None = None
    defaults: dict[str, Any] = {}


def read(path: Path) -> list[Case]:
    """Return the cases of a file, or say in one line what is wrong with it.

    The rulebook is the one the file names, or the name of the folder it lies in.
    """
    try:
        # Decimals stay text, so that no amount of money ever passes through a float.
        tree = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=str)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Malformed(f"{path}: {error}") from None
    except RecursionError:
        raise Malformed(f"{path}: nested too deeply") from None
    except OSError as error:
        raise Malformed(f"{path}: cannot be read: {error.strerror}") from None
    file = _convert(tree, File, str(path))
    rulebook = file.rulebook or path.parent.name
    try:
        load.known(rulebook)
    except Malformed as error:
        raise Malformed(f"{path}: {error.message}", error.hint) from None
    cases: list[Case] = []
    for number, entry in enumerate(file.scenario, start=1):
        place = f"{path}: scenario {number} ({entry.get('name', 'without a name')})"
        cases.extend(_cases(path, rulebook, {**file.defaults, **entry}, place))
    return cases


def _cases(path: Path, rulebook: str, entry: dict[str, Any], place: str) -> Iterator[Case]:
    rows = entry.get("each", [{}])
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise Malformed(f"{place}: each is a list of one or more tables")
    for row in rows:
        try:
            filled = _fill({key: entry[key] for key in entry if key != "each"}, row)
        except KeyError as error:
            raise Malformed(f"{place}: a row of each lacks {error}") from None
        scenario = _convert(filled, Scenario, place)
        if not scenario.name or not scenario.cites:
            raise Malformed(f"{place}: a scenario needs a name and at least one clause in cites")
        if scenario.refused == "":
            raise Malformed(f"{place}: refused names a clause or a code")
        unknown = [clause for clause in scenario.cites if clause not in load.register(rulebook)]
        if unknown:
            named = ", ".join(unknown)
            raise Malformed(f"{place}: cites {named}, which {rulebook} does not have")
        steps = tuple(_step(step, place) for step in scenario.steps)
        if not _expects(scenario, steps):
            raise Malformed(f"{place}: expects nothing, so it can prove nothing")
        label = " ".join(str(value) for value in row.values())
        yield Case(path, rulebook, scenario, label, steps)


def _expects(scenario: Scenario, steps: tuple[Step, ...]) -> bool:
    """Return whether a scenario could fail."""
    lines = (scenario.expect, scenario.deals, scenario.dates)
    return (
        any(lines)
        or scenario.refused is not None
        or any(step.expect or step.refused for step in steps)
    )


def _fill(node: Any, row: Mapping[str, Any]) -> Any:
    """Return a tree with ``{name}`` replaced by the value of that name in a row."""
    if isinstance(node, str):
        whole = _PLACE.fullmatch(node)
        if whole:
            return row[whole.group(1)]
        return _PLACE.sub(lambda match: str(row[match.group(1)]), node) if row else node
    if isinstance(node, list):
        return [_fill(item, row) for item in node]
    if isinstance(node, dict):
        return {_fill(key, row): _fill(value, row) for key, value in node.items()}
    return node


def _step(entry: dict[str, Any], place: str) -> Step:
    known = {key: entry.get(key) for key in ("do", "refused", "expect")}
    arguments = {key: entry[key] for key in entry if key not in ("by", "clock", *known)}
    if (known["do"] is None) == (known["expect"] is None):
        raise Malformed(f"{place}: a step either does something or expects something: {entry}")
    if known["refused"] == "":
        raise Malformed(f"{place}: refused names a clause or a code: {entry}")
    if known["expect"] is not None and (arguments or known["refused"]):
        raise Malformed(f"{place}: a step that expects does nothing else: {entry}")
    said = {"by": entry.get("by"), "clock": entry.get("clock"), "arguments": arguments}
    return _convert({**said, **known}, Step, place)


def _convert(tree: Any, kind: type[T], place: str) -> T:
    try:
        return msgspec.convert(tree, kind)
    except msgspec.ValidationError as error:
        text = str(error).replace("Object contains unknown field", "unknown key")
        text = text.replace("Object missing required field", "missing key")
        raise Malformed(f"{place}: {text[0].lower()}{text[1:]}") from None


def collect(paths: list[Path]) -> list[Case]:
    """Return the cases of files and of every file below folders, in order."""
    files: list[Path] = []
    for path in paths:
        try:
            folder, file = path.is_dir(), path.is_file()
        except OSError as error:
            raise Malformed(f"{str(path)[:60]}: {error.strerror}") from None
        if folder:
            found = sorted(path.rglob("*.toml"))
            if not found:
                raise Malformed(f"{path}: no scenario files below this folder")
            files += found
        elif file:
            files.append(path)
        else:
            raise Malformed(f"{path}: there is no such file or folder")
    return [case for file in files for case in read(file)]


def shipped() -> Path:
    """Return the folder of the scenarios that come with Punto."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "scenarios"
    return inside if inside.is_dir() else package.parent.parent / "tests" / "scenarios"
