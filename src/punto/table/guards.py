"""Checks that several families share: who is present, what blocks play, whether it is time."""

from punto.aggregate.actor import Actor
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook import schema
from punto.rulebook.elect import TableRules, not_held
from punto.table.phase import Dealing, Settling
from punto.table.table import Patron, Table

DAY_MINUTES = 24 * 60


def require_patron(table: Table, name: str) -> Patron:
    """Return a patron at the table, or raise an error."""
    patron = table.patron(name)
    if patron is None:
        raise Malformed(f"{name} is not at the table", code=ErrorCode.UNKNOWN_PATRON)
    return patron


def check_all_at_table(table: Table, names: tuple[str, ...]) -> None:
    """Raise an error if a named person is not at the table."""
    absent = sorted(set(names) - {patron.name for patron in table.patrons})
    if absent:
        raise Malformed(f"not at the table: {', '.join(absent)}", code=ErrorCode.UNKNOWN_PATRON)


def coup_is_on(table: Table) -> bool:
    """Return whether cards of a coup are on the table."""
    return isinstance(table.phase, Dealing | Settling)


def wagers_in_coup(table: Table) -> bool:
    """Return whether the current coup has wagers, or had some before it was settled."""
    match table.phase:
        case Dealing(early=early):
            return bool(table.wagers or early)
        case Settling(early=early, settled=settled):
            return bool(table.wagers or early or settled)
        case _:
            return False


def wagers_keep_limits(table: Table) -> bool:
    """Return whether a change of limits now affects wagers that were made under the old limits.

    These are wagers of the current coup, or of the last, which may still be corrected.
    """
    last = table.past.last
    return wagers_in_coup(table) if coup_is_on(table) else bool(last is not None and last.settled)


def has_wager(table: Table, name: str) -> bool:
    """Return whether a patron has chips on the layout."""
    return any(wager.patron == name for wager in table.wagers)


def locked_clause(rules: TableRules) -> Clauses:
    """Return the clause by which wagers stay where they are."""
    locked = rules.edition.wagering.locked
    return locked.clause if locked else rules.edition.wagering.main.clause


def check_blocks(table: Table, *stops: str) -> None:
    """Refuse to continue while a block stops one of these things."""
    for block in table.open.blocks:
        if block.stops in stops:
            raise Refused(ErrorCode(block.kind), block.clause, block.text)


def check_hours(rules: TableRules, by: Actor) -> None:
    """Refuse a coup outside the hours of the house."""
    hours, hours_rule = rules.hours, rules.edition.opening.hours
    if hours is None or hours_rule is None:
        return
    minute = (by.at // 60 + hours.utc_offset_minutes) % DAY_MINUTES
    if hours.opens < hours.closes:
        inside = hours.opens <= minute < hours.closes
    else:
        inside = minute >= hours.opens or minute < hours.closes
    if not inside:
        text = f"{minute // 60:02d}:{minute % 60:02d} is outside the hours set by {hours.source}"
        raise Refused(ErrorCode.OUTSIDE_HOURS, hours_rule.clause, text)


def check_presence(rules: TableRules, table: Table) -> None:
    """Refuse a card while the required inspectors are not present."""
    required = rules.edition.opening.inspectors_present
    if required and len(table.duty.on_duty) < required.value:
        text = "no card is dealt while no inspector is in attendance"
        raise Refused(ErrorCode.INSPECTOR_ABSENT, required.clause, text)


def answering_reasons(rules: TableRules, table: Table, subject: str) -> tuple[Reason, ...]:
    """Return who answers for something, if the rulebook requires their names."""
    clause = rules.says.inspector_answers
    if not table.duty.on_duty or not clause:
        return ()
    return (Reason(f"{', '.join(table.duty.on_duty)} answers for this {subject}", clause),)


def coup_running_error(rules: TableRules) -> Refused:
    """Return the refusal of a step that must wait until the coup is over."""
    deal = rules.edition.deal
    clause = deal.before_next.clause if deal and deal.before_next else ()
    if not clause and deal:
        clause = deal.order.clause
    return Refused(
        ErrorCode.COUP_RUNNING, clause, "the coup is not over until its cards are discarded"
    )


def table_closed_error(rules: TableRules) -> Refused | Malformed:
    """Return the error for a step at a closed table, with its clause if there is one."""
    closure = rules.edition.changes.get("closure")
    if closure is not None:
        return Refused(ErrorCode.TABLE_CLOSED, closure.notice.clause, "the table is not open")
    return Malformed("the table is not open", "open_table opens it", code=ErrorCode.TABLE_CLOSED)


def betting_window_clauses(rules: TableRules, table: Table) -> Clauses:
    """Return the clauses that require betting to be opened before a card is dealt."""
    if table.takes_no_wagers:
        return ()
    window_rules = [rules.edition.wagering.window_first]
    window_rules += [rules.edition.offers[name].window_first for name in rules.offers]
    return merged(*(datum.clause for datum in window_rules if datum is not None and datum.value))


def seat_clause(rules: TableRules) -> Clauses:
    """Return the clauses about seats, or those about wagers if the rulebook has none."""
    data = rules.edition.table
    if data is None or data.seats is None:
        return rules.edition.wagering.main.clause
    clause = data.seats.clause
    layouts = data.layouts.value if data.layouts else ()
    # If each layout has its own diagram, only the clause of this layout applies.
    if rules.layout in layouts and len(layouts) == len(clause):
        return (clause[layouts.index(rules.layout)],)
    return clause


def error_rules(rules: TableRules) -> schema.Errors:
    """Return the rules about dealing errors."""
    if rules.edition.errors is None:
        raise not_held(rules.edition, "what follows from an error")
    return rules.edition.errors
