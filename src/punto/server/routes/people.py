"""Signing in and out, and patrons and entrants who join."""

import asyncio

from litestar import Response, delete, get, post, put
from litestar.datastructures import Cookie

from punto import codec
from punto.aggregate.actor import PATRON, Actor
from punto.clause import Malformed, NotEntitled, Refused
from punto.error_codes import ErrorCode
from punto.http_api import responses
from punto.http_api.requests import Door, Entrant, JoinTable, SignIn
from punto.http_api.routes import ResourceRoute, Route
from punto.rulebook.power import Power
from punto.server.people import audited_access, join_policy, patrons
from punto.server.people.audit_events import By
from punto.server.people.secret import csrf_of
from punto.server.people.sign_in_queue import signing_in
from punto.server.request_authentication import COOKIE, PATRON_COOKIE, forgotten
from punto.server.request_io import Asking, caller, csrf, desk_of, read_body, shown
from punto.server.resource import Resource
from punto.server.resource_lookup import facet_of
from punto.server.route_docs import CSRF, route_docs
from punto.store.sql import Backend
from punto.table.audience import Audience
from punto.table.authority import has_power
from punto.table.seats.joining import Join
from punto.tournament.entry.disclosure import LetDeviceIn


def _now_ms(request: Asking) -> int:
    """Return the time, in milliseconds."""
    return desk_of(request).clock_ms()


def _backend(request: Asking) -> Backend:
    backend: Backend = desk_of(request).log.backend
    return backend


@post(
    Route.SESSION,
    status_code=201,
    opt=route_docs(responses.CallerInfo, body=SignIn, noes=(401, 429)),
)
async def sign_in(request: Asking) -> Response[bytes]:
    """Begin a session of a browser."""
    body = read_body(await request.body(), SignIn)
    address = request.client.host if request.client else None
    begun = await signing_in(
        audited_access.sign_in,
        desk_of(request).log,
        body.name,
        body.password,
        _now_ms(request),
        address,
    )
    person = begun.person
    answer = shown(
        responses.CallerInfo(person.name, person.kind, person.titles, csrf=begun.csrf), 201
    )
    answer.cookies.append(cookie(request, COOKIE, begun.secret.text, "/"))
    return answer


def cookie(request: Asking, name: str, value: str, path: str) -> Cookie:
    """Return a cookie that no script reads and no other page sends."""
    secure = request.url.scheme == "https" or bool(request.app.state.behind_tls)
    return Cookie(name, value=value, httponly=True, samesite="strict", secure=secure, path=path)


@get(Route.SESSION, opt=route_docs(responses.CallerInfo))
async def session(request: Asking) -> Response[bytes]:
    """Say who calls, as far as the house knows."""
    person = caller(request)
    return shown(responses.CallerInfo(person.name, person.kind, person.titles, csrf=csrf(request)))


@delete(Route.SESSION, status_code=204, opt=route_docs(asked=(CSRF,), noes=(403,)))
async def sign_out(request: Asking) -> None:
    """End the session of a browser."""
    secret = request.cookies.get(COOKIE)
    if secret:
        if "authorization" in request.headers:
            # It was the token that was looked at: any page could end the session with one.
            raise NotEntitled((), "a session is ended by its own page, without a token")
        log, person = desk_of(request).log, caller(request)
        await asyncio.to_thread(audited_access.sign_out, log, person, secret, _now_ms(request))
        forgotten(request)


@post(
    ResourceRoute.PATRONS,
    status_code=201,
    opt=route_docs(responses.JoinResponse, body=JoinTable, noes=(403, 409, 413, 429, 503)),
)
async def join_table(request: Asking) -> Response[bytes]:
    """Let somebody sit down at a table; the token is theirs, and is shown once."""
    body = read_body(await request.body(), JoinTable)
    desk, people = desk_of(request), _backend(request)
    facet, person = await facet_of(request), caller(request)
    stream, entered_by = facet.live.stream, None
    if person.staff:
        entered_by = facet.acting(person, request.headers.get("punto-title"))[0].name
    else:
        address = request.client.host if request.client else None
        await asyncio.to_thread(join_policy.come, people, stream, address, _now_ms(request) // 1000)
    taken = facet.remembered()
    joined = await asyncio.to_thread(patrons.join, people, stream, body.name, taken)
    command = codec.encode(Join(joined.person.name, body.seat))
    try:
        by = Actor(joined.person.name, PATRON)
        await desk.act(stream, by, command, entered_by=entered_by)
    except (Refused, Malformed):
        await asyncio.to_thread(patrons.leave, people, joined.secret.text)
        raise
    token = joined.secret.text
    answer = shown(responses.JoinResponse(joined.person.name, token, csrf_of(token)), 201)
    if not person.staff:
        # Who lets somebody else in stays who they are.
        path = request.url.path.removesuffix(ResourceRoute.PATRONS)
        answer.cookies.append(cookie(request, PATRON_COOKIE, token, path))
    return answer


@put(ResourceRoute.DOOR, opt=route_docs(Door, body=Door, asked=(CSRF,), noes=(403, 413, 503)))
async def set_door(request: Asking) -> Response[bytes]:
    """Let patrons come to a table by themselves, or only by staff."""
    body = read_body(await request.body(), Door)
    facet, person = await facet_of(request), caller(request)
    if facet.looking(person)[0] != Audience.SUPERVISOR:
        raise NotEntitled((), "whoever supervises the table says who lets patrons in")
    by = facet.acting(person, request.headers.get("punto-title"))[0]
    log, stream = desk_of(request).log, facet.live.stream
    who = By(by.name, by.title, _now_ms(request))
    await asyncio.to_thread(audited_access.set_door, log, stream, who, staff_only=body.staff_only)
    return shown(body)


@post(
    ResourceRoute.ENTRANTS,
    status_code=201,
    opt=route_docs(responses.JoinResponse, body=Entrant, asked=(CSRF,), noes=(403, 409, 413, 503)),
)
async def admit_entrant(request: Asking) -> Response[bytes]:
    """Make a token for the device of an entrant; an official hands it over."""
    body = read_body(await request.body(), Entrant)
    facet = await facet_of(request)
    by = _admitting_official(facet, request)
    if body.name not in facet.people():
        raise Malformed(f"{body.name[:40]} has not entered", code=ErrorCode.NO_SUCH_PATRON)
    log, stream = desk_of(request).log, facet.live.stream
    who = By(by.name, by.title, _now_ms(request))
    # Everybody hears of it, the entrant's old device too, and forms of before stay closed.
    await desk_of(request).act(stream, by, codec.encode(LetDeviceIn(body.name)))
    joined = await asyncio.to_thread(audited_access.let_in, log, stream, body.name, who)
    forgotten(request)
    token = joined.secret.text
    return shown(responses.JoinResponse(joined.person.name, token, csrf_of(token)), 201)


def _admitting_official(facet: Resource, request: Asking) -> Actor:
    """Return who lets entrants in: whoever had an entrant's token could read their form."""
    person = caller(request)
    for by in facet.acting(person, request.headers.get("punto-title")):
        if not person.patron and has_power(facet.rules, by.title, Power.ADMIT_ENTRANTS):
            return by
    power = facet.rules.edition.powers.get(Power.ADMIT_ENTRANTS)
    raise NotEntitled(power.clause if power else (), f"{person.name} lets no entrants in")


ROUTES = (sign_in, session, sign_out)
