"""Prints the options and the view of a table of a server."""

import msgspec

from punto import codec
from punto.clause import Malformed
from punto.cli.output import cited, paragraph, rows, table, with_clause
from punto.client.responses import View
from punto.error_codes import ErrorCode
from punto.http_api import responses
from punto.money import dollars
from punto.notation.command_text import written

# Values for fields that a person must fill in, to build an example. They are never shown or sent.
_STANDS_IN: dict[str, object] = {
    **dict.fromkeys(("number", "cents"), 0),
    "list": [],
    "cards": [],
    "yes": True,
    "card": "AS",
}


def print_options(options: responses.OptionsResponse, name: str, words: list[str]) -> None:
    """Print the possible commands, with ``all`` also the others, or one command in full."""
    wanted = words[0] if words else ""
    if wanted and wanted != "all":
        _print_command(options, wanted)
        return
    possible = [option for option in options.options if option.example is not None]
    rows(table("type", "to"), ((_example_line(option, name), option.what) for option in possible))
    if wanted == "all":
        others = [option for option in options.options if option.example is None]
        rows(
            table("not now", "because"),
            ((option.name, with_clause(option.why, option.clause)) for option in others),
        )


def _example_line(option: responses.OptionResponse, name: str) -> str:
    """Return an example as a typed line, without the name of the caller."""
    asked = {
        field.name: field.choices[0] if field.choices else _STANDS_IN.get(field.kind, "")
        for field in option.takes
    }
    whole = {**{field: asked[field] for field in option.asks}, **(option.example or {})}
    command = codec.read_command(msgspec.json.encode(whole))
    return written(name, command, option.asks).removeprefix(f"{name} ")


def _print_command(options: responses.OptionsResponse, wanted: str) -> None:
    found = next((option for option in options.options if option.name == wanted), None)
    if found is None:
        raise Malformed(
            f"there is no command {wanted[:40]!r}", "? lists them", code=ErrorCode.UNKNOWN_WORD
        )
    paragraph(f"{found.name}: {found.what}")
    for field in found.takes:
        choices = ", ".join(map(str, field.choices))
        needed = "" if field.required else ", may be left out"
        paragraph(f"{field.name} ({field.kind}{needed}) {choices}".rstrip(), 2, 4)
    if found.example is None:
        paragraph(f"not now: {with_clause(found.why, found.clause)}", 2, 2)


def print_seen(seen: View) -> None:
    """Print the view of a table: people, wagers, the sign."""
    people = [
        (str(place["seat"]), str(place["name"]), _chips_text(place["chips_cents"]))
        for place in seen["places"]
    ]
    rows(table("seat", "who", "chips"), people)
    bets = [
        (wager["patron"], wager["wager"], dollars(wager["stake_cents"])) for wager in seen["wagers"]
    ]
    if bets:
        rows(table("who", "on", "stake"), bets)
    for line in seen["sign"]:
        paragraph(f"{line['text']}  [{cited(line['clause'])}]", 2, 4)


def _chips_text(cents: int | None) -> str:
    return "" if cents is None else dollars(cents)
