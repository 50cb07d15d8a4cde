"""Six cards as 5,005 multisets of values: how often each kind of coup comes of them.

The outcome of a coup depends on the values of six cards at most, so on one of C(15, 6) = 5,005
multisets and on their order. ``joint_orders`` counts once, per multiset, in how many orders each
kind comes up. For given counts of values, the number of ordered card sequences of a kind is then
those orders times products of falling factorials, which ``weights`` builds parent to child.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

MULTISETS = 5005
NO_PAIR = 10

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

# A sorting network for six numbers: twelve places to compare and swap.
_NETWORK = np.array(
    [
        (1, 2), (4, 5), (0, 2), (3, 5), (0, 1), (3, 4),
        (2, 5), (0, 3), (1, 4), (2, 4), (1, 3), (2, 3),
    ]
)  # fmt: skip


@njit(cache=True)
def _numbers() -> NDArray[np.int64]:
    """Return the number of the multiset of six values in rising order, as ``weights`` visits it."""
    table = np.full(10**6, -1, np.int64)
    number = 0
    for a in range(10):
        for b in range(a, 10):
            for c in range(b, 10):
                for d in range(c, 10):
                    for e in range(d, 10):
                        for f in range(e, 10):
                            table[((((a * 10 + b) * 10 + c) * 10 + d) * 10 + e) * 10 + f] = number
                            number += 1
    return table


@njit(cache=True)
def joint_orders(
    player_natural: Flags,
    banker_natural: Flags,
    player_draws: Flags,
    banker_draws: Flags,
    class_of: NDArray[np.int64],
    classes: int,
) -> NDArray[np.int32]:
    """Return per multiset and joint state the number of orders that give it.

    ``class_of`` is by Player's total and cards, then Banker's. A joint state is the class of the
    coup, the value that Player's opening cards share (or none), and the same for Banker:
    (class * 11 + player) * 11 + banker.
    """
    numbers = _numbers()
    found = np.zeros((MULTISETS, classes * 121), np.int32)
    six = np.empty(6, np.int64)
    for sequence in range(10**6):
        rest = sequence
        for place in range(6):
            six[place] = rest % 10
            rest //= 10
        p, b = (six[0] + six[2]) % 10, (six[1] + six[3]) % 10
        drew = took = 0
        if not (player_natural[p] or banker_natural[b]):
            if player_draws[p]:
                if banker_draws[b, six[4]]:
                    b = (b + six[5]) % 10
                    took = 1
                p = (p + six[4]) % 10
                drew = 1
            elif banker_draws[b, 10]:
                b = (b + six[4]) % 10
                took = 1
        kind = class_of[((p * 2 + drew) * 10 + b) * 2 + took]
        mine = six[0] if six[0] == six[2] else NO_PAIR
        theirs = six[1] if six[1] == six[3] else NO_PAIR
        for pair in range(12):
            low, high = _NETWORK[pair, 0], _NETWORK[pair, 1]
            first, second = six[low], six[high]
            six[low], six[high] = min(first, second), max(first, second)
        key = 0
        for place in range(6):
            key = key * 10 + six[place]
        found[numbers[key], (kind * 11 + mine) * 11 + theirs] += 1
    return found


@njit(cache=True)
def weights(counts: Floats, out: Floats, level: Floats) -> None:
    """Fill in the products of falling factorials of every multiset, for compositions side by side.

    ``counts`` is values by compositions, ``out`` multisets by compositions, ``level`` working
    space for the six depths. Every product is a whole number.
    """
    lanes = counts.shape[1]
    leaf = 0
    for a in range(10):
        for x in range(lanes):
            level[0, x] = counts[a, x]
        for b in range(a, 10):
            used = 1.0 * (b == a)
            for x in range(lanes):
                level[1, x] = level[0, x] * (counts[b, x] - used)
            for c in range(b, 10):
                used = 0.0 + (c == a) + (c == b)
                for x in range(lanes):
                    level[2, x] = level[1, x] * (counts[c, x] - used)
                for d in range(c, 10):
                    used = 0.0 + (d == a) + (d == b) + (d == c)
                    for x in range(lanes):
                        level[3, x] = level[2, x] * (counts[d, x] - used)
                    for e in range(d, 10):
                        used = 0.0 + (e == a) + (e == b) + (e == c) + (e == d)
                        for x in range(lanes):
                            level[4, x] = level[3, x] * (counts[e, x] - used)
                        for f in range(e, 10):
                            used = 0.0 + (f == a) + (f == b) + (f == c)
                            used += (f == d) + (f == e)
                            for x in range(lanes):
                                out[leaf, x] = level[4, x] * (counts[f, x] - used)
                            leaf += 1
