"""From a clause to the code in three steps: data, deciding functions, scenarios."""

import json

import pytest
from support.editions import ALL

from punto.cli.deciders import decided_in
from punto.cli.main import run
from punto.rulebook.contents import data
from punto.rulebook.load import load


@pytest.mark.parametrize("name", ALL)
def test_every_datum_that_code_uses_is_decided_somewhere(name: str) -> None:
    nowhere = [one.key for one in data(load(name)) if one.used and not decided_in(one)]
    assert not nowhere


def test_a_clause_names_its_data_its_functions_and_its_scenarios(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["rules", "show", "nsw-2024", "12.3", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert "table/errors/excess.py: _judged" in shown["decided_in"]["errors.excess_seen"]
    assert shown["scenarios"]
    assert run(["rules", "show", "nsw-2024", "12.3"]) == 0
    assert "decided in table/errors/excess.py: _judged" in capsys.readouterr().out
