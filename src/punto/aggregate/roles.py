"""The role of each field of a command: money, a moment, a person, a statement.

Forms, syntax, completion, schemas and random play follow from the roles; nothing is guessed from
the name of a field. A statement is what only a person can say. No program ever fills one in; the
author of a scenario makes the statements of everybody in it.
"""

from enum import StrEnum
from typing import Annotated, Any

from msgspec import Meta


class Role(StrEnum):
    """What a field of a command holds."""

    MONEY = "money"
    MOMENT = "moment"
    PATRON = "patron"
    ENTRANT = "entrant"
    STAFF = "staff"
    PERSON_KEY = "person_key"
    SEAT = "seat"
    TABLE = "table"
    CARD = "card"
    CARDS = "cards"
    WAGER = "wager"
    HAND = "hand"
    CLAUSE = "clause"
    SLIP = "slip"
    NUMBER = "number"
    TEXT = "text"
    CHOICE = "choice"
    STATEMENT = "statement"


class Statement(StrEnum):
    """What sort of statement a field holds."""

    CONSENT = "consent"
    REQUEST = "request"
    ATTESTATION = "attestation"
    COUNT = "count"
    CUT = "cut"
    READING = "reading"
    SIGNATURE = "signature"
    REASON = "reason"


def role(is_: Role, statement: Statement | None = None, of: str | None = None) -> Meta:
    """Return the note of a field's role; ``of`` names what a number or a choice is of."""
    note: dict[str, Any] = {"role": is_.value}
    if statement is not None:
        note["statement"] = statement.value
    if of is not None:
        note["of"] = of
    return Meta(extra_json_schema=note)


def stated(sort: Statement) -> Meta:
    """Return the note of a field that holds a statement."""
    return role(Role.STATEMENT, sort)


Cents = Annotated[int, role(Role.MONEY)]
Moment = Annotated[int, role(Role.MOMENT)]
Patron = Annotated[str, role(Role.PATRON)]
Entrant = Annotated[str, role(Role.ENTRANT)]
Staff = Annotated[str, role(Role.STAFF)]
PersonKey = Annotated[str, role(Role.PERSON_KEY)]
Text = Annotated[str, role(Role.TEXT)]
ReasonGiven = Annotated[str, stated(Statement.REASON)]
