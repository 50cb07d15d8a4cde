"""One pattern for tables, tournaments, their tables and the house: seen, commanded, followed."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from litestar import Response, get, post
from litestar.exceptions.http_exceptions import RequestEntityTooLarge
from litestar.params import FromQuery

from punto.aggregate.actor import Actor
from punto.clause import Malformed, NotEntitled
from punto.error_codes import ErrorCode
from punto.http_api import responses
from punto.http_api.routes import ResourceRoute
from punto.roads import roads
from punto.server import preview as ahead
from punto.server.command_fields import choice
from punto.server.coup_recall import steps_of
from punto.server.people.person import Person
from punto.server.people.rate_limit import RateLimit
from punto.server.request_authentication import forgotten
from punto.server.request_io import Asking, caller, csrf, desk_of, lapsed, shown
from punto.server.resource_lookup import facet_of
from punto.server.route_docs import CSRF, KEYED, TITLED, RouteParameter, route_docs
from punto.store.errors import KeyReused
from punto.table.seats.joining import PatronLeft

LIMIT_MAX = 1000
# The largest command of a patron, in bytes; the longest contains a few sentences.
PATRON_MAX = 4096
T = TypeVar("T")


@get("/", opt=route_docs(responses.ViewResponse))
async def see(request: Asking) -> Response[bytes]:
    """Show it as whoever asks may see it."""
    facet = await facet_of(request)
    person = caller(request)
    you = facet.you(person, csrf(request), lapsed=lapsed(request))
    view = facet.view(facet.looking(person))
    return shown(responses.ViewResponse(facet.live.version, you, view))


@get(ResourceRoute.OPTIONS, opt=route_docs(responses.OptionsResponse, asked=(TITLED,), noes=(403,)))
async def options(request: Asking) -> Response[bytes]:
    """Say what whoever asks may do now, and why not the rest."""
    facet = await facet_of(request)
    now = desk_of(request).clock_ms()
    actors = tuple(facet.now(by, now) for by in facet.acting(caller(request), _title(request)))
    version = facet.live.version
    available = await asyncio.to_thread(facet.options, actors)
    return shown(
        responses.OptionsResponse(version, tuple(choice(facet, option) for option in available))
    )


@post(
    ResourceRoute.COMMANDS,
    status_code=200,
    opt=route_docs(
        responses.CommandResponse,
        body="command",
        asked=(KEYED, TITLED, CSRF),
        noes=(403, 409, 413, 429, 503),
    ),
)
async def command(request: Asking) -> Response[bytes]:
    """Carry out a command; with an idempotency key, once."""
    facet = await facet_of(request)
    person = caller(request)
    actors = facet.acting(person, _title(request))
    text = facet.command(await _read_limited_body(request, person), person)
    key, desk = request.headers.get("idempotency-key"), desk_of(request)
    done = await _try_titles(actors, lambda by: desk.act(facet.live.stream, by, text, key))
    if any(isinstance(note.event, PatronLeft) for note in done.notes):
        forgotten(request)
    events_heard = facet.heard(facet.looking(person), done.notes)
    return shown(responses.CommandResponse(done.first, done.last, done.repeated, events_heard))


@post(
    ResourceRoute.PREVIEW,
    status_code=200,
    opt=route_docs(
        responses.PreviewResponse, body="command", asked=(TITLED, CSRF), noes=(403, 409, 413, 429)
    ),
)
async def preview(request: Asking) -> Response[bytes]:
    """Tell what a command would bring about now, without doing it; never what cards come."""
    facet = await facet_of(request)
    person = caller(request)
    actors = facet.acting(person, _title(request))
    text, desk = facet.command(await _read_limited_body(request, person), person), desk_of(request)
    outcome = await _try_titles(actors, lambda by: ahead.preview(desk, facet.live.stream, by, text))
    events_heard = facet.heard(facet.looking(person), outcome.notes)
    return shown(responses.PreviewResponse(facet.live.version, events_heard, outcome.consequences))


@get(
    ResourceRoute.EVENTS,
    opt=route_docs(
        responses.EventsResponse,
        asked=(
            RouteParameter("after", int, "only what came after this version"),
            RouteParameter("limit", int, f"at most so many, up to {LIMIT_MAX}"),
        ),
    ),
)
async def events(
    request: Asking, after: FromQuery[int] = 0, limit: FromQuery[int] = 500
) -> Response[bytes]:
    """Tell what happened after a version, as whoever asks may hear it."""
    facet = await facet_of(request)
    if not 0 <= after < 2**62 or not 1 <= limit <= LIMIT_MAX:
        text = f"after is a version, limit from 1 to {LIMIT_MAX}"
        raise Malformed(text, code=ErrorCode.INCOMPLETE)
    notes = await asyncio.to_thread(facet.live.kept, after, after + limit)
    last = notes[-1].version if notes else min(after, facet.live.version)
    return shown(responses.EventsResponse(last, facet.heard(facet.looking(caller(request)), notes)))


@get(ResourceRoute.COUP, opt=route_docs(responses.CoupResponse))
async def coup(request: Asking) -> Response[bytes]:
    """Recall one coup, step by step, as whoever asks could see it then."""
    facet = await facet_of(request)
    number = int(request.path_params["coup"])
    seat = facet.looking(caller(request))
    steps = await asyncio.to_thread(steps_of, facet, seat, number)
    return shown(responses.CoupResponse(number, steps))


@get(ResourceRoute.ROADS, opt=route_docs(responses.RoadsResponse))
async def roads_of(request: Asking) -> Response[bytes]:
    """Show the five roads of the shoe, with what the next coup would mark."""
    facet = await facet_of(request)
    return shown(responses.RoadsResponse(facet.live.version, roads(facet.table().results)))


@get(ResourceRoute.SIGN, opt=route_docs(responses.Sign))
async def sign(request: Asking) -> Response[bytes]:
    """Show what stands on the sign, each line with the clause that wants it there."""
    facet = await facet_of(request)
    view: Any = facet.view(facet.looking(caller(request)))
    return shown(responses.Sign(facet.live.version, facet.sign(), view.notices))


async def _read_limited_body(request: Asking, person: Person) -> bytes:
    """Return what somebody sends, unless a patron sends more than anybody does who plays."""
    text = await request.body()
    if person.patron:
        hurry: RateLimit = request.app.state.hurry
        hurry.check(person.key)
        if len(text) > PATRON_MAX:
            raise RequestEntityTooLarge(f"a patron says it in {PATRON_MAX:,} bytes")
    return text


async def _try_titles(actors: tuple[Actor, ...], act: Callable[[Actor], Awaitable[T]]) -> T:
    """Return what comes of an act under the first title of somebody that has the power."""
    first: NotEntitled | KeyReused | None = None
    for by in actors:
        try:
            return await act(by)
        except (NotEntitled, KeyReused) as error:
            # What was sent before may have been done under another of their titles.
            first = error if first is None or isinstance(error, KeyReused) else first
    assert first is not None, "whoever acts has a title"
    raise first


def _title(request: Asking) -> str | None:
    return request.headers.get("punto-title")


ANY = (see, options, command, events)
TABLE = (*ANY, preview, coup, roads_of, sign)
