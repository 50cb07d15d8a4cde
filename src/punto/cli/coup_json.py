"""A coup as one JSON document."""

from collections.abc import Sequence
from typing import Any

from punto.coup import CoupResult
from punto.money import payable
from punto.rulebook.elect import TableRules
from punto.table.layout_wager import SettledWager
from punto.wagers.settle import Settled


def record(
    rules: TableRules,
    number: int,
    coup: CoupResult,
    settled: Sequence[Settled | SettledWager],
    **more: Any,
) -> dict[str, Any]:
    """Return what one line of ``--json`` says about a coup."""
    return {
        "rulebook": rules.edition.id,
        "settlement": rules.settlement,
        "coup": number,
        "player": coup.player,
        "banker": coup.banker,
        "player_total": coup.player_total,
        "banker_total": coup.banker_total,
        "result": coup.result,
        "line": coup.line,
        "naturals": coup.naturals,
        "reasons": coup.reasons,
        "wagers": [_wager(rules, one) for one in settled],
        **more,
    }


def _wager(rules: TableRules, one: Settled | SettledWager) -> dict[str, Any]:
    return {
        "patron": one.placed.patron,
        "wager": one.placed.wager,
        "stake_cents": one.placed.stake_cents,
        "action_cents": one.action_cents,
        "ending": one.ending,
        "outcome": one.outcome,
        "odds": one.odds,
        "due_cents": str(one.due),
        "paid_cents": one.paid_cents,
        "collected_cents": one.collected_cents,
        "returned_cents": one.returned_cents,
        "net_cents": one.net_cents,
        "chips_can_pay": payable(one.paid_cents, rules.chips_cents),
        "reason": one.reason.text,
        "clause": one.reason.clause,
    }
