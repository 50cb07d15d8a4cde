"""Errors in dealing reported: in time, or late and left to stand or taken back."""

from collections.abc import Mapping

from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import CutOff, LateError
from punto.rulebook.terms import Source
from punto.table.authority import Actor, has_power, provided, require, says
from punto.table.errors import commands as do
from punto.table.errors import events as happened
from punto.table.errors.excess import errors
from punto.table.errors.undoing import moved_back
from punto.table.events import Events
from punto.table.ledger import reversal, taken_back
from punto.table.phase import Betting, Closed, Idle, PastCoup
from punto.table.register import Blocked, record
from punto.table.table import Table


def report_error(
    rules: TableRules,
    table: Table,
    by: Actor,
    command: do.ReportError,
    past: Mapping[int, PastCoup],
) -> Events:
    """Take up an error that is reported, or say that it comes too late and what that means."""
    clause = provided(rules, "error_reported", "what a reported error does")
    late = rules.edition.late_errors
    triggers = late.triggers if late else None
    if triggers and command.trigger not in triggers.value:
        listed = ", ".join(triggers.value)
        text = f"{command.trigger!r} is nothing that is taken up"
        raise Refused("no_such_trigger", triggers.clause, text, f"triggers: {listed}")
    named = says(rules, f"trigger_{command.trigger}")
    number = command.coup if command.coup is not None else table.number
    if not 1 <= number <= table.number:
        raise Malformed(f"there is no coup {number}", code="no_such_thing")
    _check_kind(rules, command, () if too_late(rules, table, number) else clause)
    if not too_late(rules, table, number):
        text = f"coup {number}, {command.trigger.replace('_', ' ')}: {command.text}"
        return (record(table, by, "dealing_error", text, merged(clause, named)),)
    if late is None:
        raise not_held(rules.edition, "what an error does that is found late")
    cited = merged(late.found_late.clause, late.cut_offs.clause, named)
    if late.found_late.value is LateError.RESULTS_STAND:
        text = f"coup {number}, reported too late: {command.text}; results stand"
        return (record(table, by, "late_error", text, cited),)
    if not has_power(rules, by.title, "void_coup"):
        text = f"coup {number}, found late: {command.text}; to be judged"
        return (record(table, by, "late_error_reported", text, cited),)
    cited = merged(cited, errors(rules).void_returns)
    found = _found(past, number)
    text = f"coup {number} void: {command.text}"
    entry = record(table, by, "late_error", text, cited)
    return (*_reversed(rules, table, command.text, cited, found), entry)


def _check_kind(rules: TableRules, command: do.ReportError, in_time: Clauses) -> None:
    """Refuse an error of a kind that undoes no coup, by what says so of errors found in time."""
    late = rules.edition.late_errors
    kinds = late.kinds if late else None
    if kinds and command.kind not in kinds.value:
        text = f"an error of {command.kind.replace('_', ' ')} puts no cards right and voids no coup"
        hint = "whoever disputes what was paid says so: raise_dispute"
        raise Refused("not_such_an_error", in_time or kinds.clause, text, hint)


def too_late(rules: TableRules, table: Table, number: int) -> bool:
    """Return whether one of the rulebook's cut-offs has passed for an error in a coup."""
    late = rules.edition.late_errors
    cut_offs = late.cut_offs.value if late else (CutOff.NEXT_COUP,)
    return (
        (CutOff.NEXT_COUP in cut_offs and number < table.number)
        or (CutOff.CARDS_REMOVED in cut_offs and not table.shoe.coups)
        or (CutOff.TABLE_CLOSED in cut_offs and isinstance(table.phase, Closed))
    )


def _found(past: Mapping[int, PastCoup], number: int) -> PastCoup:
    """Return an earlier coup that has a result to take back."""
    found = past.get(number)
    if found is None:
        raise Malformed(f"coup {number} has no result to take back", code="no_such_thing")
    if found.void:
        raise Malformed(f"coup {number} is void already", code="already_so")
    return found


def _reversed(
    rules: TableRules, table: Table, text: str, clause: Clauses, found: PastCoup
) -> Events:
    """Void an earlier coup: what it moved goes back, everything after it stays."""
    number = found.number
    debts = reversal(table, found.moved, number)
    tokens: dict[str, int] = {}
    for bet in found.settled:
        lost = found.tokens_lost.get(bet.number, 0)
        if lost and table.patron(bet.wager.patron) is not None:
            tokens[bet.wager.patron] = tokens.get(bet.wager.patron, 0) + lost
    back = happened.WinningsTakenBack(
        cents=taken_back(table, found.moved, debts),
        token_cents=tokens,
        debts=debts,
        reasons=moved_back(rules, found.settled, found.settled),
    )
    reasons = [Reason(f"coup {number} is void, found late: {text}", clause)]
    late = rules.edition.late_errors
    if late is not None and late.later_stand:
        reasons.append(Reason("later coups stay as they were played", late.later_stand))
    void = happened.CoupReversed(number=number, unadvised=found.advised, reasons=tuple(reasons))
    return (back, void)


def remove_cards(rules: TableRules, table: Table, by: Actor, command: do.RemoveCards) -> Events:
    """Take the rest of a card shoe out after a void, if every patron agrees."""
    clause = require(rules, by, "remove_cards_after_void", "take the cards out after a void")
    if rules.source is not Source.CARD_SHOE:
        raise Refused("wrong_source", clause, "only out of a card shoe")
    if not isinstance(table.phase, Idle | Betting) or table.wagers:
        raise Refused("coup_running", clause, "a coup is on, or wagers lie on the layout")
    if not table.shoe.coups or not table.open.could_not_rebuild:
        raise Refused("no_void", clause, "only after a coup that could not be rebuilt was void")
    missing = {patron.name for patron in table.patrons} - set(command.agreed)
    if missing or not table.patrons:
        text = f"every patron must agree: {', '.join(sorted(missing)) or 'nobody is here'}"
        raise Refused("not_agreed", clause, text)
    reason = Reason("the rest of the shoe is taken out", clause)
    text = "the cards are shuffled or replaced first"
    out = Blocked(kind="cards_out", stops="shoe", text=text, clause=clause, reasons=(reason,))
    return (out,)
