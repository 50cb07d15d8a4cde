"""Accounts of staff: a name for the log, titles, and a password."""

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
    """An account of staff, without the password hash, which never leaves the database."""

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
    """Return a valid name with existing titles, or raise an error."""
    return Applicant(names.checked(name), titles.checked(wanted))


def check_free(backend: Backend, name: str) -> None:
    """Raise an error if a name is in use."""
    with reading(backend) as connection:
        _check_free(connection, name)


def add(backend: Backend, name: str, wanted: Iterable[str], password: str, at: int) -> Account:
    """Store a new account. A name is never used again for another account."""
    applicant = checked(name, wanted)
    # Checked before the slow hashing, and again under the write lock.
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
    """Return the number of enabled accounts. A server with public access needs at least one."""
    query = select(func.count()).where(~accounts.c.disabled)
    with reading(backend) as connection:
        return int(connection.execute(query).scalar_one())


def known(backend: Backend, name: str) -> Account:
    """Return an account by its name; the error suggests existing names."""
    with reading(backend) as connection:
        return _account_named(connection, name)


def disable(backend: Backend, name: str) -> Account:
    """Disable an account and end all its sessions."""
    return _update_account(backend, name, signs_out=True, disabled=True)


def enable(backend: Backend, name: str) -> Account:
    """Enable an account, also after too many wrong passwords."""
    return _update_account(backend, name, forgives=True, disabled=False)


def set_titles(backend: Backend, name: str, wanted: Iterable[str]) -> Account:
    """Replace the titles of an account, from its next request on."""
    return _update_account(backend, name, titles=titles.written(titles.checked(wanted)))


def set_password(backend: Backend, name: str, password: str) -> Account:
    """Set a new password and end all sessions of the account."""
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
    """Raise an error if a name is in use, also by a token, because the log shows both."""
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
