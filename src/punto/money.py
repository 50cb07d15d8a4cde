"""Money in integer cents: reading, writing, and what a float of chips can make."""

import re
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush
from math import gcd

from punto.clause import Malformed
from punto.error_codes import ErrorCode

# Beyond this no house has ever gone; it keeps every sum inside 64 bits wherever it is stored.
CENTS_MAX = 10**15

_DOLLARS = re.compile(r"\$?(-?)([0-9]{1,40}|[0-9]{1,3}(?:,[0-9]{3}){1,13})(?:\.([0-9]{1,40}))?")
# Chips without a common measure make sums hard to find; real chips are far from this.
_MEASURES_MAX = 100_000


def parse_dollars(text: str) -> int:
    """Return the cents of an amount of dollars such as ``100``, ``$2.50`` or ``0.25``."""
    match = _DOLLARS.fullmatch(text.strip())
    if match is None:
        raise Malformed(
            f"{text[:60]!r} is not an amount of dollars",
            "write 100, 2.50 or 0.25",
            code=ErrorCode.NO_SUCH_AMOUNT,
        )
    sign, dollars, cents = match.group(1), match.group(2).replace(",", ""), match.group(3) or ""
    if len(cents.rstrip("0")) > 2:
        raise Malformed(
            f"{text!r} has a fraction of a cent",
            "money is counted in whole cents",
            code=ErrorCode.PART_OF_A_CENT,
        )
    amount = int(dollars) * 100 + int(cents.ljust(2, "0")[:2] or 0)
    if amount > CENTS_MAX:
        raise Malformed(f"{text!r} is more than any table can hold", code=ErrorCode.NO_SUCH_AMOUNT)
    return -amount if sign else amount


def parse_stake(text: str) -> int:
    """Return the cents of a stake, which must be more than nothing."""
    cents = parse_dollars(text)
    if cents <= 0:
        raise Malformed(
            f"a stake must be more than nothing, not {text}", code=ErrorCode.STAKE_WORTH_NOTHING
        )
    return cents


@lru_cache(maxsize=4096)
def dollars(cents: int | Fraction) -> str:
    """Return an amount for reading: ``$47.50``, ``$1,000``, ``-$20``, ``$0.0475``."""
    millionths = Fraction(cents) * 10_000
    sign = "-" if millionths < 0 else ""
    if millionths.denominator != 1:
        return f"{sign}{abs(Fraction(cents))} cents"
    units, rest = divmod(abs(millionths.numerator), 1_000_000)
    decimals = f"{rest:06d}".rstrip("0")
    return f"{sign}${units:,}" + (f".{decimals.ljust(2, '0')}" if decimals else "")


def _least_sums(chips: tuple[int, ...]) -> tuple[int, ...]:
    """Return, per remainder modulo the smallest chip, the least sum the chips can make."""
    base = min(chips)
    if base > _MEASURES_MAX:
        raise Malformed("these chips have too little in common", "chips: 1, 5, 25, 100")
    least: dict[int, int] = {}
    queue = [0]
    while queue:
        total = heappop(queue)
        if total % base in least:
            continue
        least[total % base] = total
        for chip in chips:
            if (total + chip) % base not in least:
                heappush(queue, total + chip)
    return tuple(least.get(remainder, -1) for remainder in range(base))


@lru_cache(maxsize=256)
def _measured(chips: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
    """Return what chips have in common, and the sums that they can make counted in it."""
    measure = gcd(*chips)
    return measure, _least_sums(tuple(sorted({chip // measure for chip in chips})))


def payable_from(amount: int | Fraction, chips: tuple[int, ...]) -> int:
    """Return the least sum not below an amount that the chips can make."""
    measure, sums = _measured(chips)
    need = -(-amount.numerator // (amount.denominator * measure))
    base = len(sums)
    found = []
    for remainder, least in enumerate(sums):
        if least >= 0:
            start = max(need, least)
            found.append(start + (remainder - start) % base)
    return min(found) * measure


def payable_up_to(amount: int, chips: tuple[int, ...]) -> int:
    """Return the greatest sum not above an amount that the chips can make."""
    measure, sums = _measured(chips)
    most, base = amount // measure, len(sums)
    tops = (
        most - (most - remainder) % base
        for remainder, least in enumerate(sums)
        if 0 <= least <= most
    )
    return max((top for top in tops if top >= 0), default=0) * measure


@lru_cache(maxsize=4096)
def payable(cents: int, chips: tuple[int, ...]) -> bool:
    """Return whether the chips can make an amount exactly."""
    return payable_from(Fraction(cents), chips) == cents
