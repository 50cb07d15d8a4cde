"""What follows when a wager leaves a coup whose first card is out."""

from punto.clause import Reason, merged
from punto.rulebook.elect import TableRules, settling_by
from punto.rulebook.policies import TurnedBy
from punto.table.deal.completing import settle_wagers
from punto.table.deal.methods import methods
from punto.table.errors.events import CoupUnbet, WagersResettled
from punto.table.events import Events
from punto.table.phase import Dealing, Settling
from punto.table.table import Table
from punto.table.wager import gathered


def follow(rules: TableRules, table: Table) -> Events:
    """Return what the table after a wager has gone does to the coup and to the other wagers."""
    phase = table.phase
    lifted = table.next.allowed.removable and not table.wagers and table.next.no_bet is None
    if isinstance(phase, Dealing | Settling) and lifted:
        cited = merged(rules.says.lifted_all, rules.says.no_bet_dealing)
        if cited and not phase.early:
            plain = next(
                name
                for name, method in methods(rules).items()
                if method.turned_by is TurnedBy.DEALER
            )
            reason = Reason("no wager is left: finished as a coup without wagers", cited)
            return (CoupUnbet(method=plain, reasons=(reason,)),)
    if isinstance(phase, Settling) and not phase.begun:
        if phase.settlement is not None:
            rules = settling_by(rules, phase.settlement)
        settled = settle_wagers(rules, table, table.wagers, phase.coup)
        if settled != phase.settled:
            return (WagersResettled(results=gathered(settled)),)
    return ()
