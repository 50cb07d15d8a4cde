"""What is on the floor: listed, and set up by whoever answers for it."""

import asyncio
from typing import Any

from litestar import Response, get, post

from punto.clause import Malformed, NotEntitled
from punto.error_codes import ErrorCode
from punto.http_api import responses
from punto.http_api.requests import NewHouse, NewTable, NewTournament
from punto.http_api.routes import Route
from punto.notation.elections import elections
from punto.rulebook.elect import elect
from punto.rulebook.elect_table import with_sign
from punto.rulebook.load import known, load
from punto.rulebook.power import Power
from punto.server.caller_roles import acting, looking
from punto.server.command_messages import NewTableRequest
from punto.server.request_io import Asking, caller, desk_of, read_body, shown
from punto.server.route_docs import CSRF, route_docs
from punto.server.stream_names import HOUSE_STREAM, name_of, new_stream
from punto.store.stream_kinds import TABLE, TOURNAMENT
from punto.table.audience import Audience

FLOAT_MAX = 10**12


_NOES = (403, 413, 503)


@get(Route.TABLES, opt=route_docs(tuple[responses.ListItem[Any], ...]))
async def tables(request: Asking) -> Response[bytes]:
    """List every table, as whoever asks may see it."""
    return shown(await _list_items(request, TABLE))


@get(Route.TOURNAMENTS, opt=route_docs(tuple[responses.ListItem[Any], ...]))
async def tournaments(request: Asking) -> Response[bytes]:
    """List every tournament, as whoever asks may see it."""
    return shown(await _list_items(request, TOURNAMENT))


async def _list_items(request: Asking, kind: str) -> list[responses.ListItem[Any]]:
    desk, person, items = desk_of(request), caller(request), []
    for head in await asyncio.to_thread(desk.log.streams, kind):
        live = await desk.live(head.stream)
        view = live.aggregate.view(*live.aggregate.looking(person, head.stream))
        items.append(responses.ListItem(name_of(head.stream), live.version, view))
    return items


@post(
    Route.TABLES,
    opt=route_docs(responses.CreatedResponse, body=NewTable, asked=(CSRF,), noes=(*_NOES, 409)),
)
async def open_table(request: Asking) -> Response[bytes]:
    """Set a table up."""
    body = read_body(await request.body(), NewTable)
    stream = new_stream(TABLE, body.name)
    edition = load(known(body.rulebook))
    chosen = {"settlement": edition.settlement.schemes.value[0], **body.elect}
    person = caller(request)
    if not person.staff:
        raise NotEntitled((), "sign in first")
    if not 0 <= body.float_dollars <= FLOAT_MAX:
        raise Malformed("a float holds chips, or none", code=ErrorCode.FLOAT_TOO_SMALL)
    new_table = NewTableRequest(
        body.rulebook,
        with_sign(edition, elections(chosen)),
        body.float_dollars * 100,
        body.ready,
    )
    rules = elect(edition, new_table.elections)
    by = acting(rules, person, stream)
    if looking(rules, person, stream)[0] is not Audience.SUPERVISOR:
        raise NotEntitled((), f"{person.name} may not set a table up")
    done = await desk_of(request).open_table(stream, new_table, by)
    return shown(responses.CreatedResponse(body.name, done.last), 201)


@post(
    Route.TOURNAMENTS,
    opt=route_docs(
        responses.CreatedResponse, body=NewTournament, asked=(CSRF,), noes=(*_NOES, 409)
    ),
)
async def open_tournament(request: Asking) -> Response[bytes]:
    """Set a tournament up; it is a draft until its conditions are laid down."""
    body = read_body(await request.body(), NewTournament)
    stream = new_stream(TOURNAMENT, body.name)
    edition = load(known(body.rulebook))
    chosen = {"settlement": edition.settlement.schemes.value[0], "tournament": True, **body.elect}
    person = caller(request)
    if not person.staff:
        raise NotEntitled((), "sign in first")
    elected = elections(chosen)
    by = acting(elect(edition, elected), person, stream)
    lays_down = edition.powers.get(Power.SET_TOURNAMENT_CONDITIONS)
    if lays_down is not None and by.title not in lays_down.value:
        raise NotEntitled(lays_down.clause, f"{person.name} may not set a tournament up")
    desk = desk_of(request)
    done = await desk.open_tournament(stream, body.rulebook, body.title, elected, by)
    return shown(responses.CreatedResponse(body.name, done.last), 201)


@post(
    "/", opt=route_docs(responses.CreatedResponse, body=NewHouse, asked=(CSRF,), noes=(*_NOES, 409))
)
async def open_house(request: Asking) -> Response[bytes]:
    """Set the house up, with nothing on its hands."""
    body = read_body(await request.body(), NewHouse)
    edition = load(known(body.rulebook))
    rules = elect(edition, elections({"settlement": edition.settlement.schemes.value[0]}))
    person = caller(request)
    if not person.staff:
        raise NotEntitled((), "sign in first")
    by = acting(rules, person, HOUSE_STREAM)
    if looking(rules, person, HOUSE_STREAM)[0] is not Audience.SUPERVISOR:
        raise NotEntitled((), f"{person.name} may not set the house up")
    done = await desk_of(request).open_house(HOUSE_STREAM, body.rulebook, body.title, body.zone, by)
    return shown(responses.CreatedResponse(name_of(HOUSE_STREAM), done.last), 201)
