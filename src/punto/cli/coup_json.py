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
        "wagers": [_wager_document(rules, bet) for bet in settled],
        **more,
    }


def _wager_document(rules: TableRules, bet: Settled | SettledWager) -> dict[str, Any]:
    return {
        "patron": bet.placed.patron,
        "wager": bet.placed.wager,
        "stake_cents": bet.placed.stake_cents,
        "action_cents": bet.action_cents,
        "ending": bet.ending,
        "outcome": bet.outcome,
        "odds": bet.odds,
        "due_cents": str(bet.due),
        "paid_cents": bet.paid_cents,
        "collected_cents": bet.collected_cents,
        "returned_cents": bet.returned_cents,
        "net_cents": bet.net_cents,
        "chips_can_pay": payable(bet.paid_cents, rules.chips_cents),
        "reason": bet.reason.text,
        "clause": bet.reason.clause,
    }
