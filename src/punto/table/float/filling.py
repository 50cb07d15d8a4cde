"""Fills and credits: chips between the float and the cage, each with a slip.

No rulebook speaks of them, so nothing is cited: two people who are not patrons do them.
"""

import re

from punto.aggregate.actor import Actor
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.money import CENTS_MAX, payable
from punto.rulebook.elect import TableRules
from punto.table.events import Events
from punto.table.float import commands as do
from punto.table.float import events as happened
from punto.table.float.two_people import check_two
from punto.table.table import Table

# What is printed on a slip: it is compared as text, so nothing may look like another letter.
_SLIP = re.compile(r"[A-Za-z0-9][A-Za-z0-9./-]{0,19}")


def fill_float(rules: TableRules, table: Table, by: Actor, command: do.FillFloat) -> Events:
    """Receive chips that somebody else brought from the cage."""
    check_two(rules, table, by, command.brought_by, "fill the float")
    _check_slip(table, command.slip)
    _check_chips(rules, command.cents)
    if table.ledger.float_cents + command.cents > CENTS_MAX:
        raise Malformed("this is more than any float can hold", code=ErrorCode.NO_SUCH_AMOUNT)
    filled = happened.FloatFilled(
        slip=command.slip,
        cents=command.cents,
        brought_by=command.brought_by,
    )
    return (filled,)


def credit_float(rules: TableRules, table: Table, by: Actor, command: do.CreditFloat) -> Events:
    """Hand chips out of the float to somebody who takes them to the cage."""
    check_two(rules, table, by, command.taken_by, "take chips out of the float")
    _check_slip(table, command.slip)
    _check_chips(rules, command.cents)
    if command.cents > table.ledger.float_cents:
        raise Malformed("the float does not hold so many chips", code=ErrorCode.FLOAT_TOO_SMALL)
    credited = happened.FloatCredited(
        slip=command.slip,
        cents=command.cents,
        taken_by=command.taken_by,
    )
    return (credited,)


def _check_slip(table: Table, slip: str) -> None:
    """Say that a slip has no number, or one that was used before in whatever case."""
    if not _SLIP.fullmatch(slip):
        raise Malformed(
            f"{slip[:40]!r} is no number of a slip",
            "up to 20 letters a to z, digits, points, hyphens and slashes",
            code=ErrorCode.NO_SUCH_SLIP,
        )
    if slip.upper() in {used.upper() for used in table.papers.slips}:
        raise Malformed(f"slip {slip} was used before", code=ErrorCode.SLIP_USED)


def _check_chips(rules: TableRules, cents: int) -> None:
    """Say that an amount is nothing, or one that the chips of the table cannot make."""
    if cents <= 0:
        raise Malformed(
            "a slip is for chips that are worth something", code=ErrorCode.CHIPS_WORTH_NOTHING
        )
    if not payable(cents, rules.chips_cents):
        raise Malformed("the chips here cannot make this amount", code=ErrorCode.NOT_IN_CHIPS)
