"""The application over a desk: who calls, what is asked, every no in one form."""

import asyncio
from typing import Any

from litestar import Litestar, Request, Response, WebSocket, get
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from punto.rulebook.load import ids, load
from punto.server import people_routes, table_routes
from punto.server.answers import Asking, desk_of, shown
from punto.server.desk import Desk
from punto.server.live_feed import live_feed
from punto.server.person import Identify
from punto.server.problems import handler
from punto.server.running import running
from punto.table.authority import known_titles

BODY_MAX = 256 * 1024


@get("/health", sync_to_thread=False)
def health() -> dict[str, str]:
    """Say that the process is there."""
    return {"status": "here"}


@get("/ready")
async def ready(request: Asking) -> Response[bytes]:
    """Say whether the log can be read."""
    head = await asyncio.to_thread(desk_of(request).log.head)
    return shown({"status": "ready", "position": head.position})


@get("/rulebooks", sync_to_thread=False)
def rulebooks() -> Response[bytes]:
    """List the rulebooks."""
    found = [
        {
            "id": name,
            "title": load(name).instrument.title,
            "titles": sorted(known_titles(load(name))),
        }
        for name in ids()
    ]
    return shown(found)


class Identified(ASGIMiddleware):
    """Finds out who calls before anything is answered."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Put the person beside the request."""
        identify: Identify = scope["litestar_app"].state.identify
        http = scope["type"] == ScopeType.HTTP
        asking: Any = Request(scope) if http else WebSocket(scope, receive, send)
        scope.setdefault("state", {})["person"] = await identify(asking)
        await next_app(scope, receive, send)


def create_app(desk: Desk, identify: Identify, *, behind_tls: bool = False) -> Litestar:
    """Return the application over a desk; ``identify`` says who calls."""
    return Litestar(
        route_handlers=[
            health,
            ready,
            rulebooks,
            table_routes.tables,
            table_routes.open_table,
            table_routes.table,
            table_routes.options,
            table_routes.command,
            table_routes.events,
            live_feed,
            people_routes.sign_in,
            people_routes.session,
            people_routes.sign_out,
            people_routes.join_table,
        ],
        middleware=[Identified()],
        exception_handlers={Exception: handler},
        state=State({"desk": desk, "identify": identify, "behind_tls": behind_tls}),
        lifespan=[lambda _: running(desk)],
        request_max_body_size=BODY_MAX,
        openapi_config=None,
    )
