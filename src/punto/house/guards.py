"""Checks that many commands of the house share."""

from punto.clause import Clauses, Malformed, Refused
from punto.house.law import law, says
from punto.house.promotion import Promotion, Stage
from punto.rulebook.elect import TableRules
from punto.table.authority import Actor, require


def leading(rules: TableRules, by: Actor) -> Clauses:
    """Return the clauses by which somebody leads promotions, or refuse them."""
    law(rules)
    return require(rules, by, "offer_promotions", "offer promotional prizes")


def check_open(held: Promotion) -> None:
    """Say that nothing changes any more about a promotion that is over."""
    if held.stage in (Stage.DRAWN, Stage.CANCELLED):
        raise Malformed(f"promotion {held.number} is {held.stage}", code="not_now")


def check_whole(rules: TableRules, held: Promotion) -> None:
    """Refuse to go on with a promotion whose integrity is compromised."""
    if held.doubt is not None:
        text = "its integrity is compromised: it waits until that is validated"
        raise Refused("integrity_open", says(rules, "postponed"), text)
