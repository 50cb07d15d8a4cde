"""The documentation of a route: parameters, body, response. The OpenAPI document uses it."""

from typing import Any

from msgspec import Struct

# The key of the documentation in the options of a route.
SPOKEN = "spoken"


class RouteParameter(Struct, frozen=True):
    """A parameter of the query, or a header."""

    name: str
    kind: Any
    meaning: str
    where: str = "query"


class RouteDocs(Struct, frozen=True):
    """The body of a route, its response, its parameters and its error statuses.

    A generic response gets the view and the events of the route's resource.
    """

    answer: Any = None
    body: Any = None
    asked: tuple[RouteParameter, ...] = ()
    noes: tuple[int, ...] = ()
    media: str = "application/json"


def route_docs(
    answer: Any = None,
    *,
    body: Any = None,
    asked: tuple[RouteParameter, ...] = (),
    noes: tuple[int, ...] = (),
    media: str = "application/json",
) -> dict[str, Any]:
    """Return the documentation as options of a route."""
    return {SPOKEN: RouteDocs(answer, body, asked, noes, media)}


# Parameters that most writing routes have.
KEYED = RouteParameter(
    "idempotency-key", str, "a second try under the same key does nothing", "header"
)
TITLED = RouteParameter("punto-title", str, "the title to act under, of several", "header")
CSRF = RouteParameter("punto-csrf", str, "what a browser got when it signed in", "header")
