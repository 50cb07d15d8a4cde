"""The results of wagers: what is paid, collected and returned."""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec.structs import replace

from punto.clause import merged
from punto.coup import CoupResult
from punto.rulebook.elect import TableRules
from punto.rulebook.schema.coup_facts import CoupState
from punto.table.layout_wager import Outcomes, Ratio, SettledWager, TableWager, WagerResult
from punto.table.limits.areas import own_maximum
from punto.table.limits.caps import area_shares
from punto.table.limits.under_minimum import returned
from punto.table.limits.units import within_units
from punto.table.table import Table
from punto.wagers.settle import Placed, Settled, settled_in_order


def settle_wagers(
    rules: TableRules,
    table: Table,
    wagers: tuple[TableWager, ...],
    coup: CoupResult,
    seen: CoupState | None = None,
) -> tuple[SettledWager, ...]:
    """Return what wagers come to, in the order of settling."""
    back, lying, placed = [], [], []
    shares = area_shares(rules, table, wagers)
    for wager in wagers:
        handed = returned(rules, table, wager)
        if handed is not None:
            back.append(SettledWager(wager, handed))
            continue
        own = own_maximum(rules, table, wager)
        share = shares.get(wager.number, own)
        share, cut_by = within_units(rules, table, wager, share)
        lying.append((wager, own))
        if not cut_by and wager.number in shares:
            cut_by = _area_clause(rules, wager, own)
        placed.append(Placed(wager.patron, wager.wager, wager.stake_cents, share, cut_by))
    settled = []
    for place, came in settled_in_order(rules, placed, coup, seen=seen):
        wager, own = lying[place]
        result = _result(wager, came, own)
        if wager.token_cents and result.paid_cents:
            in_chips = merged(result.clause, rules.says.token_winnings)
            result = replace(result, clause=in_chips)
        # Tokens go before chips.
        tokens = min(wager.token_cents, result.collected_cents)
        settled.append(SettledWager(wager, result, tokens))
    return (*settled, *back)


def _area_clause(
    rules: TableRules, wager: TableWager, own: int | Fraction | None
) -> tuple[str, ...]:
    """Return what bound a wager in an area over its maximum, and over its own where it was both."""
    late = rules.edition.limits.area_late if rules.edition.limits else None
    over = rules.edition.settlement.over_maximum
    both = own is not None and own < wager.stake_cents and over is not None
    return merged(over.clause if both and over else (), late.clause if late else ())


def _result(wager: TableWager, came: Settled, own: int | Fraction | None) -> WagerResult:
    """Return what a wager came to as it is kept: what was at risk only where that was less."""
    action = came.action if came.action != wager.stake_cents else None
    return WagerResult(
        number=wager.number,
        outcome=came.outcome,
        odds=came.odds,
        paid_cents=came.paid_cents,
        collected_cents=came.collected_cents,
        maximum=_ratio(action),
        own_maximum=_ratio(own if own is not None and own < wager.stake_cents else None),
        clause=came.clause,
    )


def _ratio(amount: int | Fraction | None) -> Ratio | None:
    return None if amount is None else (amount.numerator, amount.denominator)


def joined(wagers: Iterable[TableWager], outcomes: Outcomes) -> tuple[SettledWager, ...]:
    """Return each wager with what became of it, in the order of settling."""
    lying = {wager.number: wager for wager in wagers}
    return tuple(SettledWager(lying[result.number], result) for result in outcomes.results())


def layout_left(
    table: Table, cents: Mapping[int, int], tokens: Mapping[int, int]
) -> tuple[TableWager, ...]:
    """Return what is left on the layout once losers are collected."""
    left = []
    for wager in table.wagers:
        taken = cents.get(wager.number, 0)
        if not taken:
            left.append(wager)
        elif taken < wager.stake_cents:
            lost = tokens.get(wager.number, 0)
            stake = wager.stake_cents - taken
            left.append(replace(wager, stake_cents=stake, token_cents=wager.token_cents - lost))
    return tuple(left)
