"""Tokens of programs and devices."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from sqlalchemy import Select, bindparam, insert, or_, select, update

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.http_api.responses import CallerKind
from punto.notation.suggestions import told
from punto.server.people import names, titles
from punto.server.people.database import reading, writing
from punto.server.people.person import NOBODY, Person
from punto.server.people.secret import TOKEN, Secret, digest_of, fresh
from punto.server.people.sessions import SessionLookup
from punto.server.people.sql_tables import accounts, tokens
from punto.server.people.streams import checked as checked_stream
from punto.store.sql import Backend

# What a device can be: it sends cards to one stream, or shows what anybody may see of it.
DEVICES = ("display", "shoe")


class Token(Struct, frozen=True):
    """A token without its secret."""

    number: int
    name: str
    titles: tuple[str, ...]
    device: str
    added_at: int
    expires_at: int | None
    used_at: int | None
    revoked: bool

    @property
    def key(self) -> str:
        return f"token:{self.number}"

    @property
    def person(self) -> Person:
        """Return the person of the token: a program of the staff, or a device of one stream."""
        if not self.device:
            return Person(self.name, self.titles, CallerKind.STAFF, self.key)
        device, _, stream = self.device.partition(":")
        return Person(self.name, (), CallerKind.DEVICE, self.key, stream, device)


class TokenRequest(Struct, frozen=True):
    """A checked request for a token."""

    name: str
    titles: tuple[str, ...]
    device: str
    expires_at: int | None


class Issued(Struct, frozen=True):
    """A new token. Its secret is shown once."""

    secret: Secret
    token: Token


def checked(
    name: str,
    at: int,
    *,
    wanted: Iterable[str] = (),
    device: str = "",
    expires_at: int | None = None,
) -> TokenRequest:
    """Return a checked request for a token, or raise an error."""
    checked_name, held_titles, use = names.checked(name), tuple(wanted), _checked_device(device)
    if bool(held_titles) == bool(use):
        raise Malformed(
            "a token has titles, or is for a device; one of the two", code=ErrorCode.INCOMPLETE
        )
    if expires_at is not None and expires_at <= at:
        raise Malformed("a token expires after it was made", code=ErrorCode.NO_SUCH_TIME)
    return TokenRequest(
        checked_name, titles.checked(held_titles) if held_titles else (), use, expires_at
    )


def add(
    backend: Backend,
    name: str,
    at: int,
    *,
    wanted: Iterable[str] = (),
    device: str = "",
    expires_at: int | None = None,
) -> Issued:
    """Make a token for a program with titles, or for a device such as ``shoe:table/7``."""
    request = checked(name, at, wanted=wanted, device=device, expires_at=expires_at)
    secret, folded = fresh(TOKEN), names.folded(request.name)
    with writing(backend) as connection:
        for table in (tokens, accounts):
            taken = select(table.c.name).where(table.c.folded == folded)
            if table is tokens:
                taken = taken.where(~tokens.c.revoked)
            if (existing := connection.execute(taken).scalar()) is not None:
                raise Malformed(f"there is a {existing} already", code=ErrorCode.NAME_TAKEN)
        connection.execute(
            insert(tokens).values(
                name=request.name,
                folded=folded,
                titles=titles.written(request.titles),
                device=request.device,
                digest=digest_of(TOKEN, secret.text),
                added_at=at,
                expires_at=request.expires_at,
                revoked=False,
            )
        )
        mine = _select_tokens.where(tokens.c.folded == folded, ~tokens.c.revoked)
        return Issued(secret, _token_of_row(connection.execute(mine).one()))


def _checked_device(device: str) -> str:
    """Return the kind and the stream of a device, or raise an error."""
    if not device:
        return ""
    kind, colon, stream = device.partition(":")
    if kind not in DEVICES or not colon:
        text = f"there is no device {names.shown(device)}"
        hint = "shoe:STREAM or display:STREAM, for example shoe:table/7"
        raise Malformed(text, hint, code=ErrorCode.NO_SUCH_DEVICE)
    return f"{kind}:{checked_stream(stream)}"


def every(backend: Backend) -> list[Token]:
    """Return all tokens, also those revoked, by name."""
    query = _select_tokens.order_by(tokens.c.folded, tokens.c.number)
    with reading(backend) as connection:
        return [_token_of_row(row) for row in connection.execute(query)]


def revoke(backend: Backend, name: str) -> Token:
    """Revoke a token, from its next request on."""
    with writing(backend) as connection:
        mine = (tokens.c.folded == names.looked_up(name)) & ~tokens.c.revoked
        row = connection.execute(_select_tokens.where(mine)).first()
        if row is None:
            query = select(tokens.c.name).where(~tokens.c.revoked).order_by(tokens.c.folded)
            existing = connection.execute(query).scalars()
            text = f"there is no token {names.shown(name)}"
            raise Malformed(*told(text, name, existing, "tokens"), code=ErrorCode.NO_SUCH_TOKEN)
        number = row.number
        connection.execute(update(tokens).where(tokens.c.number == number).values(revoked=True))
        return _token_of_row(
            connection.execute(_select_tokens.where(tokens.c.number == number)).one()
        )


def seen(backend: Backend, secret: str, at: int) -> SessionLookup:
    """Return the owner of a token; ``NOBODY`` if it is unknown, revoked or expired."""
    digest = digest_of(TOKEN, secret)
    if digest is None:
        return SessionLookup(NOBODY, at)
    with reading(backend) as connection:
        row = connection.execute(_select_valid_token, {"mine": digest, "at": at}).first()
    if row is None:
        return SessionLookup(NOBODY, at)
    token = _token_of_row(row)
    return SessionLookup(token.person, token.used_at or 0)


def touch(backend: Backend, secret: str, at: int) -> None:
    """Record that a token was used."""
    with writing(backend) as connection:
        mine = update(tokens).where(tokens.c.digest == digest_of(TOKEN, secret))
        connection.execute(mine.values(used_at=at))


def _token_of_row(row: Any) -> Token:
    number, name, written_titles, device, added_at, expires_at, used_at, revoked = row
    return Token(
        number, name, titles.read(written_titles), device, added_at, expires_at, used_at, revoked
    )


_select_tokens: Select[Any] = select(
    tokens.c.number,
    tokens.c.name,
    tokens.c.titles,
    tokens.c.device,
    tokens.c.added_at,
    tokens.c.expires_at,
    tokens.c.used_at,
    tokens.c.revoked,
)
# Built once, because every request uses it.
_select_valid_token = _select_tokens.where(
    tokens.c.digest == bindparam("mine"),
    ~tokens.c.revoked,
    or_(tokens.c.expires_at.is_(None), tokens.c.expires_at > bindparam("at")),
)
