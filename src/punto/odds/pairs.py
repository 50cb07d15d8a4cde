"""Pairs in closed form: how the opening cards of both hands match, on counts of ranks and suits."""

from itertools import product

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from punto.cards import Suit
from punto.odds.composition import Counts, by_rank
from punto.odds.rulebook_arrays import GRADES
from punto.rulebook.policies import PairJudge
from punto.rulebook.schema import Edition
from punto.wagers.coup_state import suits_grade

NONE, MIXED, COLOURED, PERFECT = range(4)

# Grade of two cards of one face by their suits.
SUIT_GRADE = np.array(
    [[GRADES.index(suits_grade((suit, other))) for other in Suit] for suit in Suit]
)
_FOUR = np.array(list(product(range(4), repeat=4)))
_FOUR_GRADES = SUIT_GRADE[_FOUR[:, 0], _FOUR[:, 1]] * 4 + SUIT_GRADE[_FOUR[:, 2], _FOUR[:, 3]]
# How many of the earlier cards of a draw have the suit of the next one.
_TAKEN = [(_FOUR[:, :place] == _FOUR[:, [place]]).sum(axis=1) for place in range(4)]


class PairCounts(Struct, frozen=True):
    """Ordered draws within each value: two cards by grade, and two for each hand by both grades.

    ``two`` is values by grades; ``four`` is values by Player's grade, Banker's grade and whether
    both pairs have one face. Grade 0 stands for no pair.
    """

    two: NDArray[np.int64]
    four: NDArray[np.int64]


def faces(edition: Edition, value_of_rank: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return for each rank the face by which this edition compares cards for a pair."""
    judged = edition.pairs.judged_by.value if edition.pairs else PairJudge.RANK
    if judged is PairJudge.RANK:
        return np.arange(len(value_of_rank))
    return value_of_rank.astype(np.int64)


def face_suits(counts: Counts, face_of_rank: NDArray[np.int64]) -> Counts:
    """Return counts as suits by faces."""
    suits = by_rank(counts)
    if len(face_of_rank) == face_of_rank.max() + 1:
        return suits
    found = np.zeros((*suits.shape[:-1], face_of_rank.max() + 1), np.int64)
    for rank, face in enumerate(face_of_rank):
        found[..., face] += suits[..., rank]
    return found


def grade_two(suits: Counts) -> NDArray[np.int64]:
    """Return ordered pairs of one face by grade, for faces by suits; grade 0 stays empty."""
    spades, hearts, diamonds, clubs = (suits[..., suit] for suit in range(4))
    found = np.zeros((*suits.shape[:-1], 4), np.int64)
    found[..., MIXED] = 2 * (spades + clubs) * (hearts + diamonds)
    found[..., COLOURED] = 2 * (spades * clubs + hearts * diamonds)
    found[..., PERFECT] = (suits * (suits - 1)).sum(axis=-1)
    return found


def grade_four(suits: Counts) -> NDArray[np.int64]:
    """Return ordered draws of four cards of one face by both grades, for faces by suits."""
    found = np.zeros((len(suits), 16), np.int64)
    for face, held in enumerate(suits):
        ways = np.ones(256, np.int64)
        for place in range(4):
            ways *= np.maximum(held[_FOUR[:, place]] - _TAKEN[place], 0)
        np.add.at(found[face], _FOUR_GRADES, ways)
    return found.reshape(-1, 4, 4)


def pair_counts(
    counts: Counts, face_of_rank: NDArray[np.int64], value_of_rank: NDArray[np.uint8]
) -> PairCounts:
    """Return how opening cards can match within each value of one composition."""
    suits = face_suits(counts, face_of_rank).T
    twos, fours = grade_two(suits), grade_four(suits)
    value_of_face = np.zeros(len(suits), np.int64)
    value_of_face[face_of_rank] = value_of_rank
    two, four = np.zeros((10, 4), np.int64), np.zeros((10, 4, 4, 2), np.int64)
    for value in range(10):
        mine = value_of_face == value
        held = int(suits[mine].sum())
        paired = twos[mine]
        two[value] = paired.sum(axis=0)
        two[value, NONE] = held * (held - 1) - two[value].sum()
        four[value, :, :, 1] = fours[mine].sum(axis=0)
        # Two different faces of one value: every pair of one with every pair of the other.
        apart = np.outer(two[value], two[value]) - np.einsum("fg,fh->gh", paired, paired)
        four[value, 1:, 1:, 0] = apart[1:, 1:]
        both = four[value, 1:, 1:].sum(axis=2)
        others = max(held - 2, 0) * max(held - 3, 0)
        four[value, 1:, NONE, 0] = two[value, 1:] * others - both.sum(axis=1)
        four[value, NONE, 1:, 0] = two[value, 1:] * others - both.sum(axis=0)
        every = held * (held - 1) * others
        four[value, NONE, NONE, 0] = every - four[value].sum()
    return PairCounts(two, four)
