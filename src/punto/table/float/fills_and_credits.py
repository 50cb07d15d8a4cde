"""Fills and credits: chips between the float and the cage, each with a slip.

No rulebook contains rules for them, so no clause is cited. Two people who do not play must act.
"""

import re

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import Attestation, Cents, Count, SlipNumber, StaffName
from punto.aggregate.topic import Topic
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.money import CENTS_MAX, payable
from punto.rulebook.elect import TableRules
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.float.dual_control import check_two
from punto.table.ledger import ledger_after
from punto.table.table import Table

fills_and_credits: Topic[Table, At] = Topic("fills_and_credits", changes)
# Slip numbers are compared as text, so characters that look like others are not allowed.
_SLIP = re.compile(r"[A-Za-z0-9][A-Za-z0-9./-]{0,19}")


class FillFloat(TableCommand, frozen=True, tag="fill_float"):
    """Chips that somebody else brought from the cage are received into the float, with a slip."""

    group = Group.TABLE
    powers = ()

    slip: Attestation[SlipNumber]
    cents: Count[Cents]
    brought_by: Attestation[StaffName]


class CreditFloat(TableCommand, frozen=True, tag="credit_float"):
    """Chips are handed out of the float to somebody who takes them to the cage, with a slip."""

    group = Group.TABLE
    powers = ()

    slip: Attestation[SlipNumber]
    cents: Count[Cents]
    taken_by: Attestation[StaffName]


class FloatFilled(TableEvent, frozen=True, gc=False, tag="float_filled"):
    """Chips that were brought from the cage were added to the float."""

    visibility = Visibility.STAFF
    registers = (Register.FLOATS,)

    slip: str
    cents: int
    brought_by: str


class FloatCredited(TableEvent, frozen=True, gc=False, tag="float_credited"):
    """Chips were taken out of the float and to the cage."""

    visibility = Visibility.STAFF
    registers = (Register.FLOATS,)

    slip: str
    cents: int
    taken_by: str


fills_and_credits.permits(FillFloat, CreditFloat)(anybody)


@fills_and_credits.decides(FillFloat)
def fill_float(at: At, command: FillFloat) -> Events:
    """Add chips to the float that a second person brought from the cage."""
    rules, table, by = at.rules, at.state, at.by
    check_two(rules, table, by, command.brought_by, "fill the float")
    _check_slip(table, command.slip)
    _check_chips(rules, command.cents)
    if table.ledger.float_cents + command.cents > CENTS_MAX:
        raise Malformed("this is more than any float can hold", code=ErrorCode.NO_SUCH_AMOUNT)
    filled = FloatFilled(
        slip=command.slip,
        cents=command.cents,
        brought_by=command.brought_by,
    )
    return (filled,)


@fills_and_credits.decides(CreditFloat)
def credit_float(at: At, command: CreditFloat) -> Events:
    """Take chips out of the float; a second person takes them to the cage."""
    rules, table, by = at.rules, at.state, at.by
    check_two(rules, table, by, command.taken_by, "take chips out of the float")
    _check_slip(table, command.slip)
    _check_chips(rules, command.cents)
    if command.cents > table.ledger.float_cents:
        raise Malformed("the float does not hold so many chips", code=ErrorCode.FLOAT_TOO_SMALL)
    credited = FloatCredited(
        slip=command.slip,
        cents=command.cents,
        taken_by=command.taken_by,
    )
    return (credited,)


def _check_slip(table: Table, slip: str) -> None:
    """Raise an error if the number of a slip is invalid or was used before, in any case."""
    if not _SLIP.fullmatch(slip):
        raise Malformed(
            f"{slip[:40]!r} is no number of a slip",
            "up to 20 letters a to z, digits, points, hyphens and slashes",
            code=ErrorCode.NO_SUCH_SLIP,
        )
    if slip.upper() in {used.upper() for used in table.papers.slips}:
        raise Malformed(f"slip {slip} was used before", code=ErrorCode.SLIP_USED)


def _check_chips(rules: TableRules, cents: int) -> None:
    """Raise an error if an amount is not positive, or the chips of the table cannot make it."""
    if cents <= 0:
        raise Malformed(
            "a slip is for chips that are worth something", code=ErrorCode.CHIPS_WORTH_NOTHING
        )
    if not payable(cents, rules.chips_cents):
        raise Malformed("the chips here cannot make this amount", code=ErrorCode.NOT_IN_CHIPS)


@fills_and_credits.applies(FloatFilled)
def float_filled(table: Table, event: FloatFilled, envelope: Envelope) -> Table:
    return _book_slip(table, event.slip, event.cents)


@fills_and_credits.applies(FloatCredited)
def float_credited(table: Table, event: FloatCredited, envelope: Envelope) -> Table:
    return _book_slip(table, event.slip, -event.cents)


def _book_slip(table: Table, slip: str, cents: int) -> Table:
    """Return the table after chips were added to its float with a slip, or taken out."""
    papers = replace(table.papers, slips=(*table.papers.slips, slip))
    return replace(table, papers=papers, ledger=ledger_after(table, to_float=cents, issued=cents))
