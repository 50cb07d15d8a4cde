"""What may be typed in a tournament: its commands, those of its tables, and a few words beside."""

from typing import Any

from msgspec import inspect as shapes

from punto.clause import Malformed
from punto.cli.play.vocabulary import DEAL, Vocabulary
from punto.error_codes import ErrorCode
from punto.notation import table_commands as at_a_table
from punto.notation.tournament_commands import KINDS, OWN

NEXT, GO, COUP, ENTER, UNDO = "next", "go", "coup", "enter", "undo"
_TABLE = {"table": shapes.IntType()}


def _parts(text: str, many: int, hint: str) -> list[list[str]]:
    """Return the words of each part of a list, all of the same number."""
    found = [part.split() for part in text.split(",") if part.strip()]
    if not found or any(len(part) != many for part in found):
        raise Malformed(f"{text[:40]!r} makes no sense here", hint, code=ErrorCode.INCOMPLETE)
    return found


def _whole(word: str, hint: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 10):
        raise Malformed(f"{word[:40]!r} is no number", hint, code=ErrorCode.INCOMPLETE)
    return int(word)


def _seats(text: str) -> dict[str, Any]:
    """Return who sits where: ``ann 1 2, bob 1 3`` is seats 2 and 3 of table 1."""
    hint = '"ann 1 2, bob 1 3": table and seat of each'
    return {
        name: [_whole(table, hint), _whole(seat, hint)]
        for name, table, seat in _parts(text, 3, hint)
    }


def _pieces(text: str) -> dict[str, int]:
    """Return how many chips of what: ``100 50, 25 40``."""
    hint = '"100 50, 25 40": 50 chips of $100 and 40 of $25'
    return {worth: _whole(count, hint) for worth, count in _parts(text, 2, hint)}


TOURNAMENT = Vocabulary(
    {**at_a_table.KINDS, **KINDS},
    {
        DEAL: {**_TABLE, "cards": shapes.StrType(), "burn_missed": shapes.BoolType()},
        COUP: _TABLE,
        NEXT: {"steps": shapes.IntType()},
        GO: {},
        UNDO: {"reason": shapes.StrType()},
        ENTER: {"names": shapes.VarTupleType(shapes.StrType())},
    },
    {
        **dict.fromkeys(OWN, "name"),
        **dict.fromkeys(("join", "leave", "buy_chips", "cash_out"), "patron"),
    },
    dict.fromkeys(at_a_table.KINDS, _TABLE),
    {
        ("allocate_seats", "seats"): _seats,
        ("stock_chips", "pieces"): _pieces,
        ("return_chips", "pieces"): _pieces,
    },
)
