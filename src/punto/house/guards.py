"""Checks that many commands of the house share."""

from collections.abc import Callable

from punto.aggregate.actor import Actor
from punto.clause import Clauses, Malformed, NotEntitled, Refused
from punto.error_codes import ErrorCode
from punto.house.context import HouseContext
from punto.house.house import House
from punto.house.promotion import Promotion, PromotionStage
from punto.house.promotion_rules import promotion_section
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import has_power, require


def require_promotion_power(rules: TableRules, by: Actor) -> Clauses:
    """Return the clauses by which a person may offer promotions. Raise an error if they may not."""
    promotion_section(rules)
    return require(rules, by, Power.OFFER_PROMOTIONS, "offer promotional prizes")


def require_responsible(rules: TableRules, by: Actor, act: str) -> None:
    """Raise an error if a person is not responsible for the house or its tables.

    No clause covers this, so none is cited.
    """
    if not is_responsible(rules, by.title):
        raise NotEntitled((), f"{by.name} may not {act}")


def is_responsible(rules: TableRules, title: str) -> bool:
    """Return whether a title is responsible for the house or its tables."""
    powers = (Power.DECIDE_DISPUTES, Power.OFFER_PROMOTIONS, Power.VOID_COUP)
    return any(has_power(rules, title, power) for power in powers)


def may_offer_promotions(at: HouseContext) -> None:
    """Raise an error if this person may not offer promotions."""
    require_promotion_power(at.rules, at.by)


def check_any_promotion(house: House, check: Callable[[Promotion], object]) -> None:
    """Raise an error if no promotion passes a check."""
    error: Refused | Malformed = Malformed("there is no promotion", code=ErrorCode.NO_SUCH_THING)
    for promotion in house.promotions.values():
        try:
            check(promotion)
        except (Refused, Malformed) as check_error:
            error = check_error
        else:
            return
    raise error


def check_promotion_open(promotion: Promotion) -> None:
    """Raise an error if a promotion is over."""
    if promotion.stage in (PromotionStage.DRAWN, PromotionStage.CANCELLED):
        raise Malformed(
            f"promotion {promotion.number} is {promotion.stage}", code=ErrorCode.NOT_NOW
        )


def check_integrity(rules: TableRules, promotion: Promotion) -> None:
    """Refuse to continue a promotion whose integrity is compromised."""
    if promotion.doubt is not None:
        if promotion.doubt.cancelled_at is not None:
            text = "its draw is cancelled: no prize of it is awarded"
            raise Refused(ErrorCode.INTEGRITY_OPEN, promotion_section(rules).says.cancelled, text)
        text = "its integrity is compromised: it waits until that is validated"
        raise Refused(ErrorCode.INTEGRITY_OPEN, promotion_section(rules).says.postponed, text)
