"""What an edition says about promotions, or that it says nothing."""

from punto.clause import Clauses
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.schema import Promotion


def law(rules: TableRules) -> Promotion:
    """Return the rules about promotions."""
    if rules.edition.promotion is None:
        raise not_held(rules.edition, "how promotional prizes are offered")
    return rules.edition.promotion


def says(rules: TableRules, step: str) -> Clauses:
    """Return the clauses that speak of a step of a promotion."""
    return law(rules).says.get(step, ())
