"""Commands declare the powers that are asked for in all scenarios: no more and no fewer."""

import sys
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import pytest

from punto.house.registry import registry as house
from punto.rulebook.load import load
from punto.scenario.clause_scenarios import shipped_cases
from punto.scenario.run import run
from punto.table import authority
from punto.table.registry import registry as table
from punto.tournament.registry import registry as tournament

REGISTRIES = (table, tournament, house)
ASKING = ("require", "has_power", "approval_clauses")


def test_every_power_that_is_asked_for_is_declared_and_the_other_way_round(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: dict[str, set[str]] = defaultdict(set)
    now: list[str] = []

    def noting(plain: Callable[..., Any]) -> Callable[..., Any]:
        def ask(rules: Any, title: Any, power: Any, *rest: Any, **words: Any) -> Any:
            if now:
                asked[now[-1]].add(str(power))
            return plain(rules, title, power, *rest, **words)

        return ask

    def deciding(plain: Callable[..., Any]) -> Callable[..., Any]:
        def decide(at: Any, command: Any) -> Any:
            now.append(str(command.__struct_config__.tag))
            try:
                return plain(at, command)
            finally:
                now.pop()

        return decide

    for name in ASKING:
        plain: Callable[..., Any] = getattr(authority, name)
        for module in [one for key, one in sys.modules.items() if key.startswith("punto.")]:
            if getattr(module, name, None) is plain:
                monkeypatch.setattr(module, name, noting(plain))
    for registry in REGISTRIES:
        monkeypatch.setattr(registry, "decide", deciding(registry.decide))
    for case in shipped_cases():
        run(case, load(case.rulebook))
    declared = {
        str(kind.__struct_config__.tag): {str(power) for power in kind.powers}
        for registry in REGISTRIES
        for kind in registry.commands
    }
    assert {name: powers for name, powers in asked.items() if powers} == {
        name: powers for name, powers in declared.items() if powers
    }
