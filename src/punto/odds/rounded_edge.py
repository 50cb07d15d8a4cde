"""The edge by stake when payments are rounded to chips."""

from fractions import Fraction
from math import lcm

from msgspec import Struct

from punto.clause import Malformed
from punto.money import payable_from
from punto.odds.exact import WagerOdds
from punto.rulebook.policies import Rounding
from punto.rulebook.schema import Edition
from punto.wagers.payouts import odds_value

STAKES_MAX = 10_000


class StakeEdge(Struct, frozen=True):
    """The edge of a wager at one stake, after rounding."""

    stake_cents: int
    edge: Fraction


def rounds(edition: Edition) -> bool:
    """Return whether an edition rounds payments up to what chips can make."""
    return edition.settlement.rounding.value is Rounding.UP_TO_NEXT_CHIP


def edge_at(
    edition: Edition, wager: WagerOdds, stake_cents: int, chips_cents: tuple[int, ...]
) -> StakeEdge:
    """Return the edge at a stake when winners are paid in chips by the edition's rule."""
    rounded = rounds(edition)
    won = Fraction(0)
    for outcome in wager.outcomes:
        paid = outcome.payoff * stake_cents
        if rounded and outcome.odds is not None:
            paid = Fraction(payable_from(paid, chips_cents))
        won += paid * outcome.sequences
    return StakeEdge(stake_cents, -won / (wager.total * stake_cents))


def edges_by_stake(
    edition: Edition, wager: WagerOdds, up_to_cents: int, chip_cents: int
) -> list[StakeEdge]:
    """Return the edge at every multiple of a chip up to a stake."""
    if chip_cents <= 0 or up_to_cents < chip_cents:
        raise Malformed("the stake must be at least one chip, and a chip worth something")
    if up_to_cents // chip_cents > STAKES_MAX:
        raise Malformed(f"that is more than {STAKES_MAX:,} stakes; take a larger chip")
    if up_to_cents % chip_cents:
        raise Malformed("the stake must be a whole number of chips")
    stakes = range(chip_cents, up_to_cents + 1, chip_cents)
    return [edge_at(edition, wager, stake, (chip_cents,)) for stake in stakes]


def exact_multiple(wager: WagerOdds, chip_cents: int) -> int:
    """Return the stake at whose multiples, and only there, chips make every payment exactly."""
    odds = [odds_value(outcome.odds) for outcome in wager.outcomes if outcome.odds is not None]
    return chip_cents * lcm(*(ratio.denominator for ratio in odds))
