"""Finds the person of a session or a token: staff, program, device, patron, or nobody."""

from collections.abc import Callable
from contextlib import suppress

from msgspec import Struct

from punto.server.people import patrons, sessions, tokens
from punto.server.people.person import NOBODY, Person
from punto.server.people.secret import PATRON
from punto.server.people.sessions import LASTING, SessionLifetime
from punto.store.errors import StoreError
from punto.store.sql import Backend

# The activity of a caller is recorded at most this often.
TOUCH_SECONDS = 60


class Caller(Struct, frozen=True):
    """The caller, and a function that records their activity, if that is due."""

    person: Person
    touch: Callable[[], None] | None = None


def person_for(
    backend: Backend,
    at: int,
    *,
    session: str | None = None,
    token: str | None = None,
    lasting: SessionLifetime = LASTING,
) -> Person:
    """Return the caller, and record their activity if that is due."""
    caller = caller_for(backend, at, session=session, token=token, lasting=lasting)
    if caller.touch is not None:
        caller.touch()
    return caller.person


def caller_for(
    backend: Backend,
    at: int,
    *,
    session: str | None = None,
    token: str | None = None,
    lasting: SessionLifetime = LASTING,
) -> Caller:
    """Return the caller. If there is a token, the session is ignored, also if the token is wrong.

    This only reads. Call ``touch`` later, in another thread, if the response must not wait.
    """
    if token:
        if token.startswith(PATRON):
            return Caller(patrons.known(backend, token))
        lookup = tokens.seen(backend, token, at)
        return _caller_to_touch(lookup, at, lambda: tokens.touch(backend, token, at))
    if session:
        lookup = sessions.seen(backend, session, at, lasting)
        return _caller_to_touch(lookup, at, lambda: sessions.touch(backend, session, at))
    return Caller(NOBODY)


def _caller_to_touch(lookup: sessions.SessionLookup, at: int, touch: Callable[[], None]) -> Caller:
    # A recorded time in the future, from a wrong clock, is corrected too.
    if lookup.person is NOBODY or abs(at - lookup.seen_at) < TOUCH_SECONDS:
        return Caller(lookup.person)

    def touched() -> None:
        # A full disk or a timeout must not refuse the request.
        with suppress(StoreError):
            touch()

    return Caller(lookup.person, touched)
