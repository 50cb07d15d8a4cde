"""What must stand on the sign, or be chosen, before anybody plays."""

from punto.clause import Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import LeftOpen
from punto.table.notice import OFF, Proposed
from punto.table.table import Table


def is_open(table: Table, name: LeftOpen) -> bool:
    """Return whether the sign expressly says nothing of a limit, and still does not."""
    return table.setup.elections.leaves_open(name) and getattr(table.limits, name) is None


def _own(table: Table, wager: str, offer: str | None, name: LeftOpen) -> bool:
    """Return whether the sign gives a minimum or maximum of one wager alone."""
    own = table.limits.own(wager, offer)
    least = name in (LeftOpen.MINIMUM, LeftOpen.OPTIONAL_MINIMUM)
    return (own.minimum_cents if least else own.maximum_cents) is not None


def check_sign(rules: TableRules, table: Table) -> None:
    """Refuse to play under a sign that lacks what the rulebook wants there."""
    needed = rules.edition.sign.needed if rules.edition.sign else None
    if needed is None:
        return
    main = rules.edition.wagering.main.value
    bounds = [
        name
        for name in (LeftOpen.MINIMUM, LeftOpen.MAXIMUM)
        if is_open(table, name) and not all(_own(table, wager, None, name) for wager in main)
    ]
    if needed.limits and bounds:
        text = f"the sign gives no {' and no '.join(bounds)}"
        raise Refused(ErrorCode.SIGN_EMPTY, needed.limits.clause, text)
    if needed.steps and is_open(table, LeftOpen.STEP):
        raise Refused(
            ErrorCode.SIGN_EMPTY, needed.steps.clause, "the sign gives no steps for wagers"
        )


def check_stays(rules: TableRules, change: Proposed) -> None:
    """Refuse to take something off the sign that the rulebook wants there."""
    off = {
        name.removesuffix("_cents")
        for (wager, name), value in change.items().items()
        if value == OFF and wager is None
    }
    needed = rules.edition.sign.needed if rules.edition.sign else None
    if needed and needed.limits and off & {LeftOpen.MINIMUM, LeftOpen.MAXIMUM}:
        text = "the sign goes on giving a minimum and a maximum"
        raise Refused(ErrorCode.SIGN_EMPTY, needed.limits.clause, text)
    if needed and needed.steps and LeftOpen.STEP in off:
        raise Refused(ErrorCode.SIGN_EMPTY, needed.steps.clause, "the sign goes on giving steps")


def check_offer_sign(rules: TableRules, table: Table, wager: str) -> None:
    """Refuse an optional wager for which the sign gives no limits, where it must."""
    if wager not in rules.goes_with:
        return
    bounds = (LeftOpen.OPTIONAL_MINIMUM, LeftOpen.OPTIONAL_MAXIMUM)
    left_open = [bound for bound in bounds if is_open(table, bound)]
    if not left_open:
        return
    for name in rules.offers:
        offer = rules.edition.offers[name]
        given = all(_own(table, wager, name, bound) for bound in left_open)
        if wager in offer.wagers and offer.limits_shown and not given:
            text = f"the sign gives no minimum and maximum for {offer.title}"
            raise Refused(ErrorCode.SIGN_EMPTY, offer.limits_shown.clause, text)


def check_method_chosen(rules: TableRules, table: Table) -> None:
    """Refuse a coup for which the house has not said how its cards are dealt."""
    must = rules.edition.deal.must_choose if rules.edition.deal else None
    unsaid = table.setup.elections.leaves_open(LeftOpen.METHOD) and table.next.method is None
    if must and must.value and unsaid:
        text = "how the cards are dealt must be chosen before a coup"
        raise Refused(ErrorCode.METHOD_NOT_CHOSEN, must.clause, text)
