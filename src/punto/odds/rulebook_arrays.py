"""A rulebook as arrays for the kernels, which hold no rule of their own.

Everything here is read off the edition through the same functions that play a coup: values,
naturals and the tableau from ``drawing``, and what every wager comes to from ``wagers.decide``.
"""

from enum import StrEnum
from fractions import Fraction
from itertools import product

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from punto.cards import DECK, Rank
from punto.clause import Malformed
from punto.rulebook.elect import not_held
from punto.rulebook.rows import Facts, decide
from punto.rulebook.rules import Drawing, lower
from punto.rulebook.schema import Edition, Outcome
from punto.rulebook.vocabulary import Ending, PairGrade, PairsTest, Result, Side
from punto.wagers.payouts import odds_value

RESULTS = tuple(Result)
GRADES = tuple(PairGrade)

# A finished coup as one number: result, Banker total, Banker cards (two or three).
VALUE_CLASSES = len(RESULTS) * 10 * 2
# The opening cards as one number: grade of each hand, and whether both pairs are of one face.
PAIR_STATES = 32


class Asks(StrEnum):
    """What a wager asks about a coup, so that only that need be counted."""

    VALUES = "values"
    PLAYER_PAIR = "player_pair"
    BANKER_PAIR = "banker_pair"
    PAIRS = "pairs"


class Tables(Struct, frozen=True):
    """The drawing rules of an edition as arrays; a rank is 0 to 12, a value 0 to 9."""

    value_of_rank: NDArray[np.uint8]
    player_natural: NDArray[np.bool_]
    banker_natural: NDArray[np.bool_]
    player_draws: NDArray[np.bool_]
    banker_draws: NDArray[np.bool_]
    result: NDArray[np.uint8]


class Entry(Struct, frozen=True):
    """One wager under one settlement, and what it comes to for every kind of finished coup.

    ``row`` holds, for each value class and pair state, the index of the outcome that decides it.
    """

    wager: str
    title: str
    settlement: str
    offer: str | None
    rows: tuple[Outcome, ...]
    row: NDArray[np.int8]
    asks: Asks

    @property
    def name(self) -> str:
        """Return a name that tells entries of one edition apart."""
        return (
            f"{self.wager} ({self.offer})" if self.offer not in (None, self.wager) else self.wager
        )


def value_class(result: int, banker_total: int, banker_cards: int) -> int:
    """Return the number of a finished coup's values."""
    return (result * 10 + banker_total) * 2 + (banker_cards - 2)


def pair_state(player: int, banker: int, *, same: bool) -> int:
    """Return the number of the opening cards' pairs."""
    return player * 8 + banker * 2 + same


# Where the row of each answer stands: grades none to perfect of one hand, or none to twin of both.
PAIR_COLUMNS = {
    Asks.PLAYER_PAIR: tuple(pair_state(grade, 0, same=False) for grade in range(4)),
    Asks.BANKER_PAIR: tuple(pair_state(0, grade, same=False) for grade in range(4)),
    Asks.PAIRS: (
        pair_state(0, 0, same=False),
        pair_state(1, 0, same=False),
        pair_state(1, 1, same=False),
        pair_state(1, 1, same=True),
    ),
}


def payoff(row: Outcome) -> Fraction:
    """Return what a row wins or loses per unit staked."""
    if row.odds is not None:
        return odds_value(row.odds)
    return Fraction(-1) if row.then is Ending.LOSE else Fraction(0)


def tables(edition: Edition) -> Tables:
    """Return the drawing rules of an edition as arrays."""
    drawing = lower(edition)
    if drawing is None:
        raise not_held(edition, "how cards are dealt and drawn, so it has no odds")
    if drawing.cards_max != 3 or drawing.modulus != 10 or drawing.order[::2] != (Side.PLAYER,) * 2:
        raise Malformed(f"{edition.id}: the kernels deal two hands of two or three cards")
    by_rank = [next(card for card in DECK if card.rank is rank) for rank in Rank]
    return Tables(
        value_of_rank=np.array([drawing.points[card] % 10 for card in by_rank], np.uint8),
        player_natural=_natural(drawing, Side.PLAYER),
        banker_natural=_natural(drawing, Side.BANKER),
        player_draws=np.array([*(cell.draws for cell in drawing.player), False, False]),
        banker_draws=np.array(
            [*([cell.draws for cell in row] for row in drawing.banker), *[[False] * 11] * 2]
        ),
        result=_results(drawing),
    )


def _natural(drawing: Drawing, side: Side) -> NDArray[np.bool_]:
    return np.array([total in drawing.naturals[side] for total in range(10)])


def _results(drawing: Drawing) -> NDArray[np.uint8]:
    """Return who wins for each pair of totals, by the edition's own order of merit."""
    merit = drawing.merit or tuple(range(9, -1, -1))
    found = np.empty((10, 10), np.uint8)
    for player, banker in product(range(10), repeat=2):
        ahead = merit.index(banker) - merit.index(player)
        result = Result.TIE if ahead == 0 else Result.PLAYER if ahead > 0 else Result.BANKER
        found[player, banker] = RESULTS.index(result)
    return found


def entries(edition: Edition, settlement: str | None = None) -> list[Entry]:
    """Return every wager of an edition under one settlement, or under each."""
    schemes = edition.settlement.schemes.value
    if settlement is not None and settlement not in schemes:
        raise Malformed(
            f"{edition.id} has no settlement {settlement!r}", f"known: {', '.join(schemes)}"
        )
    found = []
    for scheme in schemes if settlement is None else (settlement,):
        main = edition.wagering.main.value
        found += [_entry(edition, wager, scheme, None) for wager in main]
        for name, offer in edition.offers.items():
            found += [_entry(edition, wager, scheme, name) for wager in offer.wagers]
    return found


def _entry(edition: Edition, wager: str, settlement: str, offer: str | None) -> Entry:
    held = edition.wagers[wager]
    elected = {settlement, *([offer] if offer else [])}
    rows = tuple(row for row in held.outcomes if elected.issuperset(row.under))
    table = np.full((VALUE_CLASSES, PAIR_STATES), -1, np.int8)
    for (number, result), total, cards in product(enumerate(RESULTS), range(10), (2, 3)):
        for (p, mine), (b, theirs) in product(enumerate(GRADES), enumerate(GRADES)):
            for same in (False, True) if p and b else (False,):
                seen = Facts(result, total, cards, mine, theirs, _pairs(p, b, same=same))
                index = rows.index(decide(rows, seen))
                table[value_class(number, total, cards), pair_state(p, b, same=same)] = index
    return Entry(wager, held.title, settlement, offer, rows, table, _asks(wager, table))


def _asks(wager: str, table: NDArray[np.int8]) -> Asks:
    """Return what a wager asks: the least that tells its rows apart."""
    known = table[0] >= 0
    if (table[:, known] == table[:, :1]).all():
        return Asks.VALUES
    if not (table == table[:1]).all():
        raise Malformed(f"{wager} asks about values and pairs at once; odds cannot count that")
    state = table[0]
    for asks, columns in PAIR_COLUMNS.items():
        if all(state[place] == state[columns[kind]] for place, kind in _kinds(asks)):
            return asks
    raise Malformed(f"{wager} asks about both pairs in a way that odds cannot count")


def _kinds(asks: Asks) -> list[tuple[int, int]]:
    """Return for each state of pairs which column of a question it answers."""
    found = []
    for p, b in product(range(4), repeat=2):
        for same in (False, True) if p and b else (False,):
            kind = {
                Asks.PLAYER_PAIR: p,
                Asks.BANKER_PAIR: b,
                Asks.PAIRS: list(PairsTest).index(_pairs(p, b, same=same)),
            }[asks]
            found.append((pair_state(p, b, same=same), kind))
    return found


def _pairs(player: int, banker: int, *, same: bool) -> PairsTest:
    if not player and not banker:
        return PairsTest.NONE
    if not player or not banker:
        return PairsTest.SINGLE
    return PairsTest.TWIN if same else PairsTest.DOUBLE
