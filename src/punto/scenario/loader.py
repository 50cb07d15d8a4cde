"""A scenario file: TOML in, scenarios out; errors name the file and the place in it."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.rulebook import load
from punto.scenario import actor_checks
from punto.scenario.case import Case, File, Scenario, ScenarioStep
from punto.scenario.commands import STEP_WORDS, check_words
from punto.scenario.errors import ScenarioError, no_such
from punto.scenario.seats import place_of

__all__ = ["REPEAT_MAX", "Case", "File", "Scenario", "ScenarioStep", "collect", "read", "shipped"]

T = TypeVar("T")

# More than the coups of several shoes. A larger number is a mistake.
REPEAT_MAX = 1000

# An error code has several words; a clause never has this form.
_CODE = re.compile(r"\b[a-z]+(?:_[a-z]+)+\b")
_PLACE = re.compile(r"\{(\w+)\}")


def read(path: Path) -> list[Case]:
    """Return the cases of a file, or raise an error of one line.

    The file names its rulebook; without a name it is the name of the file's folder.
    """
    try:
        # Decimals stay text, so that no amount of money ever passes through a float.
        tree = tomllib.loads(path.read_text(encoding="utf-8"), parse_float=str)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ScenarioError(f"{path}: {error}") from None
    except RecursionError:
        raise ScenarioError(f"{path}: nested too deeply") from None
    except OSError as error:
        raise ScenarioError(f"{path}: cannot be read: {error.strerror}") from None
    file = _convert(tree, File, str(path))
    rulebook = file.rulebook if file.rulebook is not None else _folder_name(path)
    try:
        load.known(rulebook)
    except Malformed as error:
        raise no_such(f"{path}: {error.message}", rulebook, load.ids(), "rulebooks") from None
    if not file.scenario:
        raise ScenarioError(f"{path}: holds no scenario", "each begins with [[scenario]]")
    cases: list[Case] = []
    for number, entry in enumerate(file.scenario, start=1):
        place = f"{path}: scenario {number} ({entry.get('name', 'without a name')})"
        whole = _with_defaults(file.defaults, entry)
        cases += [
            Case(path, rulebook, scenario, label, steps, number)
            for scenario, label, steps in _rows(rulebook, whole, place)
        ]
    actor_checks.check(cases)
    return _check_unique_names(cases)


def _folder_name(path: Path) -> str:
    """Return the name of the folder of a file, also if the path does not contain it."""
    name = path.parent.name
    return path.parent.resolve().name if name in ("", "..") else name


def _with_defaults(defaults: Mapping[str, Any], entry: Mapping[str, Any]) -> dict[str, Any]:
    """Return a scenario with the defaults of its file; elections and people are merged.

    An ``elect`` that only repeats some of the defaults replaces them.
    """
    whole = {**defaults, **entry}
    for key in ("elect", "people"):
        given, own = defaults.get(key), entry.get(key)
        if not isinstance(given, dict) or not isinstance(own, dict):
            continue
        if key == "people" or not own.items() <= given.items():
            whole[key] = {**given, **own}
    return whole


def _rows(
    rulebook: str, entry: dict[str, Any], place: str
) -> Iterator[tuple[Scenario, str, tuple[ScenarioStep, ...]]]:
    rows = entry.get("each", [{}])
    if not isinstance(rows, list) or not rows or not all(isinstance(row, dict) for row in rows):
        raise ScenarioError(f"{place}: each is a list of one or more tables")
    for row in rows:
        try:
            filled = _fill({key: entry[key] for key in entry if key != "each"}, row)
        except KeyError as error:
            raise ScenarioError(
                f"{place}: a row of each lacks {error}", f"it has: {', '.join(row) or 'nothing'}"
            ) from None
        scenario = _convert(filled, Scenario, place)
        _check_scenario(rulebook, scenario, place)
        steps = tuple(
            _convert_step(step, f"{place}: step {number}")
            for number, step in enumerate(scenario.steps, start=1)
        )
        for number, step in enumerate(steps, start=1):
            named = step.why_exactly or ()
            _check_clauses(rulebook, named, f"{place}: step {number}: why_exactly names")
        if not _has_expectation(scenario, steps):
            raise _missing_expectation(steps, place)
        yield scenario, " ".join(str(value) for value in row.values()), steps


def _check_scenario(rulebook: str, scenario: Scenario, place: str) -> None:
    """Raise an error for a missing name, an unknown clause or a wrong seat."""
    if not scenario.name or not scenario.cites:
        raise ScenarioError(f"{place}: a scenario needs a name and at least one clause in cites")
    _check_expected_error(scenario, place)
    _check_clauses(rulebook, scenario.cites, f"{place}: cites")
    _check_clauses(rulebook, scenario.why_exactly or (), f"{place}: why_exactly names")
    if scenario.in_float is not None and scenario.tournament is not None:
        raise ScenarioError(f"{place}: in_float is of a table; a tournament gives its chips out")
    if scenario.why_exactly is not None and scenario.steps:
        raise ScenarioError(f"{place}: why_exactly stands in the step that it is about")
    for name, text in scenario.seats.items():
        try:
            place_of(name, text)
        except Malformed as error:
            raise ScenarioError(f"{place}: {error.message}", error.hint) from None


def _check_clauses(rulebook: str, named: Iterable[str], place: str) -> None:
    """Raise an error if a rulebook does not have a clause."""
    citable = load.citable(rulebook)
    for clause in named:
        if clause not in citable:
            message = f"{place} {clause}, which {rulebook} does not have"
            raise no_such(message, clause, load.register(rulebook), "clauses")


def _check_expected_error(entry: Scenario | ScenarioStep, place: str) -> None:
    """Raise an error if an expected error is incomplete or contradictory."""
    if entry.refused == "":
        raise ScenarioError(f"{place}: refused names a clause or a code")
    if entry.malformed == "":
        raise ScenarioError(f"{place}: malformed names a code")
    # A refusal is named by its code, its clauses or both.
    codes = [entry.malformed or "", *_CODE.findall(entry.refused or "")]
    for code in filter(None, codes):
        if code not in set(ErrorCode):
            raise no_such(f"{place}: no code {code!r}", code, ErrorCode, "codes")
    if entry.refused is not None and entry.malformed is not None:
        raise ScenarioError(f"{place}: refused or malformed, not both")
    if entry.says is not None and entry.refused is None and entry.malformed is None:
        raise ScenarioError(f"{place}: says stands beside refused or malformed")
    if entry.says is not None and not entry.says.strip():
        raise ScenarioError(f"{place}: says is a part of what is said, not nothing")


def _has_expectation(scenario: Scenario, steps: tuple[ScenarioStep, ...]) -> bool:
    """Return whether a scenario could fail."""
    lines = (scenario.expect, scenario.deals, scenario.dates)
    entries: tuple[Scenario | ScenarioStep, ...] = (scenario, *steps)
    return (
        any(lines)
        or any(entry.refused is not None or entry.malformed is not None for entry in entries)
        or any(entry.why_exactly is not None for entry in entries)
        or any(step.expect for step in steps)
    )


def _missing_expectation(steps: tuple[ScenarioStep, ...], place: str) -> ScenarioError:
    """Return the error for a scenario without expectations, or for the mistake in its steps."""
    try:
        for step in steps:
            if step.do is not None:
                check_words(step.do, step.arguments)
    except ScenarioError as error:
        return ScenarioError(f"{place}: {error.message}", error.hint)
    return ScenarioError(f"{place}: expects nothing, so it can prove nothing")


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
        return {str(_fill(key, row)): _fill(value, row) for key, value in node.items()}
    return node


def _convert_step(entry: dict[str, Any], place: str) -> ScenarioStep:
    words = {key: entry.get(key) for key in STEP_WORDS}
    arguments = {key: entry[key] for key in entry if key not in STEP_WORDS}
    step = _convert({**words, "arguments": arguments}, ScenarioStep, place)
    if (step.do is None) == (step.expect is None):
        raise ScenarioError(
            f"{place}: a step either does something or expects something: {entry}",
            f"a step says: {', '.join(STEP_WORDS)}",
        )
    _check_expected_error(step, f"{place}: {entry}")
    if step.expect is not None:
        other = (step.refused, step.malformed, step.says, step.repeat, step.why_exactly)
        if arguments or other != (None,) * len(other):
            raise ScenarioError(f"{place}: a step that expects does nothing else: {entry}")
    if step.repeat is not None and not 1 <= step.repeat <= REPEAT_MAX:
        raise ScenarioError(
            f"{place}: repeat is a number from 1 to {REPEAT_MAX}, not {step.repeat}"
        )
    return step


def _convert(tree: Any, kind: type[T], place: str) -> T:
    """Convert a part of a file to a type, or raise an error that names the wrong key."""
    known: tuple[str, ...] = kind.__struct_fields__  # type: ignore[attr-defined]
    for key in tree if isinstance(tree, dict) else ():
        if key not in known:
            raise no_such(f"{place}: unknown key `{key}`", key, known, "keys")
    try:
        return msgspec.convert(tree, kind)
    except msgspec.ValidationError as error:
        text = str(error).replace("Object missing required field", "missing key")
        raise ScenarioError(f"{place}: {text[0].lower()}{text[1:]}") from None


def _check_unique_names(cases: list[Case]) -> list[Case]:
    """Return the cases. Raise an error if two scenarios of a rulebook have the same name."""
    seen: dict[tuple[str, str], Case] = {}
    for case in cases:
        first = seen.setdefault((case.rulebook, case.scenario.name), case)
        if (first.file, first.number) != (case.file, case.number):
            name = case.scenario.name
            raise ScenarioError(
                f"{case.file}: scenario {case.number} has the name of scenario {first.number} in "
                f"{first.file}: {name!r}",
                f"a name stands once in {case.rulebook}",
            )
    return cases


def collect(paths: Iterable[Path]) -> list[Case]:
    """Return the cases of files and of every file below folders, each file once, in order."""
    files: dict[Path, Path] = {}
    for path in paths:
        try:
            folder, file = path.is_dir(), path.is_file()
        except (OSError, ValueError) as error:
            raise ScenarioError(f"{str(path)[:60]}: {getattr(error, 'strerror', error)}") from None
        if folder:
            scenario_files = sorted(path.rglob("*.toml"))
            if not scenario_files:
                raise ScenarioError(f"{path}: no scenario files below this folder")
        elif file:
            scenario_files = [path]
        else:
            raise ScenarioError(f"{path}: there is no such file or folder")
        for toml in scenario_files:
            files.setdefault(toml.resolve(), toml)
    return _check_unique_names([case for file in files.values() for case in read(file)])


def shipped() -> Path:
    """Return the folder of the scenarios that come with Punto."""
    package = Path(__file__).resolve().parent.parent
    inside = package / "scenarios"
    return inside if inside.is_dir() else package.parent.parent / "tests" / "scenarios"
