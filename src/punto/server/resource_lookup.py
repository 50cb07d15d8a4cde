"""Which table, tournament or house an address names."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from punto.server.command_service import CommandService
from punto.server.request_io import Asking, Socket, desk_of
from punto.server.resource import Resource, TournamentTable
from punto.server.stream_names import HOUSE_STREAM, stream_named
from punto.store.stream_kinds import TABLE, TOURNAMENT

# Under which word a route keeps how the thing is found that it is about.
ABOUT = "about"
Finder = Callable[[CommandService, Mapping[str, Any]], Awaitable[Resource]]


async def facet_of(asking: Asking | Socket) -> Resource:
    """Return what a request is about, or say that there is no such thing."""
    finder: Finder = asking.route_handler.opt[ABOUT]
    return await finder(desk_of(asking), asking.path_params)


async def table(desk: CommandService, named: Mapping[str, Any]) -> Resource:
    """Return a table."""
    return Resource(await desk.live(stream_named(TABLE, named["table"])))


async def tournament(desk: CommandService, named: Mapping[str, Any]) -> Resource:
    """Return a tournament."""
    return Resource(await desk.live(stream_named(TOURNAMENT, named["tournament"])))


async def tournament_table(desk: CommandService, named: Mapping[str, Any]) -> Resource:
    """Return one table of a tournament."""
    live = await desk.live(stream_named(TOURNAMENT, named["tournament"]))
    return TournamentTable(live, int(named["number"]))


async def house(desk: CommandService, named: Mapping[str, Any]) -> Resource:
    """Return the house."""
    del named
    return Resource(await desk.live(HOUSE_STREAM))
