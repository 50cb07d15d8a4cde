"""Everything that is played, at its addresses: one set of routes, put up where each is found."""

from typing import Any

from litestar import Router

from punto.house.registry import registry as house_registry
from punto.house.views.view import View as HouseView
from punto.http_api.routes import ResourceRoute, Route
from punto.server import resource_lookup
from punto.server.resource_lookup import ABOUT, Finder
from punto.server.routes import collections, resources
from punto.server.routes.feed import follow
from punto.server.routes.people import admit_entrant, join_table, set_door
from punto.server.routes.personal_data import facts_of, write_down
from punto.table.registry import AnyCommand as TableCommand
from punto.table.views.feed import Heard
from punto.table.views.view import View as TableView
from punto.tournament.registry import registry as tournament_registry
from punto.tournament.views.view import View as TournamentView

# Under which words a route keeps what is seen there, what is heard, and what can be commanded.
VIEW, HEARD, COMMAND, CALLED = "view", "heard", "command", "called"
_AT_TABLE: dict[str, Any] = {
    CALLED: "Table",
    VIEW: TableView,
    HEARD: Heard,
    COMMAND: TableCommand,
}
_AT_TOURNAMENT: dict[str, Any] = {
    CALLED: "Tournament",
    VIEW: TournamentView,
    HEARD: Heard,
    COMMAND: tournament_registry.any_command,
}
_AT_HOUSE: dict[str, Any] = {
    CALLED: "House",
    VIEW: HouseView,
    HEARD: house_registry.any_event,
    COMMAND: house_registry.any_command,
}


def _router(path: str, handlers: tuple[Any, ...], about: Finder, **words: Any) -> Router:
    opt = {ABOUT: about, **words}
    return Router(path, route_handlers=[*handlers, follow], opt=opt)


def routes() -> list[Any]:
    """Return the routes of tables, tournaments, their tables and the house."""
    return [
        Router("", route_handlers=[collections.tables, collections.open_table], opt=_AT_TABLE),
        Router(
            "",
            route_handlers=[collections.tournaments, collections.open_tournament],
            opt=_AT_TOURNAMENT,
        ),
        _router(
            Route.TABLE,
            (*resources.TABLE, join_table, set_door),
            resource_lookup.table,
            **_AT_TABLE,
        ),
        _router(
            Route.TOURNAMENT,
            (*resources.ANY, admit_entrant),
            resource_lookup.tournament,
            **_AT_TOURNAMENT,
        ),
        _router(
            Route.TOURNAMENT + ResourceRoute.TABLE,
            resources.TABLE,
            resource_lookup.tournament_table,
            **_AT_TABLE,
        ),
        _router(
            Route.HOUSE,
            (*resources.ANY, collections.open_house, facts_of, write_down),
            resource_lookup.house,
            **_AT_HOUSE,
        ),
    ]
