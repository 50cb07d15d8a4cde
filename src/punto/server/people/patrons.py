"""Patrons: a name that is shown, and a secret for their own browser. Nothing else is kept."""

import re
from secrets import token_urlsafe

from msgspec import Struct
from sqlalchemy import bindparam, insert, select, update

from punto.clause import Malformed
from punto.server.people import names
from punto.server.people.database import reading, writing
from punto.server.people.person import NOBODY, Kind, Person
from punto.server.people.secret import PATRON, Secret, digest_of, fresh
from punto.server.people.streams import checked as checked_stream
from punto.server.people.tables import patrons
from punto.store.statements import Backend

# A key is public and only has to be unlike all others.
_KEY_BYTES = 16
# So many patrons of one name are told apart; it leaves room in a name for its number.
SAME_NAME_MAX = 999
_NUMBERED = re.compile(r"(.+)-([2-9]|[1-9][0-9]{1,2})")


class Joined(Struct, frozen=True):
    """A patron who has just joined: the secret goes to their browser, and is never seen again."""

    secret: Secret
    person: Person


def join(backend: Backend, stream: str, name: str) -> Joined:
    """Let somebody join a stream under a name, with a number behind it if it is taken there."""
    at, called = checked_stream(stream), names.checked(name)
    stem, number = _parted(called)
    key, secret = f"patron:{token_urlsafe(_KEY_BYTES)}", fresh(PATRON)
    with writing(backend) as connection:
        folded = names.folded(stem)
        there = select(patrons.c.suffix).where(patrons.c.stream == at, patrons.c.stem == folded)
        taken = set(connection.execute(there).scalars())
        if number in taken:
            number = _free(taken, stem)
        shown = stem if number == 1 else f"{stem}-{number}"
        connection.execute(
            insert(patrons).values(
                key=key,
                stream=at,
                name=shown,
                stem=folded,
                suffix=number,
                digest=digest_of(PATRON, secret.text),
            )
        )
    return Joined(secret, Person(shown, (), Kind.PATRON, key, at))


def _parted(name: str) -> tuple[str, int]:
    """Return a name and its number: whoever types ``ann-2`` takes the place of a second ann."""
    found = _NUMBERED.fullmatch(name)
    return (found[1], int(found[2])) if found else (name, 1)


def _free(taken: set[int], stem: str) -> int:
    """Return the first number that nobody of a name has."""
    for number in range(1, SAME_NAME_MAX + 1):
        if number not in taken:
            return number
    raise Malformed(f"there are too many called {stem}; take another name", code="name_taken")


def let_in(backend: Backend, stream: str, name: str) -> Joined:
    """Give somebody whom a stream knows by this very name a secret, in place of any they had."""
    at, called = checked_stream(stream), names.checked(name)
    with reading(backend) as connection:
        mine = select(patrons.c.key).where(patrons.c.stream == at, patrons.c.name == called)
        key = connection.execute(mine).scalar()
    if key is None:
        return join(backend, at, called)
    return Joined(renew(backend, at, called), Person(called, (), Kind.PATRON, key, at))


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


def gone(backend: Backend, stream: str, name: str) -> None:
    """Forget the secret of a patron who has left; whoever comes next under the name is another."""
    with writing(backend) as connection:
        mine = update(patrons).where(patrons.c.stream == stream, patrons.c.name == name)
        connection.execute(mine.values(digest=None))


def known(backend: Backend, secret: str) -> Person:
    """Return the patron whose secret it is, or nobody."""
    digest = digest_of(PATRON, secret)
    if digest is None:
        return NOBODY
    with reading(backend) as connection:
        row = connection.execute(_wanted, {"mine": digest}).first()
    return Person(row.name, (), Kind.PATRON, row.key, row.stream) if row is not None else NOBODY


# Built once: it is asked with every request.
_wanted = select(patrons.c.key, patrons.c.stream, patrons.c.name).where(
    patrons.c.digest == bindparam("mine")
)
