"""Passwords: validation, hashing and verification."""

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
# Each hashing uses much memory by design, so only a few run at once.
_AT_ONCE = BoundedSemaphore(2)
_WAIT_SECONDS = 10
# Argon2id with the default parameters of the library; older hashes are renewed at sign-in.
_hasher = PasswordHasher()


def checked(password: str, name: str) -> str:
    """Return a password in its normal form, or raise an error that does not contain it."""
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
    """Return a password in Unicode NFC, because keyboards compose letters differently."""
    return normalize("NFC", password)


def hashed(password: str) -> str:
    """Return the hash of a checked password."""
    with _room():
        return _hasher.hash(password)


def fits(kept: str | None, given: str) -> bool:
    """Return whether a password is right; without a hash, take the same time and return False."""
    usable = len(given) <= LENGTH_MAX
    text = normal(given[:LENGTH_MAX]).encode("utf-8", "replace")
    with _room():
        # Computed on the first call for every account, so that the time reveals nothing.
        dummy_hash = _nobodys(_hasher)
        try:
            right = _hasher.verify(dummy_hash if kept is None else kept, text)
        except (VerificationError, InvalidHashError):
            return False
    return right and usable and kept is not None


def is_old(kept: str) -> bool:
    """Return whether a password needs a new hash, because the parameters have changed."""
    return _hasher.check_needs_rehash(kept)


@cache
def _nobodys(hasher: PasswordHasher) -> str:
    """Return the hash of a random password, to compare with if there is no account."""
    return hasher.hash(token_urlsafe(32))


@contextmanager
def _room() -> Iterator[None]:
    """Wait until another hashing may run; raise ``Throttled`` after too long."""
    if not _AT_ONCE.acquire(timeout=_WAIT_SECONDS):
        raise Throttled(_WAIT_SECONDS)
    try:
        yield
    finally:
        _AT_ONCE.release()


def _invalid_password(text: str) -> Malformed:
    return Malformed(text, code=ErrorCode.NO_SUCH_PASSWORD)
