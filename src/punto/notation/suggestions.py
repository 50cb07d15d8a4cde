"""Words that nobody knows, told with the nearest ones that somebody does."""

from collections.abc import Iterable
from difflib import get_close_matches

from punto.clause import Malformed
from punto.error_codes import ErrorCode

# A word longer than this is no misspelling of anything.
_LONGEST = 60
# So many known words are listed when some are near, and so many at most.
_MANY, _ALL = 40, 120


def near(word: object, known: Iterable[str], most: int = 1, cutoff: int = 6) -> list[str]:
    """Return known words like the one given, best first; ``cutoff`` is their likeness in tenths."""
    text = str(word)[:_LONGEST]
    listed = list(dict.fromkeys(known))
    found = get_close_matches(text, listed, n=most, cutoff=cutoff / 10)
    return found or [name for name in listed if name.lower() == text.lower()]


def told(said: str, word: object, known: Iterable[str], what: str) -> tuple[str, str]:
    """Return a message about an unknown word with the nearest that is known, and a list as hint."""
    listed = list(dict.fromkeys(known))
    close = near(word, listed, most=5)
    meant = f"; did you mean {close[0]}?" if close else ""
    shown = listed if len(listed) <= _MANY or not close else close
    return f"{said}{meant}", f"{what}: {', '.join(shown[:_ALL]) or 'none'}"


def unknown(said: str, word: object, known: Iterable[str], what: str) -> Malformed:
    """Return the error of an unknown word, with the nearest that is known and with all of them."""
    return Malformed(*told(said, word, known, what), code=ErrorCode.UNKNOWN_WORD)
