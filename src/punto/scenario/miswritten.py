"""A scenario file that is wrong in itself, told with the nearest words that would be right."""

from collections.abc import Iterable
from difflib import get_close_matches

from punto.clause import Malformed

# A word longer than this is no misspelling of anything.
_LONGEST = 60
# So many known words are listed when some are near, and so many at most.
_MANY, _ALL = 40, 120


class Miswritten(Malformed):
    """What a scenario says makes no sense as a scenario: nobody at the table said it."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message, hint)


def near(word: object, known: Iterable[str], most: int = 1, cutoff: int = 6) -> list[str]:
    """Return known words like the one given, best first; ``cutoff`` is their likeness in tenths."""
    text = str(word)[:_LONGEST]
    listed = list(dict.fromkeys(known))
    found = get_close_matches(text, listed, n=most, cutoff=cutoff / 10)
    return found or [name for name in listed if name.lower() == text.lower()]


def no_such(said: str, word: object, known: Iterable[str], what: str) -> Miswritten:
    """Return the error of an unknown word, with the nearest that is known and with all of them."""
    listed = list(dict.fromkeys(known))
    close = near(word, listed, most=5)
    meant = f"; did you mean {close[0]}?" if close else ""
    shown = listed if len(listed) <= _MANY or not close else close
    return Miswritten(f"{said}{meant}", f"{what}: {', '.join(shown[:_ALL]) or 'none'}")
