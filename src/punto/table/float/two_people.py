"""The second of two people who answer for chips: somebody else, and nobody who plays."""

from punto.clause import Malformed
from punto.table.authority import PATRON, Actor
from punto.table.table import Table


def check_second(table: Table, by: Actor, name: str, act: str) -> None:
    """Say that nobody is named who does the other half, the same person again, or a patron."""
    if not name.strip() or not name.isprintable():
        raise Malformed(f"name who {act}", code="incomplete")
    if _same(name, by.name):
        raise Malformed(f"{name} is one person: somebody else {act}", code="same_person_twice")
    playing = (patron.name for patron in table.patrons)
    if name == PATRON or any(_same(name, other) for other in playing):
        raise Malformed(f"{name} plays here: staff {act}", code="not_for_patrons")


def _same(name: str, other: str) -> bool:
    """Return whether two names are one person's, however they are written."""
    return name.strip().casefold() == other.strip().casefold()
