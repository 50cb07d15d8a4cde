"""How the words of a scenario become elections and shoes; what is wrong is wrong in the file."""

from typing import Any

from punto.clause import Malformed
from punto.notation import elections as words
from punto.notation import shoe
from punto.rulebook.elect import Elections, TableRules
from punto.scenario.errors import ScenarioError
from punto.shoe import Shoe
from punto.shoe_preparation import Prepared


def elections(tree: dict[str, Any]) -> Elections:
    """Return the elections of a scenario; what is ``none`` is left out, a limit left open."""
    try:
        return words.elections(tree)
    except Malformed as error:
        raise ScenarioError(error.message, error.hint) from None


def bare() -> Prepared:
    """Return no cards at all, for a table under a rulebook that holds nothing about them."""
    return Prepared(Shoe(0, 0), (), ())


def laid_out(rules: TableRules, text: str | None, stage: str) -> Prepared:
    """Return the shoe of a scenario in the order it gives."""
    try:
        return shoe.laid_out(rules, text, stage)
    except Malformed as error:
        raise ScenarioError(error.message, error.hint) from None
