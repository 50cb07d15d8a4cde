"""Lines in the register of a table."""

from punto.clause import Clauses, Malformed, Reason
from punto.table import events as happened
from punto.table.people import Actor
from punto.table.records import Entry
from punto.table.state import Table


def record(
    table: Table,
    by: Actor,
    kind: str,
    text: str,
    clause: Clauses,
    *,
    person: str | None = None,
    to: tuple[str, ...] = (),
    number: int | None = None,
) -> happened.Recorded:
    """Return a line of the register, numbered after the last."""
    if not text.strip():
        raise Malformed("say in words what happened", code="incomplete")
    place = number if number is not None else len(table.records.entries) + 1
    entry = Entry(
        place,
        kind,
        by.at,
        by.name,
        person,
        text,
        clause,
        to,
        table.number,
        table.house.on_duty,
    )
    return happened.Recorded(entry=entry, reasons=(Reason(f"recorded: {text}", clause),))
