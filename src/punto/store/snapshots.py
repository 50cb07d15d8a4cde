"""Snapshots: a cache of states, so that loading a stream stays fast as it grows.

Snapshots are optional: if one is not usable, the state is computed from the events.
"""

from msgspec import Struct
from sqlalchemy import Column, Engine, LargeBinary, Table, Text, delete, insert, select

from punto.store.schema import events, metadata, number

# The number of events between snapshots.
EVERY = 500

snapshots = Table(
    "punto_snapshots",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("version", number, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("codec", Text, nullable=False),
    Column("digest", Text, nullable=False),
    Column("state", LargeBinary, nullable=False),
)


class Snapshot(Struct, frozen=True):
    """The state of a stream at a version; ``codec`` and ``digest`` decide whether it is usable."""

    stream: str
    version: int
    codec: str
    digest: str
    state: bytes


def due(before: int, now: int, every: int = EVERY) -> bool:
    """Return whether a snapshot is due after a stream grew from one version to another."""
    return now // every > before // every


def write(engine: Engine, snapshot: Snapshot) -> None:
    """Replace the snapshot of a stream, and store the hash of the event that it was taken at."""
    at = (events.c.stream == snapshot.stream) & (events.c.version == snapshot.version)
    with engine.connect().execution_options(immediate=True) as connection, connection.begin():
        event_hash = connection.execute(select(events.c.hash).where(at)).scalar()
        query = select(snapshots.c.version).where(snapshots.c.stream == snapshot.stream)
        newest = connection.execute(query).scalar()
        if event_hash is None or (newest is not None and newest > snapshot.version):
            return
        connection.execute(delete(snapshots).where(snapshots.c.stream == snapshot.stream))
        connection.execute(
            insert(snapshots).values(
                stream=snapshot.stream,
                version=snapshot.version,
                hash=event_hash,
                codec=snapshot.codec,
                digest=snapshot.digest,
                state=snapshot.state,
            )
        )


def newest(engine: Engine, stream: str) -> Snapshot | None:
    """Return the snapshot of a stream, if there is one and its event is unchanged."""
    same = (events.c.stream == snapshots.c.stream) & (events.c.version == snapshots.c.version)
    query = (
        select(
            snapshots.c.stream,
            snapshots.c.version,
            snapshots.c.codec,
            snapshots.c.digest,
            snapshots.c.state,
        )
        .join(events, same & (events.c.hash == snapshots.c.hash))
        .where(snapshots.c.stream == stream)
    )
    with engine.connect() as connection:
        row = connection.execute(query).one_or_none()
    return Snapshot(*row) if row is not None else None
