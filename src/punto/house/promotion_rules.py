"""What an edition says about promotions, or that it says nothing."""

from punto.rulebook.elect import TableRules, elect, not_held
from punto.rulebook.elections import Elections
from punto.rulebook.schema import Edition, Promotion


def house_rules(edition: Edition) -> TableRules:
    """Return the rules of a house: those of an edition; it has no wagers of its own to settle."""
    return elect(edition, Elections(settlement=edition.settlement.schemes.value[0]))


def law(rules: TableRules) -> Promotion:
    """Return the rules about promotions."""
    if rules.edition.promotion is None:
        raise not_held(rules.edition, "how promotional prizes are offered")
    return rules.edition.promotion
