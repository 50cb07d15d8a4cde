"""The rules of an edition about promotions."""

from punto.rulebook.elect import TableRules, elect, not_held
from punto.rulebook.elections import Elections
from punto.rulebook.schema import Edition, Promotion


def house_rules(edition: Edition) -> TableRules:
    """Return the rules of a house. The settlement does not matter, because it has no wagers."""
    return elect(edition, Elections(settlement=edition.settlement.schemes.value[0]))


def promotion_section(rules: TableRules) -> Promotion:
    """Return the promotion section of the rulebook. Refuse if it has none."""
    if rules.edition.promotion is None:
        raise not_held(rules.edition, "how promotional prizes are offered")
    return rules.edition.promotion
