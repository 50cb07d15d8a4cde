"""A conditions file: a tournament as somebody planned it, and who plays when it is rehearsed."""

import tomllib
from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any

from msgspec import Struct

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.notation.elections import elections
from punto.notation.suggestions import unknown
from punto.notation.table_commands import converted
from punto.notation.time_parser import moment
from punto.notation.tournament_commands import in_cents
from punto.rulebook.elect_table import with_sign
from punto.rulebook.elections import Elections
from punto.rulebook.load import known, load
from punto.tournament.conditions import Conditions

# A share of the pool is written 62.5%, and kept in hundredths of a percent.
_HUNDREDTHS = 100
# Conditions that are points in time.
_MOMENTS = frozenset({"start", "withdraw_until"})


class Approval(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A written approval that is on file: whose, under which reference, from which day."""

    authority: str
    reference: str
    given: str
    cents: int | None = None


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
    retention: int = 0
    """The share of the fees that the house keeps, in hundredths of a percent."""
    rehearsal: Rehearsal = Rehearsal()


PARTS = Plan.__struct_fields__
# Where a word may stand, for whoever misspelt it.
_WORDS = {
    "conditions": Conditions.__struct_fields__,
    "rehearsal": Rehearsal.__struct_fields__,
}


def read_plan(text: str) -> Plan:
    """Return the tournament that a conditions file describes, or say what in it makes no sense."""
    try:
        # What somebody wrote with a point is read digit by digit: money is never rounded.
        tree = tomllib.loads(text, parse_float=str)
    except tomllib.TOMLDecodeError as error:
        raise Malformed(f"this is not TOML: {error}", code=ErrorCode.UNREADABLE) from None
    return plan_of(tree)


def plan_of(tree: Mapping[str, Any]) -> Plan:
    """Return the tournament that words describe."""
    _check_words("a conditions file", tree, PARTS)
    for part, fields in _WORDS.items():
        words = [field.removesuffix("_cents") for field in fields]
        _check_words(part, _named(tree, part), words)
    given = dict(tree)
    for needed in ("name", "rulebook"):
        if not isinstance(given.get(needed), str):
            raise Malformed(f"a conditions file says {needed} = ...", code=ErrorCode.INCOMPLETE)
    edition = load(known(given["rulebook"]))
    elect = {"settlement": edition.settlement.schemes.value[0], **_named(tree, "elect")}
    given["elect"] = with_sign(edition, elections(elect))
    found = in_cents(_plain("conditions", _named(tree, "conditions")))
    given["conditions"] = converted("conditions", found, Conditions)
    given["approvals"] = in_cents(_plain("approvals", _named(tree, "approvals")))
    if "retention" in given:
        given["retention"] = _plain("plan", given["retention"], "share")
    plan: Plan = converted("a conditions file", given, Plan)
    return plan


def _named(tree: Mapping[str, Any], part: str) -> dict[str, Any]:
    found = tree.get(part, {})
    if not isinstance(found, dict):
        raise Malformed(f"{part}: named values are wanted", f"[{part}]", code=ErrorCode.INCOMPLETE)
    return found


def _check_words(part: str, words: Mapping[str, Any], names: tuple[str, ...] | list[str]) -> None:
    for word in words:
        if word not in names:
            raise unknown(f"{part}: there is no {word}", word, names, "it says")


def _plain(part: str, tree: Any, key: str = "") -> Any:
    """Return words with days and times as text, moments as seconds, shares in hundredths."""
    if isinstance(tree, dict):
        return {name: _plain(part, value, name) for name, value in tree.items()}
    if isinstance(tree, list):
        return [_plain(part, value, key) for value in tree]
    if isinstance(tree, datetime):
        tree = tree.strftime("%Y-%m-%d %H:%M:%S")
    elif isinstance(tree, date | time):
        tree = tree.isoformat()
    if part == "conditions" and key in _MOMENTS and isinstance(tree, str):
        return moment(tree)
    if key == "share" and isinstance(tree, str):
        return _share(tree)
    return tree


def _share(text: str) -> int:
    """Return hundredths of a percent: ``62.5%`` is 6250."""
    number, percent, rest = text.strip().partition("%")
    whole, _, part = number.partition(".")
    sound = percent and not rest and whole.isdigit() and (not part or part.isdigit())
    if not sound or len(part) > 2 or len(whole) > 3:
        raise Malformed(
            f"{text[:40]!r} is no share", 'write "62.5%"', code=ErrorCode.NO_SUCH_AMOUNT
        )
    return int(whole) * _HUNDREDTHS + int(part.ljust(2, "0") or 0)
