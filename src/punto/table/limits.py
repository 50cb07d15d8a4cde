"""The sign: minimum, maximum, steps, personal limits, and caps over the whole table."""

from fractions import Fraction

from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.money import dollars, payable_up_to
from punto.rulebook import schema
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import (
    CapExceeded,
    CapMeasure,
    Ending,
    OutsideLimits,
    PersonalCovers,
    PersonalDirection,
    UnderMinimum,
)
from punto.table import commands as do
from punto.table import events as happened
from punto.table.handlers import Events, Handlers
from punto.table.people import Actor, require, says
from punto.table.state import Betting, Patron, SettledWager, Table, TableWager
from punto.wagers import Placed, Settled

HANDS = ("player", "banker")


def sign(rules: TableRules) -> schema.Limits | None:
    """Return the rules about the sign, if the edition has any."""
    return rules.edition.limits


def bounds(rules: TableRules, table: Table, patron: Patron, wager: str) -> tuple[int, int | None]:
    """Return the least and the most that a patron may stake on a wager."""
    limits = table.limits
    if wager not in rules.edition.wagering.main.value:
        least, most = limits.optional_minimum, limits.optional_maximum
        if least is not None or most is not None:
            return least or 0, most
    least, most = limits.minimum or 0, limits.maximum
    if patron.kept_minimum_cents is not None:
        least = min(least, patron.kept_minimum_cents)
    if patron.own_maximum_cents is not None:
        most = patron.own_maximum_cents
        least = patron.own_minimum_cents if patron.own_minimum_cents is not None else least
    return least, most


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
    if data is None:
        return ()
    least, most = bounds(rules, table, patron, wager)
    clause = _clause(rules, wager)
    if table.limits.per_patron and data.per_patron:
        clause = merged(clause, data.per_patron.clause)
        most = None if most is None else most - elsewhere_cents
    if stake_cents < least or (most is not None and stake_cents > most):
        shown = f"{dollars(least)} to {dollars(most)}" if most else f"from {dollars(least)}"
        text = f"{dollars(stake_cents)} on {wager} is outside the limits, {shown}"
        if data.outside.value is OutsideLimits.REFUSED:
            raise Refused("outside_limits", (*data.outside.clause, *clause), text)
        return (Reason(f"warning: {text}", (*data.outside.clause, *clause)),)
    step = table.limits.step
    if step and data.steps and (stake_cents - least) % step:
        text = f"{dollars(stake_cents)} is not {dollars(least)} and a number of {dollars(step)}"
        raise Refused("not_a_step", data.steps.clause, text)
    return ()


def _clause(rules: TableRules, wager: str) -> Clauses:
    if wager in rules.edition.wagering.main.value:
        return ()
    offers = (rules.edition.offers[name] for name in rules.offers)
    return merged(*(offer.shows_offer for offer in offers if wager in offer.wagers))


def agree_limits(rules: TableRules, table: Table, by: Actor, command: do.AgreeLimits) -> Events:
    """Give one patron limits of their own."""
    data, patron = sign(rules), table.patron(command.patron)
    if patron is None:
        raise Malformed(f"{command.patron} is not at the table", code="unknown_patron")
    if data is None:
        raise Malformed("this rulebook holds no limits")
    clause = require(rules, by, "grant_personal_limits", "agree limits with a patron")
    clause = merged(clause, says(rules, "personal_marker"))
    if data.personal_covers.value is PersonalCovers.MAXIMUM and command.minimum_cents is not None:
        text = "only the maximum may be agreed with a patron"
        raise Refused("no_personal_minimum", data.personal_covers.clause, text)
    if data.personal_covers.value is not PersonalCovers.MAXIMUM and command.minimum_cents is None:
        text = "both limits of the patron are shown"
        raise Refused("personal_minimum_missing", data.personal_covers.clause, text)
    if (command.minimum_cents or 0) > command.maximum_cents or command.maximum_cents <= 0:
        raise Refused("limits_upside_down", clause, "the maximum lies above the minimum")
    posted = table.limits.maximum
    higher = data.personal_direction.value is PersonalDirection.HIGHER_ONLY
    if higher and posted is not None and command.maximum_cents <= posted:
        text = f"a personal maximum lies above the posted {dollars(posted)}"
        raise Refused("personal_maximum_too_low", data.personal_direction.clause, text)
    agreed = happened.LimitsAgreed(
        name=command.patron,
        minimum_cents=command.minimum_cents,
        maximum_cents=command.maximum_cents,
        reasons=(Reason(f"{command.patron} plays to {dollars(command.maximum_cents)}", clause),),
    )
    return (agreed,)


def hand_totals(table: Table) -> dict[str, int]:
    """Return what lies on each hand over the whole table."""
    return {
        hand: sum(one.stake_cents for one in table.wagers if one.wager == hand) for hand in HANDS
    }


def over_cap(rules: TableRules, table: Table) -> bool:
    """Return whether the cap of the sign is exceeded now; equality is not."""
    data, cap = sign(rules), table.limits.cap
    if data is None or cap is None:
        return False
    totals = hand_totals(table)
    if data.cap_measure.value is CapMeasure.DIFFERENCE_OF_HANDS:
        return abs(totals["player"] - totals["banker"]) > cap
    return max(totals.values()) > cap


def check_cap(rules: TableRules, table: Table) -> None:
    """Refuse to deal over a cap where the rulebook gives no other cure."""
    data = sign(rules)
    if not data or not over_cap(rules, table):
        return
    if data.cap_exceeded.value is CapExceeded.DEAL_BLOCKED:
        totals = hand_totals(table)
        player, banker = dollars(totals["player"]), dollars(totals["banker"])
        cap = dollars(table.limits.cap or 0)
        text = f"Player {player} and Banker {banker} are further apart than {cap}"
        clause = merged(data.cap_exceeded.clause, data.cap_measure.clause)
        raise Refused("cap_exceeded", clause, text)


def reduce_wagers(rules: TableRules, table: Table, by: Actor, command: do.ReduceWagers) -> Events:
    """Cut wagers pro rata until no cap is exceeded, each rounded down to a chip."""
    del command
    data = sign(rules)
    if "reduce_wagers" in rules.edition.powers:
        require(rules, by, "reduce_wagers", "cut wagers")
    if data is None:
        raise Malformed("this rulebook holds no limits")
    if data.cap_exceeded.value is not CapExceeded.REDUCED_PRO_RATA:
        raise Refused("no_reduction", data.cap_exceeded.clause, "wagers may not be cut here")
    if not isinstance(table.phase, Betting):
        text = "wagers are cut while betting is open, never once the first card is out"
        raise Refused("wager_locked", data.cap_late.clause, text)
    # What lies beyond somebody's own maximum counts for no share.
    counted = {one.number: _within(rules, table, one) for one in table.wagers}
    totals = {
        hand: sum(counted[one.number] for one in table.wagers if one.wager == hand)
        for hand in HANDS
    }
    allowed = _allowed(data, table, totals)
    cents = _cuts(rules, table, counted, totals, allowed)
    if data.cap_measure.value is CapMeasure.DIFFERENCE_OF_HANDS and table.limits.cap is not None:
        # What rounding took from the lighter hand counts against the heavier one.
        left = {
            hand: sum(
                counted[one.number] - cents.get(one.number, 0)
                for one in table.wagers
                if one.wager == hand
            )
            for hand in HANDS
        }
        area = table.limits.area_maximum
        limited = {h: totals[h] if area is None else min(totals[h], area) for h in HANDS}
        heavy = max(HANDS, key=lambda hand: (limited[hand], left[hand]))
        light = HANDS[1 - HANDS.index(heavy)]
        allowed[heavy] = min(allowed[heavy], left[light] + table.limits.cap)
        cents = _cuts(rules, table, counted, totals, allowed)
    if not cents:
        text = "no cap that the sign shows is exceeded"
        raise Refused("cap_not_exceeded", data.cap_exceeded.clause, text)
    text = "; ".join(f"{hand} to {dollars(allowed[hand])}" for hand in HANDS if hand in allowed)
    clause = merged(data.cap_exceeded.clause, data.cap_measure.clause)
    return (happened.WagersReduced(cents=cents, reasons=(Reason(f"cut {text}", clause),)),)


def _cuts(
    rules: TableRules,
    table: Table,
    counted: dict[int, int],
    totals: dict[str, int],
    allowed: dict[str, int],
) -> dict[int, int]:
    """Return what is cut from each wager so that its hand comes to no more than is allowed."""
    cents: dict[int, int] = {}
    for one in table.wagers:
        total = totals.get(one.wager, 0)
        if total > allowed.get(one.wager, total):
            share = Fraction(counted[one.number] * allowed[one.wager], total)
            kept = payable_up_to(share.numerator // share.denominator, rules.chips_cents)
            cents[one.number] = one.stake_cents - kept
    return cents


def _within(rules: TableRules, table: Table, wager: TableWager) -> int:
    """Return what counts of a stake: no more than its own maximum."""
    most = own_maximum(rules, table, wager)
    return wager.stake_cents if most is None else int(min(wager.stake_cents, most))


def area_shares(
    rules: TableRules, table: Table, wagers: tuple[TableWager, ...]
) -> dict[int, Fraction]:
    """Return what is at risk of wagers in areas found over their maximum, by their numbers.

    Each is first cut to its own maximum; what is left is scaled to the area, and stays exact.
    """
    data, area = sign(rules), table.limits.area_maximum
    if data is None or data.area_late is None or area is None:
        return {}
    counted = {one.number: _within(rules, table, one) for one in wagers}
    totals: dict[str, int] = {}
    for one in wagers:
        totals[one.wager] = totals.get(one.wager, 0) + counted[one.number]
    return {
        one.number: Fraction(counted[one.number] * area, totals[one.wager])
        for one in wagers
        if totals[one.wager] > area
    }


def _allowed(data: schema.Limits, table: Table, totals: dict[str, int]) -> dict[str, int]:
    """Return what may lie on each hand: area maximum first, then the cap on what is left."""
    area, cap = table.limits.area_maximum, table.limits.cap
    allowed = dict(totals)
    if area is not None:
        allowed = {hand: min(total, area) for hand, total in allowed.items()}
    if cap is not None and data.cap_measure.value is CapMeasure.TOTAL_OF_ONE_HAND:
        allowed = {hand: min(total, cap) for hand, total in allowed.items()}
    elif cap is not None:
        heavy, light = sorted(allowed, key=lambda hand: allowed[hand], reverse=True)
        allowed[heavy] = min(allowed[heavy], allowed[light] + cap)
    return allowed


def own_maximum(rules: TableRules, table: Table, wager: TableWager) -> int | Fraction | None:
    """Return the maximum that holds for a wager on the layout, or its share of one."""
    if wager.maximum_cents is not None:
        return wager.maximum_cents
    patron = table.patron(wager.patron)
    most = bounds(rules, table, patron, wager.wager)[1] if patron else None
    data = sign(rules)
    if most is None or not table.limits.per_patron or data is None or data.per_patron is None:
        return most
    mine = [o for o in table.wagers if (o.patron, o.wager) == (wager.patron, wager.wager)]
    total = sum(one.stake_cents for one in mine)
    return Fraction(wager.stake_cents * most, total) if total > most else most


def returned(rules: TableRules, table: Table, wager: TableWager) -> Settled | None:
    """Return a wager under the minimum of a patron who was told, untouched by the result."""
    data, patron = sign(rules), table.patron(wager.patron)
    if data is None or data.advised is None or patron is None or not patron.advised:
        return None
    if wager.reduced or wager.stake_cents >= bounds(rules, table, patron, wager.wager)[0]:
        return None
    text = f"{wager.patron} {wager.wager} {dollars(wager.stake_cents)}: under the minimum, returned"
    return Settled(
        placed=Placed(wager.patron, wager.wager, wager.stake_cents),
        action_cents=0,
        ending=Ending.STANDOFF,
        outcome="under the minimum after advice",
        odds=None,
        due=Fraction(0),
        paid_cents=0,
        collected_cents=0,
        returned_cents=wager.stake_cents,
        chips_can_pay=True,
        reason=Reason(text, data.advised.clause),
    )


def small_wagers(
    rules: TableRules, table: Table, settled: tuple[SettledWager, ...]
) -> dict[str, tuple[Reason, ...]]:
    """Return whose wagers were paid or collected although under the minimum, and why."""
    data = sign(rules)
    if data is None:
        return {}
    numbers = {one.number: one.settled for one in settled}
    found: dict[str, tuple[Reason, ...]] = {}
    for wager in table.wagers:
        patron = table.patron(wager.patron)
        if patron is None or wager.number not in numbers:
            continue
        least = bounds(rules, table, patron, wager.wager)[0]
        moved = numbers[wager.number].net_cents != 0
        small = wager.stake_cents < least and not wager.reduced
        if small and moved and not patron.advised:
            text = f"{patron.name} is settled at {dollars(wager.stake_cents)}, under the minimum"
            reason = Reason(text, data.under_minimum.clause)
            found[patron.name] = (*found.get(patron.name, ()), reason)
    return found


def advice(rules: TableRules, small: dict[str, tuple[Reason, ...]]) -> Events:
    """Return who is told that the next small wager will be returned."""
    data = sign(rules)
    if data is None or not small or data.under_minimum.value is UnderMinimum.SETTLED:
        return ()
    return tuple(happened.PatronAdvised(name=name, reasons=why) for name, why in small.items())


HANDLERS: Handlers = {do.AgreeLimits: agree_limits, do.ReduceWagers: reduce_wagers}
