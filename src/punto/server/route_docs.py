"""What a route takes and says, noted beside it: the interface's own description is made of it."""

from typing import Any

from msgspec import Struct

# Under which word a route keeps it.
SPOKEN = "spoken"


class RouteParameter(Struct, frozen=True):
    """Something that may stand behind the question mark, or in a header."""

    name: str
    kind: Any
    meaning: str
    where: str = "query"


class RouteDocs(Struct, frozen=True):
    """What a route takes in its body, what it says, and which noes it has.

    An answer that is generic is filled with the view and the events of what the route is about.
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
    """Return the note for the options of a route."""
    return {SPOKEN: RouteDocs(answer, body, asked, noes, media)}


# What most routes that write have in common.
KEYED = RouteParameter(
    "idempotency-key", str, "a second try under the same key does nothing", "header"
)
TITLED = RouteParameter("punto-title", str, "the title to act under, of several", "header")
CSRF = RouteParameter("punto-csrf", str, "what a browser got when it signed in", "header")
