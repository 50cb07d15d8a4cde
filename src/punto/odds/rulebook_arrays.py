"""A rulebook as arrays for the kernels, which hold no rule of their own.

Everything here is read off the edition through the same functions that play a coup: values,
naturals and the tableau from ``drawing``, and what every wager comes to from ``rows.decide``. The
classes of coups are those between which the facts of ``coup_facts`` can tell.
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
from punto.rulebook.rows import decide, facts_asked
from punto.rulebook.rules import Drawing, lower
from punto.rulebook.schema import Edition, Outcome
from punto.rulebook.schema.coup_facts import (
    FACTS,
    OPENINGS,
    Basis,
    CoupState,
    FinalHands,
    OpeningPairs,
    coup_kinds,
)
from punto.rulebook.vocabulary import Ending, PairGrade, PairsTest, Result, Side
from punto.wagers.payouts import odds_value

GRADES = tuple(PairGrade)

# A finished coup by its values as one number: coups that no fact tells apart share one.
_HAND_FACTS = tuple(fact for fact in FACTS.values() if fact.basis is not Basis.OPENING)
_NUMBERS = {answers: number for number, answers in enumerate(coup_kinds(_HAND_FACTS))}
_KINDS = tuple(coup_kinds(_HAND_FACTS).values())
RESULTS = tuple(coup.hands.result for coup in _KINDS)
VALUE_CLASSES = len(_KINDS)
# The opening cards as one number: grade of each hand, and whether both pairs are of one face.
PAIR_STATES = 32


class Asks(StrEnum):
    """What a wager asks about a coup, so that only that need be counted."""

    VALUES = "values"
    PLAYER_PAIR = "player_pair"
    BANKER_PAIR = "banker_pair"
    PAIRS = "pairs"
    STATES = "states"
    """Values and pairs at once, or pairs in a way that has no closed form."""


class Tables(Struct, frozen=True):
    """The drawing rules of an edition as arrays; a rank is 0 to 12, a value 0 to 9."""

    value_of_rank: NDArray[np.uint8]
    player_natural: NDArray[np.bool_]
    banker_natural: NDArray[np.bool_]
    player_draws: NDArray[np.bool_]
    banker_draws: NDArray[np.bool_]
    class_of: NDArray[np.uint16]


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


def value_class(hands: FinalHands) -> int:
    """Return the number of a finished coup's values."""
    coup = CoupState(hands, OPENINGS[0])
    return _NUMBERS[tuple(fact.of(coup) for fact in _HAND_FACTS)]


def pair_state(opening: OpeningPairs) -> int:
    """Return the number of the opening cards' pairs."""
    return GRADES.index(opening.player) * 8 + GRADES.index(opening.banker) * 2 + opening.one_face


_PLACES = [pair_state(opening) for opening in OPENINGS]
# What the kernel of pairs counts for each question: which column a state of opening cards is in.
_COLUMNS = {
    Asks.PLAYER_PAIR: [GRADES.index(opening.player) for opening in OPENINGS],
    Asks.BANKER_PAIR: [GRADES.index(opening.banker) for opening in OPENINGS],
    Asks.PAIRS: [list(PairsTest).index(opening.together) for opening in OPENINGS],
}
# Some state of opening cards for each of those columns.
PAIR_COLUMNS = {
    asks: [_PLACES[columns.index(column)] for column in range(4)]
    for asks, columns in _COLUMNS.items()
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
        class_of=_class_of(drawing),
    )


def _natural(drawing: Drawing, side: Side) -> NDArray[np.bool_]:
    return np.array([total in drawing.naturals[side] for total in range(10)])


def _class_of(drawing: Drawing) -> NDArray[np.uint16]:
    """Return the class of a coup by Player's total and cards, then Banker's.

    Who wins follows from the totals, by the edition's own order of merit.
    """
    merit = drawing.merit or tuple(range(9, -1, -1))
    found = []
    for player, mine, banker, theirs in product(range(10), (2, 3), range(10), (2, 3)):
        ahead = merit.index(banker) - merit.index(player)
        result = Result.TIE if ahead == 0 else Result.PLAYER if ahead > 0 else Result.BANKER
        found.append(value_class(FinalHands(result, banker, theirs, player, mine)))
    return np.array(found, np.uint16)


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
    bases = {fact.basis for fact in facts_asked(rows)}
    kinds = _KINDS if bases - {Basis.OPENING} else _KINDS[:1]
    openings = OPENINGS if Basis.OPENING in bases else OPENINGS[:1]
    table = np.full((VALUE_CLASSES, PAIR_STATES), -1, np.int8)
    table[:, _PLACES] = [
        [rows.index(decide(rows, CoupState(coup.hands, opening))) for opening in openings]
        for coup in kinds
    ]
    return Entry(wager, held.title, settlement, offer, rows, table, _asks(table))


def _asks(table: NDArray[np.int8]) -> Asks:
    """Return what a wager asks about a coup: the smallest question that decides its row."""
    known = table[:, _PLACES]
    if (known == known[:, :1]).all():
        return Asks.VALUES
    if (known == known[:1]).all():
        for asks, columns in _COLUMNS.items():
            if (known[0] == table[0, PAIR_COLUMNS[asks]][columns]).all():
                return asks
    return Asks.STATES
