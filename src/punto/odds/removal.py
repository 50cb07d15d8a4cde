"""Effects of removal: the exact change of every edge when one card leaves the shoe."""

from fractions import Fraction

import numpy as np
from msgspec import Struct

from punto.cards import DECK, Card, Rank
from punto.odds.composition import CARDS_MIN, Counts, checked, sequences
from punto.odds.exact import Analyser
from punto.odds.rulebook_arrays import Entry


class Removal(Struct, frozen=True):
    """The edge of a wager, and how it changes when one card goes; no entry for a card not there."""

    entry: Entry
    edge: Fraction
    by_card: dict[Card, Fraction]

    @property
    def by_rank(self) -> dict[Rank, Fraction] | None:
        """Return the effects by rank, or None if suits of one rank differ."""
        found: dict[Rank, Fraction] = {}
        for card, effect in self.by_card.items():
            if found.setdefault(card.rank, effect) != effect:
                return None
        return found

    @property
    def moves(self) -> bool:
        """Return whether any single card changes the edge."""
        return any(self.by_card.values())


def removals(analyser: Analyser, counts: Counts) -> list[Removal]:
    """Return for every wager what the removal of each card left in a shoe does to its edge."""
    counts = checked(counts)
    there = np.nonzero(counts)[0] if int(counts.sum()) > CARDS_MIN else np.array([], np.int64)
    shoes = np.tile(counts, (len(there) + 1, 1))
    shoes[np.arange(len(there)) + 1, there] -= 1
    edges = _edges(analyser, shoes)
    return [
        Removal(
            entry,
            edges[0][place],
            {DECK[card]: edges[row][place] - edges[0][place] for row, card in enumerate(there, 1)},
        )
        for place, entry in enumerate(analyser.entries)
    ]


def _edges(analyser: Analyser, shoes: Counts) -> list[list[Fraction]]:
    """Return the exact edge of every wager for each of some shoes."""
    # Counts are whole numbers below 2^53, so floats represent them exactly.
    rows = analyser.row_counts(shoes).astype(np.int64).tolist()
    found = []
    for counts, cards in zip(rows, shoes.sum(axis=1).tolist(), strict=True):
        won = [
            sum((pay * count for pay, count in zip(pays, counts[place], strict=True)), Fraction(0))
            for pays, place in zip(analyser.payoffs, analyser.slices, strict=True)
        ]
        found.append([-units / sequences(cards) for units in won])
    return found
