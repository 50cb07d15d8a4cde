"""Whole shoes, dealt as fast as the machine can: cards out of a pool, results into counters.

The loops know no rule. What is drawn, who wins, when a shoe ends all come in as numbers and
tables. Cards that nobody sees (burned ones, those behind the cut) need not be chosen at all: they
stay in the pool, and only how many are out is counted.

Six cards are always drawn and those that a coup does not take go back unseen, which leaves the
pool as it was and saves the processor from guessing how many cards a coup will take.
"""

import numpy as np
from numba import njit, uint64
from numpy.typing import NDArray

# Generators that run side by side, so that one instruction serves several of them.
LANES = 8
ROUNDS = 32

LENGTH_MAX = 128
RUN_MAX = 64
SPREAD = 128

Bytes = NDArray[np.uint8]
Classes = NDArray[np.uint16]
Counts = NDArray[np.int64]


@njit(cache=True, inline="always")
def _rotate(x: np.uint64, k: int) -> np.uint64:
    return (x << uint64(k)) | (x >> uint64(64 - k))


@njit(cache=True)
def _fill(state: NDArray[np.uint64], buffer: NDArray[np.uint64]) -> None:
    """Fill a buffer with random bits from eight xoshiro256++ generators."""
    for number in range(ROUNDS):
        for lane in range(LANES):
            a, b, c, d = state[0, lane], state[1, lane], state[2, lane], state[3, lane]
            buffer[number * LANES + lane] = _rotate(a + d, 23) + a
            t = b << uint64(17)
            c ^= a
            d ^= b
            b ^= c
            a ^= d
            c ^= t
            d = _rotate(d, 45)
            state[0, lane], state[1, lane], state[2, lane], state[3, lane] = a, b, c, d


@njit(cache=True, inline="always")
def _draw(
    pool: Bytes, gone: int, cards: int, bits: NDArray[np.uint16], at: int, drawn: Counts
) -> int:
    """Draw cards from what is left of a pool, each equally likely; return the next unused bits."""
    for number in range(cards):
        here = gone + number
        n = len(pool) - here
        draw = np.int64(bits[at]) * n
        at += 1
        if (draw & 65535) < n:
            # Sixteen bits do not divide evenly into n: the uneven rest is drawn again.
            uneven = (65536 - n) % n
            while (draw & 65535) < uneven:
                draw = np.int64(bits[at]) * n
                at += 1
        place = here + (draw >> 16)
        card = pool[place]
        pool[place] = pool[here]
        pool[here] = card
        drawn[number] = card
    return at


@njit(cache=True, inline="always")
def _coup(six: Counts, taken: Counts, value_of: Bytes, thirds: Bytes, class_of: Classes) -> int:
    """Return the class of a coup, times eight, plus how many of six cards it takes."""
    p = value_of[six[0]] + value_of[six[2]]
    p -= 10 * (p > 9)
    b = value_of[six[1]] + value_of[six[3]]
    b -= 10 * (b > 9)
    taken[1], taken[2] = value_of[six[4]], value_of[six[5]]
    third = thirds[(p * 10 + b) * 10 + taken[1]]
    which = third & 3
    b += taken[which]
    b -= 10 * (b > 9)
    kind = class_of[((third >> 2) * 10 + b) * 2 + (which > 0)]
    return kind * 8 + 4 + ((third >> 2) & 1) + (which > 0)


@njit(cache=True, inline="always")
def _pairs(six: Counts, face_of: Bytes, grade_of: Bytes) -> int:
    """Return the state of pairs of the opening cards."""
    a, b, c, d = six[0], six[1], six[2], six[3]
    mine = (face_of[a] == face_of[c]) * grade_of[(a & 3) * 4 + (c & 3)]
    theirs = (face_of[b] == face_of[d]) * grade_of[(b & 3) * 4 + (d & 3)]
    same = (mine > 0) & (theirs > 0) & (face_of[a] == face_of[b])
    return mine * 8 + theirs * 2 + same


@njit(cache=True)
def deal_shoes(
    state: NDArray[np.uint64],
    shoes: int,
    pool: Bytes,
    value_of: Bytes,
    face_of: Bytes,
    grade_of: Bytes,
    thirds: Bytes,
    class_of: Classes,
    side_of: Bytes,
    numbers: Counts,
    burn_value: Counts,
    joint: Counts,
    lengths: Counts,
    runs: Counts,
    spread: Counts,
) -> int:
    """Deal shoes and count what comes up; return the number of coups.

    ``numbers`` are the cards in front of the marker, and the coups that follow when it is met
    inside a coup, met first, and after a tie.
    """
    marker, inside, first, after_tie = numbers[0], numbers[1], numbers[2], numbers[3]
    buffer = np.empty(ROUNDS * LANES, np.uint64)
    bits = buffer.view(np.uint16)
    six, taken = np.zeros(6, np.int64), np.zeros(3, np.int64)
    coups, at = 0, len(bits)
    for _ in range(shoes):
        out = gone = dealt = wins = run = 0
        last, left, extra = 2, -1, after_tie
        if at + 64 > len(bits):
            _fill(state, buffer)
            at = 0
        if burn_value[0] >= 0:
            at = _draw(pool, 0, 1, bits, at, six)
            gone, out = 1, 1 + burn_value[six[0]]
        while left != 0:
            if left < 0 and out >= marker:
                left = first + 1
            left -= left > 0
            if at + 64 > len(bits):
                _fill(state, buffer)
                at = 0
            at = _draw(pool, gone, 6, bits, at, six)
            coup = _coup(six, taken, value_of, thirds, class_of)
            kind, used = coup >> 3, coup & 7
            joint[kind * 32 + _pairs(six, face_of, grade_of)] += 1
            gone += used
            out += used
            side = side_of[kind]
            decided = side < 2
            turned = decided & (side != last)
            runs[last * RUN_MAX + min(run, RUN_MAX - 1)] += turned
            run = 1 if turned else run + decided
            last = side if decided else last
            wins += (side == 1) - (side == 0)
            dealt += 1
            if left < 0 and out > marker:
                left = inside
            if left == 0 and side == 2 and extra > 0:
                left, extra = extra, 0
        runs[last * RUN_MAX + min(run, RUN_MAX - 1)] += 1
        lengths[min(dealt, LENGTH_MAX - 1)] += 1
        spread[wins + SPREAD] += 1
        coups += dealt
    return coups


@njit(cache=True)
def trace_shoes(
    state: NDArray[np.uint64],
    shoes: int,
    pool: Bytes,
    value_of: Bytes,
    thirds: Bytes,
    class_of: Classes,
    side_of: Bytes,
    numbers: Counts,
    burn_value: Counts,
    counts: Counts,
    depth: Counts,
    sides: Bytes,
) -> int:
    """Deal shoes and note what was left before every coup, as nobody at the table knows better.

    Burned cards that were not shown count as left, for who watches has not seen them. Cards are
    counted in the order of new packs: suit by suit, rank by rank.
    """
    marker, inside, first, after_tie = numbers[0], numbers[1], numbers[2], numbers[3]
    decks = len(pool) // 52
    buffer = np.empty(ROUNDS * LANES, np.uint64)
    bits = buffer.view(np.uint16)
    six, taken = np.zeros(6, np.int64), np.zeros(3, np.int64)
    held = np.empty(52, np.int64)
    coups, at = 0, len(bits)
    for _ in range(shoes):
        out = gone = 0
        left, extra = -1, after_tie
        held[:] = decks
        if at + 64 > len(bits):
            _fill(state, buffer)
            at = 0
        if burn_value[0] >= 0:
            at = _draw(pool, 0, 1, bits, at, six)
            gone, out = 1, 1 + burn_value[six[0]]
            if out > 1:
                held[(six[0] & 3) * 13 + (six[0] >> 2)] -= 1
        while left != 0 and coups < len(depth):
            if left < 0 and out >= marker:
                left = first + 1
            left -= left > 0
            if at + 64 > len(bits):
                _fill(state, buffer)
                at = 0
            counts[coups] = held
            depth[coups] = out
            coups += 1
            at = _draw(pool, gone, 6, bits, at, six)
            coup = _coup(six, taken, value_of, thirds, class_of)
            used = coup & 7
            sides[coups - 1] = side_of[coup >> 3]
            for number in range(used):
                held[(six[number] & 3) * 13 + (six[number] >> 2)] -= 1
            gone += used
            out += used
            if left < 0 and out > marker:
                left = inside
            if left == 0 and side_of[coup >> 3] == 2 and extra > 0:
                left, extra = extra, 0
    return coups
