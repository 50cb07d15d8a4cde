"""Parses a shoe in a given order: ``9S 3D CUT KH ...``."""

from punto.cards import DECK, Card, parse_card
from punto.clause import Malformed, Refused
from punto.error_codes import ErrorCode
from punto.notation.suggestions import unknown
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.shoe import Shoe, Stage, check_composition, shoe_rules
from punto.shoe_preparation import Prepared

REST = "..."
MARKER = "CUT"


def laid_out(rules: TableRules, text: str | None, stage: str) -> Prepared:
    """Return a shoe in a given order: ``9S 3D CUT KH ...``, the rest in the order of new packs."""
    if stage not in list(Stage):
        raise unknown(f"there is no stage {stage!r}", stage, list(Stage), "stages")
    words = (text or REST).split()
    if words.count(REST) > 1 or words.count(MARKER) > 1:
        raise Malformed(f"a shoe has one {REST} and one {MARKER} at most")
    named = [parse_card(word) for word in words if word not in (REST, MARKER)]
    check_composition(rules, named, whole=False)
    uncut = shoe_rules(rules).uncut_sources
    if MARKER in words and uncut and rules.source in uncut.value:
        text = f"no cutting card lies in a {rules.source.replace('_', ' ')}"
        raise Refused(ErrorCode.CUT_NOT_PERMITTED, uncut.clause, text)
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
    if rules.origin is Origin.KEYED and MARKER not in words:
        # Nobody has counted the cards of a real shoe.
        marker = None
    shoe = Shoe(len(cards), rules.decks, stage=Stage(stage), cutting_card=marker)
    return Prepared(shoe, tuple(cards), ())


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
