"""The migrations of the tables about people, one step for each version."""

from collections.abc import Callable

from sqlalchemy import Connection, insert, inspect, select, update

from punto.server.people.database import reading, writing
from punto.server.people.sql_tables import (
    accounts,
    attempts,
    doors,
    facts,
    patrons,
    people,
    sessions,
    tokens,
)
from punto.store.errors import NewerSchema, NotAStore
from punto.store.sql import Backend


def _create_first_tables(connection: Connection) -> None:
    for table in (accounts, sessions, tokens, patrons, attempts):
        table.create(connection)


def _add_doors(connection: Connection) -> None:
    """Add the table of join policies; before, patrons could join every table."""
    doors.create(connection)


def _add_facts(connection: Connection) -> None:
    """Add the table of personal data."""
    facts.create(connection)


STEPS: tuple[Callable[[Connection], None], ...] = (_create_first_tables, _add_doors, _add_facts)
SCHEMA = len(STEPS)


def prepare(backend: Backend) -> None:
    """Create the tables about people in a store, or apply the missing steps."""
    if version(backend) == SCHEMA:
        return
    with writing(backend) as connection:
        current = _schema_version(connection)
        if current == 0:
            people.create(connection)
            connection.execute(insert(people).values(schema=0))
        for step in STEPS[current:]:
            step(connection)
        connection.execute(update(people).values(schema=SCHEMA))


def version(backend: Backend) -> int:
    """Return the version of the tables about people; 0 if there are none."""
    with reading(backend) as connection:
        return _schema_version(connection)


def _schema_version(connection: Connection) -> int:
    if not inspect(connection).has_table(people.name):
        return 0
    versions = list(connection.execute(select(people.c.schema)).scalars())
    if len(versions) != 1:
        raise NotAStore("the tables about people do not say of which version they are")
    if versions[0] > SCHEMA:
        raise NewerSchema(
            f"people are kept by schema {versions[0]}; this version of Punto knows {SCHEMA}",
            "use the version that wrote them, or a later one",
        )
    return int(versions[0])
