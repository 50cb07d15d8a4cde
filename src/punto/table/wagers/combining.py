"""Which main wagers somebody may have together."""

from collections.abc import Sequence

from punto.clause import Clauses, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import LiveRule
from punto.table.table import Table
from punto.table.wager import TableWager
from punto.table.wagers import commands as do


def combined(
    rules: TableRules, table: Table, name: str, mine: Sequence[TableWager], command: do.PlaceWager
) -> Clauses:
    """Return what permits the main wagers a patron has together, or refuse them."""
    wagering = rules.edition.wagering
    main = wagering.main.value
    if command.wager not in main:
        return ()
    have = {bet.wager for bet in mine if bet.wager in main}
    wanted = have | {command.wager}
    aside = rules.sets_aside.get(LiveRule.COMBINATIONS)
    if aside is not None:
        if {"player", "banker"} <= wanted and not command.unnoticed:
            raise Refused(ErrorCode.ONE_HAND_ONLY, aside, f"{name} backs the other hand already")
        return ()
    if not wagering.combinations:
        return wagering.combinations_free if {"player", "banker"} <= wanted else ()
    for combination in wagering.combinations:
        if set(combination.wagers) == wanted:
            if (
                combination.approval
                and name not in table.next.allowed.both_hands
                and not command.unnoticed
            ):
                others = " and ".join(sorted(have))
                text = f"{name} backs {others} already; both hands need approval"
                raise Refused(ErrorCode.BOTH_HANDS_NOT_APPROVED, combination.clause, text)
            return combination.clause
    clause = merged(*(combination.clause for combination in wagering.combinations))
    text = f"{' with '.join(sorted(wanted))} is no combination that a patron may have"
    raise Refused(ErrorCode.NOT_A_COMBINATION, clause, text)
