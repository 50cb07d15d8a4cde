"""Scans and displays that differ from the cards, and cards passed to the wrong patron."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import provided, require, require_staff
from punto.table.cards.events import CardsHandled
from punto.table.entries import DisplayDiffersRecorded, ScanDiffersRecorded, WrongPatronRecorded
from punto.table.errors import commands as do
from punto.table.events import Events
from punto.table.guards import coup_is_on
from punto.table.matters import BlockKind
from punto.table.register import Blocked, Unblocked, blocked, record
from punto.table.table import Table


def report_scan(rules: TableRules, table: Table, command: do.ReportScan) -> Events:
    """Stop settlement until somebody who may confirms the outcome or voids the coup."""
    clause = provided(rules, rules.says.scan, "what a scanning shoe that differs does")
    if not rules.scanning_shoe:
        raise Malformed("the shoe of this table reads no cards", code=ErrorCode.NOT_NOW)
    if not coup_is_on(table):
        raise Malformed("no coup is on", code=ErrorCode.NO_COUP)
    if blocked(table, BlockKind.SCAN_DIFFERS):
        raise Malformed("that is being looked into", code=ErrorCode.ALREADY_SO)
    entry = record(ScanDiffersRecorded, table, command.text, clause)
    text = "a supervisor confirms the outcome or voids the coup first"
    reason = Reason("the shoe read other cards", clause)
    wait = Blocked(
        kind=BlockKind.SCAN_DIFFERS, stops="settle", text=text, clause=clause, reasons=(reason,)
    )
    return (entry, wait)


def confirm_result(rules: TableRules, table: Table, by: Actor) -> Events:
    """Let the outcome stand in spite of what the shoe read."""
    clause = provided(rules, rules.says.scan, "what a scanning shoe that differs does")
    require(rules, by, Power.CONFIRM_RESULT, "confirm a result")
    if not blocked(table, BlockKind.SCAN_DIFFERS):
        raise Malformed("nothing is to be confirmed", code=ErrorCode.NOT_NOW)
    reason = Reason(f"{by.name} confirms the outcome", clause)
    return (Unblocked(kind=BlockKind.SCAN_DIFFERS, reasons=(reason,)),)


def report_display(rules: TableRules, table: Table, command: do.ReportDisplay) -> Events:
    """Keep that the display was wrong; only the cards count."""
    clause = provided(rules, rules.says.display, "what a wrong display does")
    text = f"the display shows {command.shows}; only the cards count"
    return (record(DisplayDiffersRecorded, table, text, clause),)


def report_mispass(rules: TableRules, table: Table, by: Actor, command: do.ReportMispass) -> Events:
    """Keep that the wrong patron had cards; the result stands."""
    clause = provided(rules, rules.says.wrong_patron, "what cards with the wrong patron do")
    require_staff(rules, by, "report cards passed wrongly")
    if not coup_is_on(table):
        raise Malformed("no coup is on", code=ErrorCode.NO_COUP)
    text = f"{command.to} was passed the {command.hand.title()} cards; the result stands"
    entry = record(WrongPatronRecorded, table, text, clause, person=command.to)
    return (entry, CardsHandled(reasons=(Reason("a patron handled cards", clause),)))
