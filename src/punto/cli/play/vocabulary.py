"""What may be typed somewhere: commands by their names, and words that are no commands."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct
from msgspec import inspect as shapes

from punto.aggregate.roles import shape_of
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.notation.suggestions import near, told
from punto.notation.table_commands import KINDS
from punto.table.notice import Proposed

# A whole coup at once: no command of a table, but a word of this one.
DEAL = "deal"
SHOWN = 40

Fields = Mapping[str, shapes.Type]


class Vocabulary(Struct, frozen=True):
    """The commands that may be typed, and words beside them with what they take.

    ``own`` are commands about oneself with the word that a patron need not say; ``added`` is what
    some commands take besides their own words, ``reads`` reads words that nothing else can.
    """

    kinds: Mapping[str, type]
    words: Mapping[str, Fields]
    own: Mapping[str, str]
    added: Mapping[str, Fields] = {}
    reads: Mapping[tuple[str, str], Callable[[str], Any]] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """Return everything that may be typed."""
        return (*self.kinds, *self.words)

    def fields(self, name: str) -> dict[str, shapes.Type]:
        """Return what a command takes, by the words under which it is typed."""
        if name in self.words:
            return dict(self.words[name])
        found: dict[str, shapes.Type] = {}
        for field in struct_fields(self.kinds[name]):
            if field.name == "change":
                found |= {typed(part.name): part.type for part in struct_fields(Proposed)}
            else:
                found[typed(field.name)] = field.type
        return {**found, **self.added.get(name, {})}

    def needed(self, name: str) -> set[str]:
        """Return the words without which a command says nothing."""
        if name in self.words:
            return set()
        return {typed(field.name) for field in struct_fields(self.kinds[name]) if field.required}

    def unknown(self, name: str) -> Malformed:
        """Return that there is no such command, with the nearest there are."""
        close = near(name, self.names, most=3)
        said = f"there is no command {name[:SHOWN]!r}"
        message, _ = told(said, name, self.names, "")
        listed = ", ".join(close) if close else "? lists what there is"
        return Malformed(
            message, f"commands: {listed}" if close else listed, code=ErrorCode.UNKNOWN_WORD
        )


def struct_fields(kind: type) -> tuple[shapes.Field, ...]:
    """Return the fields of a type."""
    return shape_of(kind).fields


def typed(field: str) -> str:
    """Return the word under which a field is typed: money in dollars."""
    if field in ("cents", "effective_at"):
        return {"cents": "dollars", "effective_at": "from"}[field]
    return field.removesuffix("_cents")


TABLE = Vocabulary(
    KINDS,
    {DEAL: {"cards": shapes.StrType(), "burn_missed": shapes.BoolType()}},
    dict.fromkeys(("join", "leave", "buy_chips", "cash_out"), "patron"),
)
