"""Parse the elections and the shoe of a scenario; errors are errors of the file."""

from typing import Any

from punto.clause import Malformed
from punto.notation import elections as words
from punto.notation import shoe
from punto.rulebook.elect import Elections, TableRules
from punto.scenario.errors import ScenarioError
from punto.shoe import Shoe
from punto.shoe_preparation import Prepared


def elections(tree: dict[str, Any]) -> Elections:
    """Return the elections of a scenario; ``none`` leaves out an election or a limit."""
    try:
        return words.elections(tree)
    except Malformed as error:
        raise ScenarioError(error.message, error.hint) from None


def bare() -> Prepared:
    """Return an empty shoe, for a table under a rulebook without rules for cards."""
    return Prepared(Shoe(0, 0), (), ())


def laid_out(rules: TableRules, text: str | None, stage: str) -> Prepared:
    """Return the shoe of a scenario in the order that it gives."""
    try:
        return shoe.laid_out(rules, text, stage)
    except Malformed as error:
        raise ScenarioError(error.message, error.hint) from None
