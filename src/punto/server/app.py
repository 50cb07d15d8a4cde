"""The web application of a command service: authentication, routes, error responses."""

import asyncio
from importlib import metadata
from typing import Any

from litestar import Litestar, MediaType, Request, Response, WebSocket, get
from litestar.datastructures import State
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from punto.http_api import responses
from punto.http_api.routes import Route
from punto.server import pages
from punto.server.caller_roles import Identify
from punto.server.command_service import CommandService
from punto.server.error_responses import handler
from punto.server.lifespan import running
from punto.server.openapi import document
from punto.server.people.rate_limit import RateLimit
from punto.server.people.token_revocation import TokenRevocation
from punto.server.request_authentication import RequestAuthenticator
from punto.server.request_io import Asking, desk_of, shown, words
from punto.server.route_docs import route_docs
from punto.server.routes import people, reading, routers
from punto.server.routes.metrics import metrics

BODY_MAX = 256 * 1024


@get(Route.HEALTH, opt=route_docs(responses.HealthResponse), sync_to_thread=False)
def health() -> Response[bytes]:
    """Say that the process is there."""
    return shown(responses.HealthResponse("here"))


@get(Route.READY, opt=route_docs(responses.HealthResponse, noes=(503,)))
async def ready(request: Asking) -> Response[bytes]:
    """Say whether the log can be read and written."""
    log = desk_of(request).log
    await asyncio.to_thread(log.check_writable)
    head = await asyncio.to_thread(log.head)
    return shown(responses.HealthResponse("ready", head.position))


@get(Route.SCHEMA, opt=route_docs(dict[str, Any]))
async def schema(request: Asking) -> Response[bytes]:
    """Describe the interface: the OpenAPI document of it."""
    described: bytes | None = request.app.state.get("described")
    if described is None:
        made = await asyncio.to_thread(document, request.app, metadata.version("punto"))
        described = request.app.state.described = words.encode(made)
    return Response(described, media_type=MediaType.JSON)


class Identified(ASGIMiddleware):
    """Identifies the caller of each request before it is handled."""

    scopes = (ScopeType.HTTP, ScopeType.WEBSOCKET)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        """Store the caller in the state of the request."""
        identify: Identify = scope["litestar_app"].state.identify
        http = scope["type"] == ScopeType.HTTP
        asking: Any = Request(scope) if http else WebSocket(scope, receive, send)
        scope.setdefault("state", {})["person"] = await identify(asking)
        await next_app(scope, receive, send)


def create_app(desk: CommandService, identify: Identify, *, behind_tls: bool = False) -> Litestar:
    """Return the application of a command service; ``identify`` returns the caller."""
    if isinstance(identify, RequestAuthenticator):
        desk.leaving = TokenRevocation(desk.log.backend)
    return Litestar(
        route_handlers=[
            health,
            ready,
            schema,
            metrics,
            *reading.ROUTES,
            *people.ROUTES,
            *routers.routes(),
            pages.page,
            pages.asset,
            pages.favicon,
        ],
        middleware=[Identified()],
        exception_handlers={Exception: handler},
        state=State(
            {
                "desk": desk,
                "identify": identify,
                "behind_tls": behind_tls,
                "hurry": RateLimit(),
                # Odds take long: one calculation at a time leaves the threads to other requests.
                "counting": asyncio.Semaphore(1),
            }
        ),
        lifespan=[lambda _: running(desk)],
        request_max_body_size=BODY_MAX,
        openapi_config=None,
    )
