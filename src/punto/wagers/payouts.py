"""What odds come to: winnings for a stake, exactly, in the text's own form."""

from fractions import Fraction
from functools import lru_cache


@lru_cache(maxsize=1024)
def odds_value(odds: str) -> Fraction:
    """Return winnings per unit staked: ``19:20`` and ``1:1 less 5%`` are both 19/20."""
    ratio, _, less = odds.partition(" less ")
    to, on = ratio.split(":")
    kept = 100 - int(less.removesuffix("%")) if less else 100
    return Fraction(int(to), int(on)) * Fraction(kept, 100)


def winnings(action: int | Fraction, odds: str) -> int | Fraction:
    """Return what a stake wins at given odds, exactly; in whole cents that is a whole number."""
    value = odds_value(odds)
    whole, rest = divmod(action * value.numerator, value.denominator)
    return action * value if rest else int(whole)
