"""Patrons: a name that is shown, and a secret for their own browser. Nothing else is kept."""

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

# A key is public and only has to be unlike all others.
_KEY_BYTES = 16
# So many patrons of one name are told apart; it leaves room in a name for its number.
SAME_NAME_MAX = 999
_NUMBERED = re.compile(r"(.+)-([2-9]|[1-9][0-9]{1,2})")


class NewPatron(Struct, frozen=True):
    """A patron who has just joined: the secret goes to their browser, and is never seen again."""

    secret: Secret
    person: Person


def join(backend: Backend, stream: str, name: str, known: Iterable[str] = ()) -> NewPatron:
    """Let somebody join a stream under a name, with a number behind it if it is taken there.

    ``known`` are others whom the stream knows: a newcomer would see what is theirs.
    """
    at, checked_name = checked_stream(stream), names.checked(name)
    stem, number = _split_number(checked_name)
    with writing(backend) as connection:
        folded = names.folded(stem)
        taken = _taken_numbers(connection, at, folded)
        taken |= {n for stem, n in map(_split_number, known) if names.folded(stem) == folded}
        if connection.execute(select(accounts.c.number).where(accounts.c.folded == folded)).first():
            # Nobody is taken for somebody of the house, and nobody learns who works there.
            taken.add(1)
        if number in taken:
            number = _first_free_number(taken, stem)
        shown = stem if number == 1 else f"{stem}-{number}"
        return _insert_patron(connection, at, shown, folded, number)


def _taken_numbers(connection: Connection, stream: str, stem: str) -> set[int]:
    """Return the numbers of those whose name begins alike."""
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
    """Return a name and its number: whoever types ``ann-2`` takes the place of a second ann."""
    match = _NUMBERED.fullmatch(name)
    return (match[1], int(match[2])) if match else (name, 1)


def _first_free_number(taken: set[int], stem: str) -> int:
    """Return the first number that nobody of a name has."""
    for number in range(1, SAME_NAME_MAX + 1):
        if number not in taken:
            return number
    raise Malformed(
        f"there are too many called {stem}; take another name", code=ErrorCode.NAME_TAKEN
    )


def let_in(backend: Backend, stream: str, name: str) -> NewPatron:
    """Give somebody whom a stream knows by this very name a secret, in place of any they had."""
    at = checked_stream(stream)
    with writing(backend) as connection:
        mine = (patrons.c.stream == at) & (patrons.c.name == name)
        key = connection.execute(select(patrons.c.key).where(mine)).scalar()
        if key is None:
            # Two whose names people would take for the same are two here: the stream says so.
            folded = names.folded(name)
            number = _first_free_number(_taken_numbers(connection, at, folded), name)
            return _insert_patron(connection, at, name, folded, number)
        secret = fresh(PATRON)
        digest = digest_of(PATRON, secret.text)
        connection.execute(update(patrons).where(mine).values(digest=digest))
    return NewPatron(secret, Person(name, (), CallerKind.PATRON, key, at))


def renew(backend: Backend, stream: str, name: str) -> Secret:
    """Give a patron another secret; the one they had is worth nothing from then on."""
    secret = fresh(PATRON)
    with writing(backend) as connection:
        mine = update(patrons).where(patrons.c.stream == stream, patrons.c.name == name)
        connection.execute(mine.values(digest=digest_of(PATRON, secret.text)))
    return secret


def leave(backend: Backend, secret: str) -> None:
    """Forget the secret of a patron; their name stays taken, because the log knows it."""
    digest = digest_of(PATRON, secret)
    if digest is not None:
        with writing(backend) as connection:
            connection.execute(
                update(patrons).where(patrons.c.digest == digest).values(digest=None)
            )


def gone(backend: Backend, stream: str, names_gone: Collection[str]) -> None:
    """Forget the secrets of patrons who have left; whoever comes under a name then is another."""
    with writing(backend) as connection:
        mine = update(patrons).where(patrons.c.stream == stream, patrons.c.name.in_(names_gone))
        connection.execute(mine.values(digest=None))


def keep_only(backend: Backend, stream: str, present: Collection[str]) -> None:
    """Forget the secrets of everybody who is not at a table any more, however they went."""
    with writing(backend) as connection:
        mine = (patrons.c.stream == stream) & patrons.c.digest.is_not(None)
        holders = set(connection.execute(select(patrons.c.name).where(mine)).scalars())
        absent = sorted(holders - set(present))
        if absent:
            statement = update(patrons).where(mine, patrons.c.name.in_(absent))
            connection.execute(statement.values(digest=None))


def known(backend: Backend, secret: str) -> Person:
    """Return the patron whose secret it is, or nobody."""
    digest = digest_of(PATRON, secret)
    if digest is None:
        return NOBODY
    with reading(backend) as connection:
        row = connection.execute(_select_patron, {"mine": digest}).first()
    return (
        Person(row.name, (), CallerKind.PATRON, row.key, row.stream) if row is not None else NOBODY
    )


# Built once: it is asked with every request.
_select_patron = select(patrons.c.key, patrons.c.stream, patrons.c.name).where(
    patrons.c.digest == bindparam("mine")
)
