"""Two people answer for the chips of the float, and neither of them plays.

No rulebook contains a rule for this, so no clause is cited.
"""

from punto.aggregate.actor import PATRON, Actor
from punto.clause import Malformed, NotEntitled
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.table.authority import is_staff
from punto.table.table import Table


def check_two(rules: TableRules, table: Table, by: Actor, other: str, act: str) -> None:
    """Refuse an actor who is not staff, or a second person who is unnamed, the same, or plays."""
    if not is_staff(rules, by):
        raise NotEntitled((), f"{by.name} may not {act}: that is for staff")
    if not other.strip() or not other.isprintable():
        raise Malformed(f"two people {act}: name the other", code=ErrorCode.INCOMPLETE)
    if _is_same_person(other, by.name):
        raise Malformed(f"two people {act}, and {other} is one", code=ErrorCode.SAME_PERSON_TWICE)
    playing = (patron.name for patron in table.patrons)
    if other == PATRON or any(_is_same_person(other, name) for name in playing):
        raise Malformed(f"{other} plays here: staff {act}", code=ErrorCode.NOT_FOR_PATRONS)


def _is_same_person(name: str, other: str) -> bool:
    """Return whether two names are the same, without regard to case and outer spaces."""
    return name.strip().casefold() == other.strip().casefold()
