"""Who answers for the chips of the float: two people, neither of whom plays.

No rulebook speaks of it, so nothing is cited.
"""

from punto.aggregate.actor import PATRON, Actor
from punto.clause import Malformed, NotEntitled
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.table.authority import is_staff
from punto.table.table import Table


def check_two(rules: TableRules, table: Table, by: Actor, other: str, act: str) -> None:
    """Refuse somebody who is not staff, and a second who is nobody, the same person or plays."""
    if not is_staff(rules, by):
        raise NotEntitled((), f"{by.name} may not {act}: that is for staff")
    if not other.strip() or not other.isprintable():
        raise Malformed(f"two people {act}: name the other", code=ErrorCode.INCOMPLETE)
    if _same(other, by.name):
        raise Malformed(f"two people {act}, and {other} is one", code=ErrorCode.SAME_PERSON_TWICE)
    playing = (patron.name for patron in table.patrons)
    if other == PATRON or any(_same(other, name) for name in playing):
        raise Malformed(f"{other} plays here: staff {act}", code=ErrorCode.NOT_FOR_PATRONS)


def _same(name: str, other: str) -> bool:
    """Return whether two names are one person's, however they are written."""
    return name.strip().casefold() == other.strip().casefold()
