"""Random secrets. Only their SHA-256 is stored."""

from hashlib import sha256
from hmac import compare_digest, digest
from secrets import token_urlsafe

# The prefix shows the purpose of a secret, so that kinds cannot be confused, and secret scanners
# find it.
SESSION, TOKEN, PATRON = "punto-session-", "punto-token-", "punto-patron-"
_BYTES = 32
_LONGEST = 100


class Secret:
    """A text that is handed over once. It is not printed, and no codec accepts it."""

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
    """Return the digest of a secret, or None if the text cannot be one for this purpose."""
    if not given or len(given) > _LONGEST or not given.startswith(purpose) or not given.isascii():
        return None
    return sha256(given.encode()).digest()


def csrf_of(session: str) -> str:
    """Return the CSRF token of a session."""
    return digest(session.encode("utf-8", "replace"), b"punto csrf", "sha256").hex()


def csrf_fits(session: str, given: str | None) -> bool:
    """Return whether a CSRF token belongs to a session."""
    return compare_digest(csrf_of(session).encode(), (given or "").encode("utf-8", "replace"))
