"""How the tables of a store came to be, one step for each version; a store takes those it lacks.

No tool does this for us: there are two tables, nothing is ever taken back, and a store has to
bring itself up to date when it is opened, on both engines, with no folder of scripts beside it.
"""

from collections.abc import Callable

from sqlalchemy import Connection, Engine, insert, inspect, select, update

from punto.store.errors import NewerSchema, NoStore, NotAStore
from punto.store.schema import events, store
from punto.store.snapshots import snapshots

# What the lock of a change of tables is; commits go on under another.
_LOCK = 0x70756E74


def _first(connection: Connection) -> None:
    """Lay down the log."""
    events.create(connection)


def _with_snapshots(connection: Connection) -> None:
    """Add the cache of states; before, every opening read the whole log."""
    snapshots.create(connection)


STEPS: tuple[Callable[[Connection], None], ...] = (_first, _with_snapshots)
SCHEMA = len(STEPS)


def found(connection: Connection, named: str) -> int:
    """Return the version of the tables that are there; 0 where there are none of any kind."""
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
    """Create the tables, or take the steps that are missing, while nobody else does."""
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
    """Return the version of a store that is only to be read, or say why it cannot be.

    Every version so far can: steps have only added what a reader can do without.
    """
    with engine.connect() as connection:
        version = found(connection, named)
    if version == 0:
        raise NoStore(f"{named} holds no log yet")
    return version
