"""Authentication of requests by the cookie of a browser, or by a token; the CSRF check."""

import asyncio
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.enums import ScopeType

from punto.clause import NotEntitled
from punto.server.caller_roles import Identify
from punto.server.people.authentication import Caller, caller_for
from punto.server.people.person import NOBODY, Person
from punto.server.people.secret import PATRON, csrf_fits, csrf_of
from punto.store.errors import StoreError
from punto.store.sql import Backend

COOKIE, CSRF = "punto_session", "punto-csrf"
# Browsers send the cookie of a patron only to the addresses of their table or tournament.
PATRON_COOKIE = "punto_patron"
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
Asking = ASGIConnection[Any, Any, Any, Any]


class RequestAuthenticator:
    """Identifies callers by the sessions and tokens in the database of the store."""

    def __init__(self, backend: Backend, clock: Callable[[], int]) -> None:
        self.backend, self.clock = backend, clock
        self.waiting: set[asyncio.Task[None]] = set()
        # The callers that were found within this second. After it, they are looked up again.
        self._second = 0
        self._callers: dict[tuple[str | None, str | None], Caller] = {}
        self._times_cleared = 0

    def forget(self) -> None:
        """Clear the cache, because somebody has just signed out."""
        self._callers.clear()
        self._times_cleared += 1

    async def _looked_up(
        self, session: str | None, token: str | None, *, anew: bool = False
    ) -> Caller:
        """Return the owner of these secrets; look them up once per second of the clock."""
        at, key = self.clock(), (session, token)
        if at != self._second:
            self._second = at
            self._callers.clear()
        caller = None if anew else self._callers.get(key)
        if caller is None:
            before = self._times_cleared
            caller = await asyncio.to_thread(
                caller_for, self.backend, at, session=session, token=token
            )
            # If the cache was cleared meanwhile, this caller may be the one who signed out.
            if at == self._second and before == self._times_cleared:
                self._callers[key] = Caller(caller.person)
        return caller

    async def __call__(self, asking: Asking) -> Person:
        """Return the caller, and record that they were active."""
        return await self._identify(asking, touched=True)

    async def quiet(self, asking: Asking) -> Person:
        """Return the caller from a new lookup, without recording that they were active."""
        return await self._identify(asking, touched=False)

    async def _identify(self, asking: Asking, *, touched: bool) -> Person:
        token = _bearer_token(asking)
        # A caller with a patron's cookie is that patron at this table, also if they are staff.
        patron_cookie, session = asking.cookies.get(PATRON_COOKIE), asking.cookies.get(COOKIE)
        if token is None and patron_cookie is None and session is None:
            return NOBODY
        caller = await self._looked_up(session, token or patron_cookie, anew=not touched)
        patron_secret = None if token else patron_cookie
        if caller.person is NOBODY and patron_secret is not None and session is not None:
            patron_secret = None
            caller = await self._looked_up(session, None, anew=not touched)
        patron_token = token if token is not None and token.startswith(PATRON) else patron_secret
        if patron_token is not None and caller.person is NOBODY:
            # The response says that the token has lapsed and that they now see the public view.
            asking.scope.setdefault("state", {})["lapsed"] = True
        if caller.touch is not None and touched:
            # Recording the activity runs in the background.
            task = asyncio.ensure_future(asyncio.to_thread(caller.touch))
            self.waiting.add(task)
            task.add_done_callback(self.waiting.discard)
        secret = patron_secret or session
        if token is None and secret is not None and caller.person is not NOBODY:
            if asking.scope["type"] == ScopeType.WEBSOCKET:
                # A page of another origin gets the public view.
                if not _is_same_origin(asking):
                    return NOBODY
            else:
                _check_csrf(asking, secret)
            asking.scope.setdefault("state", {})["csrf"] = csrf_of(secret)
        return caller.person


def identity(backend: Backend, clock: Callable[[], int]) -> Identify:
    """Return the authentication for a server whose people are in a database."""
    return RequestAuthenticator(backend, clock)


def forgotten(asking: Asking) -> None:
    """Clear the cache of callers, because somebody has just signed out."""
    check: Identify = asking.scope["litestar_app"].state.identify
    if isinstance(check, RequestAuthenticator):
        check.forget()


async def still(asking: Asking, person: Person) -> bool:
    """Return whether the caller who opened a feed would still be the same person now.

    The check uses the original request and does not extend the session.
    """
    check: Identify = asking.scope["litestar_app"].state.identify
    if person is NOBODY or not isinstance(check, RequestAuthenticator):
        return True
    try:
        # A change of titles ends the feed too, because the audience may change.
        return await check.quiet(asking) == person
    except StoreError:
        return True


def _bearer_token(asking: Asking) -> str | None:
    kind, _, token = asking.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and token:
        return token.strip()
    return None


def _is_same_origin(asking: Asking) -> bool:
    """Return whether a socket was opened by a page of this server, or without a browser."""
    origin = asking.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == asking.headers.get("host")


def _check_csrf(asking: Asking, session: str) -> None:
    """Refuse a request from a page of another origin that carries the cookie of this server."""
    method = str(asking.scope.get("method", ""))
    if method in _SAFE or csrf_fits(session, asking.headers.get(CSRF)):
        return
    raise NotEntitled((), "this request does not come from a page of the house")
