"""Sign-in, sign-out and admission of entrants, each with an audit event."""

from contextlib import suppress
from threading import Lock

from punto.clause import Malformed
from punto.server.people import accounts, join_policy, patrons, sessions
from punto.server.people.audit_events import (
    By,
    DoorSet,
    EntrantLetIn,
    SignedIn,
    SignedOut,
    SignInRefused,
    record,
    titled,
)
from punto.server.people.errors import Throttled
from punto.server.people.person import Person
from punto.store.errors import StoreError
from punto.store.log import Log

# A throttled name is recorded at most this often, so that attackers cannot fill the log.
_SAID_SECONDS = 60
_said: dict[str, int] = {}
_lock = Lock()


def sign_in(
    log: Log, name: str, password: str, at_ms: int, address: str | None
) -> sessions.NewSession:
    """Begin a session or raise an error; record successes and, not every time, refusals."""
    try:
        begun = sessions.sign_in(log.backend, name, password, at_ms // 1000, address=address)
    except Throttled as error:
        _record_refusal(log, name, error, at_ms)
        raise
    person = begun.person
    record(log, By(person.name, titled(person.titles), at_ms), SignedIn(person.name))
    return begun


def _record_refusal(log: Log, name: str, error: Throttled, at_ms: int) -> None:
    with suppress(Malformed, StoreError):
        account_name: str | None = None
        with suppress(Malformed):
            # The typed text may be a password: only the name of an existing account is recorded.
            account_name = accounts.known(log.backend, name).name
        if _is_due(account_name or "", at_ms // 1000):
            by = By(account_name or "nobody", "nobody", at_ms)
            record(log, by, SignInRefused(account_name, error.retry_after))


def _is_due(whose: str, at: int) -> bool:
    """Return whether a refusal for this name is to be recorded again."""
    with _lock:
        if abs(at - _said.get(whose, -_SAID_SECONDS)) < _SAID_SECONDS:
            return False
        if len(_said) > 1_000:
            _said.clear()
        _said[whose] = at
        return True


def sign_out(log: Log, person: Person, secret: str, at_ms: int) -> None:
    """End a session."""
    sessions.sign_out(log.backend, secret)
    if person.staff:
        record(log, By(person.name, titled(person.titles), at_ms), SignedOut(person.name))


def let_in(log: Log, stream: str, name: str, by: By) -> patrons.NewPatron:
    """Issue a token for the device of an entrant."""
    joined = patrons.let_in(log.backend, stream, name)
    record(log, by, EntrantLetIn(stream, name))
    return joined


def set_door(log: Log, stream: str, by: By, *, staff_only: bool) -> None:
    """Set whether patrons may join a table by themselves, or only through staff."""
    join_policy.set_door(log.backend, stream, staff_only=staff_only)
    record(log, by, DoorSet(stream, staff_only))
