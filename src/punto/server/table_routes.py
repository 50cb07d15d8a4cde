"""Tables over HTTP: listed, opened, seen, commanded; one route writes."""

import asyncio
from typing import Any

from litestar import Response, get, post
from litestar.params import FromPath, FromQuery
from msgspec import Struct

from punto.clause import Malformed, NotEntitled
from punto.notation.elections import elections
from punto.rulebook.elect import elect
from punto.rulebook.furnish import with_sign
from punto.rulebook.load import known, load
from punto.server.answers import (
    Asking,
    caller,
    desk_of,
    heard,
    read_body,
    shown,
    snapshot,
    table_stream,
)
from punto.server.desk import Answer, Desk, Wanted
from punto.server.feeds import Note
from punto.server.person import acting, looking
from punto.server.stream import Live
from punto.store.kinds import TABLE, of_kind
from punto.table.audience import Audience


class NewTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that somebody wants; ``elect`` in the words of a scenario, the float in dollars."""

    name: str
    rulebook: str
    elect: dict[str, Any] = {}
    float_dollars: int = 1_000_000
    ready: bool = False


@get("/tables")
async def tables(request: Asking) -> Response[bytes]:
    """List every table, as whoever asks may see it."""
    desk = desk_of(request)
    found = []
    for head in await asyncio.to_thread(desk.log.streams, TABLE):
        live = await desk.live(head.stream)
        view = live.aggregate.view(*looking(live.aggregate.rules, caller(request), head.stream))
        found.append(
            {"table": head.stream.partition("/")[2], "version": live.version, "view": view}
        )
    return shown(found)


@post("/tables")
async def open_table(request: Asking) -> Response[bytes]:
    """Set a table up."""
    wanted = read_body(await request.body(), NewTable)
    stream = table_stream(wanted.name)
    edition = load(known(wanted.rulebook))
    chosen = {"settlement": edition.settlement.schemes.value[0], **wanted.elect}
    person = caller(request)
    if not person.staff:
        raise NotEntitled((), "sign in first")
    if not 0 <= wanted.float_dollars <= 10**12:
        raise Malformed("a float holds chips, or none", code="float_too_small")
    desk = desk_of(request)
    made = Wanted(
        wanted.rulebook,
        with_sign(edition, elections(chosen)),
        wanted.float_dollars * 100,
        wanted.ready,
    )
    rules = elect(edition, made.elections)
    by = acting(rules, person, stream)
    if looking(rules, person, stream)[0] is not Audience.SUPERVISOR:
        raise NotEntitled((), f"{person.name} may not set a table up")
    done = await desk.open_table(stream, made, by)
    return shown({"table": wanted.name, "version": done.last}, 201)


@get("/tables/{name:str}")
async def table(request: Asking, name: FromPath[str]) -> Response[bytes]:
    """Show a table as whoever asks may see it."""
    live = await desk_of(request).live(table_stream(name))
    return shown(snapshot(live, caller(request)))


@get("/tables/{name:str}/options")
async def options(request: Asking, name: FromPath[str]) -> Response[bytes]:
    """Say what whoever asks may do now, and why not the rest."""
    live = await desk_of(request).live(table_stream(name))
    by = acting(live.aggregate.rules, caller(request), name, request.query_params.get("title"))
    found = await asyncio.to_thread(live.aggregate.options, by)
    return shown({"version": live.version, "options": found})


@post("/tables/{name:str}/commands", status_code=200)
async def command(request: Asking, name: FromPath[str]) -> Response[bytes]:
    """Carry out a command; with an idempotency key, once."""
    desk, person = desk_of(request), caller(request)
    live = await desk.live(table_stream(name))
    by = acting(live.aggregate.rules, person, live.stream, request.headers.get("punto-title"))
    key = request.headers.get("idempotency-key")
    done: Answer = await desk.act(live.stream, by, await request.body(), key)
    notes = tuple(Note(done.first + place, event) for place, event in enumerate(done.events))
    return shown(
        {
            "first": done.first,
            "last": done.last,
            "repeated": done.repeated,
            "events": heard(live, person, notes),
        }
    )


@get("/tables/{name:str}/events")
async def events(
    request: Asking, name: FromPath[str], after: FromQuery[int] = 0, limit: FromQuery[int] = 500
) -> Response[bytes]:
    """Tell what happened at a table after a version, as whoever asks may hear it."""
    desk = desk_of(request)
    live = await desk.live(table_stream(name))
    if after < 0 or not 1 <= limit <= 1000:
        raise Malformed("after is a version, limit from 1 to 1000", code="incomplete")
    notes = await asyncio.to_thread(kept, desk, live, after, limit)
    last = notes[-1].version if notes else min(after, live.version)
    return shown({"last": last, "events": heard(live, caller(request), notes)})


def kept(desk: Desk, live: Live, after: int, limit: int) -> tuple[Note, ...]:
    """Return events of a stream after a version, at most so many."""
    kind = of_kind(live.aggregate.kind)
    kept = desk.log.read(live.stream, after, after + limit)
    return tuple(Note(one.version, kind.read_event(one.payload)) for one in kept)
