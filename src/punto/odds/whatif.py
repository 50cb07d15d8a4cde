"""What-if: an edition with changed odds, commission or tableau cells."""

import re
import tomllib
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

from punto.clause import Malformed
from punto.rulebook import load
from punto.rulebook.schema import Edition

_CELL = re.compile(r"([0-7])/([0-9]|none)")


def changed(rulebook: str, odds: Mapping[str, str], cells: Mapping[str, str]) -> Edition:
    """Return an edition with odds and cells of the Banker table changed.

    ``odds`` maps a wager to new odds, or a wager under one settlement or offer
    (``banker@commission``), or one of its outcomes (``tiger/three-card tiger``). ``cells`` maps a
    Banker total and a third card (``5/4``, ``6/none``) to D or S.
    """
    tree = deepcopy(dict(load.raw(rulebook)))
    for name, text in odds.items():
        _change_odds(rulebook, tree, name, text)
    for name, text in cells.items():
        _change_cell(rulebook, tree, name, text)
    return load.build(tree, load.register(rulebook), f"{rulebook} with changes")


def _change_odds(rulebook: str, tree: dict[str, Any], name: str, text: str) -> None:
    """Change the odds of one wager: ``tie``, ``banker@commission``, ``tiger/three-card tiger``."""
    head, _, outcome = name.partition("/")
    wager, _, under = head.partition("@")
    held = tree["wagers"].get(wager)
    if held is None:
        raise Malformed(
            f"{rulebook} has no wager {wager!r}", f"wagers: {', '.join(tree['wagers'])}"
        )
    winners = [row for row in held["outcomes"] if "odds" in row]
    known = list(
        dict.fromkeys(settlement for row in winners for settlement in row.get("under", []))
    )
    if under and under not in known:
        raise Malformed(f"{wager} is not told apart by {under!r}", f"known: {', '.join(known)}")
    chosen = [
        row
        for row in winners
        if outcome in ("", row["name"]) and (not under or under in row.get("under", []))
    ]
    if not chosen:
        names = ", ".join(dict.fromkeys(row["name"] for row in winners))
        raise Malformed(f"{wager} has no winning outcome {outcome!r}", f"outcomes: {names}")
    if len({row["odds"] for row in chosen}) > 1:
        addresses = ", ".join(_change_address(wager, row) for row in chosen)
        raise Malformed(f"{name} has several odds: say which", addresses)
    for row in chosen:
        row["odds"] = text


def _change_address(wager: str, row: dict[str, Any]) -> str:
    """Return how a row is named in a change, with its odds."""
    under = f"@{row['under'][-1]}" if row.get("under") else ""
    return f"{wager}{under}/{row['name']} ({row['odds']})"


def _change_cell(rulebook: str, tree: dict[str, Any], name: str, text: str) -> None:
    match = _CELL.fullmatch(name)
    if match is None or text not in ("D", "S"):
        change = f"{name}={text}"
        raise Malformed(f"{change!r} is no cell of the Banker table", "write 5/4=S or 6/none=D")
    if "tableau" not in tree:
        raise Malformed(f"{rulebook} holds no tableau")
    [row] = [row for row in tree["tableau"]["banker"] if row["total"] == int(match[1])]
    if match[2] == "none":
        row["no_card"] = text
    else:
        column = int(match[2])
        row["third"] = row["third"][:column] + text + row["third"][column + 1 :]


def read_changes(path: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Return the changes of a small TOML file with tables ``odds`` and ``tableau``."""
    try:
        tree = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise Malformed(f"{path}: cannot be read: {error}") from None
    except tomllib.TOMLDecodeError as error:
        raise Malformed(f"{path}: {error}") from None
    unknown = set(tree) - {"odds", "tableau"}
    if unknown:
        raise Malformed(f"{path}: unknown key {min(unknown)!r}", "tables: odds, tableau")
    odds, cells = tree.get("odds", {}), tree.get("tableau", {})
    for table in (odds, cells):
        if not isinstance(table, dict) or not all(isinstance(cell, str) for cell in table.values()):
            raise Malformed(f"{path}: odds and tableau map names to texts")
    return odds, cells


def parse_change(text: str) -> tuple[str, str]:
    """Return name and value of a change given on the command line."""
    name, equals, value = text.partition("=")
    if not equals or not name or not value:
        raise Malformed(f"{text!r} is no change", "write tie=9:1 or 5/4=S")
    return name.strip(), value.strip()
