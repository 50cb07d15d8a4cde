"""The tables of a store, the same on both databases."""

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData()

# In SQLite only a column of type INTEGER can be the row id.
number = BigInteger().with_variant(Integer, "sqlite")

# The version of the tables: one row.
store = Table("punto_store", metadata, Column("schema", Integer, nullable=False))

# In the order of the fields of ``StoredEvent``.
events = Table(
    "punto_events",
    metadata,
    Column("position", number, primary_key=True, autoincrement=False),
    Column("stream", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("version", number, nullable=False),
    Column("type", Text, nullable=False),
    Column("payload", LargeBinary, nullable=False),
    Column("time_ms", number, nullable=False),
    Column("actor", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("entered_by", Text),
    Column("key", Text),
    Column("command", LargeBinary, nullable=False),
    Column("part", Integer, nullable=False),
    Column("parts", Integer, nullable=False),
    Column("rulebook", Text, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("chain", LargeBinary, nullable=False),
    UniqueConstraint("stream", "version", name="punto_events_version"),
)

# One answer for each key: the first event of its command gives their number.
_answers = text("key IS NOT NULL AND part = 1")
Index(
    "punto_events_key",
    events.c.stream,
    events.c.key,
    unique=True,
    sqlite_where=_answers,
    postgresql_where=_answers,
)
# Streams are listed by their first events.
_creations = text("version = 1")
Index(
    "punto_events_birth",
    events.c.stream,
    unique=True,
    sqlite_where=_creations,
    postgresql_where=_creations,
)
