"""Deals a shoe in a given order, and records the unseen cards before each coup."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from punto import last_coup
from punto.cards import DECK, Card
from punto.clause import Refused
from punto.coup import due, finish
from punto.error_codes import ErrorCode
from punto.odds.composition import Counts, fresh
from punto.rulebook.elect import TableRules
from punto.rulebook.vocabulary import Result, Side
from punto.shoe import Stage
from punto.shoe_preparation import Prepared


class Passage(Struct, frozen=True):
    """The coups of a shoe: what was unseen before each, how many cards were out, how it ended.

    ``unfinished`` counts cards at the end that make no whole coup.
    """

    counts: Counts
    dealt: tuple[int, ...]
    lines: tuple[str, ...]
    unfinished: int = 0


def pass_through(rules: TableRules, prepared: Prepared) -> Passage:
    """Return the coups of a shoe dealt to its end, or as far as its cards go."""
    shoe, order = prepared.shoe, prepared.order
    left = fresh(rules.decks)
    counts: list[Counts] = []
    dealt: list[int] = []
    lines: list[str] = []
    while True:
        try:
            started = last_coup.start(rules, shoe)
        except Refused as refusal:
            if refusal.code not in (ErrorCode.SHOE_OVER, ErrorCode.TOO_FEW_CARDS):
                raise
            break
        before = shoe.drawn
        hands: dict[Side, list[Card]] = {Side.PLAYER: [], Side.BANKER: []}
        shoe = replace(
            shoe,
            stage=Stage.READY,
            coups_left=started.coups_left,
            last_called=shoe.last_called or started.last_called,
        )
        while side := due(rules, hands[Side.PLAYER], hands[Side.BANKER]):
            if not shoe.left:
                return _passage(counts, dealt, lines, shoe.drawn - before)
            hands[side].append(order[shoe.drawn])
            shoe = replace(shoe, drawn=shoe.drawn + 1)
        coup = finish(rules, tuple(hands[Side.PLAYER]), tuple(hands[Side.BANKER]))
        ending = last_coup.complete(rules, shoe, tie=coup.result is Result.TIE)
        shoe = replace(
            shoe,
            coups_left=ending.coups_left,
            extra_given=shoe.extra_given or ending.extra_given,
        )
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
