"""One click makes a caller somebody else; there are such routes in the demo alone."""

from typing import Any

from litestar import Response, get, post
from litestar.datastructures import Cookie
from msgspec import Struct

from punto.demo.people import DemoCredentials, Member, People
from punto.http_api.routes import Route, address
from punto.server.request_authentication import COOKIE, PATRON_COOKIE
from punto.server.request_io import Asking, read_body, shown

# Whom a visitor was before, wherever that holds; sent to the demo alone.
DEMO_COOKIE, DEMO_PATH = "punto_demo", "/demo"


class Become(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom a caller wants to be, and at which table where several have the name."""

    name: str
    table: str | None = None


def _people(request: Asking) -> People:
    people: People = request.app.state.demo_people
    return people


@get(Route.DEMO_PEOPLE, sync_to_thread=False)
def people(request: Asking) -> Response[bytes]:
    """List everybody whom a visitor can be."""
    return shown([_told(one) for one in _people(request).everybody()])


@post(Route.DEMO_PERSON, status_code=201)
async def person(request: Asking) -> Response[bytes]:
    """Make the caller somebody; whoever they were before goes on by themself."""
    said = read_body(await request.body(), Become)
    known = _people(request)
    become = await known.become(said.name, said.table, request.cookies.get(DEMO_COOKIE))
    answer = shown({**_told(become.member), "token": become.secret, "csrf": become.csrf}, 201)
    for cookie in _cookies(become, known):
        answer.cookies.append(cookie)
    return answer


def _told(member: Member) -> dict[str, Any]:
    return {
        "name": member.name,
        "title": member.title,
        "patron": member.patron,
        "table": member.table,
        "tournament": member.tournament,
        "rulebook": member.rulebook,
        "what": member.what,
    }


def _cookies(become: DemoCredentials, known: People) -> list[Cookie]:
    """Return the cookie of whom somebody is now, and the end of all others."""
    mine = become.member
    found = [
        _cookie(COOKIE, "/", become.secret if mine.title else None),
        _cookie(DEMO_COOKIE, DEMO_PATH, become.secret),
    ]
    here = _path(mine)
    ended = {_path(one) for one in known.everybody() if one.patron} - {here}
    found += [_cookie(PATRON_COOKIE, path, None) for path in sorted(ended)]
    if mine.patron:
        found.append(_cookie(PATRON_COOKIE, here, become.secret))
    return found


def _path(member: Member) -> str:
    if member.tournament:
        return address(Route.TOURNAMENT, tournament=member.tournament)
    return address(Route.TABLE, table=str(member.table))


def _cookie(name: str, path: str, secret: str | None) -> Cookie:
    ends = 0 if secret is None else None
    return Cookie(
        name, value=secret or "", path=path, max_age=ends, httponly=True, samesite="strict"
    )
