"""Who calls: a session of a browser, a token of a program or device, a patron, or nobody."""

from collections.abc import Callable
from contextlib import suppress

from msgspec import Struct

from punto.server.people import patrons, sessions, tokens
from punto.server.people.person import NOBODY, Person
from punto.server.people.secret import PATRON
from punto.server.people.sessions import LASTING, SessionLifetime
from punto.store.errors import StoreError
from punto.store.sql import Backend

# That somebody was here is written down this often at most.
TOUCH_SECONDS = 60


class Caller(Struct, frozen=True):
    """Who calls, and what is to be written down about it, if anything; that can wait."""

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
    """Return who calls, and write down that they did where it is due."""
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
    """Return who calls; a token that was sent counts alone, right or wrong.

    Only reads: whoever must answer at once calls ``touch`` later, in a thread of its own.
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
    # A clock that was set back is put right as well.
    if lookup.person is NOBODY or abs(at - lookup.seen_at) < TOUCH_SECONDS:
        return Caller(lookup.person)

    def touched() -> None:
        # Nobody is turned away because there is no room, or no time, to write it down.
        with suppress(StoreError):
            touch()

    return Caller(lookup.person, touched)
