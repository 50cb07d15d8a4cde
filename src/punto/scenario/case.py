"""A scenario as it stands in a file, its steps, and the cases that it makes."""

from pathlib import Path
from typing import Any

from msgspec import Struct


class ScenarioStep(Struct, frozen=True):
    """One step of the long form: somebody does something, or something is expected."""

    by: str | None
    do: str | None
    arguments: dict[str, Any]
    refused: str | None
    expect: dict[str, Any] | None
    clock: str | None = None
    malformed: str | None = None
    says: str | None = None
    repeat: int | None = None
    why_exactly: tuple[str, ...] | None = None


class Scenario(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One example of the law. ``cites`` is a claim: it must fail if the clause were ignored."""

    name: str
    cites: tuple[str, ...]
    elect: dict[str, Any] = {}
    people: dict[str, str] = {}
    seats: dict[str, str | int] = {}
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
    in_float: str | int | None = None
    tournament: str | None = None
    conditions: dict[str, Any] = {}
    left_out: tuple[str, ...] = ()
    entrants: tuple[str, ...] = ()
    tables: int = 1
    drawn: tuple[str, ...] = ()
    lead: str | None = None
    absent: tuple[str, ...] = ()
    begun: bool = True
    shoes: dict[str, str] = {}
    house: str | None = None
    zone: str = "UTC"
    offered: str = "started"
    promotion: dict[str, Any] = {}
    prizes: tuple[dict[str, Any], ...] = ()
    facts: dict[str, dict[str, str]] = {}
    steps: tuple[dict[str, Any], ...] = ()
    expect: tuple[str, ...] = ()
    refused: str | None = None
    malformed: str | None = None
    says: str | None = None
    why_exactly: tuple[str, ...] | None = None
    each: tuple[dict[str, Any], ...] = ()


class Case(Struct, frozen=True):
    """A scenario with one row of its ``each`` filled in, ready to run."""

    file: Path
    rulebook: str
    scenario: Scenario
    label: str
    steps: tuple[ScenarioStep, ...]
    number: int = 0

    @property
    def name(self) -> str:
        suffix = f" [{self.label}]" if self.label else ""
        return f"{self.scenario.name}{suffix}"

    @property
    def cites(self) -> tuple[str, ...]:
        return tuple(f"{self.rulebook}/{clause}" for clause in self.scenario.cites)

    @property
    def place(self) -> str:
        return f"{self.file}: scenario {self.number} ({self.scenario.name})"


class File(Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario file may hold at its top."""

    scenario: tuple[dict[str, Any], ...]
    rulebook: str | None = None
    defaults: dict[str, Any] = {}
