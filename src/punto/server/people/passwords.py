"""Passwords: what can be one, and how it is told whether one is right."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from secrets import token_urlsafe
from threading import BoundedSemaphore
from unicodedata import normalize

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.server.people.errors import Throttled
from punto.server.people.names import folded

LENGTH_MIN, LENGTH_MAX = 12, 1_000
# Each of them takes much memory for a moment, on purpose; so many at once are enough.
_AT_ONCE = BoundedSemaphore(2)
_WAIT_SECONDS = 10
# Argon2id, with what the library holds to be right today; older hashes are renewed at sign-in.
_hasher = PasswordHasher()


def checked(password: str, name: str) -> str:
    """Return a password as it is hashed, or say why it is none; it is never told back."""
    if len(password) > LENGTH_MAX:
        raise _invalid_password(f"a password has up to {LENGTH_MAX:,} characters")
    try:
        password.encode()
    except UnicodeEncodeError:
        raise _invalid_password("a password is text in Unicode") from None
    text = normal(password)
    if len(text) < LENGTH_MIN:
        raise _invalid_password(f"a password has at least {LENGTH_MIN} characters")
    if folded(text) == folded(name):
        raise _invalid_password("a password is not the name")
    return text


def normal(password: str) -> str:
    """Return a password as it is hashed: keyboards differ in how they compose a letter."""
    return normalize("NFC", password)


def hashed(password: str) -> str:
    """Return what is kept of a password that was checked."""
    with _room():
        return _hasher.hash(password)


def fits(kept: str | None, given: str) -> bool:
    """Return whether a password is right; where nothing is kept, only as much time passes."""
    usable = len(given) <= LENGTH_MAX
    text = normal(given[:LENGTH_MAX]).encode("utf-8", "replace")
    with _room():
        # Whoever comes first waits for this, whether there is such an account or not.
        dummy_hash = _nobodys(_hasher)
        try:
            right = _hasher.verify(dummy_hash if kept is None else kept, text)
        except (VerificationError, InvalidHashError):
            return False
    return right and usable and kept is not None


def is_old(kept: str) -> bool:
    """Return whether a password should be hashed anew, because the parameters have changed."""
    return _hasher.check_needs_rehash(kept)


@cache
def _nobodys(hasher: PasswordHasher) -> str:
    """Return the hash of a password that nobody has."""
    return hasher.hash(token_urlsafe(32))


@contextmanager
def _room() -> Iterator[None]:
    """Wait for memory to hash in; whoever would wait for too long is told so."""
    if not _AT_ONCE.acquire(timeout=_WAIT_SECONDS):
        raise Throttled(_WAIT_SECONDS)
    try:
        yield
    finally:
        _AT_ONCE.release()


def _invalid_password(text: str) -> Malformed:
    return Malformed(text, code=ErrorCode.NO_SUCH_PASSWORD)
