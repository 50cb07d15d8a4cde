"""Checks the elections about the table itself: chips, cash, dealing method, hours."""

from collections.abc import Iterable

from msgspec.structs import replace

from punto.clause import Clauses, Malformed, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elections import Elections, LeftOpen, limits_of
from punto.rulebook.schema import Edition

DAY_MINUTES = 24 * 60
# The default maximum of the sign if a table is opened without limits.
WIDEST_CENTS = 100_000_000


def check_furnishing(edition: Edition, elections: Elections) -> None:
    """Refuse elections about the table that the edition does not permit."""
    _check_chips(edition, elections)
    _check_drop_box(edition, elections)
    _check_low_limit(edition, elections)
    _check_limits(edition, elections)
    check_backs(edition, elections.backs or ())
    contradictory = [
        name for name in LeftOpen if elections.leaves_open(name) and _is_elected(elections, name)
    ]
    if contradictory:
        raise Malformed(f"{contradictory[0]} is elected, and left open as well")
    hours = elections.hours
    if hours is not None:
        ends = (hours.opens, hours.closes)
        if not all(0 <= end < DAY_MINUTES for end in ends) or hours.opens == hours.closes:
            raise Malformed("hours run from one minute of a day to another: 0 to 1439")
        if not hours.source.strip():
            raise Malformed("say under which decision the hours were set")
    if elections.maximum_per_patron and not (edition.limits and edition.limits.per_patron):
        raise Malformed(f"{edition.id} knows no maximum per patron: it is tested wager by wager")
    if elections.common_pairs and edition.wagering.common_pairs is None:
        raise Malformed(f"{edition.id} knows no common pairs areas")


def check_backs(edition: Edition, backs: tuple[str, ...], back: str | None = None) -> None:
    """Refuse packs whose backs differ from each other, or from the stated back."""
    one_back = edition.cards.one_back if edition.cards else None
    if not all(name.strip() for name in backs):
        raise Malformed("say which backs the packs have", code=ErrorCode.INCOMPLETE)
    different = dict.fromkeys((*backs, back) if back and backs else backs)
    if one_back is not None and len(different) > 1:
        text = f"packs in use have one back, not {' and '.join(map(str, different))}"
        raise Refused(ErrorCode.BACKS_DIFFER, one_back.clause, text)


def _check_limits(edition: Edition, elections: Elections) -> None:
    """Raise an error if limits are impossible, or of a wager that is not offered."""
    limits = limits_of(elections)
    offer_by_wager: dict[str, str | None] = dict.fromkeys(edition.wagering.main.value)
    for name in elections.offer:
        offer_by_wager |= dict.fromkeys((name, *edition.offers[name].wagers), name)
    for name, entry in limits.wagers.items():
        if name not in offer_by_wager:
            raise Malformed(
                f"limits of {name}: it is not on offer", f"limits of: {_joined(offer_by_wager)}"
            )
        amounts = (entry.minimum_cents, entry.maximum_cents, entry.area_maximum_cents)
        if any(cents is not None and cents <= 0 for cents in amounts):
            raise Malformed(f"limits of {name}: an amount is more than nothing")
    spans = [
        (limits.minimum, limits.maximum),
        (limits.optional_minimum, limits.optional_maximum),
        *map(limits.span, offer_by_wager, offer_by_wager.values()),
    ]
    for minimum, maximum in spans:
        if minimum is not None and (minimum <= 0 or (maximum is not None and minimum > maximum)):
            raise Malformed("a minimum is more than nothing and no more than the maximum")
    if limits.area_per_box and edition.limits and edition.limits.area_late is None:
        raise Malformed(f"{edition.id} knows no maximum of an area")


def _joined(names: Iterable[str]) -> str:
    return ", ".join(names)


def _is_elected(elections: Elections, name: str) -> bool:
    return getattr(elections, f"{name}_cents", getattr(elections, name, None)) is not None


def with_sign(edition: Edition, elections: Elections) -> Elections:
    """Return elections with wide default limits, if the rulebook requires a sign.

    Elected limits and limits that are left open do not change.
    """
    needed = edition.sign.needed if edition.sign else None
    chip = min(elections.chips_cents, default=1)
    defaults: dict[str, int] = {}
    if needed and needed.limits:
        minimum, maximum = elections.minimum_cents, elections.maximum_cents
        defaults[LeftOpen.MINIMUM] = min(chip, maximum or chip)
        defaults[LeftOpen.MAXIMUM] = max(minimum or chip, WIDEST_CENTS)
    if needed and needed.steps:
        defaults[LeftOpen.STEP] = chip
    offers = (edition.offers[name] for name in elections.offer if name in edition.offers)
    if any(offer.limits_shown for offer in offers):
        minimum, maximum = elections.optional_minimum_cents, elections.optional_maximum_cents
        defaults[LeftOpen.OPTIONAL_MINIMUM] = min(chip, maximum or chip)
        defaults[LeftOpen.OPTIONAL_MAXIMUM] = max(minimum or chip, WIDEST_CENTS)
    changes = {
        f"{name}_cents": cents
        for name, cents in defaults.items()
        if not elections.leaves_open(name) and not _is_elected(elections, name)
    }
    return replace(elections, **changes)


def method_of(edition: Edition, elections: Elections) -> str | None:
    """Return the dealing method, by default the first one. Refuse an unknown one."""
    methods = edition.deal.methods if edition.deal else {}
    if elections.method is None:
        return next(iter(methods), None)
    if elections.method not in methods:
        clauses = [method.clause for method in methods.values()]
        raise Refused(
            ErrorCode.METHOD_NOT_PERMITTED,
            merged(*clauses) or edition.instrument.scope.clause,
            f"there is no way of dealing {elections.method!r}",
            f"permitted: {', '.join(methods) or 'none'}",
        )
    on_request = methods[elections.method].requested
    if on_request is not None and on_request.value:
        text = "dealt like this only when a patron at the table asks for it"
        raise Refused(ErrorCode.METHOD_ON_REQUEST, on_request.clause, text)
    return elections.method


def furnished(edition: Edition, elections: Elections) -> Clauses:
    """Return the clauses that permit the elections about the table itself."""
    clauses: list[Clauses] = []
    opening = edition.opening
    if elections.method is not None and edition.deal:
        clauses.append(edition.deal.methods[elections.method].clause)
    if not elections.drop_box and opening.drop_box_off_when_cashless:
        clauses.append(opening.drop_box_off_when_cashless.clause)
    if elections.low_limit and opening.low_limit_source:
        clauses.append(opening.low_limit_source.clause)
    if elections.maximum_per_patron and not (edition.limits and edition.limits.per_patron):
        raise Malformed(f"{edition.id} knows no maximum per patron: it is tested wager by wager")
    if elections.common_pairs and edition.wagering.common_pairs:
        clauses.append(edition.wagering.common_pairs.clause)
    return merged(*clauses)


def _check_drop_box(edition: Edition, elections: Elections) -> None:
    box, off = edition.opening.drop_box, edition.opening.drop_box_off_when_cashless
    if elections.drop_box or box is None:
        return
    if not elections.cashless or off is None or not off.value:
        text = "a table that takes cash has a drop box"
        raise Refused(
            ErrorCode.DROP_BOX_MISSING, merged(box.clause, off.clause if off else ()), text
        )


def _check_low_limit(edition: Edition, elections: Elections) -> None:
    source, tournament = edition.opening.low_limit_source, edition.opening.low_limit_tournament
    if not elections.low_limit:
        return
    if source is None or tournament is None:
        raise Malformed(f"{edition.id} knows no low-limit gaming")
    if elections.tournament:
        text = "no tournament is held where low-limit gaming is offered"
        raise Refused(ErrorCode.LOW_LIMIT_TOURNAMENT, tournament.clause, text)
    if elections.source is not source.value:
        name = source.value.replace("_", " ")
        text = f"low-limit gaming is dealt from a {name} only"
        raise Refused(ErrorCode.LOW_LIMIT_SOURCE, source.clause, text)


def _check_chips(edition: Edition, elections: Elections) -> None:
    rounding = edition.settlement.rounding
    if not elections.chips_cents or min(elections.chips_cents) <= 0:
        raise Refused(
            ErrorCode.CHIPS_WORTH_NOTHING, rounding.clause, "every chip must be worth something"
        )
    if elections.maximum_cents is not None and elections.maximum_cents <= 0:
        over_maximum = edition.settlement.over_maximum
        clause = over_maximum.clause if over_maximum else rounding.clause
        raise Refused(
            ErrorCode.MAXIMUM_WORTH_NOTHING, clause, "a maximum must be more than nothing"
        )
