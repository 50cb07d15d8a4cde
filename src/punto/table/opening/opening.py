"""Opening and closing a table."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.power import Power
from punto.table.authority import require, require_staff
from punto.table.events import Events
from punto.table.guards import check_blocks, coup_is_on
from punto.table.limits.changes import check_change
from punto.table.notice import Proposed
from punto.table.opening import commands as do
from punto.table.opening import events as happened
from punto.table.opening.approvals import check_approved, check_list
from punto.table.phase import Closed
from punto.table.table import Table


def open_table(rules: TableRules, table: Table, by: Actor, command: do.OpenTable) -> Events:
    """Open the table once everything is as it must be."""
    require_staff(rules, by, "open a table")
    if not isinstance(table.phase, Closed):
        raise Malformed("the table is open", code=ErrorCode.ALREADY_SO)
    check_approved(rules, table, by, "opening")
    if rules.offers:
        check_approved(rules, table, by, "optional_wagers")
    opening = rules.edition.opening
    reasons = [*check_list(rules, table, "opening")]
    counted = opening.cards_counted
    if counted and counted.value:
        if table.packs.counted is None:
            text = "the cards are checked one by one before gaming begins"
            raise Refused(ErrorCode.CARDS_NOT_COUNTED, counted.clause, text)
        reasons.append(Reason("the cards were checked one by one", counted.clause))
    if opening.bank_held_by:
        _check_bank(rules, command)
        under = f" under {command.agreement}" if command.agreement else ""
        text = f"the bank is held by the {command.bank}{under}"
        reasons.append(Reason(text, _bank_clause(rules)))
    elif command.bank is not None:
        raise not_held(rules.edition, "who holds the bank")
    opened = happened.TableOpened(
        bank=command.bank, agreement=command.agreement, reasons=tuple(reasons)
    )
    return (opened,)


def _bank_clause(rules: TableRules) -> tuple[str, ...]:
    opening = rules.edition.opening
    return merged(*(one.clause for one in (opening.bank_held_by, opening.bank_agreement) if one))


def _check_bank(rules: TableRules, command: do.OpenTable) -> None:
    """Refuse a bank in the wrong hands."""
    opening = rules.edition.opening
    assert opening.bank_held_by is not None
    if command.bank not in opening.bank_held_by.value:
        names = " or the ".join(title.replace("_", " ") for title in opening.bank_held_by.value)
        text = f"nobody but the {names} has any part in the bank"
        hint = f"bank is one of: {', '.join(opening.bank_held_by.value)}"
        raise Refused(ErrorCode.NOT_THE_BANK, opening.bank_held_by.clause, text, hint)
    needs = opening.bank_agreement
    if needs and command.bank in needs.value and not (command.agreement or "").strip():
        text = "an agent holds the bank under a service agreement: give its reference"
        raise Refused(ErrorCode.NO_AGREEMENT, needs.clause, text)


def close_table(rules: TableRules, table: Table, by: Actor) -> Events:
    """Close the table, as announced."""
    if isinstance(table.phase, Closed):
        raise Malformed("the table is closed", code=ErrorCode.ALREADY_SO)
    if Power.CLOSE_TABLE in rules.edition.powers:
        require(rules, by, Power.CLOSE_TABLE, "close a table")
    else:
        require_staff(rules, by, "close a table")
    change = rules.edition.changes.get("closure")
    clause = change.notice.clause if change else rules.edition.wagering.main.clause
    if coup_is_on(table) or table.wagers:
        raise Refused(ErrorCode.COUP_RUNNING, clause, "a coup is on, or wagers lie on the layout")
    check_blocks(table, "coup")
    cited = check_change(rules, table, by, Proposed(closing=True), ())
    ticked = check_list(rules, table, "closing")
    counted = rules.edition.opening.cards_counted_after
    if counted and counted.value:
        if table.packs.counted != table.number:
            text = "the cards are checked one by one when gaming ends"
            raise Refused(ErrorCode.CARDS_NOT_COUNTED, counted.clause, text)
        cited = merged(cited, counted.clause)
    return (happened.TableClosed(reasons=(Reason("closed", cited), *ticked)),)
