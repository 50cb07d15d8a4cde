"""Accounts of staff: a name that the log signs with, titles, and a password."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Select, delete, func, insert, select, update

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.notation.suggestions import told
from punto.server.people import names, passwords, sign_in_throttle, titles
from punto.server.people.database import reading, writing
from punto.server.people.sql_tables import accounts, sessions, tokens
from punto.store.sql import Backend


class Account(Struct, frozen=True):
    """Somebody of the staff; what is kept of their password never leaves the database."""

    number: int
    name: str
    titles: tuple[str, ...]
    disabled: bool
    added_at: int

    @property
    def key(self) -> str:
        return f"staff:{self.number}"


class Applicant(Struct, frozen=True):
    """A name and titles that can become an account."""

    name: str
    titles: tuple[str, ...]


def checked(name: str, wanted: Iterable[str]) -> Applicant:
    """Return a name that somebody can have and titles that exist, or say what is wrong."""
    return Applicant(names.checked(name), titles.checked(wanted))


def check_free(backend: Backend, name: str) -> None:
    """Say that a name is taken."""
    with reading(backend) as connection:
        _check_free(connection, name)


def add(backend: Backend, name: str, wanted: Iterable[str], password: str, at: int) -> Account:
    """Keep a new account; a name that somebody has or had is not given out again."""
    applicant = checked(name, wanted)
    # Before the password is hashed, which takes its time, and once more when nobody else writes.
    check_free(backend, applicant.name)
    password_hash = passwords.hashed(passwords.checked(password, applicant.name))
    with writing(backend) as connection:
        _check_free(connection, applicant.name)
        connection.execute(
            insert(accounts).values(
                name=applicant.name,
                folded=names.folded(applicant.name),
                titles=titles.written(applicant.titles),
                password=password_hash,
                disabled=False,
                added_at=at,
            )
        )
        return _account_named(connection, applicant.name)


def every(backend: Backend) -> list[Account]:
    """Return all accounts, by name."""
    with reading(backend) as connection:
        return [
            _account_of_row(row)
            for row in connection.execute(_select_accounts.order_by(accounts.c.folded))
        ]


def count_enabled(backend: Backend) -> int:
    """Return how many can sign in: a server that anybody can reach wants at least one."""
    query = select(func.count()).where(~accounts.c.disabled)
    with reading(backend) as connection:
        return int(connection.execute(query).scalar_one())


def known(backend: Backend, name: str) -> Account:
    """Return an account by its name, or say who there is."""
    with reading(backend) as connection:
        return _account_named(connection, name)


def disable(backend: Backend, name: str) -> Account:
    """Let somebody sign in no more, and sign them out wherever they are."""
    return _update_account(backend, name, signs_out=True, disabled=True)


def enable(backend: Backend, name: str) -> Account:
    """Let somebody sign in again, also after too many wrong passwords."""
    return _update_account(backend, name, forgives=True, disabled=False)


def set_titles(backend: Backend, name: str, wanted: Iterable[str]) -> Account:
    """Give somebody these titles and no others, from their next request on."""
    return _update_account(backend, name, titles=titles.written(titles.checked(wanted)))


def set_password(backend: Backend, name: str, password: str) -> Account:
    """Give somebody a new password, and sign them out wherever they are."""
    account = known(backend, name)
    password_hash = passwords.hashed(passwords.checked(password, account.name))
    return _update_account(backend, name, signs_out=True, forgives=True, password=password_hash)


def _update_account(
    backend: Backend, name: str, *, signs_out: bool = False, forgives: bool = False, **values: Any
) -> Account:
    with writing(backend) as connection:
        number = _account_named(connection, name).number
        connection.execute(update(accounts).where(accounts.c.number == number).values(**values))
        if signs_out:
            connection.execute(delete(sessions).where(sessions.c.account == number))
        if forgives:
            sign_in_throttle.forgive(connection, sign_in_throttle.name_of(name))
        return _account_named(connection, name)


def _check_free(connection: Connection, name: str) -> None:
    """Say that a name is taken; also one that signed as a program, since the log shows it."""
    folded = names.folded(name)
    for table in (accounts, tokens):
        taken = select(table.c.name).where(table.c.folded == folded).limit(1)
        if (existing := connection.execute(taken).scalar()) is not None:
            raise Malformed(f"there is a {existing} already", code=ErrorCode.NAME_TAKEN)


def _account_named(connection: Connection, name: str) -> Account:
    row = connection.execute(
        _select_accounts.where(accounts.c.folded == names.looked_up(name))
    ).first()
    if row is None:
        existing = connection.execute(select(accounts.c.name).order_by(accounts.c.folded)).scalars()
        text = f"there is no account {names.shown(name)}"
        raise Malformed(*told(text, name, existing, "accounts"), code=ErrorCode.NO_SUCH_ACCOUNT)
    return _account_of_row(row)


def _account_of_row(row: Any) -> Account:
    number, name, written_titles, disabled, added_at = row
    return Account(number, name, titles.read(written_titles), disabled, added_at)


_select_accounts: Select[Any] = select(
    accounts.c.number, accounts.c.name, accounts.c.titles, accounts.c.disabled, accounts.c.added_at
)
