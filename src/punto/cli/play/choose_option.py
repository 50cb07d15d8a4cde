"""``--choose KEY=VALUE``: further elections, and their choices."""

from collections.abc import Sequence

from msgspec import inspect as shapes

from punto.clause import Malformed
from punto.cli.unpermitted import Unpermitted
from punto.money import parse_dollars
from punto.notation.elections import NONE, elections
from punto.notation.suggestions import unknown
from punto.rulebook.elections import Elections, LeftOpen, Origin
from punto.rulebook.schema import Edition

# Elections that have their own option, and elections that have no word.
_OPTIONS = {"decks", "offer", "layout", "chips", "settlement"}
_UNSAID = {"hours", "left_open"}
_SHOWN = 40
_BOOLS = {"true": True, "yes": True, "false": False, "no": False}


def names() -> dict[str, shapes.Type]:
    """Return the types of the elections by name: money in dollars."""
    info = shapes.type_info(Elections)
    assert isinstance(info, shapes.StructType)
    found = {field.name.removesuffix("_cents"): field.type for field in info.fields}
    return {name: kind for name, kind in found.items() if name not in _OPTIONS | _UNSAID}


def choices(edition: Edition, name: str) -> str:
    """Return the choices of an election as text."""
    shoe, table = edition.shoe, edition.table
    seats = table.seats if table else None
    kind = names()[name]
    lists: dict[str, Sequence[object]] = {
        "method": [
            method
            for method, data in (edition.deal.methods if edition.deal else {}).items()
            if not (data.requested and data.requested.value)
        ],
        "source": shoe.sources.value if shoe else (),
        "supply": shoe.supplies.value if shoe else (),
        "origin": list(Origin),
        "seats": seats.value if seats else ("a number",),
        "positions": ("an optional wager and a number, such as tiger:6",),
        "backs": ("the back of all packs, or of each: red,red,blue",),
    }
    if name in lists:
        return ", ".join(map(str, lists[name])) or "nothing"
    if name == "limits":
        return "wagers or offers with their limits, such as tie 5-100"
    return "yes, no" if isinstance(kind, shapes.BoolType) else "dollars, such as 25"


def chosen(edition: Edition, texts: Sequence[str], settlement: str | None) -> Elections:
    """Return the elections of texts such as ``method=B``."""
    tree: dict[str, object] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if name in _OPTIONS:
            raise Malformed(f"--choose {name}: that is an option of its own", f"--{name} {value}")
        if name not in names():
            message = f"--choose {text[:_SHOWN]}: there is no such choice"
            raise unknown(message, name, names(), "choose")
        if not equals:
            message = f"--choose {name}: write {name}=VALUE"
            raise Malformed(message, f"{name}: {choices(edition, name)}")
        if name in tree:
            raise Malformed(f"--choose {name} is given twice")
        tree[name] = _parse_value(edition, name, value)
    return elections({"settlement": settlement, **tree})


def _parse_value(edition: Edition, name: str, text: str) -> object:
    """Return the value of an election, or raise an error that lists the choices."""
    if text == NONE and name in list(LeftOpen):
        return text
    kind = names()[name]
    message = f"--choose {name}={text[:_SHOWN]}: {name} is something else"
    wrong = Malformed(message, f"{name}: {choices(edition, name)}")
    if isinstance(kind, shapes.BoolType):
        if text.lower() not in _BOOLS:
            raise wrong
        return _BOOLS[text.lower()]
    if isinstance(kind, shapes.EnumType):
        if text not in [member.value for member in kind.cls]:
            raise wrong
        return text
    if name == "positions":
        return _parse_counts(text, wrong)
    if name == "backs":
        return text.split(",")
    if name == "seats":
        if not (text.isascii() and text.isdigit() and len(text) < 4):
            raise wrong
        return int(text)
    if name not in ("limits", "method"):
        try:
            parse_dollars(text)
        except Malformed:
            raise wrong from None
    return text


def _parse_counts(text: str, wrong: Malformed) -> dict[str, int]:
    """Return the number of each name in a text such as ``tiger:6,big_tiger:4``."""
    found: dict[str, int] = {}
    for part in text.split(","):
        name, _, number = part.partition(":")
        if not (number.isascii() and number.isdigit() and len(number) < 4) or name in found:
            raise wrong
        found[name] = int(number)
    return found


def with_choices(edition: Edition, texts: Sequence[str], error: Unpermitted) -> Unpermitted:
    """Return a refusal of an election, with a hint that lists the choices."""
    for text in texts:
        name = text.partition("=")[0]
        listed = name in ("method", "source", "supply", "seats")
        if error.hint is None and listed and error.code.startswith(name):
            error.hint = f"{name}: {choices(edition, name)}"
    return error
