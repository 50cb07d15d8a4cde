"""``punto staff``: accounts of the people who work in the house, and tokens of its devices."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from getpass import getpass, getuser
from typing import Annotated, Any

import cyclopts

from punto.clause import Malformed
from punto.cli import help_texts
from punto.cli.log.store_options import Store, told_plainly
from punto.cli.options import Json
from punto.cli.output import console, emit, rows, table, talk
from punto.error_codes import ErrorCode
from punto.server.people import accounts, passwords
from punto.server.people.account_copy import copy
from punto.server.people.accounts import Account
from punto.server.people.audit_events import (
    AccountAdded,
    AccountDisabled,
    AccountEnabled,
    By,
    PasswordSet,
    PeopleCopied,
    TitlesSet,
    record,
)
from punto.server.people.migrations import prepare, version
from punto.store.address import named, open_log, read_log
from punto.store.errors import NoStore
from punto.store.log import Log
from punto.store.sql import Backend

# More than any password has in bytes, and less than what would fill the memory.
_READ_MAX = 64 * 1024

Name = Annotated[str, cyclopts.Parameter(help="What the person is called; the log signs with it.")]
Titles = Annotated[
    list[str],
    cyclopts.Parameter(
        name="--title", negative="", help="A title such as casino_supervisor; may be repeated."
    ),
]
Stdin = Annotated[
    bool,
    cyclopts.Parameter(
        name="--password-stdin", negative="", help="Read the password from standard input."
    ),
]

app = cyclopts.App(
    name="staff", help=help_texts.HELP["staff"], help_epilogue=help_texts.EXAMPLES["staff"]
)
app.command("punto.cli.staff_tokens:app", name="token", help=help_texts.HELP["staff token"])


@app.command(help_epilogue=help_texts.EXAMPLES["staff add"])
def add(
    name: Name, *, title: Titles, store: Store, password_stdin: Stdin = False, json: Json = False
) -> None:
    """Add somebody, with the titles they may act under.

    The password is asked for twice and never shown. The store is created if there is none.
    """
    applicant = accounts.checked(name, title)
    _check_free(store, applicant.name)
    typed = _password(applicant.name, from_stdin=password_stdin)
    with opened(store, create=True) as log:
        account = accounts.add(log.backend, name, title, typed, now())
        record(log, by(), AccountAdded(account.name, account.titles))
    _tell(account, "added", json=json)


@app.command(name="list", help_epilogue=help_texts.EXAMPLES["staff list"])
def list_accounts(*, store: Store, json: Json = False) -> None:
    """List everybody who has an account."""
    found = asked(store, accounts.every)
    if json:
        emit([_account(account) for account in found])
        return
    if not found:
        talk().print("nobody has an account yet", markup=False)
        return
    shown = table("name", "titles", "", "added", keys=1)
    rows(
        shown,
        (
            (
                account.name,
                " ".join(account.titles),
                "disabled" if account.disabled else "",
                moment(account.added_at),
            )
            for account in found
        ),
    )


@app.command(help_epilogue=help_texts.EXAMPLES["staff disable"])
def disable(name: Name, *, store: Store, json: Json = False) -> None:
    """Let somebody sign in no more, and sign them out wherever they are."""
    with opened(store) as log:
        account = accounts.disable(log.backend, name)
        record(log, by(), AccountDisabled(account.name))
    _tell(account, "disabled, and signed out everywhere", json=json)


@app.command(help_epilogue=help_texts.EXAMPLES["staff enable"])
def enable(name: Name, *, store: Store, json: Json = False) -> None:
    """Let somebody sign in again, also when too many wrong passwords were tried."""
    with opened(store) as log:
        account = accounts.enable(log.backend, name)
        record(log, by(), AccountEnabled(account.name))
    _tell(account, "enabled", json=json)


@app.command(help_epilogue=help_texts.EXAMPLES["staff password"])
def password(
    name: Name, *, store: Store, password_stdin: Stdin = False, json: Json = False
) -> None:
    """Give somebody a new password, and sign them out wherever they are."""
    with opened(store) as log:
        called = accounts.known(log.backend, name).name
        typed = _password(called, from_stdin=password_stdin)
        account = accounts.set_password(log.backend, name, typed)
        record(log, by(), PasswordSet(account.name))
    _tell(account, "has a new password, and is signed out everywhere", json=json)


@app.command(help_epilogue=help_texts.EXAMPLES["staff titles"])
def titles(name: Name, *, title: Titles, store: Store, json: Json = False) -> None:
    """Give somebody these titles and no others; it counts from their next request on."""
    with opened(store) as log:
        account = accounts.set_titles(log.backend, name, title)
        record(log, by(), TitlesSet(account.name, account.titles))
    _tell(account, f"is now {', '.join(account.titles)}", json=json)


@app.command(name="copy", help_epilogue=help_texts.EXAMPLES["staff copy"])
def copy_people(
    *,
    store: Store,
    to: Annotated[str, cyclopts.Parameter(help="A store that has no people: a file, or an URL.")],
    json: Json = False,
) -> None:
    """Take accounts, tokens and patrons along to another store: a copied log holds none of them."""
    with opened(store) as source, opened(to) as target:
        copied = copy(source.backend, target.backend)
        record(target, by(), PeopleCopied(copied.accounts, copied.tokens, copied.patrons))
    if json:
        emit(copied)
        return
    said = f"{copied.accounts} accounts, {copied.tokens} tokens, {copied.patrons} patrons copied"
    said += f", {copied.doors} doors, {copied.facts} facts"
    console().print(said, markup=False, soft_wrap=True)


def now() -> int:
    """Return the time, in seconds."""
    return int(time.time())


@contextmanager
def opened(store: str, *, create: bool = False) -> Iterator[Log]:
    """Yield the log of a store in which people can be changed."""
    with told_plainly():
        try:
            read_log(store).close()
        except NoStore:
            if not create:
                raise
            talk().print(f"a new store at {named(store)}", markup=False, soft_wrap=True)
        with open_log(store, create=create) as log:
            prepare(log.backend)
            yield log


def by() -> By:
    """Return who works at this terminal, as far as the machine knows."""
    try:
        name = getuser()
    except (OSError, KeyError, ImportError):
        name = "unknown"
    # The log keeps what a line can show.
    shown = "".join(sign for sign in name if sign.isprintable())[:60] or "unknown"
    return By(shown, "command_line", int(time.time() * 1000))


def _check_free(store: str, name: str) -> None:
    """Raise an error if a name is taken, before the user types a password."""
    with told_plainly(), suppress(NoStore), read_log(store) as log:
        if version(log.backend):
            accounts.check_free(log.backend, name)


def asked(store: str, question: Callable[[Backend], list[Any]]) -> list[Any]:
    """Return what is asked of a store without changing anything in it."""
    with told_plainly(), read_log(store) as log:
        return question(log.backend) if version(log.backend) else []


def _password(name: str, *, from_stdin: bool) -> str:
    """Return a password that was typed twice without being shown, or piped in."""
    if from_stdin:
        return passwords.checked(_piped(), name)
    if sys.stdin is None or not sys.stdin.isatty():
        raise Malformed(
            "a password is typed at a terminal",
            "or piped in with --password-stdin",
            code=ErrorCode.USAGE,
        )
    try:
        typed = getpass(f"Password for {name}: ")
        # Report an invalid password before the user types it again.
        passwords.checked(typed, name)
        again = getpass("The same again: ")
    except (EOFError, UnicodeDecodeError):
        raise Malformed("no password was typed", code=ErrorCode.USAGE) from None
    if typed != again:
        raise Malformed(
            "the two were not the same; nothing was changed", code=ErrorCode.NO_SUCH_PASSWORD
        )
    return typed


def _piped() -> str:
    """Return the only line of standard input."""
    given = sys.stdin.buffer.read(_READ_MAX) if sys.stdin is not None else b""
    try:
        line, _, more = given.decode().partition("\n")
    except UnicodeDecodeError:
        raise Malformed("a password is text in UTF-8", code=ErrorCode.NO_SUCH_PASSWORD) from None
    if more:
        raise Malformed("a password is one line", code=ErrorCode.NO_SUCH_PASSWORD)
    return line.removesuffix("\r")


def _tell(account: Account, said: str, *, json: bool) -> None:
    if json:
        emit(_account(account))
    else:
        console().print(f"{account.name}: {said}", markup=False, soft_wrap=True)


def _account(account: Account) -> dict[str, Any]:
    return {
        "name": account.name,
        "key": account.key,
        "titles": account.titles,
        "disabled": account.disabled,
        "added_at": account.added_at,
    }


def moment(at: int) -> str:
    """Return a time as it is listed."""
    return f"{datetime.fromtimestamp(at, UTC):%Y-%m-%d %H:%M}"
