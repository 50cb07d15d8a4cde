"""A shoe in order, coup by coup: what was left unseen before each."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from punto import shoe as shoes
from punto.cards import DECK, Card
from punto.clause import Refused
from punto.coup import due, finish
from punto.odds.composition import Counts, fresh
from punto.prepare import prepare
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import Result, Side
from punto.shoe import RandBelow, Shoe


class Passage(Struct, frozen=True):
    """The coups of a shoe: what was unseen before each, how many cards were out, how it ended.

    ``unfinished`` counts cards at the end that make no whole coup.
    """

    counts: Counts
    dealt: tuple[int, ...]
    lines: tuple[str, ...]
    unfinished: int = 0


def prepared(rules: TableRules, randbelow: RandBelow) -> Shoe:
    """Return a shoe made ready by the rulebook's own procedure."""
    return prepare(rules, randbelow)[0]


def pass_through(rules: TableRules, shoe: Shoe) -> Passage:
    """Return the coups of a shoe dealt to its end, or as far as its cards go."""
    left = fresh(rules.decks)
    counts: list[Counts] = []
    dealt: list[int] = []
    lines: list[str] = []
    while True:
        try:
            started = shoes.start(rules, shoe)
        except Refused as refusal:
            if refusal.code not in ("shoe_over", "too_few_cards"):
                raise
            break
        before = shoe.drawn
        hands: dict[Side, list[Card]] = {Side.PLAYER: [], Side.BANKER: []}
        shoe = started.shoe
        while side := due(rules, hands[Side.PLAYER], hands[Side.BANKER]):
            if not shoe.left:
                return _passage(counts, dealt, lines, shoe.drawn - before)
            card, shoe = shoes.draw(rules, shoe)
            hands[side].append(card)
        coup = finish(rules, tuple(hands[Side.PLAYER]), tuple(hands[Side.BANKER]))
        shoe, _ = shoes.complete(rules, shoe, tie=coup.result is Result.TIE)
        if int(left.sum()) < 6:
            break
        counts.append(left.copy())
        dealt.append(before)
        lines.append(coup.line)
        for card in (*coup.player, *coup.banker):
            left[DECK.index(card)] -= 1
    return _passage(counts, dealt, lines)


def _passage(
    counts: Sequence[Counts], dealt: Sequence[int], lines: Sequence[str], unfinished: int = 0
) -> Passage:
    held = np.stack(list(counts)) if counts else np.empty((0, len(DECK)), np.int64)
    return Passage(held, tuple(dealt), tuple(lines), unfinished)
