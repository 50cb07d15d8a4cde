"""The effects on the coup when a wager is removed after its first card."""

from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.topic import Topic
from punto.clause import Reason, merged
from punto.rulebook.elect import TableRules, settling_by
from punto.rulebook.policies import TurnedBy
from punto.table.base_classes import Events, TableEvent
from punto.table.context import At, changes
from punto.table.deal.banker_role import restored_role
from punto.table.deal.dealing_methods import methods
from punto.table.deal.wager_results import settle_wagers, wagers_with_results
from punto.table.layout_wager import Outcomes, outcomes_of
from punto.table.phase import Dealing, Settling
from punto.table.table import NoBet, Table

removal_effects: Topic[Table, At] = Topic("removal_effects", changes)


class CoupUnbet(TableEvent, frozen=True, gc=False, tag="coup_unbet"):
    """No wager is left on a coup that is being dealt: it is finished without wagers."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.CONSEQUENCE

    method: str


class WagersResettled(TableEvent, frozen=True, gc=False, tag="wagers_resettled"):
    """The results of wagers changed because another wager was removed."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.CONSEQUENCE

    results: Outcomes


def removal_events(rules: TableRules, table: Table) -> Events:
    """Return the effects on the coup and the other wagers; ``table`` is after the removal."""
    phase = table.phase
    all_removed = table.next.allowed.removable and not table.wagers and table.next.no_bet is None
    if isinstance(phase, Dealing | Settling) and all_removed:
        cited = merged(rules.says.lifted_all, rules.says.no_bet_dealing)
        if cited and not phase.early:
            dealer_method = next(
                name
                for name, method in methods(rules).items()
                if method.turned_by is TurnedBy.DEALER
            )
            reason = Reason("no wager is left: finished as a coup without wagers", cited)
            return (CoupUnbet(method=dealer_method, reasons=(reason,)),)
    if isinstance(phase, Settling) and not phase.begun:
        if phase.settlement is not None:
            rules = settling_by(rules, phase.settlement)
        settled = settle_wagers(rules, table, table.wagers, phase.coup)
        if settled != phase.settled:
            return (WagersResettled(results=outcomes_of(settled)),)
    return ()


@removal_effects.applies(CoupUnbet)
def coup_unbet(table: Table, event: CoupUnbet, envelope: Envelope) -> Table:
    phase = table.phase
    assert isinstance(phase, Dealing | Settling)
    role = restored_role(table, phase.role) if isinstance(phase, Settling) else table.role
    phase_after = replace(phase, method=event.method)
    next_coup = replace(table.next, no_bet=NoBet(wagers_refused=True))
    return replace(table, phase=phase_after, next=next_coup, role=role)


@removal_effects.applies(WagersResettled)
def wagers_resettled(table: Table, event: WagersResettled, envelope: Envelope) -> Table:
    assert isinstance(table.phase, Settling)
    settled = wagers_with_results(table.wagers, event.results)
    return replace(table, phase=replace(table.phase, settled=settled))
