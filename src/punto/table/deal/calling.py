"""What the dealer calls: both totals after the opening cards, and the result."""

from punto.clause import Clauses, Reason, merged
from punto.coup import CoupResult, total
from punto.rulebook.elect import TableRules
from punto.rulebook.terms import Side
from punto.table.deal import events as happened
from punto.table.deal.methods import method_of
from punto.table.guards import answering
from punto.table.phase import Dealing
from punto.table.table import Table


def points(rules: TableRules, phase: Dealing) -> happened.PointsAnnounced:
    """Return the call of both totals once the opening cards lie face up."""
    player, banker = (
        total(rules, phase.faces(Side.PLAYER)[:2]),
        total(rules, phase.faces(Side.BANKER)[:2]),
    )
    text = f"Player {_name(rules, player)}, Banker {_name(rules, banker)}"
    clause = merged(method_of(rules, phase).called, _named(rules, player, banker))
    reason = Reason(text, clause)
    return happened.PointsAnnounced(player=player, banker=banker, reasons=(reason,))


def _name(rules: TableRules, point: int) -> str:
    """Return what a total is called."""
    nought = rules.edition.cards.nought_called if rules.edition.cards else None
    return nought.value if nought is not None and point == 0 else str(point)


def _named(rules: TableRules, *totals: int) -> Clauses:
    """Return what gives a total of nought its name, where one of these is nought."""
    nought = rules.edition.cards.nought_called if rules.edition.cards else None
    return nought.clause if nought is not None and 0 in totals else ()


def result(rules: TableRules, table: Table, coup: CoupResult) -> tuple[Reason, ...]:
    """Return the call of the result, and who answers for the coup."""
    found = []
    if rules.says.result_called:
        named = _named(rules, coup.player_total, coup.banker_total)
        words = f", nought is {_name(rules, 0)}" if named else ""
        clause = merged(rules.says.result_called, named)
        found.append(Reason(f"called: {coup.line}{words}", clause))
    return (*found, *answering(rules, table, "coup"))
