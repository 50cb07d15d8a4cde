"""A coup void by decision: it cannot be rebuilt or confirmed, or on a ground of the text."""

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook import schema
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.entries import CoupVoidRecorded
from punto.table.errors import commands as do
from punto.table.errors import events as happened
from punto.table.errors.excess import errors
from punto.table.errors.undoing import is_settled, on_or_just_over, undone
from punto.table.events import Events
from punto.table.matters import BlockKind
from punto.table.phase import Closed
from punto.table.register import blocked, record
from punto.table.table import Table


def void_coup(rules: TableRules, table: Table, by: Actor, command: do.VoidCoup) -> Events:
    """Void a coup by the decision of whoever may, before the next has begun."""
    clause = require(rules, by, Power.VOID_COUP, "void a coup")
    because = _because(rules, command, clause)
    if isinstance(table.phase, Closed) or not on_or_just_over(table):
        raise Malformed("no coup is on, or the next has begun", code=ErrorCode.NO_COUP)
    if is_settled(table) and rules.edition.late_errors is None:
        raise Refused(ErrorCode.ALREADY_SETTLED, clause, "the wagers are settled")
    if not command.ground.strip():
        raise Malformed("say why the coup is void", code=ErrorCode.INCOMPLETE)
    if because is not None:
        return _for_ground(rules, table, command, because)
    if blocked(table, BlockKind.SCAN_DIFFERS) and not blocked(table, BlockKind.ERROR_REPORTED):
        return undone(rules, table, command.ground, rules.says.scan_void)
    needed = errors(rules).void_after
    if needed and not blocked(table, BlockKind.ERROR_REPORTED):
        text = "a coup is void only where an error was reported and it cannot be rebuilt"
        raise Refused(ErrorCode.NO_VOID_GROUND, needed.clause, text, "report_error comes first")
    cited = merged(needed.clause if needed else (), clause, rules.says.unbuilt_returned)
    *events, void = undone(rules, table, command.ground, cited)
    assert isinstance(void, happened.CoupVoided)
    goes_on = rules.says.unbuilt_goes_on
    reasons = (Reason("play goes on with the cards left", goes_on),) if goes_on else ()
    return (
        *events,
        replace(void, could_not_rebuild=True, reasons=(*void.reasons, *reasons)),
    )


def _for_ground(
    rules: TableRules, table: Table, command: do.VoidCoup, because: schema.VoidGround
) -> Events:
    """Return a coup void on one of the grounds that the rulebook lists."""
    *events, void = undone(rules, table, command.ground, because.clause)
    assert isinstance(void, happened.CoupVoided)
    void = replace(void, could_not_rebuild=True)
    if not because.person:
        return (*events, void)
    text = f"coup {table.number} void, {command.because}: {command.ground}"
    entry = record(CoupVoidRecorded, table, text, because.clause, person=command.person)
    return (*events, void, entry)


def _because(rules: TableRules, command: do.VoidCoup, clause: Clauses) -> schema.VoidGround | None:
    """Return the ground on which a coup is void, or refuse one that the rulebook does not give."""
    grounds = rules.edition.conduct.void_grounds
    if not grounds:
        if command.because is not None:
            raise Malformed(
                "this rulebook lists no grounds: say why in words", code=ErrorCode.INCOMPLETE
            )
        return None
    named = command.because or next(iter(grounds))
    found = grounds.get(named)
    if found is None:
        listed = ", ".join(grounds)
        raise Refused(ErrorCode.NO_GROUND, clause, f"{named!r} is no ground", f"grounds: {listed}")
    if found.person and not (command.person or "").strip():
        raise Malformed("name the person, or say unknown", code=ErrorCode.INCOMPLETE)
    return found
