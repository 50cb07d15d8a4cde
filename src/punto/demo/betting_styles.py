"""The betting styles of simulated patrons."""

from collections.abc import Iterator
from random import Random

from msgspec import Struct

from punto.demo.actors import Actors
from punto.roads import Bead
from punto.rulebook.elections import limits_of
from punto.rulebook.vocabulary import Side
from punto.table.phase import Betting
from punto.table.seats.buying import BuyChips
from punto.table.table import Patron
from punto.table.wagers.placing import PlaceWager

NAMES = (
    *("Ada", "Ben", "Chloe", "Dima", "Ella", "Frank", "Gina", "Hana", "Igor", "Joy", "Kofi"),
    *("Lena", "Marco", "Nora", "Omar", "Pia", "Quinn", "Rafa", "Sofia", "Tomas", "Ulla", "Viktor"),
    *("Wanda", "Ximena", "Yara", "Zeno"),
)
# Ways to choose a hand: always the same, with the last result, against it, in turns, at random.
STYLES = ("banker", "run", "chop", "turns", "random", "player")


class PlannedWager(Struct, frozen=True):
    """A wager that a patron will place."""

    wager: str
    cents: int


class Bettor(Struct, frozen=True):
    """A patron's style, stake in minimums, and chance of optional wagers."""

    name: str
    style: str
    units: int
    side_one_in: int


def made_up(name: str, random: Random) -> Bettor:
    """Return a patron with a random style."""
    return Bettor(
        name, random.choice(STYLES), random.choice((1, 1, 2, 4, 10)), random.randint(2, 9)
    )


def bets(actors: Actors, bettor: Bettor, patron: Patron, random: Random) -> Iterator[PlannedWager]:
    """Yield the wagers of a patron on the next coup; sometimes none."""
    table, rules = actors.table, actors.rules
    no_more_bets = isinstance(table.phase, Betting) and table.phase.closed
    if no_more_bets or random.randrange(8) == 0:
        return
    limits = table.limits
    least = max(limits.minimum or 0, min(rules.chips_cents))
    most = limits.maximum or least
    hand = _chosen_hand(bettor, table.results, random)
    if table.role.holder == bettor.name:
        hand = Side.BANKER.value
    chips = patron.chips_cents
    units = bettor.units * random.choice((1, 1, 1, 2))
    stake = min(least * units, most, chips // least * least)
    if stake < least:
        return
    yield PlannedWager(hand, stake)
    rest = chips - stake
    if random.randrange(bettor.side_one_in):
        return
    small = max(limits.optional_minimum or 0, min(rules.chips_cents))
    main = rules.edition.wagering.main.value
    others = [*_optional_wagers(actors), *(name for name in main if name not in tuple(Side))]
    wager = random.choice(others)
    cents = least if wager in main else small
    if cents <= rest:
        yield PlannedWager(wager, cents)


def _optional_wagers(actors: Actors) -> list[str]:
    edition, elected = actors.rules.edition, actors.table.setup.elections
    return [wager for name in elected.offer for wager in edition.offers[name].wagers]


def _chosen_hand(bettor: Bettor, results: tuple[Bead, ...], random: Random) -> str:
    """Return the hand that a patron chooses, from the last results."""
    sides = [side.value for side in Side]
    last = next((str(bead.result) for bead in reversed(results) if str(bead.result) in sides), None)
    other = next(side for side in sides if side != last)
    match bettor.style:
        case "banker" | "player":
            return bettor.style
        case "run" if last:
            return last
        case "chop" if last:
            return other
        case "turns":
            return sides[len(results) // 3 % 2]
        case _:
            return random.choice(sides)


async def wager(actors: Actors, bettor: Bettor, random: Random) -> None:
    """Place the wagers of a patron."""
    patron = actors.table.patron(bettor.name)
    if patron is None or any(bet.patron == bettor.name for bet in actors.table.wagers):
        return
    for bet in bets(actors, bettor, patron, random):
        await actors.act(bettor.name, PlaceWager(bet.wager, bet.cents))


async def buy(actors: Actors, bettor: Bettor, random: Random) -> bool:
    """Let a patron buy chips from the float."""
    least = limits_of(actors.table.setup.elections).minimum or 2_500
    cents = least * bettor.units * random.choice((20, 40, 60))
    return await actors.act(bettor.name, BuyChips(bettor.name, cents))
