"""The words that a shell accepts: commands by their names, and words that are not commands."""

from collections.abc import Mapping

from msgspec import Struct

from punto.aggregate.command import Command
from punto.aggregate.roles import Field, Text
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.notation.command_reader import owner_word, words_of
from punto.notation.suggestions import near, told
from punto.notation.table_commands import KINDS

# A whole coup at once: a word of the shell, not a command of a table.
DEAL = "deal"
SHOWN = 40


class Deal(Struct, frozen=True):
    """A whole coup at once, or the rest of one that is on: cards, settlement, discards."""

    cards: Text | None = None
    burn_missed: bool = False


class Vocabulary(Struct, frozen=True):
    """The commands that may be typed, and words that are none: each with what it takes.

    ``beside`` is what some take besides their own words.
    """

    kinds: Mapping[str, type[Struct]]
    beside: Mapping[str, type[Struct]] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """Return all words."""
        return tuple(self.kinds)

    def fields(self, name: str) -> dict[str, Field]:
        """Return the fields of a command by the words for them."""
        more = words_of(self.beside[name]) if name in self.beside else {}
        return {**words_of(self.kinds[name]), **more}

    def needed(self, name: str) -> set[str]:
        """Return the words of the required fields."""
        return {word for word, field in words_of(self.kinds[name]).items() if field.required}

    def owner(self, name: str) -> str | None:
        """Return the word that is implied when a person acts for themself."""
        kind = self.kinds[name]
        return owner_word(kind) if issubclass(kind, Command) else None

    def unknown(self, name: str) -> Malformed:
        """Return the error for an unknown command, with similar names."""
        close = near(name, self.names, most=3)
        text = f"there is no command {name[:SHOWN]!r}"
        message, _ = told(text, name, self.names, "")
        listed = ", ".join(close) if close else "? lists what there is"
        return Malformed(
            message, f"commands: {listed}" if close else listed, code=ErrorCode.UNKNOWN_WORD
        )


TABLE = Vocabulary({**KINDS, DEAL: Deal})
