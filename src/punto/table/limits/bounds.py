"""The minimum and maximum of a stake: by the sign, or by personal limits."""

from msgspec.structs import asdict, replace

from punto.clause import Clauses, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook import schema
from punto.rulebook.amounts import Limits, WagerLimits
from punto.rulebook.elect import TableRules, kept_apart
from punto.rulebook.policies import LiveRule, OffStep, OutsideLimits, PersonalDirection
from punto.table.layout_wager import LimitsWhenMade, SettledWager, TableWager
from punto.table.phase import Dealing, PastCoup, Settling
from punto.table.table import Patron, Table


def sign(rules: TableRules) -> schema.Limits | None:
    """Return the rules about the sign, if the edition has any."""
    return rules.edition.limits


def offer_name_of(rules: TableRules, wager: str) -> str | None:
    """Return the offer that a wager belongs to; None for a main wager."""
    return rules.goes_with.get(wager)


def with_limits_when_made(table: Table, wager: TableWager) -> Table:
    """Return the table with the sign and the personal limits under which a wager was made."""
    if wager.bound is None:
        return table
    bound = asdict(wager.bound)
    limits = bound.pop("limits")
    patrons = tuple(
        replace(patron, **bound) if patron.name == wager.patron else patron
        for patron in table.patrons
    )
    return replace(table, limits=limits, patrons=patrons)


def bounds(rules: TableRules, table: Table, patron: Patron, wager: str) -> tuple[int, int | None]:
    """Return the minimum and maximum of a patron for a wager."""
    limits, offer = table.limits, rules.goes_with.get(wager)
    if offer is None and not limits.wagers:
        minimum, maximum = limits.minimum or 0, limits.maximum
    else:
        sign_minimum, maximum = sign_limits_of(rules, limits, wager)
        minimum = sign_minimum or 0
    if not patron.has_own_limits:
        return minimum, maximum
    if patron.kept_minimum_cents is not None and table_limits_apply(rules, table, wager, offer):
        minimum = min(minimum, patron.kept_minimum_cents)
    personal = _personal_limits(rules, table, patron, wager)
    if personal is None:
        return minimum, maximum
    minimum = personal.minimum_cents if personal.minimum_cents is not None else minimum
    data = sign(rules)
    only_higher = (
        data is not None and data.personal_direction.value is PersonalDirection.HIGHER_ONLY
    )
    if only_higher and maximum is not None and personal.maximum_cents is not None:
        # A limit that permits more than the sign never lowers the maximum.
        return minimum, max(maximum, personal.maximum_cents)
    return minimum, personal.maximum_cents


def sign_limits_of(rules: TableRules, limits: Limits, wager: str) -> tuple[int | None, int | None]:
    """Return the minimum and maximum of a wager on a sign: its own, or the shared ones."""
    offer = offer_name_of(rules, wager)
    if offer is None and not limits.wagers:
        return limits.minimum, limits.maximum
    return limits.span(wager, offer, apart=kept_apart(rules.edition, offer))


def table_limits_apply(rules: TableRules, table: Table, wager: str, offer: str | None) -> bool:
    """Return whether the limits of the table apply to a wager, and no limits of its own."""
    limits = table.limits
    if offer is None:
        return not limits.own(wager, None).says_amount
    return not kept_apart(rules.edition, offer) and not limits.states(wager, offer)


def _personal_limits(
    rules: TableRules, table: Table, patron: Patron, wager: str
) -> WagerLimits | None:
    """Return the limits agreed with a patron for a wager; None if there are none."""
    offer = offer_name_of(rules, wager)
    if patron.own_limits:
        agreed = patron.own_limits.get(wager) or patron.own_limits.get(offer or wager)
        if agreed is not None:
            return agreed
    if patron.own_maximum_cents is None or not table_limits_apply(rules, table, wager, offer):
        return None
    return WagerLimits(patron.own_minimum_cents, patron.own_maximum_cents)


def check(
    rules: TableRules,
    table: Table,
    patron: Patron,
    wager: str,
    stake_cents: int,
    *,
    elsewhere_cents: int = 0,
) -> tuple[Reason, ...]:
    """Refuse a stake outside the limits, or warn of it, as the rulebook says.

    If the maximum is per patron, their stakes on the same wager elsewhere count.
    """
    data = sign(rules)
    if data is None or LiveRule.LIMITS in rules.sets_aside:
        return ()
    minimum, maximum = bounds(rules, table, patron, wager)
    per_patron = data.per_patron if table.limits.per_patron else None
    if per_patron and maximum is not None:
        maximum -= elsewhere_cents
    if stake_cents < minimum or (maximum is not None and stake_cents > maximum):
        limits_text = (
            f"{dollars(minimum)} to {dollars(maximum)}" if maximum else f"from {dollars(minimum)}"
        )
        text = f"{dollars(stake_cents)} on {wager} is outside the limits, {limits_text}"
        clause = merged(
            separate_limit_clauses(rules, table, wager), per_patron.clause if per_patron else ()
        )
        if data.outside.value is OutsideLimits.REFUSED:
            raise Refused(ErrorCode.OUTSIDE_LIMITS, merged(data.outside.clause, clause), text)
        return (Reason(f"warning: {text}", merged(data.outside.clause, clause)),)
    return _check_step(rules, data, table, wager, (stake_cents, minimum))


def _check_step(
    rules: TableRules, data: schema.Limits, table: Table, wager: str, amounts: tuple[int, int]
) -> tuple[Reason, ...]:
    """Refuse or flag a stake between the steps of the sign, counted from its minimum."""
    (stake_cents, minimum), step = amounts, table.limits.step
    if not step or not data.steps:
        return ()
    base = data.steps_from.value if data.steps_from else "own_minimum"
    base_cents = (table.limits.minimum or 0) if base == "posted_minimum" else minimum
    if (stake_cents - base_cents) % step == 0:
        return ()
    sign_minimum = sign_limits_of(rules, table.limits, wager)[0] or 0
    if base == "either" and stake_cents >= sign_minimum and not (stake_cents - sign_minimum) % step:
        # A patron who may bet less than the sign says may also bet the steps of the sign.
        return ()
    text = f"{dollars(stake_cents)} is not {dollars(base_cents)} and a number of {dollars(step)}"
    cited = merged(data.steps.clause, data.steps_from.clause if data.steps_from else ())
    if data.steps.value is OffStep.FLAGGED:
        return (Reason(f"warning: {text}", cited),)
    raise Refused(ErrorCode.NOT_A_STEP, cited, text)


def between_multiples(
    rules: TableRules, table: Table, patron: Patron, wager: str, stake_cents: int
) -> Clauses:
    """Return the clauses for a stake that is not a multiple of the minimum, if no steps are set."""
    data = sign(rules)
    if data is None or not data.steps_free or table.limits.step:
        return ()
    minimum = bounds(rules, table, patron, wager)[0]
    return data.steps_free if minimum and stake_cents % minimum else ()


def separate_limit_clauses(rules: TableRules, table: Table, wager: str) -> Clauses:
    """Return the clauses that require separate limits of a wager on the sign."""
    offer, sign_rules = offer_name_of(rules, wager), rules.edition.sign
    if offer is not None:
        data = rules.edition.offers[offer]
        return data.keeps_limits or data.shows_offer
    has_own_limits = not table_limits_apply(rules, table, wager, None)
    return sign_rules.shows_wagers if has_own_limits and sign_rules is not None else ()


def store_limits_in_wagers(table: Table) -> Table:
    """Return the table with the limits of now stored in the wagers of the current or last coup.

    It is called before limits change. Wagers before their first card are not included: the new
    limits apply to them, because they may still be changed.
    """

    def bound(wager: TableWager) -> TableWager:
        if wager.bound is not None:
            return wager
        owner = table.patron(wager.patron)
        personal = {
            name: getattr(owner, name)
            for name in LimitsWhenMade.__struct_fields__
            if owner is not None and name != "limits"
        }
        return replace(wager, bound=LimitsWhenMade(table.limits, **personal))

    def settled(bets: tuple[SettledWager, ...]) -> tuple[SettledWager, ...]:
        return tuple(replace(bet, wager=bound(bet.wager)) for bet in bets)

    phase, last = table.phase, table.past.last
    if isinstance(phase, Dealing):
        early = None if phase.early is None else settled(phase.early)
        phase = replace(phase, early=early)
    elif isinstance(phase, Settling):
        phase = replace(phase, early=settled(phase.early), settled=settled(phase.settled))
    elif isinstance(last, PastCoup):
        last = replace(last, settled=settled(last.settled))
        return replace(table, past=replace(table.past, last=last))
    else:
        return table
    return replace(table, phase=phase, wagers=tuple(bound(wager) for wager in table.wagers))
