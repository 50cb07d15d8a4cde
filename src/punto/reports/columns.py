"""Columns that several reports have: place and time, text, person, clauses."""

from punto.registers.row import Entry, Row
from punto.reports.document import As, Column

AT: Column[Row] = Column("at", "when", lambda row: row.at, As.MOMENT)
TABLE: Column[Row] = Column("stream", "where", lambda row: row.stream)
VERSION: Column[Row] = Column("version", "line", lambda row: row.version, As.NUMBER, brief=False)
BY: Column[Row] = Column("by", "by", lambda row: row.by, brief=False)
TITLE: Column[Row] = Column("title", "title", lambda row: row.title, As.NAME, brief=False)
CLAUSE: Column[Row] = Column("clause", "clause", lambda row: row.clause, As.CLAUSES)

KIND: Column[Entry] = Column("kind", "what", lambda row: row.kind, As.NAME)
TEXT: Column[Entry] = Column("text", "in words", lambda row: row.text)
COUP: Column[Entry] = Column("coup", "coup", lambda row: row.coup or None, As.NUMBER)
PERSON: Column[Entry] = Column("person", "person", lambda row: row.person, brief=False)
TO: Column[Entry] = Column("to", "told to", lambda row: row.to, brief=False)

# Columns of the journal line: before the columns of a register, and after them.
WHERE: tuple[Column[Row], ...] = (AT, TABLE, VERSION)
WHO: tuple[Column[Row], ...] = (BY, TITLE, CLAUSE)
ENTRY: tuple[Column[Entry], ...] = (
    AT,
    TABLE,
    VERSION,
    COUP,
    KIND,
    TEXT,
    PERSON,
    TO,
    BY,
    TITLE,
    CLAUSE,
)
