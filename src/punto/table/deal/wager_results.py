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
from punto.table.limits.under_minimum import returned_wager_result
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
    """Return the results of wagers, in the order of settling."""
    returned_wagers, wager_limits, placed = [], [], []
    shares = area_shares(rules, table, wagers)
    for wager in wagers:
        returned_result = returned_wager_result(rules, table, wager)
        if returned_result is not None:
            returned_wagers.append(SettledWager(wager, returned_result))
            continue
        own_limit = own_maximum(rules, table, wager)
        share = shares.get(wager.number, own_limit)
        share, cut_by = within_units(rules, table, wager, share)
        wager_limits.append((wager, own_limit))
        if not cut_by and wager.number in shares:
            cut_by = _area_limit_clauses(rules, wager, own_limit)
        placed.append(Placed(wager.patron, wager.wager, wager.stake_cents, share, cut_by))
    settled = []
    for place, outcome in settled_in_order(rules, placed, coup, seen=seen):
        wager, own_limit = wager_limits[place]
        result = _wager_result(wager, outcome, own_limit)
        if wager.token_cents and result.paid_cents:
            in_chips = merged(result.clause, rules.says.token_winnings)
            result = replace(result, clause=in_chips)
        # Tokens are collected before chips.
        tokens = min(wager.token_cents, result.collected_cents)
        settled.append(SettledWager(wager, result, tokens))
    return (*settled, *returned_wagers)


def _area_limit_clauses(
    rules: TableRules, wager: TableWager, own_limit: int | Fraction | None
) -> tuple[str, ...]:
    """Return the clauses that limited a wager in an area over its maximum, or over its own too."""
    late_rule = rules.edition.limits.area_late if rules.edition.limits else None
    over_rule = rules.edition.settlement.over_maximum
    over_own = own_limit is not None and own_limit < wager.stake_cents and over_rule is not None
    return merged(
        over_rule.clause if over_own and over_rule else (), late_rule.clause if late_rule else ()
    )


def _wager_result(
    wager: TableWager, outcome: Settled, own_limit: int | Fraction | None
) -> WagerResult:
    """Return the result of a wager for the state; the action only if it is below the stake."""
    action = outcome.action if outcome.action != wager.stake_cents else None
    return WagerResult(
        number=wager.number,
        outcome=outcome.outcome,
        odds=outcome.odds,
        paid_cents=outcome.paid_cents,
        collected_cents=outcome.collected_cents,
        maximum=_as_ratio(action),
        own_maximum=_as_ratio(
            own_limit if own_limit is not None and own_limit < wager.stake_cents else None
        ),
        clause=outcome.clause,
    )


def _as_ratio(amount: int | Fraction | None) -> Ratio | None:
    return None if amount is None else (amount.numerator, amount.denominator)


def wagers_with_results(
    wagers: Iterable[TableWager], outcomes: Outcomes
) -> tuple[SettledWager, ...]:
    """Return each wager with its result, in the order of settling."""
    by_number = {wager.number: wager for wager in wagers}
    return tuple(SettledWager(by_number[result.number], result) for result in outcomes.results())


def wagers_left_on_layout(
    table: Table, cents: Mapping[int, int], tokens: Mapping[int, int]
) -> tuple[TableWager, ...]:
    """Return the wagers that remain on the layout after losers are collected."""
    remaining = []
    for wager in table.wagers:
        collected = cents.get(wager.number, 0)
        if not collected:
            remaining.append(wager)
        elif collected < wager.stake_cents:
            tokens_lost = tokens.get(wager.number, 0)
            stake = wager.stake_cents - collected
            remaining.append(
                replace(wager, stake_cents=stake, token_cents=wager.token_cents - tokens_lost)
            )
    return tuple(remaining)
