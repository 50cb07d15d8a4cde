"""The least and the most that somebody may stake: by the sign, or by limits of their own."""

from msgspec.structs import asdict, replace

from punto.clause import Clauses, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook import schema
from punto.rulebook.amounts import Limits, WagerLimits
from punto.rulebook.elect import TableRules, kept_apart
from punto.rulebook.policies import LiveRule, OffStep, OutsideLimits, PersonalDirection
from punto.table.layout_wager import BoundThen, SettledWager, TableWager
from punto.table.phase import Dealing, PastCoup, Settling
from punto.table.table import Patron, Table


def sign(rules: TableRules) -> schema.Limits | None:
    """Return the rules about the sign, if the edition has any."""
    return rules.edition.limits


def offer_with(rules: TableRules, wager: str) -> str | None:
    """Return the offer that a wager goes with; nothing for a main wager."""
    return rules.goes_with.get(wager)


def as_made(table: Table, wager: TableWager) -> Table:
    """Return the table with the sign, and the limits of the owner, under which a wager was made."""
    if wager.bound is None:
        return table
    then = asdict(wager.bound)
    limits = then.pop("limits")
    patrons = tuple(
        replace(patron, **then) if patron.name == wager.patron else patron
        for patron in table.patrons
    )
    return replace(table, limits=limits, patrons=patrons)


def bounds(rules: TableRules, table: Table, patron: Patron, wager: str) -> tuple[int, int | None]:
    """Return the least and the most that a patron may stake on a wager."""
    limits, offer = table.limits, rules.goes_with.get(wager)
    if offer is None and not limits.wagers:
        least, most = limits.minimum or 0, limits.maximum
    else:
        posted, most = stated(rules, limits, wager)
        least = posted or 0
    if not patron.has_own_limits:
        return least, most
    if patron.kept_minimum_cents is not None and under_table(rules, table, wager, offer):
        least = min(least, patron.kept_minimum_cents)
    own = _personal(rules, table, patron, wager)
    if own is None:
        return least, most
    least = own.minimum_cents if own.minimum_cents is not None else least
    data = sign(rules)
    lifts = data is not None and data.personal_direction.value is PersonalDirection.HIGHER_ONLY
    if lifts and most is not None and own.maximum_cents is not None:
        # A limit that lets somebody above the sign never holds them below it.
        return least, max(most, own.maximum_cents)
    return least, own.maximum_cents


def stated(rules: TableRules, limits: Limits, wager: str) -> tuple[int | None, int | None]:
    """Return the least and the most that a sign says of a wager: its own, or what it shares."""
    offer = offer_with(rules, wager)
    if offer is None and not limits.wagers:
        return limits.minimum, limits.maximum
    return limits.span(wager, offer, apart=kept_apart(rules.edition, offer))


def under_table(rules: TableRules, table: Table, wager: str, offer: str | None) -> bool:
    """Return whether the limits of the table bind a wager, and none of its own."""
    limits = table.limits
    if offer is None:
        return not limits.own(wager, None).says_amount
    return not kept_apart(rules.edition, offer) and not limits.states(wager, offer)


def _personal(rules: TableRules, table: Table, patron: Patron, wager: str) -> WagerLimits | None:
    """Return the limits agreed with a patron that hold for a wager, if any do."""
    offer = offer_with(rules, wager)
    if patron.own_limits:
        own = patron.own_limits.get(wager) or patron.own_limits.get(offer or wager)
        if own is not None:
            return own
    if patron.own_maximum_cents is None or not under_table(rules, table, wager, offer):
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
    """Refuse a stake outside the limits, or warn of it, as the rulebook has it.

    What the patron has on the same wager elsewhere counts where the maximum is per patron.
    """
    data = sign(rules)
    if data is None or LiveRule.LIMITS in rules.sets_aside:
        return ()
    least, most = bounds(rules, table, patron, wager)
    together = data.per_patron if table.limits.per_patron else None
    if together and most is not None:
        most -= elsewhere_cents
    if stake_cents < least or (most is not None and stake_cents > most):
        shown = f"{dollars(least)} to {dollars(most)}" if most else f"from {dollars(least)}"
        text = f"{dollars(stake_cents)} on {wager} is outside the limits, {shown}"
        clause = merged(stated_by(rules, table, wager), together.clause if together else ())
        if data.outside.value is OutsideLimits.REFUSED:
            raise Refused(ErrorCode.OUTSIDE_LIMITS, merged(data.outside.clause, clause), text)
        return (Reason(f"warning: {text}", merged(data.outside.clause, clause)),)
    return _check_steps(rules, data, table, wager, (stake_cents, least))


def _check_steps(
    rules: TableRules, data: schema.Limits, table: Table, wager: str, amounts: tuple[int, int]
) -> tuple[Reason, ...]:
    """Refuse or flag a stake between the steps of the sign, counted from the least it may be."""
    (stake_cents, least), step = amounts, table.limits.step
    if not step or not data.steps:
        return ()
    counted = data.steps_from.value if data.steps_from else "own_minimum"
    first = (table.limits.minimum or 0) if counted == "posted_minimum" else least
    if (stake_cents - first) % step == 0:
        return ()
    posted = stated(rules, table.limits, wager)[0] or 0
    if counted == "either" and stake_cents >= posted and not (stake_cents - posted) % step:
        # Whoever may bet less than the sign says may bet what it says too.
        return ()
    text = f"{dollars(stake_cents)} is not {dollars(first)} and a number of {dollars(step)}"
    cited = merged(data.steps.clause, data.steps_from.clause if data.steps_from else ())
    if data.steps.value is OffStep.FLAGGED:
        return (Reason(f"warning: {text}", cited),)
    raise Refused(ErrorCode.NOT_A_STEP, cited, text)


def between_multiples(
    rules: TableRules, table: Table, patron: Patron, wager: str, stake_cents: int
) -> Clauses:
    """Return what permits a stake that is no multiple of the minimum, where no steps are set."""
    data = sign(rules)
    if data is None or not data.steps_free or table.limits.step:
        return ()
    least = bounds(rules, table, patron, wager)[0]
    return data.steps_free if least and stake_cents % least else ()


def stated_by(rules: TableRules, table: Table, wager: str) -> Clauses:
    """Return the clauses that want the limits of a wager on the sign, beside the table's."""
    offer, shown = offer_with(rules, wager), rules.edition.sign
    if offer is not None:
        data = rules.edition.offers[offer]
        return data.keeps_limits or data.shows_offer
    own = not under_table(rules, table, wager, None)
    return shown.shows_wagers if own and shown is not None else ()


def bounds_kept(table: Table) -> Table:
    """Keep what bound the wagers of the coup that is on, or was the last, now that it changes.

    Wagers before their first card are bound by what changes: they may still be altered.
    """

    def bound(wager: TableWager) -> TableWager:
        if wager.bound is not None:
            return wager
        owner = table.patron(wager.patron)
        own = {
            name: getattr(owner, name)
            for name in BoundThen.__struct_fields__
            if owner is not None and name != "limits"
        }
        return replace(wager, bound=BoundThen(table.limits, **own))

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
