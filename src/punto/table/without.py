"""What follows when a wager leaves a coup whose first card is out."""

from punto.clause import Reason
from punto.rulebook.elect import TableRules, settling_by
from punto.rulebook.policies import TurnedBy
from punto.table import events as happened
from punto.table.completing import settle_wagers
from punto.table.handlers import Events
from punto.table.methods import methods
from punto.table.people import says
from punto.table.state import Dealing, Settling, Table


def without(rules: TableRules, table: Table) -> Events:
    """Return what the table after a wager has gone does to the coup and to the other wagers."""
    phase = table.phase
    lifted = table.removable and not table.wagers and not table.no_bet
    if isinstance(phase, Dealing | Settling) and lifted:
        cited = says(rules, "no_bet_dealing")
        if cited and not phase.early:
            plain = next(n for n, o in methods(rules).items() if o.turned_by is TurnedBy.DEALER)
            reason = Reason("no wager is left: finished as a coup without wagers", cited)
            return (happened.CoupUnbet(method=plain, reasons=(reason,)),)
    if isinstance(phase, Settling) and not phase.collected:
        if phase.settlement is not None:
            rules = settling_by(rules, phase.settlement)
        settled = settle_wagers(rules, table, table.wagers, phase.coup)
        if settled != phase.settled:
            return (happened.WagersResettled(settled=settled),)
    return ()
