"""What the whole table may have on a hand or an area, and how wagers are cut to it."""

from fractions import Fraction

from punto.clause import Clauses, Reason, Refused, merged
from punto.money import dollars, payable_up_to
from punto.rulebook import schema
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import CapExceeded, CapMeasure, LiveRule
from punto.table.authority import Actor, require
from punto.table.events import Events
from punto.table.ledger import part
from punto.table.limits import events as happened
from punto.table.limits.bounds import bounds, sign
from punto.table.phase import Betting
from punto.table.table import Table
from punto.table.wager import TableWager

HANDS = ("player", "banker")


def hand_totals(table: Table) -> dict[str, int]:
    """Return what lies on each hand over the whole table."""
    return {
        hand: sum(wager.stake_cents for wager in table.wagers if wager.wager == hand)
        for hand in HANDS
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


def reduce_wagers(rules: TableRules, table: Table, by: Actor) -> Events:
    """Cut wagers pro rata until no cap is exceeded, each rounded down to a chip."""
    data = sign(rules)
    aside = rules.sets_aside.get(LiveRule.CAPS)
    if aside is not None:
        raise Refused("no_reduction", aside, "a wager on the layout stays as it is")
    if "reduce_wagers" in rules.edition.powers:
        require(rules, by, "reduce_wagers", "cut wagers")
    if data is None:
        raise not_held(rules.edition, "which limits bind")
    if data.cap_exceeded.value is not CapExceeded.REDUCED_PRO_RATA:
        raise Refused("no_reduction", data.cap_exceeded.clause, "wagers may not be cut here")
    if not isinstance(table.phase, Betting):
        text = "wagers are cut while betting is open, never once the first card is out"
        raise Refused("wager_locked", data.cap_late.clause, text)
    # What lies beyond somebody's own maximum counts for no share.
    counted = {bet.number: _within(rules, table, bet) for bet in table.wagers}
    totals = {
        hand: sum(counted[bet.number] for bet in table.wagers if bet.wager == hand)
        for hand in HANDS
    }
    allowed = _allowed(data, table, totals)
    cents = _cuts(rules, table, counted, totals, allowed)
    if data.cap_measure.value is CapMeasure.DIFFERENCE_OF_HANDS and table.limits.cap is not None:
        # What rounding took from the lighter hand counts against the heavier one.
        left = {
            hand: sum(
                counted[bet.number] - cents.get(bet.number, 0)
                for bet in table.wagers
                if bet.wager == hand
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
    stakes = tuple(
        part(wager, cents[wager.number]) for wager in table.wagers if cents.get(wager.number)
    )
    reason = Reason(f"cut {text}", clause)
    return (happened.WagersReduced(stakes=stakes, reasons=(reason,)),)


def _cuts(
    rules: TableRules,
    table: Table,
    counted: dict[int, int],
    totals: dict[str, int],
    allowed: dict[str, int],
) -> dict[int, int]:
    """Return what is cut from each wager so that its hand comes to no more than is allowed."""
    cents: dict[int, int] = {}
    for wager in table.wagers:
        total = totals.get(wager.wager, 0)
        if total > allowed.get(wager.wager, total):
            share = Fraction(counted[wager.number] * allowed[wager.wager], total)
            kept = payable_up_to(share.numerator // share.denominator, rules.chips_cents)
            cents[wager.number] = wager.stake_cents - kept
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
    if LiveRule.OVER_MAXIMUM in rules.sets_aside:
        return {}
    counted = {wager.number: _within(rules, table, wager) for wager in wagers}
    totals: dict[str, int] = {}
    for wager in wagers:
        totals[wager.wager] = totals.get(wager.wager, 0) + counted[wager.number]
    return {
        wager.number: Fraction(counted[wager.number] * area, totals[wager.wager])
        for wager in wagers
        if totals[wager.wager] > area
    }


def within_units(
    rules: TableRules, table: Table, wager: TableWager, most: int | Fraction | None
) -> tuple[int | Fraction | None, Clauses]:
    """Return what may be at risk of a wager, and what bounds it besides its maximum.

    Where wagers are made in units of the minimum, that is the last whole one.
    """
    unit = table.limits.minimum
    if not rules.whole_units or not unit:
        return most, ()
    counted = wager.stake_cents if most is None else min(wager.stake_cents, most // 1)
    rest = counted % unit
    # Less than one unit is another matter: it is made up, or void.
    if not rest or counted < unit:
        return most, ()
    over = rules.edition.settlement.over_maximum
    capped = over.clause if over and counted < wager.stake_cents else ()
    return counted - rest, merged(capped, rules.whole_units)


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
    if wager.maximum is not None:
        return Fraction(*wager.maximum)
    patron = table.patron(wager.patron)
    most = bounds(rules, table, patron, wager.wager)[1] if patron else None
    data = sign(rules)
    if most is None or not table.limits.per_patron or data is None or data.per_patron is None:
        return most
    mine = [bet for bet in table.wagers if (bet.patron, bet.wager) == (wager.patron, wager.wager)]
    total = sum(one.stake_cents for one in mine)
    return Fraction(wager.stake_cents * most, total) if total > most else most
