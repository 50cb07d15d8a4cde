"""Recorded games are decided as they were when somebody last read them.

``make play`` decides the recorded inputs anew; read what changed before you commit it.
"""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from support.decisions import check
from support.recorded import FOLDER, KINDS, files, inputs, page

from punto.clause import Reason
from punto.table.registry import registry
from punto.table.wagers.placing import PlaceWager


@pytest.mark.parametrize("path", files(), ids=lambda path: path.stem)
def test_recorded_games_are_decided_as_they_were(path: Path) -> None:
    check(path, list(page(inputs(path))))


def test_every_file_holds_games_of_its_kind() -> None:
    assert sorted(FOLDER.iterdir()) == sorted(files())
    for path in files():
        setups = [given for given in inputs(path) if "type" in given]
        assert len(setups) > 3
        assert {setup["rulebook"] for setup in setups} == {path.stem.rpartition("-")[0]}
        wanted = "tournament_set_up" if path.stem.endswith(KINDS[2]) else "table_set_up"
        assert {setup["type"] for setup in setups} == {wanted}


def test_a_wrong_clause_that_is_added_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    path = FOLDER / "nsw-2024-virtual.txt"
    plain = registry.decisions[PlaceWager]

    def wrong(*given: object) -> object:
        first, *rest = plain(*given)  # type: ignore[arg-type]
        why = first.reasons[0]
        changed = Reason(why.text, (*why.clause, "nsw-2024/9.6"))
        return (replace(first, reasons=(changed,)), *rest)

    decisions: dict[Any, Any] = {**registry.decisions, PlaceWager: wrong}
    monkeypatch.setattr(registry, "decisions", decisions)
    with pytest.raises(pytest.fail.Exception, match=r"\+ .*9\.6"):
        check(path, list(page(inputs(path))))
