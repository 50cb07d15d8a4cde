"""Scenario files are tests: pytest collects them as they are, one test for each scenario."""

import os
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings
from support.slow import SLOW
from support.stores import ENGINES, Databases

from punto.cli.output import console, talk
from punto.rulebook import load
from punto.scenario.loader import Case, read
from punto.scenario.run import run_all

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from support.browser_users import Inside, People

# A change is judged by the same examples as the one before it; `make explore` looks for others.
# No example is judged by how long it takes: machines differ, and so does what else they do.
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", UNHURRIED, derandomize=True)
settings.register_profile("others", UNHURRIED, print_blob=True)
settings.load_profile(os.environ.get("PUNTO_EXAMPLES", "same"))
SCENARIOS = Path(__file__).parent / "scenarios"


@pytest.fixture(autouse=True)
def _no_width(monkeypatch: pytest.MonkeyPatch) -> None:
    """Print as into a pipe: a test that wants a narrow terminal says so."""
    monkeypatch.delenv("COLUMNS", raising=False)
    console.cache_clear()
    talk.cache_clear()


@pytest.fixture(scope="session")
def databases() -> Iterator[Databases]:
    """A PostgreSQL for this worker, started when the first test asks for it."""
    made = Databases()
    yield made
    made.stop()


@pytest.fixture(params=ENGINES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a store that does not exist yet, on each engine in turn."""
    if request.param == "sqlite":
        return str(tmp_path / "store.db")
    databases: Databases = request.getfixturevalue("databases")
    return databases.new()


@pytest.fixture(scope="module")
def machine() -> "Iterator[Browser]":
    """A browser for the tests of one file: while it is open, nothing else can wait in there."""
    from support.browser_users import browser

    with browser() as found:
        yield found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[Inside]":
    """A house for the tests of one file, each at a table of its own."""
    from support.browser_users import inside

    with inside(tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture
def people(machine: "Browser", house: "Inside") -> "Iterator[People]":
    """Those who look at that house."""
    from support.browser_users import People

    made = People(machine, house.url)
    yield made
    made.leave()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="leave out what takes seconds")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave slow tests out, and scenarios, which `punto scenario run` runs faster."""
    if not config.getoption("--quick"):
        return None
    return (collection_path.stem in SLOW or collection_path == SCENARIOS) or None


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.File | None:
    if file_path.suffix == ".toml" and SCENARIOS in file_path.parents:
        return ScenarioFile.from_parent(parent, path=file_path)
    return None


class ScenarioFile(pytest.File):
    def collect(self) -> Iterator[pytest.Item]:
        for name, rows in groupby(read(self.path), key=lambda case: case.scenario.name):
            yield ScenarioItem.from_parent(self, name=name, cases=list(rows))


class ScenarioItem(pytest.Item):
    def __init__(self, *, cases: list[Case], **options: object) -> None:
        super().__init__(**options)  # type: ignore[arg-type]
        self.cases = cases

    def runtest(self) -> None:
        rulebook = self.cases[0].rulebook
        reports = run_all(self.cases, {rulebook: load.load(rulebook)})
        problems = [
            f"{report.case.name}\n    " + "\n    ".join(report.problems)
            for report in reports
            if not report.passed
        ]
        if problems:
            raise ScenarioFailed("\n".join(problems))

    def repr_failure(
        self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None
    ) -> str:
        del style
        return f"{self.path}\n{excinfo.value}"

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, self.name


class ScenarioFailed(Exception):
    """What a scenario expected did not happen."""
