"""Commands of a tournament in words: money in dollars, table commands with the table beside."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from punto.aggregate.command import Command
from punto.cards import Card, parse_card
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.money import parse_dollars
from punto.notation import table_commands as at_a_table
from punto.notation.suggestions import unknown
from punto.notation.table_commands import converted
from punto.notation.time_parser import moment
from punto.tournament import conditions
from punto.tournament.base_classes import TournamentCommand
from punto.tournament.registry import registry
from punto.tournament.tables import AtTable
from punto.tournament.tournament import Tournament

KINDS: dict[str, type[Command]] = {
    str(kind.__struct_config__.tag): kind for kind in registry.commands if kind is not AtTable
}
# Commands about oneself unless somebody else is named.
OWN = frozenset(
    {"apply", "pay_fee", "pay_buy_in", "pay_buy_back", "sign_application", "withdraw_entry"}
    | {"hand_in_form", "place_form", "play_pass_card", "alter_wager", "take_seat"}
)
# Words for chips by what each is worth.
_PIECES = "pieces"
# Tables whose keys are names and no words of this notation.
_AS_WRITTEN = ("texts", "overrides")
# Money in conditions stands in dollars, under the name without its unit.
_CENTS = "_cents"
# Words that name a point in time.
_TIMES = frozenset({"time", "start", "withdraw_until"})


class Meant(Struct, frozen=True):
    """A command, and for one that mixes cards the order that they are to lie in."""

    command: TournamentCommand
    order: tuple[Card, ...] | None = None


def takes(name: str) -> tuple[str, ...]:
    """Return what a command takes, in words."""
    if name in KINDS:
        fields = KINDS[name].__struct_fields__
        return tuple(
            "dollars" if field == "cents" else field.removesuffix(_CENTS) for field in fields
        )
    return ("table", *at_a_table.takes(name))


def meant(
    name: str, arguments: Mapping[str, Any], tournament: Tournament, by: str | None = None
) -> Meant:
    """Return the command that words mean in a tournament, said by somebody."""
    given = dict(arguments)
    if name in KINDS:
        if name in OWN:
            given.setdefault("name", by or "")
        if isinstance(given.get("card"), str):
            given["card"] = str(parse_card(given["card"].strip()))
        return Meant(converted(name, in_cents(given), KINDS[name]))
    if name not in at_a_table.KINDS:
        every = (*KINDS, *at_a_table.KINDS)
        raise unknown(f"there is no command {name!r}", name, every, "commands")
    number = given.pop("table", None)
    table = tournament.tables.get(number) if isinstance(number, int) else None
    if table is None:
        raise Malformed(f"{name}: say at which table", code=ErrorCode.NO_SUCH_THING)
    understood = at_a_table.understood(name, given, table, by)
    assert isinstance(number, int)
    return Meant(AtTable(number, understood.command), understood.order)


def in_cents(tree: Any) -> Any:
    """Return words with every amount of dollars as cents: ``entry_fee = 220``."""
    if isinstance(tree, list):
        return [in_cents(item) for item in tree]
    if not isinstance(tree, Mapping):
        return tree
    found: dict[str, Any] = {}
    for key, value in tree.items():
        if key == "dollars":
            found["cents"] = parse_dollars(str(value))
        elif key in _TIMES and isinstance(value, str):
            found[key] = moment(value)
        elif key == "session" and isinstance(value, str):
            found[key] = _length(value)
        elif key == _PIECES and isinstance(value, Mapping):
            found[key] = {parse_dollars(str(worth)): count for worth, count in value.items()}
        elif key in _AS_WRITTEN:
            found[key] = value
        elif key in MONEY and not isinstance(value, Mapping | list):
            found[f"{key}{_CENTS}"] = parse_dollars(str(value))
        else:
            found[key] = in_cents(value)
    return found


# No session is longer than what so many digits can say.
_DIGITS = 6


def _length(text: str) -> dict[str, Any]:
    """Return how long a session lasts: ``20 coups``, ``2 shoes``, ``45 minutes``."""
    number, _, unit = text.partition(" ")
    if not (number.isascii() and number.isdigit() and len(number) <= _DIGITS):
        hint = "20 coups, 2 shoes or 45 minutes"
        raise Malformed(f"{text[:40]!r} is no length", hint, code=ErrorCode.NO_SUCH_AMOUNT)
    return {"number": int(number), "unit": unit.strip()}


def _money(kind: Any) -> set[str]:
    """Return the words under which a type, and what it is made of, holds money."""
    found: set[str] = set()
    for field in kind.__struct_fields__:
        if field.endswith(_CENTS):
            found.add(field.removesuffix(_CENTS))
    return found


def _all_money() -> frozenset[str]:

    parts = (
        conditions.Conditions,
        conditions.Rise,
        conditions.Prize,
        conditions.BuyBack,
        *KINDS.values(),
    )
    return frozenset().union(*(_money(part) for part in parts))


MONEY = _all_money()
