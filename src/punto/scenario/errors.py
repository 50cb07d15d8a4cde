"""A scenario file that is wrong in itself, told with the nearest words that would be right."""

from collections.abc import Iterable

from punto.clause import Malformed
from punto.notation.suggestions import near, told

__all__ = ["ScenarioError", "near", "no_such"]


class ScenarioError(Malformed):
    """What a scenario says makes no sense as a scenario: nobody at the table said it."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message, hint)


def no_such(said: str, word: object, known: Iterable[str], what: str) -> ScenarioError:
    """Return the error of an unknown word, with the nearest that is known and with all of them."""
    return ScenarioError(*told(said, word, known, what))
