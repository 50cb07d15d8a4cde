"""Sign-ins of staff, and their sessions."""

from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, and_, bindparam, delete, insert, select, update

from punto.http_api.responses import CallerKind
from punto.server.people import names, passwords, sign_in_throttle, titles
from punto.server.people.accounts import known
from punto.server.people.database import reading, writing
from punto.server.people.errors import NotSignedIn, Throttled
from punto.server.people.person import NOBODY, Person
from punto.server.people.secret import SESSION, Secret, csrf_of, digest_of, fresh
from punto.server.people.sign_in_throttle import ThrottlePolicy
from punto.server.people.sql_tables import accounts, sessions
from punto.store.sql import Backend


class SessionLifetime(Struct, frozen=True):
    """How long a session lasts without a request, and at most."""

    idle_seconds: int = 30 * 60
    absolute_seconds: int = 12 * 60 * 60


class NewSession(Struct, frozen=True):
    """A new session. Its secret is sent once, in a cookie."""

    secret: Secret
    person: Person

    @property
    def csrf(self) -> str:
        return csrf_of(self.secret.text)


class _EnabledAccount(Struct, frozen=True):
    """An account as a sign-in needs it."""

    number: int
    password: str
    person: Person

    def __repr__(self) -> str:
        return f"_EnabledAccount({self.number})"


# Defaults.
LASTING, PATIENCE = SessionLifetime(), ThrottlePolicy()


def sign_in(
    backend: Backend,
    name: str,
    password: str,
    at: int,
    *,
    address: str | None = None,
    lasting: SessionLifetime = LASTING,
    patience: ThrottlePolicy = PATIENCE,
) -> NewSession:
    """Begin a session, or raise ``NotSignedIn`` or ``Throttled``."""
    attempt_keys = sign_in_throttle.tried(name, address, patience)
    before = sign_in_throttle.count(backend, attempt_keys, at, patience)
    signed_in = None
    while signed_in is None:
        with reading(backend) as connection:
            account = _enabled_account(connection, name)
        try:
            right = passwords.fits(account.password if account else None, password)
            renewed_hash = _renewed_hash(account, password) if account and right else None
        except Throttled:
            with writing(backend) as connection:
                sign_in_throttle.take_back(connection, attempt_keys, before)
            raise
        if account is None or not right:
            raise NotSignedIn
        with writing(backend) as connection:
            # If the account changed meanwhile, check the password again.
            if _enabled_account(connection, name) == account:
                sign_in_throttle.forgive(connection, attempt_keys[0].whose)
                sign_in_throttle.take_back(connection, attempt_keys[1:], before)
                signed_in = _begin_session(connection, account, renewed_hash, at, lasting)
    return signed_in


def _enabled_account(connection: Connection, name: str) -> _EnabledAccount | None:
    query = select(accounts).where(accounts.c.folded == names.looked_up(name))
    row = connection.execute(query.where(~accounts.c.disabled)).first()
    return _EnabledAccount(row.number, row.password, _person(row)) if row is not None else None


def _renewed_hash(account: _EnabledAccount, password: str) -> str | None:
    """Return a new hash of a right password if the stored one has old parameters."""
    if not passwords.is_old(account.password):
        return None
    return passwords.hashed(passwords.normal(password))


def _begin_session(
    connection: Connection,
    account: _EnabledAccount,
    renewed_hash: str | None,
    at: int,
    lasting: SessionLifetime,
) -> NewSession:
    """Store a new session, and delete those that have expired."""
    if renewed_hash is not None:
        mine = update(accounts).where(accounts.c.number == account.number)
        connection.execute(mine.values(password=renewed_hash))
    connection.execute(delete(sessions).where(~_lasts), _time_bounds(at, lasting))
    secret = fresh(SESSION)
    connection.execute(
        insert(sessions).values(
            digest=digest_of(SESSION, secret.text),
            account=account.number,
            created_at=at,
            seen_at=at,
        )
    )
    return NewSession(secret, account.person)


def _time_bounds(at: int, lasting: SessionLifetime) -> dict[str, int]:
    """Return the times between which a valid session was used and begun."""
    return {
        "used_after": at - lasting.idle_seconds,
        "begun_after": at - lasting.absolute_seconds,
        # A start far in the future comes from a wrong clock.
        "begun_until": at + lasting.idle_seconds,
    }


class SessionLookup(Struct, frozen=True):
    """The owner of a session or token, and the last recorded time of use."""

    person: Person
    seen_at: int


def seen(
    backend: Backend, secret: str, at: int, lasting: SessionLifetime = LASTING
) -> SessionLookup:
    """Return the owner of a session; ``NOBODY`` if it does not exist or has ended."""
    digest = digest_of(SESSION, secret)
    if digest is None:
        return SessionLookup(NOBODY, at)
    with reading(backend) as connection:
        row = connection.execute(
            _select_session, {"digest": digest, **_time_bounds(at, lasting)}
        ).first()
    return (
        SessionLookup(_person(row), row.seen_at) if row is not None else SessionLookup(NOBODY, at)
    )


def touch(backend: Backend, secret: str, at: int) -> None:
    """Record that a session was used."""
    with writing(backend) as connection:
        mine = update(sessions).where(sessions.c.digest == digest_of(SESSION, secret))
        connection.execute(mine.values(seen_at=at))


def sign_out(backend: Backend, secret: str) -> None:
    """End a session; it is not an error if there is none."""
    digest = digest_of(SESSION, secret)
    if digest is not None:
        with writing(backend) as connection:
            connection.execute(delete(sessions).where(sessions.c.digest == digest))


def sign_out_everywhere(backend: Backend, name: str) -> int:
    """End all sessions of an account, and return their number."""
    number = known(backend, name).number
    with writing(backend) as connection:
        ended = connection.execute(delete(sessions).where(sessions.c.account == number))
        return int(ended.rowcount)


def _person(row: Any) -> Person:
    held_titles = titles.read(row.titles)
    return Person(row.name, held_titles, CallerKind.STAFF, f"staff:{row.number}")


_lasts = and_(
    sessions.c.seen_at > bindparam("used_after"),
    sessions.c.created_at > bindparam("begun_after"),
    sessions.c.created_at <= bindparam("begun_until"),
)
# Built once, because every request uses it.
_select_session = (
    select(accounts.c.number, accounts.c.name, accounts.c.titles, sessions.c.seen_at)
    .join(accounts, sessions.c.account == accounts.c.number)
    .where(sessions.c.digest == bindparam("digest"), ~accounts.c.disabled, _lasts)
)
