"""Counts of the float by two people, against what is booked.

Counts are optional: a table opens and closes without them. If a count differs from the books, the
books take the counted amount. No rulebook contains rules for counts, so no clause is cited.
"""

from typing import Literal

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import Attestation, Cents, Count, StaffName
from punto.aggregate.topic import Topic
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.money import CENTS_MAX, dollars, payable
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.entries import FloatOverShortRecorded
from punto.table.float.dual_control import check_two
from punto.table.guards import coup_is_on
from punto.table.ledger import ledger_after
from punto.table.phase import Closed
from punto.table.register import record
from punto.table.table import Table

counting: Topic[Table, At] = Topic("counting", changes)
CountMoment = Literal["opening", "shift", "closing"]


class CountFloat(TableCommand, frozen=True, tag="count_float"):
    """Two people count what the float really holds, at opening, closing or a change of shift."""

    group = Group.TABLE
    powers = ()

    when: CountMoment
    cents: Count[Cents]
    counted_with: Attestation[StaffName]


class FloatCounted(TableEvent, frozen=True, gc=False, tag="float_counted"):
    """Two people counted the float; ``over_cents`` is the difference from the books."""

    visibility = Visibility.STAFF
    registers = (Register.FLOATS,)

    when: CountMoment
    cents: int
    counted_with: str
    over_cents: int = 0


counting.permits(CountFloat)(anybody)


@counting.decides(CountFloat)
def count_float(at: At, command: CountFloat) -> Events:
    """Record the float that two people counted, and the difference from the books."""
    rules, table, by = at.rules, at.state, at.by
    check_two(rules, table, by, command.counted_with, "count the float")
    _check_count_moment(table, command.when)
    if not 0 <= command.cents <= CENTS_MAX:
        raise Malformed("a float holds chips, or none", code=ErrorCode.NO_SUCH_AMOUNT)
    booked_cents = table.ledger.float_cents
    # If winnings were paid to the cent, the float may contain odd cents.
    in_chips = payable(booked_cents, rules.chips_cents)
    if in_chips and not payable(command.cents, rules.chips_cents):
        raise Malformed("the chips here cannot make this amount", code=ErrorCode.NOT_IN_CHIPS)
    over_cents = command.cents - booked_cents
    counted = FloatCounted(
        when=command.when,
        cents=command.cents,
        counted_with=command.counted_with,
        over_cents=over_cents,
    )
    if not over_cents:
        return (counted,)
    difference = (
        f"{dollars(over_cents)} over" if over_cents > 0 else f"{dollars(-over_cents)} short"
    )
    text = (
        f"{command.when} count by {by.name} and {command.counted_with}: {dollars(command.cents)}"
        f", booked {dollars(booked_cents)}, {difference}"
    )
    return (counted, record(FloatOverShortRecorded, table, text, ()))


def _check_count_moment(table: Table, when: CountMoment) -> None:
    """Raise an error if such a count is not possible now."""
    if coup_is_on(table) or table.wagers:
        raise Malformed("the float is counted between coups", code=ErrorCode.COUP_RUNNING)
    closed = isinstance(table.phase, Closed)
    if when == "closing" and not closed:
        text = "the closing count is taken when the table is closed"
        raise Malformed(text, "close_table closes it", code=ErrorCode.NOT_NOW)
    if when == "shift" and closed:
        text = "a count at a change of shift is taken at an open table"
        raise Malformed(text, "count at opening or closing", code=ErrorCode.TABLE_CLOSED)
    if when == "opening" and not closed and table.number != table.count.coups_at_opening:
        text = "the opening count is taken before the first coup"
        raise Malformed(text, "count at a change of shift", code=ErrorCode.NOT_NOW)


@counting.applies(FloatCounted)
def float_counted(table: Table, event: FloatCounted, envelope: Envelope) -> Table:
    # From now on the counted amount is booked.
    over_cents = event.over_cents
    return replace(table, ledger=ledger_after(table, to_float=over_cents, issued=over_cents))
