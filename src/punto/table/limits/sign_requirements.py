"""What must be on the sign, or be chosen, before play."""

from punto.clause import Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import LeftOpen
from punto.table.notice import OFF, SignChange
from punto.table.table import Table


def is_open(table: Table, name: LeftOpen) -> bool:
    """Return whether a limit was expressly left open on the sign, and still is."""
    return table.setup.elections.leaves_open(name) and getattr(table.limits, name) is None


def _has_own_limit(table: Table, wager: str, offer: str | None, name: LeftOpen) -> bool:
    """Return whether the sign gives a minimum or maximum of one wager alone."""
    limits = table.limits.own(wager, offer)
    is_minimum = name in (LeftOpen.MINIMUM, LeftOpen.OPTIONAL_MINIMUM)
    return (limits.minimum_cents if is_minimum else limits.maximum_cents) is not None


def check_sign(rules: TableRules, table: Table) -> None:
    """Refuse to play under a sign that lacks what the rulebook requires."""
    required = rules.edition.sign.needed if rules.edition.sign else None
    if required is None:
        return
    main = rules.edition.wagering.main.value
    bounds = [
        name
        for name in (LeftOpen.MINIMUM, LeftOpen.MAXIMUM)
        if is_open(table, name)
        and not all(_has_own_limit(table, wager, None, name) for wager in main)
    ]
    if required.limits and bounds:
        text = f"the sign gives no {' and no '.join(bounds)}"
        raise Refused(ErrorCode.SIGN_EMPTY, required.limits.clause, text)
    if required.steps and is_open(table, LeftOpen.STEP):
        raise Refused(
            ErrorCode.SIGN_EMPTY, required.steps.clause, "the sign gives no steps for wagers"
        )


def check_stays(rules: TableRules, change: SignChange) -> None:
    """Refuse to remove an item from the sign that the rulebook requires."""
    removed = {
        name.removesuffix("_cents")
        for (wager, name), value in change.items().items()
        if value == OFF and wager is None
    }
    required = rules.edition.sign.needed if rules.edition.sign else None
    if required and required.limits and removed & {LeftOpen.MINIMUM, LeftOpen.MAXIMUM}:
        text = "the sign goes on giving a minimum and a maximum"
        raise Refused(ErrorCode.SIGN_EMPTY, required.limits.clause, text)
    if required and required.steps and LeftOpen.STEP in removed:
        raise Refused(ErrorCode.SIGN_EMPTY, required.steps.clause, "the sign goes on giving steps")


def check_offer_sign(rules: TableRules, table: Table, wager: str) -> None:
    """Refuse an optional wager without limits on the sign, if the rulebook requires them."""
    if wager not in rules.goes_with:
        return
    bounds = (LeftOpen.OPTIONAL_MINIMUM, LeftOpen.OPTIONAL_MAXIMUM)
    left_open = [bound for bound in bounds if is_open(table, bound)]
    if not left_open:
        return
    for name in rules.offers:
        offer = rules.edition.offers[name]
        has_limits = all(_has_own_limit(table, wager, name, bound) for bound in left_open)
        if wager in offer.wagers and offer.limits_shown and not has_limits:
            text = f"the sign gives no minimum and maximum for {offer.title}"
            raise Refused(ErrorCode.SIGN_EMPTY, offer.limits_shown.clause, text)


def check_method_chosen(rules: TableRules, table: Table) -> None:
    """Refuse a coup if the house has not chosen a dealing method."""
    required = rules.edition.deal.must_choose if rules.edition.deal else None
    not_chosen = table.setup.elections.leaves_open(LeftOpen.METHOD) and table.next.method is None
    if required and required.value and not_chosen:
        text = "how the cards are dealt must be chosen before a coup"
        raise Refused(ErrorCode.METHOD_NOT_CHOSEN, required.clause, text)
