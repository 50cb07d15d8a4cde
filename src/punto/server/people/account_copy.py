"""Copies accounts, tokens and patrons to another store. A copy of the log contains only events."""

from msgspec import Struct
from sqlalchemy import func, insert, select

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.server.people.database import reading, writing
from punto.server.people.sql_tables import accounts, doors, facts, patrons, tokens
from punto.store.sql import Backend

# Sessions and failed sign-ins are not copied.
_TAKEN = (accounts, tokens, patrons, doors, facts)


class Copied(Struct, frozen=True):
    """The number of copied rows."""

    accounts: int
    tokens: int
    patrons: int
    doors: int
    facts: int


def copy(source: Backend, target: Backend) -> Copied:
    """Copy all people into a store without people: keys, hashes, join policies, personal data."""
    with reading(source) as connection:
        rows_by_table = {
            table: [dict(row) for row in connection.execute(select(table)).mappings()]
            for table in _TAKEN
        }
    with writing(target) as connection:
        for table in _TAKEN:
            if connection.execute(select(table).limit(1)).first() is not None:
                raise Malformed("there are people in that store already", code=ErrorCode.NOT_EMPTY)
        for table, rows in rows_by_table.items():
            if rows:
                connection.execute(insert(table), rows)
        if target.name == "postgresql":
            # Its sequences do not know that these numbers are in use.
            for table in (accounts, tokens):
                last = select(func.max(table.c.number)).scalar_subquery()
                counter = func.pg_get_serial_sequence(table.name, "number")
                connection.execute(select(func.setval(counter, last)))
    return Copied(*(len(rows_by_table[table]) for table in _TAKEN))
