"""Which main wagers somebody may have together, and the approval for both hands."""

from collections.abc import Sequence

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import PatronName
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import LiveRule
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.guards import require_patron
from punto.table.layout_wager import TableWager
from punto.table.table import Table

combinations: Topic[Table, At] = Topic("combinations", changes)


class ApproveBothHands(TableCommand, frozen=True, tag="approve_both_hands"):
    """A patron is allowed to back Player and Banker in one coup."""

    group = Group.COUP
    powers = (Power.APPROVE_BOTH_HANDS,)

    patron: PatronName


class BothHandsApproved(TableEvent, frozen=True, gc=False, tag="both_hands_approved"):
    visibility = Visibility.EVERYBODY
    registers = (Register.APPROVALS,)

    name: str


def combination_clauses(
    rules: TableRules,
    table: Table,
    name: str,
    own_wagers: Sequence[TableWager],
    wager: str,
    *,
    unnoticed: bool,
) -> Clauses:
    """Return the clauses that permit a patron's main wagers together, or refuse them."""
    wagering = rules.edition.wagering
    main = wagering.main.value
    if wager not in main:
        return ()
    current = {bet.wager for bet in own_wagers if bet.wager in main}
    together = current | {wager}
    aside = rules.sets_aside.get(LiveRule.COMBINATIONS)
    if aside is not None:
        if {"player", "banker"} <= together and not unnoticed:
            raise Refused(ErrorCode.ONE_HAND_ONLY, aside, f"{name} backs the other hand already")
        return ()
    if not wagering.combinations:
        return wagering.combinations_free if {"player", "banker"} <= together else ()
    for combination in wagering.combinations:
        if set(combination.wagers) == together:
            if combination.approval and name not in table.next.allowed.both_hands and not unnoticed:
                others = " and ".join(sorted(current))
                text = f"{name} backs {others} already; both hands need approval"
                raise Refused(ErrorCode.BOTH_HANDS_NOT_APPROVED, combination.clause, text)
            return combination.clause
    clause = merged(*(combination.clause for combination in wagering.combinations))
    text = f"{' with '.join(sorted(together))} is no combination that a patron may have"
    raise Refused(ErrorCode.NOT_A_COMBINATION, clause, text)


combinations.permits(ApproveBothHands)(anybody)


@combinations.decides(ApproveBothHands)
def approve_both_hands(at: At, command: ApproveBothHands) -> Events:
    """Let a patron back both hands in this coup."""
    rules, table, by = at.rules, at.state, at.by
    require_patron(table, command.patron)
    clause = require(rules, by, Power.APPROVE_BOTH_HANDS, "approve both hands")
    reason = Reason(f"{by.name} lets {command.patron} back both hands", clause)
    return (BothHandsApproved(name=command.patron, reasons=(reason,)),)


@combinations.applies(BothHandsApproved)
def both_hands_approved(table: Table, event: BothHandsApproved, envelope: Envelope) -> Table:
    names = (*table.next.allowed.both_hands, event.name)
    allowed = replace(table.next.allowed, both_hands=names)
    return replace(table, next=replace(table.next, allowed=allowed))
