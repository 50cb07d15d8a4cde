"""Secrets that a program makes up: nobody guesses them, and only their SHA-256 is kept."""

from hashlib import sha256
from hmac import compare_digest, digest
from secrets import token_urlsafe

# What a secret is for stands before it, so that one is never taken for another, and a scanner
# of sources finds it.
SESSION, TOKEN, PATRON = "punto-session-", "punto-token-", "punto-patron-"
_BYTES = 32
_LONGEST = 100


class Secret:
    """A text that is handed over once: it prints as nothing, and no codec takes it."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return "Secret()"

    __str__ = __repr__


def fresh(purpose: str) -> Secret:
    """Return a new secret of 256 random bits."""
    return Secret(purpose + token_urlsafe(_BYTES))


def digest_of(purpose: str, given: str | None) -> bytes | None:
    """Return what is kept of a secret, or nothing where a text can be none for this purpose."""
    if not given or len(given) > _LONGEST or not given.startswith(purpose) or not given.isascii():
        return None
    return sha256(given.encode()).digest()


def csrf_of(session: str) -> str:
    """Return what a page sends back with every change, to show that it came from us."""
    return digest(session.encode("utf-8", "replace"), b"punto csrf", "sha256").hex()


def csrf_fits(session: str, given: str | None) -> bool:
    """Return whether a page of this session sent a request."""
    return compare_digest(csrf_of(session).encode(), (given or "").encode("utf-8", "replace"))
