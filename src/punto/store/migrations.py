"""Migrations of the tables of a store, one step for each version.

A migration tool is not needed: there are few tables, no step is ever undone, and a store is
migrated when it is opened, on both databases.
"""

from collections.abc import Callable

from sqlalchemy import Connection, Engine, insert, inspect, select, update

from punto.store.errors import NewerSchema, NoStore, NotAStore
from punto.store.schema import events, store
from punto.store.snapshots import snapshots

# The lock of migrations; commits use another one.
_LOCK = 0x70756E74


def _create_events(connection: Connection) -> None:
    """Create the table of events."""
    events.create(connection)


def _create_snapshots(connection: Connection) -> None:
    """Add the cache of snapshots."""
    snapshots.create(connection)


STEPS: tuple[Callable[[Connection], None], ...] = (_create_events, _create_snapshots)
SCHEMA = len(STEPS)


def found(connection: Connection, named: str) -> int:
    """Return the schema version of a database; 0 if it has no tables."""
    tables = set(inspect(connection).get_table_names())
    if store.name not in tables:
        if connection.dialect.name == "sqlite" and tables:
            raise NotAStore(f"{named} is a database, but no store of Punto")
        if events.name in tables:
            raise NotAStore(f"{named} holds events, and does not say of which version")
        return 0
    versions = list(connection.execute(select(store.c.schema)).scalars())
    if len(versions) != 1:
        raise NotAStore(f"{named} does not say of which version it is")
    if versions[0] > SCHEMA:
        raise NewerSchema(
            f"{named} has schema {versions[0]}; this version of Punto knows up to {SCHEMA}",
            "open it with the version that wrote it, or a later one",
        )
    return int(versions[0])


def bring_up_to_date(engine: Engine, named: str, *, to: int = SCHEMA) -> None:
    """Create the tables, or run the missing steps, under a lock."""
    with engine.connect() as connection:
        if found(connection, named) >= to:
            return
    with engine.connect().execution_options(immediate=True) as connection, connection.begin():
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        version = found(connection, named)
        if version == 0:
            store.create(connection)
            connection.execute(insert(store).values(schema=0))
        for step in STEPS[version:to]:
            step(connection)
        if version < to:
            connection.execute(update(store).values(schema=to))


def check_readable(engine: Engine, named: str) -> int:
    """Return the schema version of a store for reading, or raise an error.

    Every version so far is readable: the steps only added optional tables.
    """
    with engine.connect() as connection:
        version = found(connection, named)
    if version == 0:
        raise NoStore(f"{named} holds no log yet")
    return version
