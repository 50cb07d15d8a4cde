"""Signing in and out, and patrons who join a table."""

import asyncio
from typing import Any

from litestar import Request, Response, delete, get, post
from litestar.datastructures import Cookie, State
from litestar.params import FromPath
from msgspec import Struct

from punto import codec
from punto.clause import Malformed, Refused
from punto.server.answers import Asking, caller, desk_of, read_body, shown, table_stream
from punto.server.identity import COOKIE
from punto.server.people import patrons, sessions
from punto.server.people.secret import csrf_of
from punto.store.statements import Backend
from punto.table.authority import PATRON, Actor
from punto.table.commands import Join


class SignIn(Struct, frozen=True, forbid_unknown_fields=True):
    """Who signs in."""

    name: str
    password: str

    def __repr__(self) -> str:
        return f"SignIn({self.name!r})"


class JoinTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Under which name a patron joins, and where they sit."""

    name: str
    seat: int


def _people(request: Asking) -> Backend:
    backend: Backend = desk_of(request).log.backend
    return backend


def _now(request: Request[Any, Any, State]) -> int:
    return desk_of(request).clock_ms() // 1000


@post("/session", status_code=201)
async def sign_in(request: Asking) -> Response[bytes]:
    """Begin a session of a browser."""
    said = read_body(await request.body(), SignIn)
    address = request.client.host if request.client else None
    begun = await asyncio.to_thread(
        sessions.sign_in, _people(request), said.name, said.password, _now(request), address=address
    )
    answer = shown(_who(begun.person, begun.csrf), 201)
    answer.cookies.append(
        Cookie(
            COOKIE,
            value=begun.secret.text,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https" or request.app.state.behind_tls,
            path="/",
        )
    )
    return answer


def _who(person: Any, csrf: str | None) -> dict[str, Any]:
    return {"name": person.name, "titles": person.titles, "kind": person.kind, "csrf": csrf}


@get("/session")
async def session(request: Asking) -> Response[bytes]:
    """Say who calls, as far as the house knows."""
    secret = request.cookies.get(COOKIE)
    person = caller(request)
    return shown(_who(person, csrf_of(secret) if secret and person.staff else None))


@delete("/session", status_code=204)
async def sign_out(request: Asking) -> None:
    """End the session of a browser."""
    secret = request.cookies.get(COOKIE)
    if secret:
        await asyncio.to_thread(sessions.sign_out, _people(request), secret)


@post("/tables/{name:str}/patrons", status_code=201)
async def join_table(request: Asking, name: FromPath[str]) -> Response[bytes]:
    """Let somebody sit down at a table; the token is theirs, and is shown once."""
    said = read_body(await request.body(), JoinTable)
    desk, people = desk_of(request), _people(request)
    stream = table_stream(name)
    await desk.live(stream)
    joined = await asyncio.to_thread(patrons.join, people, stream, said.name)
    command = codec.encode(Join(joined.person.name, said.seat))
    try:
        await desk.act(stream, Actor(joined.person.name, PATRON), command)
    except (Refused, Malformed):
        await asyncio.to_thread(patrons.leave, people, joined.secret.text)
        raise
    return shown({"name": joined.person.name, "token": joined.secret.text}, 201)
