"""Facts about people whom the house knows by a key."""

import asyncio

from litestar import Response, get, put
from msgspec import UNSET
from msgspec.structs import asdict

from punto.clause import Malformed, NotEntitled
from punto.error_codes import ErrorCode
from punto.house.views.audience import WATCH
from punto.http_api.requests import Facts
from punto.http_api.routes import ResourceRoute
from punto.server.people import personal_data
from punto.server.request_io import Asking, caller, desk_of, read_body, shown
from punto.server.resource import Resource
from punto.server.resource_lookup import facet_of
from punto.server.route_docs import CSRF, route_docs


@get(ResourceRoute.PERSON, opt=route_docs(Facts, noes=(403,)))
async def facts_of(request: Asking) -> Response[bytes]:
    """Show what is known about somebody, to whoever answers for the house."""
    person = await _visible_person(request)
    backend = desk_of(request).log.backend
    return shown(Facts(**await asyncio.to_thread(personal_data.of, backend, person)))


@put(ResourceRoute.PERSON, opt=route_docs(Facts, body=Facts, asked=(CSRF,), noes=(403, 413, 503)))
async def write_down(request: Asking) -> Response[bytes]:
    """Keep facts about somebody, beside the log: they can be erased."""
    body = read_body(await request.body(), Facts)
    await _visible_person(request)
    backend, house = desk_of(request).log.backend, (await facet_of(request)).live
    facts = {name: text for name, text in asdict(body).items() if text is not UNSET}
    # Who is being erased meanwhile is erased first, or after it: nothing of them stays.
    async with house.lock:
        person = await _visible_person(request)
        await asyncio.to_thread(personal_data.write_down, backend, person, facts)
    return shown(Facts(**await asyncio.to_thread(personal_data.of, backend, person)))


async def _visible_person(request: Asking) -> str:
    """Return the key of somebody whom the house knows, if whoever asks may know of them."""
    facet: Resource = await facet_of(request)
    if facet.looking(caller(request))[0] not in WATCH:
        raise NotEntitled((), "facts about people are for whoever answers for the house")
    person = str(request.path_params["person"])
    if person not in facet.live.aggregate.state.people:
        raise Malformed(f"{person[:40]} is not known", code=ErrorCode.NO_SUCH_THING)
    return person
