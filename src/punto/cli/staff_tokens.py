"""``punto staff token``: how programs and devices of the house show who they are."""

from typing import Annotated, Any

import cyclopts

from punto.clause import Malformed
from punto.cli import help_texts
from punto.cli.log.store_options import Store
from punto.cli.options import Json
from punto.cli.output import console, emit, rows, table, talk
from punto.cli.staff import Titles, asked, by, moment, now, opened
from punto.error_codes import ErrorCode
from punto.server.people import tokens
from punto.server.people.audit_events import TokenIssued, TokenRevoked, record
from punto.server.people.tokens import Token

_DAY = 24 * 60 * 60
_DAYS_MAX = 3_660

app = cyclopts.App(
    name="token",
    help=help_texts.HELP["staff token"],
    help_epilogue=help_texts.EXAMPLES["staff token"],
)


@app.command(name="add", help_epilogue=help_texts.EXAMPLES["staff token add"])
def add_token(
    name: Annotated[str, cyclopts.Parameter(help="What the program or device is called.")],
    *,
    title: Titles | None = None,
    device: Annotated[
        str, cyclopts.Parameter(help="shoe:STREAM or display:STREAM, in place of titles.")
    ] = "",
    days: Annotated[
        int | None, cyclopts.Parameter(help="How long it is good for; for ever if left out.")
    ] = None,
    store: Store,
    json: Json = False,
) -> None:
    """Make a token for a program or a device, and print its secret: this once, and never again."""
    if days is not None and not 1 <= days <= _DAYS_MAX:
        raise Malformed(f"--days {days}: from 1 to {_DAYS_MAX:,}", code=ErrorCode.USAGE)
    at = now()
    until = None if days is None else at + days * _DAY
    # Check the token first, because opening the store creates it.
    tokens.checked(name, at, wanted=title or (), device=device, expires_at=until)
    with opened(store, create=True) as log:
        issued = tokens.add(
            log.backend, name, at, wanted=title or (), device=device, expires_at=until
        )
        made = issued.token
        record(log, by(), TokenIssued(made.name, made.titles, made.device, made.expires_at))
    if json:
        emit({**_token_document(issued.token), "secret": issued.secret.text})
        return
    talk().print(f"{issued.token.name}: note this now, it is not kept", markup=False)
    print(issued.secret.text)


@app.command(name="list", help_epilogue=help_texts.EXAMPLES["staff token list"])
def list_tokens(*, store: Store, json: Json = False) -> None:
    """List every token, what it is for, and when it was last used."""
    found = asked(store, tokens.every)
    if json:
        emit([_token_document(token) for token in found])
        return
    if not found:
        talk().print("there are no tokens yet", markup=False)
        return
    shown = table("name", "for", "", "added", "until", "used", keys=1)
    rows(shown, (_token_row(token, now()) for token in found))


@app.command(name="revoke", help_epilogue=help_texts.EXAMPLES["staff token revoke"])
def revoke_token(
    name: Annotated[str, cyclopts.Parameter(help="A token that `staff token list` names.")],
    *,
    store: Store,
    json: Json = False,
) -> None:
    """Make a token useless, from its next request on."""
    with opened(store) as log:
        revoked = tokens.revoke(log.backend, name)
        record(log, by(), TokenRevoked(revoked.name))
    if json:
        emit(_token_document(revoked))
    else:
        console().print(f"{revoked.name}: revoked", markup=False, soft_wrap=True)


def _token_document(found: Token) -> dict[str, Any]:
    return {
        "name": found.name,
        "key": found.key,
        "titles": found.titles,
        "device": found.device or None,
        "added_at": found.added_at,
        "expires_at": found.expires_at,
        "used_at": found.used_at,
        "revoked": found.revoked,
    }


def _token_row(found: Token, at: int) -> tuple[str, ...]:
    """Return a token as a line of a table."""
    over = found.expires_at is not None and found.expires_at <= at
    state = "revoked" if found.revoked else "expired" if over else ""
    times = (found.added_at, found.expires_at, found.used_at)
    use = found.device or " ".join(found.titles)
    return (found.name, use, state, *("" if when is None else moment(when) for when in times))
