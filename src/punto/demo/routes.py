"""One click makes a caller somebody else; there are such routes in the demo alone."""

from typing import Any

from litestar import Response, get, post
from litestar.datastructures import Cookie
from msgspec import Struct

from punto.demo.people import DemoCredentials, Member, People
from punto.http_api.routes import Route, address
from punto.server.request_authentication import COOKIE, PATRON_COOKIE
from punto.server.request_io import Asking, read_body, shown

# The cookie of the current member of a visitor; sent only to the routes of the demo.
DEMO_COOKIE, DEMO_PATH = "punto_demo", "/demo"


class Become(Struct, frozen=True, forbid_unknown_fields=True):
    """Whom a caller wants to be, and at which table where several have the name."""

    name: str
    table: str | None = None


def _people_of(request: Asking) -> People:
    people: People = request.app.state.demo_people
    return people


@get(Route.DEMO_PEOPLE, sync_to_thread=False)
def people(request: Asking) -> Response[bytes]:
    """List everybody whom a visitor can be."""
    return shown([_member_json(member) for member in _people_of(request).everybody()])


@post(Route.DEMO_PERSON, status_code=201)
async def person(request: Asking) -> Response[bytes]:
    """Make the caller somebody; whoever they were before goes on by themself."""
    choice = read_body(await request.body(), Become)
    known = _people_of(request)
    become = await known.become(choice.name, choice.table, request.cookies.get(DEMO_COOKIE))
    answer = shown(
        {**_member_json(become.member), "token": become.secret, "csrf": become.csrf}, 201
    )
    for cookie in _cookies(become, known):
        answer.cookies.append(cookie)
    return answer


def _member_json(member: Member) -> dict[str, Any]:
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
    """Return the cookies of the current member, and the deletion of all others."""
    member = become.member
    cookies = [
        _cookie(COOKIE, "/", become.secret if member.title else None),
        _cookie(DEMO_COOKIE, DEMO_PATH, become.secret),
    ]
    own_path = _cookie_path(member)
    patrons = (person for person in known.everybody() if person.patron)
    other_paths = {_cookie_path(patron) for patron in patrons} - {own_path}
    cookies += [_cookie(PATRON_COOKIE, path, None) for path in sorted(other_paths)]
    if member.patron:
        cookies.append(_cookie(PATRON_COOKIE, own_path, become.secret))
    return cookies


def _cookie_path(member: Member) -> str:
    if member.tournament:
        return address(Route.TOURNAMENT, tournament=member.tournament)
    return address(Route.TABLE, table=str(member.table))


def _cookie(name: str, path: str, secret: str | None) -> Cookie:
    ends = 0 if secret is None else None
    return Cookie(
        name, value=secret or "", path=path, max_age=ends, httponly=True, samesite="strict"
    )
