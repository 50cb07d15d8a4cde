"""How the words of a scenario become elections, signs and shoes."""

from enum import StrEnum
from typing import Any

import msgspec

from punto.cards import DECK, Card, parse_card
from punto.clause import Refused
from punto.money import parse_dollars
from punto.rulebook.elect import Elections, TableRules
from punto.rulebook.policies import Source, Supply
from punto.scenario.miswritten import Miswritten, no_such
from punto.shoe import Shoe, Stage, check_composition, shoe_rules
from punto.table.state import Limits

REST = "..."
MARKER = "CUT"
_MONEY = (
    "minimum",
    "maximum",
    "optional_minimum",
    "optional_maximum",
    "step",
    "cap",
    "area_maximum",
)


# A default of a file that a scenario goes without.
NONE = "none"


def elections(tree: dict[str, Any]) -> Elections:
    """Return the elections of a scenario, in which money is written in dollars."""
    cents = {key: value for key, value in tree.items() if value != NONE}
    known = Elections.__struct_fields__
    words = [field.removesuffix("_cents") for field in known]
    for key in cents:
        if key not in words and key not in known:
            raise no_such(f"elect: unknown field `{key}`", key, words, "a house elects")
    try:
        if "chips" in cents:
            chips = cents.pop("chips")
            cents["chips_cents"] = [parse_dollars(str(chip)) for chip in chips]
        for name in _MONEY:
            if name in cents:
                cents[f"{name}_cents"] = parse_dollars(str(cents.pop(name)))
        return msgspec.convert(cents, Elections)
    except (msgspec.ValidationError, TypeError) as error:
        raise Miswritten(f"elect: {error}", _choices(str(error))) from None


def _choices(said: str) -> str | None:
    """Return what may be elected where an error is about a word of a closed list."""
    lists: dict[str, type[StrEnum]] = {"source": Source, "supply": Supply}
    found = [", ".join(kind) for name, kind in lists.items() if f"$.{name}`" in said]
    return f"choose: {found[0]}" if found else None


def limits(chosen: Elections) -> Limits:
    """Return the sign that a house elected."""
    return Limits(
        minimum=chosen.minimum_cents,
        maximum=chosen.maximum_cents,
        optional_minimum=chosen.optional_minimum_cents,
        optional_maximum=chosen.optional_maximum_cents,
        step=chosen.step_cents,
        cap=chosen.cap_cents,
        area_maximum=chosen.area_maximum_cents,
        per_patron=chosen.maximum_per_patron,
    )


def laid_out(rules: TableRules, text: str | None, stage: str) -> Shoe:
    """Return a shoe in a given order: ``9S 3D CUT KH ...``, the rest in the order of new packs."""
    if stage not in list(Stage):
        raise no_such(f"there is no stage {stage!r}", stage, list(Stage), "stages")
    words = (text or REST).split()
    if words.count(REST) > 1 or words.count(MARKER) > 1:
        raise Miswritten(f"a shoe has one {REST} and one {MARKER} at most")
    named = [parse_card(word) for word in words if word not in (REST, MARKER)]
    check_composition(rules, named, whole=False)
    uncut = shoe_rules(rules).uncut_sources
    if MARKER in words and uncut and rules.source in uncut.value:
        text = f"no cutting card lies in a {rules.source.replace('_', ' ')}"
        raise Refused("cut_not_permitted", uncut.clause, text)
    cards: list[Card] = []
    marker: int | None = None
    for word in words:
        if word == REST:
            cards += _rest(rules, named)
        elif word == MARKER:
            marker = len(cards)
        else:
            cards.append(parse_card(word))
    if marker is None and stage in (Stage.MARKED, Stage.LOADED, Stage.READY):
        marker = _default_marker(rules, len(cards))
    return Shoe(cards=tuple(cards), stage=Stage(stage), marker=marker)


def _rest(rules: TableRules, named: list[Card]) -> list[Card]:
    rest = list(DECK * rules.decks)
    for card in named:
        rest.remove(card)
    return rest


def _default_marker(rules: TableRules, size: int) -> int | None:
    shoe = shoe_rules(rules)
    uncut = shoe.uncut_sources
    if uncut and rules.source in uncut.value:
        return None
    return max(size - shoe.marker_behind.value, 0)
