"""What conditions put in the place of a rule: whether they may, and the rules that come of it."""

from typing import Any, get_type_hints

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from punto.clause import Cited, Clauses, Malformed, Refused, merged
from punto.rulebook.elect import TableRules
from punto.rulebook.schema import Edition
from punto.rulebook.tournament_policies import Precedence
from punto.tournament.conditions import Conditions
from punto.tournament.rules import law, tournament_rules
from punto.tournament.tournament import Stage, Tournament

# Parts of a rulebook that are no rules of play: nothing in them is for conditions.
_NO_RULES = ("instrument", "titles", "powers", "says", "shown", "digest")
# What whoever leads a tournament lays down about its running.
_SETTINGS = ("tournament.seating.", "tournament.wagers.", "tournament.secret.")


def check_overrides(rules: TableRules, conditions: Conditions) -> Clauses:
    """Return the clauses by which conditions prevail over rules, or refuse what they may not."""
    found: list[Clauses] = []
    for key, value in conditions.overrides.items():
        owner, name = _owner(rules.edition, key)
        held: Cited[Any] = getattr(owner, name)
        if _converted(owner, name, key, value) == held.value:
            continue
        found.append(_prevails(rules, key, held))
    return merged(*found)


def _prevails(rules: TableRules, key: str, held: Cited[Any]) -> Clauses:
    """Return the clauses by which conditions prevail over a rule, or refuse them."""
    tournament = law(rules.edition)
    precedence = tournament.entry.precedence
    over_rules = precedence.value is Precedence.CONDITIONS_OVER_GENERAL_RULES
    if over_rules and not key.startswith("tournament."):
        return precedence.clause
    why = tournament.says.conditions_yield if over_rules else precedence.clause
    if key.startswith(_SETTINGS) and tournament.says.settings_consistent:
        why = tournament.says.settings_consistent
    text = f"conditions may not change {key}: the rules prevail"
    raise Refused("rules_prevail", merged(why, held.clause), text)


def under_conditions(rules: TableRules, tournament: Tournament) -> TableRules:
    """Return the rules with what the conditions of a tournament put in their place."""
    overrides = tournament.conditions.overrides
    if not overrides or tournament.stage is Stage.DRAFT:
        return rules
    edition = rules.edition
    clause = law(edition).entry.precedence.clause
    for key, value in overrides.items():
        owner, name = _owner(edition, key)
        held: Cited[Any] = getattr(owner, name)
        given = _converted(owner, name, key, value)
        if given != held.value:
            held = Cited(given, clause, held.reading)
            edition = _with(edition, key.split("."), held)
    return tournament_rules(edition, tournament.setup.elections)


def _owner(edition: Edition, key: str) -> tuple[Struct, str]:
    """Return the part of a rulebook that holds a datum, and the name it has there."""
    *path, name = key.split(".")
    node: Any = None if not path or path[0] in _NO_RULES else edition
    for step in path:
        node = node.get(step) if isinstance(node, dict) else getattr(node, step, None)
    if not isinstance(node, Struct) or not isinstance(getattr(node, name, None), Cited):
        raise Malformed(f"this rulebook has no rule {key!r}", code="no_such_thing")
    return node, name


def _converted(owner: Struct, name: str, key: str, value: bool | int | str) -> Any:
    """Return a value as the schema has it."""
    kind = get_type_hints(type(owner))[name]
    try:
        made: Any = msgspec.convert({"is": value, "clause": ["?"]}, kind)
    except msgspec.ValidationError:
        raise Malformed(f"{key} cannot be {value!r}", code="no_such_thing") from None
    return made.value


def _with(node: Any, path: list[str], given: Any) -> Any:
    """Return a part of a rulebook with another datum at a place below it."""
    first, *rest = path
    if isinstance(node, dict):
        return {**node, first: _with(node[first], rest, given) if rest else given}
    below = _with(getattr(node, first), rest, given) if rest else given
    return replace(node, **{first: below})
