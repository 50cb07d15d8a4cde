"""Errors for unknown words, with similar known words."""

from collections.abc import Iterable
from difflib import get_close_matches

from punto.clause import Malformed
from punto.error_codes import ErrorCode

# Only this many characters of a word are compared.
_LONGEST = 60
# Number of known words listed if some are similar, and the maximum.
_MANY, _ALL = 40, 120


def near(word: object, known: Iterable[str], most: int = 1, cutoff: int = 6) -> list[str]:
    """Return similar known words, best first; ``cutoff`` is the least similarity in tenths."""
    text = str(word)[:_LONGEST]
    listed = list(dict.fromkeys(known))
    found = get_close_matches(text, listed, n=most, cutoff=cutoff / 10)
    return found or [name for name in listed if name.lower() == text.lower()]


def told(said: str, word: object, known: Iterable[str], what: str) -> tuple[str, str]:
    """Return a message about an unknown word with the most similar one, and a list as hint."""
    listed = list(dict.fromkeys(known))
    close = near(word, listed, most=5)
    meant = f"; did you mean {close[0]}?" if close else ""
    shown = listed if len(listed) <= _MANY or not close else close
    return f"{said}{meant}", f"{what}: {', '.join(shown[:_ALL]) or 'none'}"


def unknown(said: str, word: object, known: Iterable[str], what: str) -> Malformed:
    """Return the error for an unknown word, with the most similar word and a list."""
    return Malformed(*told(said, word, known, what), code=ErrorCode.UNKNOWN_WORD)
