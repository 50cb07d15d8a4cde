"""Finds the table, tournament or house that an address names."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from punto.server.command_service import CommandService
from punto.server.request_io import Asking, Socket, desk_of
from punto.server.resource import Resource, TournamentTable
from punto.server.stream_names import HOUSE_STREAM, stream_named
from punto.store.stream_kinds import TABLE, TOURNAMENT

# The key of the finder in the options of a route.
ABOUT = "about"
Finder = Callable[[CommandService, Mapping[str, Any]], Awaitable[Resource]]


async def facet_of(asking: Asking | Socket) -> Resource:
    """Return the resource of a request, or raise an error if it does not exist."""
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
