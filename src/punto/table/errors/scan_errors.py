"""Scans and displays that differ from the cards, and cards passed to the wrong patron."""

from typing import Literal

from punto.aggregate.command import ErrorArea, Group
from punto.aggregate.roles import (
    Attestation,
    DisplayedResult,
    GivenReason,
    PatronName,
    Reading,
    Text,
)
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason
from punto.error_codes import ErrorCode
from punto.rulebook.power import Power
from punto.table.authority import require, require_clauses, require_staff
from punto.table.base_classes import Events, TableCommand
from punto.table.cards.replacement import CardsHandled
from punto.table.context import At, changes
from punto.table.entries import DisplayDiffersRecorded, ScanDiffersRecorded, WrongPatronRecorded
from punto.table.guards import coup_is_on
from punto.table.open_issues import BlockKind
from punto.table.register import Blocked, Unblocked, blocked, record
from punto.table.table import Table

scan_errors: Topic[Table, At] = Topic("scan_errors", changes)


class ReportScan(TableCommand, frozen=True, tag="report_scan"):
    """The shoe that reads cards says something else than the cards on the table."""

    group = Group.COUP
    trouble = ErrorArea.DEVICE
    powers = ()

    text: GivenReason[Text]


class ConfirmResult(TableCommand, frozen=True, tag="confirm_result"):
    """The true outcome is confirmed in spite of what the shoe read."""

    group = Group.COUP
    trouble = ErrorArea.DEVICE
    powers = (Power.CONFIRM_RESULT,)


class ReportDisplay(TableCommand, frozen=True, tag="report_display"):
    """The results display shows something else than what happened."""

    group = Group.COUP
    trouble = ErrorArea.DEVICE
    powers = ()

    shows: Reading[DisplayedResult]


class ReportMispass(TableCommand, frozen=True, tag="report_mispass"):
    """Cards were passed to somebody who should not have had them."""

    group = Group.COUP
    trouble = ErrorArea.ORDER
    powers = ()

    hand: Literal["player", "banker"]
    to: Attestation[PatronName]


@scan_errors.permits(ReportScan)
def may_report_scan(at: At) -> Clauses:
    """Raise an error if this person may not report what the shoe read now."""
    rules, table = at.rules, at.state
    clause = require_clauses(rules, rules.says.scan, "what a scanning shoe that differs does")
    if not rules.scanning_shoe:
        raise Malformed("the shoe of this table reads no cards", code=ErrorCode.NOT_NOW)
    if not coup_is_on(table):
        raise Malformed("no coup is on", code=ErrorCode.NO_COUP)
    if blocked(table, BlockKind.SCAN_DIFFERS):
        raise Malformed("that is being looked into", code=ErrorCode.ALREADY_SO)
    return clause


@scan_errors.decides(ReportScan)
def report_scan(at: At, command: ReportScan) -> Events:
    """Stop settlement until an entitled person confirms the outcome or voids the coup."""
    table = at.state
    clause = may_report_scan(at)
    entry = record(ScanDiffersRecorded, table, command.text, clause)
    text = "a supervisor confirms the outcome or voids the coup first"
    reason = Reason("the shoe read other cards", clause)
    block = Blocked(
        kind=BlockKind.SCAN_DIFFERS, stops="settle", text=text, clause=clause, reasons=(reason,)
    )
    return (entry, block)


@scan_errors.permits(ConfirmResult)
def may_confirm_result(at: At) -> Clauses:
    """Raise an error if this person may not confirm a result now."""
    rules, table, by = at.rules, at.state, at.by
    clause = require_clauses(rules, rules.says.scan, "what a scanning shoe that differs does")
    require(rules, by, Power.CONFIRM_RESULT, "confirm a result")
    if not blocked(table, BlockKind.SCAN_DIFFERS):
        raise Malformed("nothing is to be confirmed", code=ErrorCode.NOT_NOW)
    return clause


@scan_errors.decides(ConfirmResult)
def confirm_result(at: At, command: ConfirmResult) -> Events:
    """Confirm the outcome although the shoe read other cards."""
    by = at.by
    clause = may_confirm_result(at)
    reason = Reason(f"{by.name} confirms the outcome", clause)
    return (Unblocked(kind=BlockKind.SCAN_DIFFERS, reasons=(reason,)),)


@scan_errors.permits(ReportDisplay)
def may_report_display(at: At) -> Clauses:
    """Raise an error if this person may not report what the display shows now."""
    rules = at.rules
    return require_clauses(rules, rules.says.display, "what a wrong display does")


@scan_errors.decides(ReportDisplay)
def report_display(at: At, command: ReportDisplay) -> Events:
    """Record that the display was wrong. Only the cards count."""
    table = at.state
    clause = may_report_display(at)
    text = f"the display shows {command.shows}; only the cards count"
    return (record(DisplayDiffersRecorded, table, text, clause),)


@scan_errors.permits(ReportMispass)
def may_report_mispass(at: At) -> Clauses:
    """Raise an error if this person may not report cards passed wrongly now."""
    rules, table, by = at.rules, at.state, at.by
    clause = require_clauses(rules, rules.says.wrong_patron, "what cards with the wrong patron do")
    require_staff(rules, by, "report cards passed wrongly")
    if not coup_is_on(table):
        raise Malformed("no coup is on", code=ErrorCode.NO_COUP)
    return clause


@scan_errors.decides(ReportMispass)
def report_mispass(at: At, command: ReportMispass) -> Events:
    """Record that the wrong patron had cards. The result stands."""
    table = at.state
    clause = may_report_mispass(at)
    text = f"{command.to} was passed the {command.hand.title()} cards; the result stands"
    entry = record(WrongPatronRecorded, table, text, clause, person=command.to)
    return (entry, CardsHandled(reasons=(Reason("a patron handled cards", clause),)))
