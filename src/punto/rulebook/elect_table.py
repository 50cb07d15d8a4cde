"""What the house chooses about the table itself: chips, cash, way of dealing, hours."""

from collections.abc import Iterable

from msgspec.structs import replace

from punto.clause import Clauses, Malformed, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elections import Elections, LeftOpen, limits_of
from punto.rulebook.schema import Edition

DAY_MINUTES = 24 * 60
# The maximum of a sign that is put up where somebody opens a table without a word about limits.
WIDEST_CENTS = 100_000_000


def check_furnishing(edition: Edition, elections: Elections) -> None:
    """Refuse a table that the edition does not permit to be opened like this."""
    _chips(edition, elections)
    _drop_box(edition, elections)
    _low_limit(edition, elections)
    _limits(edition, elections)
    check_backs(edition, elections.backs or ())
    twice = [name for name in LeftOpen if elections.leaves_open(name) and _given(elections, name)]
    if twice:
        raise Malformed(f"{twice[0]} is elected, and left open as well")
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
    """Refuse packs whose backs differ from each other, or from the one they are said to have."""
    one = edition.cards.one_back if edition.cards else None
    if not all(name.strip() for name in backs):
        raise Malformed("say which backs the packs have", code=ErrorCode.INCOMPLETE)
    different = dict.fromkeys((*backs, back) if back and backs else backs)
    if one is not None and len(different) > 1:
        text = f"packs in use have one back, not {' and '.join(map(str, different))}"
        raise Refused(ErrorCode.BACKS_DIFFER, one.clause, text)


def _limits(edition: Edition, elections: Elections) -> None:
    """Say that limits make no sense: upside down, or of a wager that nobody can place here."""
    limits = limits_of(elections)
    placed: dict[str, str | None] = dict.fromkeys(edition.wagering.main.value)
    for name in elections.offer:
        placed |= dict.fromkeys((name, *edition.offers[name].wagers), name)
    for name, entry in limits.wagers.items():
        if name not in placed:
            raise Malformed(
                f"limits of {name}: it is not on offer", f"limits of: {_listed(placed)}"
            )
        amounts = (entry.minimum_cents, entry.maximum_cents, entry.area_maximum_cents)
        if any(cents is not None and cents <= 0 for cents in amounts):
            raise Malformed(f"limits of {name}: an amount is more than nothing")
    spans = [
        (limits.minimum, limits.maximum),
        (limits.optional_minimum, limits.optional_maximum),
        *map(limits.span, placed, placed.values()),
    ]
    for least, most in spans:
        if least is not None and (least <= 0 or (most is not None and least > most)):
            raise Malformed("a minimum is more than nothing and no more than the maximum")
    if limits.area_per_box and edition.limits and edition.limits.area_late is None:
        raise Malformed(f"{edition.id} knows no maximum of an area")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def _given(elections: Elections, name: str) -> bool:
    return getattr(elections, f"{name}_cents", getattr(elections, name, None)) is not None


def with_sign(edition: Edition, elections: Elections) -> Elections:
    """Return elections with a wide sign where the text wants one and nothing is said of it.

    Whoever leaves a limit open keeps it open.
    """
    needed = edition.sign.needed if edition.sign else None
    chip = min(elections.chips_cents, default=1)
    wide: dict[str, int] = {}
    if needed and needed.limits:
        least, most = elections.minimum_cents, elections.maximum_cents
        wide[LeftOpen.MINIMUM] = min(chip, most or chip)
        wide[LeftOpen.MAXIMUM] = max(least or chip, WIDEST_CENTS)
    if needed and needed.steps:
        wide[LeftOpen.STEP] = chip
    offers = (edition.offers[name] for name in elections.offer if name in edition.offers)
    if any(offer.limits_shown for offer in offers):
        least, most = elections.optional_minimum_cents, elections.optional_maximum_cents
        wide[LeftOpen.OPTIONAL_MINIMUM] = min(chip, most or chip)
        wide[LeftOpen.OPTIONAL_MAXIMUM] = max(least or chip, WIDEST_CENTS)
    put_up = {
        f"{name}_cents": cents
        for name, cents in wide.items()
        if not elections.leaves_open(name) and not _given(elections, name)
    }
    return replace(elections, **put_up)


def method_of(edition: Edition, elections: Elections) -> str | None:
    """Return the way of dealing, the plain one if none is chosen, or refuse an unknown one."""
    methods = edition.deal.methods if edition.deal else {}
    if elections.method is None:
        return next(iter(methods), None)
    if elections.method not in methods:
        named = [one.clause for one in methods.values()]
        raise Refused(
            ErrorCode.METHOD_NOT_PERMITTED,
            merged(*named) or edition.instrument.scope.clause,
            f"there is no way of dealing {elections.method!r}",
            f"permitted: {', '.join(methods) or 'none'}",
        )
    asked = methods[elections.method].requested
    if asked is not None and asked.value:
        text = "dealt like this only when a patron at the table asks for it"
        raise Refused(ErrorCode.METHOD_ON_REQUEST, asked.clause, text)
    return elections.method


def furnished(edition: Edition, elections: Elections) -> Clauses:
    """Return the clauses that permit what was chosen about the table itself."""
    found: list[Clauses] = []
    opening = edition.opening
    if elections.method is not None and edition.deal:
        found.append(edition.deal.methods[elections.method].clause)
    if not elections.drop_box and opening.drop_box_off_when_cashless:
        found.append(opening.drop_box_off_when_cashless.clause)
    if elections.low_limit and opening.low_limit_source:
        found.append(opening.low_limit_source.clause)
    if elections.maximum_per_patron and not (edition.limits and edition.limits.per_patron):
        raise Malformed(f"{edition.id} knows no maximum per patron: it is tested wager by wager")
    if elections.common_pairs and edition.wagering.common_pairs:
        found.append(edition.wagering.common_pairs.clause)
    return merged(*found)


def _drop_box(edition: Edition, elections: Elections) -> None:
    box, off = edition.opening.drop_box, edition.opening.drop_box_off_when_cashless
    if elections.drop_box or box is None:
        return
    if not elections.cashless or off is None or not off.value:
        text = "a table that takes cash has a drop box"
        raise Refused(
            ErrorCode.DROP_BOX_MISSING, merged(box.clause, off.clause if off else ()), text
        )


def _low_limit(edition: Edition, elections: Elections) -> None:
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


def _chips(edition: Edition, elections: Elections) -> None:
    rounding = edition.settlement.rounding
    if not elections.chips_cents or min(elections.chips_cents) <= 0:
        raise Refused(
            ErrorCode.CHIPS_WORTH_NOTHING, rounding.clause, "every chip must be worth something"
        )
    if elections.maximum_cents is not None and elections.maximum_cents <= 0:
        over = edition.settlement.over_maximum
        clause = over.clause if over else rounding.clause
        raise Refused(
            ErrorCode.MAXIMUM_WORTH_NOTHING, clause, "a maximum must be more than nothing"
        )
