"""The shoe kernel with nothing but the three results counted, to see what tallying costs."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from punto.odds.kernels.shoes import LANES, ROUNDS, _coup, _draw, _fill


@njit(cache=True)
def deal_outcomes(
    state: NDArray[np.uint64],
    shoes: int,
    pool: NDArray[np.uint8],
    value_of: NDArray[np.uint8],
    thirds: NDArray[np.uint8],
    class_of: NDArray[np.uint16],
    side_of: NDArray[np.uint8],
    numbers: NDArray[np.int64],
    found: NDArray[np.int64],
) -> int:
    """Deal shoes to the marker and count who wins; return the number of coups."""
    buffer = np.empty(ROUNDS * LANES, np.uint64)
    bits = buffer.view(np.uint16)
    six, taken = np.zeros(6, np.int64), np.zeros(3, np.int64)
    coups, at = 0, len(bits)
    for _ in range(shoes):
        gone = 1
        while gone < numbers[0]:
            if at + 64 > len(bits):
                _fill(state, buffer)
                at = 0
            at = _draw(pool, gone, 6, bits, at, six)
            coup = _coup(six, taken, value_of, thirds, class_of)
            found[side_of[coup >> 3]] += 1
            gone += coup & 7
            coups += 1
    return coups
