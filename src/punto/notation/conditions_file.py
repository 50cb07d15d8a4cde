"""A conditions file: the plan of a tournament, and who plays in its rehearsal."""

import tomllib
from collections.abc import Iterable, Mapping
from datetime import date, datetime, time
from typing import Any

from msgspec import Struct

from punto.aggregate.roles import Cents, Share
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.notation.command_reader import converted, tree_of, words_of
from punto.notation.elections import elections
from punto.notation.suggestions import unknown
from punto.rulebook.elect_table import with_sign
from punto.rulebook.elections import Elections
from punto.rulebook.load import known, load
from punto.tournament.conditions import Conditions


class Approval(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A written approval that is on file: whose, under which reference, from which day."""

    authority: str
    reference: str
    given: str
    cents: Cents | None = None


class Rehearsal(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who plays when a tournament is rehearsed, and how long a coup takes.

    ``strategies`` are given out in turn; ``scripted`` are the wagers of people who follow none.
    """

    entrants: int | None = None
    names: tuple[str, ...] = ()
    tables: int | None = None
    strategies: tuple[str, ...] = ()
    scripted: dict[str, tuple[str, ...]] = {}
    coup_seconds: int = 120


class Plan(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A tournament as it is planned: its name, its law, its tables, its conditions."""

    name: str
    rulebook: str
    elect: Elections = Elections()
    conditions: Conditions = Conditions()
    approvals: dict[str, Approval] = {}
    retention: Share = 0
    """The share of the fees that the house keeps, in hundredths of a percent."""
    rehearsal: Rehearsal = Rehearsal()


PARTS = Plan.__struct_fields__
# The sections whose words are checked for misspellings.
_WORDS = {"conditions": Conditions, "rehearsal": Rehearsal}


def read_plan(text: str) -> Plan:
    """Return the tournament of a conditions file, or raise an error."""
    try:
        # Read decimals as text, so that money is never rounded.
        parsed = tomllib.loads(text, parse_float=str)
    except tomllib.TOMLDecodeError as error:
        raise Malformed(f"this is not TOML: {error}", code=ErrorCode.UNREADABLE) from None
    return plan_of(parsed)


def plan_of(tree: Mapping[str, Any]) -> Plan:
    """Return the tournament of a parsed conditions file."""
    _check_words("a conditions file", tree, PARTS)
    for part, kind in _WORDS.items():
        _check_words(part, _section(tree, part), words_of(kind))
    given = tree_of(Plan, _without_dates(tree))
    for needed in ("name", "rulebook"):
        if not isinstance(given.get(needed), str):
            raise Malformed(f"a conditions file says {needed} = ...", code=ErrorCode.INCOMPLETE)
    edition = load(known(given["rulebook"]))
    elect = {"settlement": edition.settlement.schemes.value[0], **_section(tree, "elect")}
    given["elect"] = with_sign(edition, elections(elect))
    given["conditions"] = converted("conditions", given.get("conditions", {}), Conditions)
    plan: Plan = converted("a conditions file", given, Plan)
    return plan


def _section(tree: Mapping[str, Any], part: str) -> dict[str, Any]:
    found = tree.get(part, {})
    if not isinstance(found, dict):
        raise Malformed(f"{part}: named values are wanted", f"[{part}]", code=ErrorCode.INCOMPLETE)
    return found


def _check_words(part: str, words: Mapping[str, Any], names: Iterable[str]) -> None:
    for word in words:
        if word not in names:
            raise unknown(f"{part}: there is no {word}", word, names, "it says")


def _without_dates(tree: Any) -> Any:
    """Return a tree with dates and times as text."""
    if isinstance(tree, Mapping):
        return {name: _without_dates(value) for name, value in tree.items()}
    if isinstance(tree, list):
        return [_without_dates(value) for value in tree]
    if isinstance(tree, datetime):
        return tree.strftime("%Y-%m-%d %H:%M:%S")
    return tree.isoformat() if isinstance(tree, date | time) else tree
