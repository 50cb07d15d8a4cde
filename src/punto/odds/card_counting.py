"""The best count of cards for a wager in small whole numbers, and what it is worth."""

from math import sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from punto.cards import Rank
from punto.odds.composition import by_rank, fresh
from punto.odds.exact import Analyser
from punto.odds.removal import Removal
from punto.odds.shoe_plan import ShoePlan
from punto.odds.vulnerability import SHOES_AT_ONCE, shoe_starts, traced

# Larger tags are too difficult to add up at a table.
TAG_MAX = 4

Floats = NDArray[np.float64]


class Count(Struct, frozen=True):
    """A tag for every rank that leaves the shoe; the tags of a deck add up to zero.

    ``correlation`` is that of the tags with the effects of removal. ``from_per_deck`` is the count
    for each deck left from which the forecast favours the patron.
    """

    tags: dict[Rank, int]
    correlation: float
    from_per_deck: float


class Efficiency(Struct, frozen=True):
    """What a count gains of all that perfect play gains in the same shoes, with standard error."""

    share: float
    standard_error: float


def best_count(removal: Removal, decks: int) -> Count | None:
    """Return the count whose tags follow the effects of removal best, if a single card matters.

    Of all balanced tags within bounds it is the one with the highest correlation, found exactly:
    for each sum of squares the tags that gain most.
    """
    effects = removal.by_rank
    if effects is None or not removal.moves:
        return None
    # A card whose removal lowers the edge is good for the patron: its tag is positive.
    good = np.array([-float(effects[rank]) for rank in Rank])
    tags = _best_tags(good)
    square, follows = float(tags @ tags), float(tags @ good)
    slope = follows / square
    cards = decks * len(good) * 4
    return Count(
        tags=dict(zip(Rank, tags.tolist(), strict=True)),
        correlation=follows / sqrt(square * float(good @ good)),
        from_per_deck=52 * float(removal.edge) / (slope * (cards - 1)),
    )


def _best_tags(good: Floats) -> NDArray[np.int64]:
    """Return the balanced tags within bounds that correlate best with what is good."""
    # Ranks that are alike get one tag: they are chosen together.
    values, group_of, sizes = np.unique(good, return_inverse=True, return_counts=True)
    reach, squares = TAG_MAX * len(good), TAG_MAX**2 * len(good)
    most = np.full((2 * reach + 1, squares + 1), -np.inf)
    most[reach, 0] = 0.0
    chosen = []
    for value, size in zip(values.tolist(), sizes.tolist(), strict=True):
        most, picked = _add_group(most, value, size)
        chosen.append(picked)
    best = most[reach, 1:] / np.sqrt(np.arange(1, squares + 1))
    total, square = reach, int(np.argmax(best)) + 1
    tags = np.zeros(len(values), np.int64)
    for group in range(len(values) - 1, -1, -1):
        tag, size = int(chosen[group][total, square]), int(sizes[group])
        tags[group] = tag
        total, square = total - size * tag, square - size * tag * tag
    return tags[group_of]


def _add_group(most: Floats, value: float, size: int) -> tuple[Floats, NDArray[np.int8]]:
    """Return the most by sum and sum of squares with one group of ranks more, and its tags."""
    found, picked = np.full_like(most, -np.inf), np.zeros(most.shape, np.int8)
    rows, columns = most.shape
    for tag in range(-TAG_MAX, TAG_MAX + 1):
        moved, grown = size * tag, size * tag * tag
        into = np.s_[max(moved, 0) : rows + min(moved, 0), grown:]
        there = most[max(-moved, 0) : rows - max(moved, 0), : columns - grown] + moved * value
        better = there > found[into]
        found[into][better] = there[better]
        picked[into][better] = tag
    return found, picked


def efficiencies(
    analyser: Analyser, plan: ShoePlan, counts: list[Count | None], shoes: int, *, seed: int = 0
) -> list[Efficiency | None]:
    """Return what each count gains in dealt shoes of what perfect play gains there.

    A unit is bet from ``from_per_deck`` on, whether or not the wager is then worth it.
    """
    tags = np.array([[(count.tags[rank] if count else 0) for rank in Rank] for count in counts])
    least = np.array([count.from_per_deck if count else np.inf for count in counts])
    whole = by_rank(fresh(plan.decks)).sum(axis=0)
    perfect, counted = [], []
    for chunk, start in enumerate(range(0, shoes, SHOES_AT_ONCE)):
        found = traced(plan, seed, chunk, min(SHOES_AT_ONCE, shoes - start))
        worth = analyser.expectations(found.counts)
        gone = whole - by_rank(found.counts).sum(axis=1)
        per_deck = gone @ tags.T * 52 / found.counts.sum(axis=1)[:, None]
        starts = shoe_starts(found.depth)
        perfect.append(np.add.reduceat(np.maximum(worth, 0.0), starts, axis=0))
        counted.append(np.add.reduceat(np.where(per_deck >= least, worth, 0.0), starts, axis=0))
    pairs = zip(np.concatenate(perfect).T, np.concatenate(counted).T, counts, strict=True)
    return [_efficiency(best, gained) if count else None for best, gained, count in pairs]


def _efficiency(best: Floats, gained: Floats) -> Efficiency | None:
    """Return the ratio of two sums over shoes with its standard error, or None."""
    total = float(best.sum())
    if total <= 0 or len(best) < 2:
        return None
    share = float(gained.sum()) / total
    apart = gained - share * best
    spread = float(apart @ apart) / (len(best) - 1) * len(best)
    return Efficiency(share, sqrt(spread) / total)
