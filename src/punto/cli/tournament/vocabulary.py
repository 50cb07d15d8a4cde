"""The words of the tournament shell: commands of tournament and tables, and other words."""

from msgspec import Struct

from punto.aggregate.roles import EntrantName, Number, TableNumber, Text
from punto.cli.play.vocabulary import DEAL, Vocabulary
from punto.notation import table_commands as at_a_table
from punto.notation.tournament_commands import KINDS

NEXT, GO, COUP, ENTER, UNDO = "next", "go", "coup", "enter", "undo"


class Deal(Struct, frozen=True):
    """A whole coup at a table, with the wagers that lie there."""

    table: TableNumber | None = None
    cards: Text | None = None
    burn_missed: bool = False


class Coup(Struct, frozen=True):
    """Play a coup with made-up wagers, at one table or at all."""

    table: TableNumber | None = None


class Next(Struct, frozen=True):
    """Do what is usually done next, so many times."""

    steps: Number = 1


class Go(Struct, frozen=True):
    """Go on until there is something to see."""


class Undo(Struct, frozen=True):
    """Take the last step back, with a reason; both stay on record."""

    reason: Text | None = None


class Enter(Struct, frozen=True):
    """Let people enter: apply, pay, sign and be accepted."""

    names: tuple[EntrantName, ...] = ()


WORDS: dict[str, type[Struct]] = {
    NEXT: Next,
    GO: Go,
    COUP: Coup,
    ENTER: Enter,
    UNDO: Undo,
    DEAL: Deal,
}
TOURNAMENT = Vocabulary(
    {**at_a_table.KINDS, **KINDS, **WORDS}, dict.fromkeys(at_a_table.KINDS, Coup)
)
