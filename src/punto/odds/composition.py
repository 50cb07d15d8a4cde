"""What is left in a shoe: how many of each of the 52 cards."""

from collections import Counter
from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from punto.cards import DECK, Card, Rank, Suit
from punto.clause import Malformed

Counts = NDArray[np.int64]

# A float64 holds whole numbers up to 2**53. Sequences of six cards out of eight decks stay below
# that (5.0e15 of 9.0e15), out of nine they do not.
EXACT_BELOW = 2**53
DECKS_MAX = 8
CARDS_MIN = 6


def fresh(decks: int) -> Counts:
    """Return whole decks as counts, suit by suit and rank by rank as in ``DECK``."""
    if decks < 1:
        raise Malformed(f"a shoe holds at least one deck, not {decks}")
    if decks > DECKS_MAX:
        raise Malformed(
            f"{decks} decks cannot be counted exactly: more than {DECKS_MAX} hold more sequences "
            f"of six cards than 2^53 = {EXACT_BELOW:,}, up to which counts are exact"
        )
    return np.full(len(DECK), decks, np.int64)


def without(counts: Counts, cards: Iterable[Card]) -> Counts:
    """Return the counts without some cards, or raise an error if one is missing."""
    left = counts.copy()
    for card, copies in Counter(cards).items():
        place = DECK.index(card)
        left[place] -= copies
        if left[place] < 0:
            raise Malformed(f"{copies} copies of {card} cannot go: the shoe holds {counts[place]}")
    return checked(left)


def checked(counts: Counts) -> Counts:
    """Return counts that a coup can be dealt from, or raise an error."""
    try:
        whole = np.asarray(counts).astype(np.int64)
    except (TypeError, ValueError, OverflowError):
        raise Malformed("a composition is made of whole numbers") from None
    if whole.ndim == 0 or whole.shape[-1] != len(DECK):
        raise Malformed(f"a composition is {len(DECK)} counts, one for each card")
    if not np.array_equal(whole, counts):
        raise Malformed("a composition is made of whole numbers")
    counts = whole
    if counts.size == 0:
        return counts
    if (counts < 0).any():
        raise Malformed("a composition cannot hold a negative number of cards")
    totals = counts.sum(axis=-1)
    if (totals < CARDS_MIN).any():
        raise Malformed(f"a coup may take {CARDS_MIN} cards, and only {totals.min()} are left")
    if (totals > DECKS_MAX * len(DECK)).any():
        raise Malformed(f"odds are exact for {DECKS_MAX} decks at most")
    return counts


def sequences(cards: int) -> int:
    """Return the number of ordered sequences of six cards."""
    found = 1
    for gone in range(6):
        found *= cards - gone
    return found


def by_rank(counts: Counts) -> Counts:
    """Return counts as suits by ranks."""
    return counts.reshape(*counts.shape[:-1], len(Suit), len(Rank))


def by_value(counts: Counts, value_of_rank: NDArray[np.uint8]) -> Counts:
    """Return how many cards of each value 0 to 9 there are."""
    ranks = by_rank(counts).sum(axis=-2)
    found = np.zeros((*counts.shape[:-1], 10), np.int64)
    for rank, value in enumerate(value_of_rank):
        found[..., value] += ranks[..., rank]
    return found
