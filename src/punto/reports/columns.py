"""Columns that several reports have: place and time, text, person, clauses."""

from punto.registers.row import EventRow, Row
from punto.reports.document import Column, ColumnKind

AT: Column[Row] = Column("at", "when", lambda row: row.at, ColumnKind.MOMENT)
TABLE: Column[Row] = Column("stream", "where", lambda row: row.stream)
VERSION: Column[Row] = Column(
    "version", "line", lambda row: row.version, ColumnKind.NUMBER, brief=False
)
BY: Column[Row] = Column("by", "by", lambda row: row.by, brief=False)
TITLE: Column[Row] = Column("title", "title", lambda row: row.title, ColumnKind.NAME, brief=False)
CLAUSE: Column[Row] = Column("clause", "clause", lambda row: row.clause, ColumnKind.CLAUSES)

KIND: Column[EventRow] = Column("kind", "what", lambda row: row.kind, ColumnKind.NAME)
TEXT: Column[EventRow] = Column("text", "in words", lambda row: row.text)
COUP: Column[EventRow] = Column("coup", "coup", lambda row: row.coup or None, ColumnKind.NUMBER)
PERSON: Column[EventRow] = Column("person", "person", lambda row: row.person, brief=False)
TO: Column[EventRow] = Column("to", "told to", lambda row: row.to, brief=False)

# Columns of the journal line: before the columns of a register, and after them.
WHERE: tuple[Column[Row], ...] = (AT, TABLE, VERSION)
WHO: tuple[Column[Row], ...] = (BY, TITLE, CLAUSE)
ENTRY: tuple[Column[EventRow], ...] = (
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
