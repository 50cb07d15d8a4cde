"""Patrons: a name, and a secret for their own browser. Nothing else is stored."""

import re
from collections.abc import Collection, Iterable
from secrets import token_urlsafe

from msgspec import Struct
from sqlalchemy import Connection, bindparam, insert, select, update

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.http_api.responses import CallerKind
from punto.server.people import names
from punto.server.people.database import reading, writing
from punto.server.people.person import NOBODY, Person
from punto.server.people.secret import PATRON, Secret, digest_of, fresh
from punto.server.people.sql_tables import accounts, patrons
from punto.server.people.streams import checked as checked_stream
from punto.store.sql import Backend

# A key is public and only has to be unique.
_KEY_BYTES = 16
# The highest number behind a name. It leaves room in the name for the number.
SAME_NAME_MAX = 999
_NUMBERED = re.compile(r"(.+)-([2-9]|[1-9][0-9]{1,2})")


class NewPatron(Struct, frozen=True):
    """A patron who has just joined. The secret is sent to their browser once."""

    secret: Secret
    person: Person


def join(backend: Backend, stream: str, name: str, known: Iterable[str] = ()) -> NewPatron:
    """Add a patron to a stream under a name, with a number behind it if the name is in use.

    ``known`` are other names of the stream: a new patron must not get what is theirs.
    """
    at, checked_name = checked_stream(stream), names.checked(name)
    stem, number = _split_number(checked_name)
    with writing(backend) as connection:
        folded = names.folded(stem)
        taken = _taken_numbers(connection, at, folded)
        taken |= {n for stem, n in map(_split_number, known) if names.folded(stem) == folded}
        if connection.execute(select(accounts.c.number).where(accounts.c.folded == folded)).first():
            # A patron must not be confused with staff, and must not learn the names of staff.
            taken.add(1)
        if number in taken:
            number = _first_free_number(taken, stem)
        shown = stem if number == 1 else f"{stem}-{number}"
        return _insert_patron(connection, at, shown, folded, number)


def _taken_numbers(connection: Connection, stream: str, stem: str) -> set[int]:
    """Return the numbers in use behind a name."""
    query = select(patrons.c.suffix).where(patrons.c.stream == stream, patrons.c.stem == stem)
    return set(connection.execute(query).scalars())


def _insert_patron(
    connection: Connection, stream: str, name: str, stem: str, number: int
) -> NewPatron:
    key, secret = f"patron:{token_urlsafe(_KEY_BYTES)}", fresh(PATRON)
    digest = digest_of(PATRON, secret.text)
    row = {"key": key, "stream": stream, "name": name, "stem": stem, "suffix": number}
    connection.execute(insert(patrons).values(**row, digest=digest))
    return NewPatron(secret, Person(name, (), CallerKind.PATRON, key, stream))


def _split_number(name: str) -> tuple[str, int]:
    """Return a name and its number: ``ann-2`` is the second ann."""
    match = _NUMBERED.fullmatch(name)
    return (match[1], int(match[2])) if match else (name, 1)


def _first_free_number(taken: set[int], stem: str) -> int:
    """Return the first number that is not in use."""
    for number in range(1, SAME_NAME_MAX + 1):
        if number not in taken:
            return number
    raise Malformed(
        f"there are too many called {stem}; take another name", code=ErrorCode.NAME_TAKEN
    )


def let_in(backend: Backend, stream: str, name: str) -> NewPatron:
    """Give a person with this exact name in a stream a secret, which replaces any earlier one."""
    at = checked_stream(stream)
    with writing(backend) as connection:
        mine = (patrons.c.stream == at) & (patrons.c.name == name)
        key = connection.execute(select(patrons.c.key).where(mine)).scalar()
        if key is None:
            # Similar names are different people here, because the stream has both.
            folded = names.folded(name)
            number = _first_free_number(_taken_numbers(connection, at, folded), name)
            return _insert_patron(connection, at, name, folded, number)
        secret = fresh(PATRON)
        digest = digest_of(PATRON, secret.text)
        connection.execute(update(patrons).where(mine).values(digest=digest))
    return NewPatron(secret, Person(name, (), CallerKind.PATRON, key, at))


def renew(backend: Backend, stream: str, name: str) -> Secret:
    """Replace the secret of a patron; the earlier one becomes invalid."""
    secret = fresh(PATRON)
    with writing(backend) as connection:
        mine = update(patrons).where(patrons.c.stream == stream, patrons.c.name == name)
        connection.execute(mine.values(digest=digest_of(PATRON, secret.text)))
    return secret


def leave(backend: Backend, secret: str) -> None:
    """Delete the secret of a patron; their name stays in use, because the log contains it."""
    digest = digest_of(PATRON, secret)
    if digest is not None:
        with writing(backend) as connection:
            connection.execute(
                update(patrons).where(patrons.c.digest == digest).values(digest=None)
            )


def gone(backend: Backend, stream: str, names_gone: Collection[str]) -> None:
    """Delete the secrets of patrons who have left; the name may be used again."""
    with writing(backend) as connection:
        mine = update(patrons).where(patrons.c.stream == stream, patrons.c.name.in_(names_gone))
        connection.execute(mine.values(digest=None))


def keep_only(backend: Backend, stream: str, present: Collection[str]) -> None:
    """Delete the secrets of all patrons who are not at a table any more."""
    with writing(backend) as connection:
        mine = (patrons.c.stream == stream) & patrons.c.digest.is_not(None)
        holders = set(connection.execute(select(patrons.c.name).where(mine)).scalars())
        absent = sorted(holders - set(present))
        if absent:
            statement = update(patrons).where(mine, patrons.c.name.in_(absent))
            connection.execute(statement.values(digest=None))


def known(backend: Backend, secret: str) -> Person:
    """Return the owner of a patron's secret, or ``NOBODY``."""
    digest = digest_of(PATRON, secret)
    if digest is None:
        return NOBODY
    with reading(backend) as connection:
        row = connection.execute(_select_patron, {"mine": digest}).first()
    return (
        Person(row.name, (), CallerKind.PATRON, row.key, row.stream) if row is not None else NOBODY
    )


# Built once, because every request uses it.
_select_patron = select(patrons.c.key, patrons.c.stream, patrons.c.name).where(
    patrons.c.digest == bindparam("mine")
)
