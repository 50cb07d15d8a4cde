"""Who calls: the cookie of a browser, or the token of a program, a device or a patron."""

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
# The cookie of a patron is sent to the addresses of their own table or tournament alone.
PATRON_COOKIE = "punto_patron"
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
Asking = ASGIConnection[Any, Any, Any, Any]


class RequestAuthenticator:
    """How callers are known, by what the database of the store keeps of people."""

    def __init__(self, backend: Backend, clock: Callable[[], int]) -> None:
        self.backend, self.clock = backend, clock
        self.waiting: set[asyncio.Task[None]] = set()
        # Who was found within this second; after it everybody is looked up again.
        self._second = 0
        self._callers: dict[tuple[str | None, str | None], Caller] = {}
        self._times_cleared = 0

    def forget(self) -> None:
        """Look everybody up again from now on: somebody has just signed out."""
        self._callers.clear()
        self._times_cleared += 1

    async def _looked_up(
        self, session: str | None, token: str | None, *, anew: bool = False
    ) -> Caller:
        """Return whose secrets these are; within a second of the clock they are looked up once."""
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
            # Who was asked for before somebody signed out may be just them.
            if at == self._second and before == self._times_cleared:
                self._callers[key] = Caller(caller.person)
        return caller

    async def __call__(self, asking: Asking) -> Person:
        """Return who calls, and have it written down that they did."""
        return await self._identify(asking, touched=True)

    async def quiet(self, asking: Asking) -> Person:
        """Return who calls, as if nobody had asked; they are looked up anew."""
        return await self._identify(asking, touched=False)

    async def _identify(self, asking: Asking, *, touched: bool) -> Person:
        token = _bearer_token(asking)
        # Who sits at a table is a patron there, whoever else they are in the house.
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
            # They are told that they look as anybody does, and not as who they were.
            asking.scope.setdefault("state", {})["lapsed"] = True
        if caller.touch is not None and touched:
            # That somebody was here is written down, and nobody waits for it.
            task = asyncio.ensure_future(asyncio.to_thread(caller.touch))
            self.waiting.add(task)
            task.add_done_callback(self.waiting.discard)
        secret = patron_secret or session
        if token is None and secret is not None and caller.person is not NOBODY:
            if asking.scope["type"] == ScopeType.WEBSOCKET:
                # A page of somebody else sees what anybody sees.
                if not _is_same_origin(asking):
                    return NOBODY
            else:
                _check_csrf(asking, secret)
            asking.scope.setdefault("state", {})["csrf"] = csrf_of(secret)
        return caller.person


def identity(backend: Backend, clock: Callable[[], int]) -> Identify:
    """Return how callers are known in a house that keeps its people in a database."""
    return RequestAuthenticator(backend, clock)


def forgotten(asking: Asking) -> None:
    """Look everybody up again: somebody has just signed out."""
    check: Identify = asking.scope["litestar_app"].state.identify
    if isinstance(check, RequestAuthenticator):
        check.forget()


async def still(asking: Asking, person: Person) -> bool:
    """Return whether whoever opened a feed would be let in as the same person now.

    It is asked as they came, and is no use of their session: a feed alone keeps nobody signed in.
    """
    check: Identify = asking.scope["litestar_app"].state.identify
    if person is NOBODY or not isinstance(check, RequestAuthenticator):
        return True
    try:
        # Also who has other titles now comes back to see what they let them see.
        return await check.quiet(asking) == person
    except StoreError:
        return True


def _bearer_token(asking: Asking) -> str | None:
    kind, _, token = asking.headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer" and token:
        return token.strip()
    return None


def _is_same_origin(asking: Asking) -> bool:
    """Return whether a socket was opened by a page of the house, or by no page at all."""
    origin = asking.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == asking.headers.get("host")


def _check_csrf(asking: Asking, session: str) -> None:
    """Refuse what a page of somebody else asks with the cookie of this one."""
    method = str(asking.scope.get("method", ""))
    if method in _SAFE or csrf_fits(session, asking.headers.get(CSRF)):
        return
    raise NotEntitled((), "this request does not come from a page of the house")
