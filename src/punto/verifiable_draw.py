"""Lots that anybody can draw again: a seed is committed to before, and shown afterwards."""

import hashlib
import re
from collections.abc import Sequence

from punto.clause import Malformed
from punto.error_codes import ErrorCode


def lots(seed: str, names: Sequence[str]) -> tuple[str, ...]:
    """Return names in the order that a seed gives: each is hashed with it, the least goes first."""
    return tuple(
        sorted(names, key=lambda name: hashlib.sha256(f"{seed}\n{name}".encode()).digest())
    )


def commitment(seed: str) -> str:
    """Return the digest that fixes a seed and tells nothing of it: draw a long one at random."""
    return hashlib.sha256(seed.encode()).hexdigest()


def check_commitment(digest: str, committed: str | None) -> None:
    """Say that a digest is none, or that a seed is fixed already."""
    if not re.fullmatch("[0-9a-f]{64}", digest):
        raise Malformed("a commitment is a SHA-256 in hexadecimal", code=ErrorCode.INCOMPLETE)
    if committed is not None:
        raise Malformed("a seed is committed already", code=ErrorCode.ALREADY_SO)


def check_seed(seed: str, committed: str | None) -> None:
    """Say that lots cannot be drawn with a seed to which nobody committed."""
    if committed is None:
        raise Malformed("commit to a seed before lots are drawn", code=ErrorCode.NOT_COMMITTED)
    if commitment(seed) != committed:
        raise Malformed("this is not the seed that was committed to", code=ErrorCode.OTHER_SEED)
