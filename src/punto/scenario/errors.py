"""A scenario file that is wrong in itself, told with the nearest words that would be right."""

from collections.abc import Iterable

from punto.clause import Malformed
from punto.notation.suggestions import near, told

__all__ = ["Miswritten", "near", "no_such"]


class Miswritten(Malformed):
    """What a scenario says makes no sense as a scenario: nobody at the table said it."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message, hint)


def no_such(said: str, word: object, known: Iterable[str], what: str) -> Miswritten:
    """Return the error of an unknown word, with the nearest that is known and with all of them."""
    return Miswritten(*told(said, word, known, what))
