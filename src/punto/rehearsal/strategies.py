"""Strategies: how somebody who is made up wagers, by what they see and by chance.

Each is a function of what is seen and of a source of numbers, so the same numbers give the same
wagers again. None of them knows a card.
"""

from collections.abc import Callable, Mapping, Sequence

from punto.rehearsal.seen import EntrantView, PlannedWager
from punto.shoe import RandBelow

Strategy = Callable[[EntrantView, RandBelow], PlannedWager]

OTHER = {"player": "banker", "banker": "player"}
# What somebody stakes in proportion: a tenth of the chips.
PART = 10
# The last quarter of a session is late.
LATE = 4


def flat(seen: EntrantView, randbelow: RandBelow) -> PlannedWager:
    """Wager the minimum on Banker, coup after coup."""
    del randbelow
    return PlannedWager("banker", seen.minimum_cents)


def proportional(seen: EntrantView, randbelow: RandBelow) -> PlannedWager:
    """Wager a tenth of the chips on Banker."""
    del randbelow
    return PlannedWager("banker", seen.stake(seen.own_cents // PART))


def follow(seen: EntrantView, randbelow: RandBelow) -> PlannedWager:
    """Wager as the leader does, on the same hand and as much; a tenth where nothing is seen."""
    led = seen.laid.get(seen.leader or "")
    if led is None or led.wager not in OTHER:
        return proportional(seen, randbelow)
    return PlannedWager(led.wager, seen.stake(led.stake_cents))


def oppose(seen: EntrantView, randbelow: RandBelow) -> PlannedWager:
    """Wager against the leader, as much as makes up for being behind; a tenth in front."""
    led = seen.laid.get(seen.leader or "")
    if led is None or led.wager not in OTHER:
        return proportional(seen, randbelow)
    # What the leader loses need not be won.
    lacking = seen.behind_cents - led.stake_cents + seen.unit_cents
    wanted = lacking if seen.behind_cents else seen.own_cents // PART
    return PlannedWager(OTHER[led.wager], seen.stake(wanted))


def late(seen: EntrantView, randbelow: RandBelow) -> PlannedWager:
    """Wager the minimum until the last quarter, and then everything while behind."""
    if seen.coups_left * LATE > seen.coup + seen.coups_left or not seen.behind_cents:
        return flat(seen, randbelow)
    led = seen.laid.get(seen.leader or "")
    hand = OTHER[led.wager] if led is not None and led.wager in OTHER else "banker"
    return PlannedWager(hand, seen.stake(seen.own_cents))


def hidden(seen: EntrantView, randbelow: RandBelow) -> PlannedWager:
    """Wager like late, and on a form where one is left: nobody can answer it."""
    bet = late(seen, randbelow)
    return PlannedWager(
        bet.wager, bet.stake_cents, secret=seen.forms > 0 and seen.coups_left <= seen.forms
    )


def chance(seen: EntrantView, randbelow: RandBelow) -> PlannedWager:
    """Wager anything that may be wagered, on either hand."""
    hand = ("player", "banker")[randbelow(2)]
    most = min(seen.maximum_cents, seen.own_cents)
    units = max(0, most - seen.minimum_cents) // seen.unit_cents
    return PlannedWager(
        hand, seen.stake(seen.minimum_cents + randbelow(units + 1) * seen.unit_cents)
    )


STRATEGIES: Mapping[str, Strategy] = {
    "flat": flat,
    "proportional": proportional,
    "follow": follow,
    "oppose": oppose,
    "late": late,
    "hidden": hidden,
    "random": chance,
}


def scripted(bets: Sequence[PlannedWager]) -> Strategy:
    """Return a strategy that makes given wagers one after the other, the last one ever after."""

    def strategy(seen: EntrantView, randbelow: RandBelow) -> PlannedWager:
        del randbelow
        bet = bets[min(seen.coup, len(bets)) - 1]
        return PlannedWager(bet.wager, seen.stake(bet.stake_cents))

    return strategy
