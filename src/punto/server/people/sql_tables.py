"""The tables about people, the same on both engines; the log knows none of them.

No password and no secret stands in them: of a password a hash that is made to be slow, of a
secret, which nobody can guess, its SHA-256.
"""

from sqlalchemy import (
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from punto.store.schema import number

metadata = MetaData()

# The version of these tables: one row.
people = Table("punto_people", metadata, Column("schema", Integer, nullable=False))

accounts = Table(
    "punto_accounts",
    metadata,
    Column("number", number, primary_key=True),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False, unique=True),
    Column("titles", Text, nullable=False),
    Column("password", Text, nullable=False),
    Column("disabled", Boolean, nullable=False),
    Column("added_at", number, nullable=False),
)

sessions = Table(
    "punto_sessions",
    metadata,
    Column("digest", LargeBinary, primary_key=True),
    Column("account", number, ForeignKey(accounts.c.number), nullable=False, index=True),
    Column("created_at", number, nullable=False, index=True),
    Column("seen_at", number, nullable=False, index=True),
)

tokens = Table(
    "punto_tokens",
    metadata,
    Column("number", number, primary_key=True),
    Column("name", Text, nullable=False),
    Column("folded", Text, nullable=False),
    Column("titles", Text, nullable=False),
    Column("device", Text, nullable=False),
    Column("digest", LargeBinary, nullable=False, unique=True),
    Column("added_at", number, nullable=False),
    Column("expires_at", number),
    Column("used_at", number),
    Column("revoked", Boolean, nullable=False),
)
# A name is free again for a token once the one that had it was revoked.
_good = text("NOT revoked")
Index(
    "punto_tokens_name",
    tokens.c.folded,
    unique=True,
    sqlite_where=_good,
    postgresql_where=_good,
)

# A shown name is its stem, and from the second of that stem on its number.
patrons = Table(
    "punto_patrons",
    metadata,
    Column("key", Text, primary_key=True),
    Column("stream", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("stem", Text, nullable=False),
    Column("suffix", Integer, nullable=False),
    # Nothing once they have left: the name stays theirs, because it stands in the log.
    Column("digest", LargeBinary, unique=True),
    UniqueConstraint("stream", "stem", "suffix", name="punto_patrons_name"),
)

# Sign-ins that failed, or are being tried, by name and by address.
attempts = Table(
    "punto_attempts",
    metadata,
    Column("whose", Text, primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("last_at", number, nullable=False, index=True),
)

# What is kept about people whom the house knows by a key; erased, nothing of it is left.
facts = Table(
    "punto_facts",
    metadata,
    Column("person", Text, primary_key=True),
    Column("fact", Text, primary_key=True),
    Column("text", Text, nullable=False),
)

# Tables at which patrons come by themselves, or are let in by staff; none means by themselves.
doors = Table(
    "punto_doors",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("staff_only", Boolean, nullable=False),
)
