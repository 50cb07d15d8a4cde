"""Audit events about people in the log. They contain no secrets."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from punto.store.errors import Conflict, TooManyAppends
from punto.store.log import Log
from punto.store.records import Append, CommandMetadata, Fresh
from punto.store.stream_kinds import PEOPLE

STREAM = "people"
_TRIES = 50
_encode = msgspec.json.Encoder().encode


class AboutPeople(Struct, frozen=True, omit_defaults=True, tag_field="type"):
    """An audit event about people."""


class AccountAdded(AboutPeople, frozen=True, tag="account_added"):
    name: str
    titles: tuple[str, ...]


class AccountDisabled(AboutPeople, frozen=True, tag="account_disabled"):
    name: str


class AccountEnabled(AboutPeople, frozen=True, tag="account_enabled"):
    name: str


class TitlesSet(AboutPeople, frozen=True, tag="titles_set"):
    name: str
    titles: tuple[str, ...]


class PasswordSet(AboutPeople, frozen=True, tag="password_set"):
    """The password was changed, and all sessions ended."""

    name: str


class TokenIssued(AboutPeople, frozen=True, tag="token_issued"):
    """A token was issued: to a program with titles, or to a device of a stream."""

    name: str
    titles: tuple[str, ...] = ()
    device: str = ""
    expires_at: int | None = None


class TokenRevoked(AboutPeople, frozen=True, tag="token_revoked"):
    name: str


class SignedIn(AboutPeople, frozen=True, tag="signed_in"):
    name: str


class SignedOut(AboutPeople, frozen=True, tag="signed_out"):
    name: str


class SignInRefused(AboutPeople, frozen=True, tag="sign_in_refused"):
    """Too many sign-ins had failed. The name is that of an account, never the typed text."""

    name: str | None
    seconds: int


class EntrantLetIn(AboutPeople, frozen=True, tag="entrant_let_in"):
    """The device of an entrant got a token, which replaces any earlier one."""

    stream: str
    name: str


class DoorSet(AboutPeople, frozen=True, tag="door_set"):
    """Whether patrons may join a table by themselves, or only through staff."""

    stream: str
    staff_only: bool


class PeopleCopied(AboutPeople, frozen=True, tag="people_copied"):
    """Accounts, tokens and patrons were copied from another store."""

    accounts: int
    tokens: int
    patrons: int


class By(Struct, frozen=True):
    """Who acts, under which title, and when."""

    name: str
    title: str
    at_ms: int


def record(log: Log, by: By, *audit_events: AboutPeople) -> None:
    """Append audit events to the log; try again if another process appends at the same time.

    Blocks until the events are on the disk.
    """
    events = tuple(
        Fresh(str(event.__struct_config__.tag), _encode(event)) for event in audit_events
    )
    act = CommandMetadata(actor=by.name, title=by.title, time_ms=by.at_ms)
    for _ in range(_TRIES):
        head = log.stream(STREAM)
        expected = head.version if head is not None else 0
        append = Append(stream=STREAM, kind=PEOPLE, expected=expected, events=events, act=act)
        try:
            log.append(append).result()
        except Conflict:
            continue
        return
    raise TooManyAppends("too many change something about people at once")


def titled(titles: Sequence[str]) -> str:
    """Return the title that is recorded if the caller names none."""
    return titles[0] if titles else "nobody"
