"""Pairs among opening cards, in closed form, for many compositions."""

import numpy as np
from numba import njit
from numpy.typing import NDArray


@njit(cache=True)
def pair_sequences(suits: NDArray[np.int64], out: NDArray[np.float64]) -> None:
    """Fill in how many six-card sequences answer each question on pairs.

    ``suits`` is compositions by suits (spades, hearts, diamonds, clubs) by faces. Four columns of
    ``out`` are for the grade of one hand, none to perfect, then four for both hands: none, single,
    double, twin.
    """
    for row in range(suits.shape[0]):
        size = mixed = coloured = perfect = some = squares = twin = 0
        for face in range(suits.shape[2]):
            spades, hearts = suits[row, 0, face], suits[row, 1, face]
            diamonds, clubs = suits[row, 2, face], suits[row, 3, face]
            held = spades + hearts + diamonds + clubs
            paired = held * (held - 1)
            size += held
            some += paired
            squares += paired * paired
            twin += paired * (held - 2) * (held - 3)
            mixed += 2 * (spades + clubs) * (hearts + diamonds)
            coloured += 2 * (spades * clubs + hearts * diamonds)
            perfect += spades * (spades - 1) + hearts * (hearts - 1)
            perfect += diamonds * (diamonds - 1) + clubs * (clubs - 1)
        after, rest = (size - 2) * (size - 3), (size - 4) * (size - 5)
        double = some * some - squares
        single = 2 * (some * after - twin - double)
        every = size * (size - 1)
        out[row, 0] = (every - some) * after * rest
        out[row, 1] = mixed * after * rest
        out[row, 2] = coloured * after * rest
        out[row, 3] = perfect * after * rest
        out[row, 4] = (every * after - single - double - twin) * rest
        out[row, 5] = single * rest
        out[row, 6] = double * rest
        out[row, 7] = twin * rest
