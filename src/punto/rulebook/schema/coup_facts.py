"""The facts of a finished coup that a wager may ask: one list, the keys of ``When``.

Everything else follows from the list: the patterns of rulebooks, the check that rows leave no gap,
settlement, the classes of coups that the odds count and the simulation tallies.
"""

from collections.abc import Callable
from enum import Enum, auto
from functools import lru_cache
from itertools import product, starmap
from operator import eq
from typing import Annotated, get_args

from msgspec import Meta, Struct
from msgspec.structs import fields, replace

from punto.rulebook.schema.section import Count, Point, Section
from punto.rulebook.vocabulary import PairGrade, PairsTest, PairTest, Result, Side


class FinalHands(Struct, frozen=True, gc=False):
    """Both hands of a finished coup, as far as facts depend on them."""

    result: Result
    banker_total: int
    banker_cards: int
    player_total: int
    player_cards: int


class OpeningPairs(Struct, frozen=True, gc=False):
    """How alike the opening cards are: in each hand, and whether both pairs have one face."""

    player: PairGrade
    banker: PairGrade
    one_face: bool

    @property
    def together(self) -> PairsTest:
        """Return which pairs there are in both hands together."""
        pairs = (self.player is not PairGrade.NONE) + (self.banker is not PairGrade.NONE)
        if pairs < 2:
            return PairsTest.SINGLE if pairs else PairsTest.NONE
        return PairsTest.TWIN if self.one_face else PairsTest.DOUBLE


class CoupState(Struct, frozen=True, gc=False):
    """What facts are computed from; the kernels count these states and nothing finer."""

    hands: FinalHands
    opening: OpeningPairs


class Basis(Enum):
    """What a fact depends on. The odds count hands by values, opening cards by rank and suit."""

    TOTALS = auto()
    """The totals and the result; known also where only totals are declared."""
    HANDS = auto()
    """Totals and numbers of cards."""
    OPENING = auto()
    """The opening cards."""


class Fact(Struct, frozen=True):
    """A fact of a finished coup: what it depends on, and how it is computed.

    ``fits`` compares what a pattern gives with the fact. A fact that grades the opening cards of
    one ``hand`` names it: the clauses about their suits are cited.
    """

    basis: Basis
    of: Callable[[CoupState], object]
    fits: Callable[[object, object], bool] = eq
    hand: Side | None = None
    name: str = ""


def _totals(of: Callable[[FinalHands], object]) -> Meta:
    return _fact(Fact(Basis.TOTALS, lambda coup: of(coup.hands)))


def _hands(of: Callable[[FinalHands], object]) -> Meta:
    return _fact(Fact(Basis.HANDS, lambda coup: of(coup.hands)))


def _opening(of: Callable[[OpeningPairs], object]) -> Meta:
    return _fact(Fact(Basis.OPENING, lambda coup: of(coup.opening)))


def _pair(hand: Side) -> Meta:
    return _fact(
        Fact(Basis.OPENING, lambda coup: getattr(coup.opening, hand), _fits_grade, hand=hand)
    )


def _fits_grade(test: object, grade: object) -> bool:
    return test == grade or (test is PairTest.ANY and grade is not PairGrade.NONE)


def _fact(fact: Fact) -> Meta:
    return Meta(extra={"fact": fact})


class When(Section, frozen=True):
    """A pattern over a finished coup; every key given must match."""

    result: Annotated[Result, _totals(lambda hands: hands.result)] | None = None
    """Who won."""
    banker_total: Annotated[Point, _totals(lambda hands: hands.banker_total)] | None = None
    """Banker's total."""
    banker_cards: Annotated[Count, _hands(lambda hands: hands.banker_cards)] | None = None
    """How many cards Banker has."""
    player_pair: Annotated[PairTest, _pair(Side.PLAYER)] | None = None
    """What Player's opening cards are."""
    banker_pair: Annotated[PairTest, _pair(Side.BANKER)] | None = None
    """What Banker's opening cards are."""
    pairs: Annotated[PairsTest, _opening(lambda opening: opening.together)] | None = None
    """What the opening cards of both hands are together."""


# Every fact by its key. A key of the pattern that declares no fact does not import.
FACTS = {
    field.name: replace(get_args(field.type)[0].__metadata__[-1].extra["fact"], name=field.name)
    for field in fields(When)
}


@lru_cache(maxsize=1024)
def asked(when: When) -> tuple[tuple[Fact, object], ...]:
    """Return the facts that a pattern asks, each with what it must be."""
    given = ((fact, getattr(when, name)) for name, fact in FACTS.items())
    return tuple((fact, value) for fact, value in given if value is not None)


# Every way in which both hands can end, whatever the order of merit; only equal totals tie.
HANDS = tuple(
    FinalHands(*state)
    for state in product(Result, range(10), (2, 3), range(10), (2, 3))
    if (state[0] is Result.TIE) == (state[1] == state[3])
)
# Every state of the opening cards; only two pairs can have one face.
OPENINGS = tuple(
    OpeningPairs(player, banker, one_face)
    for player, banker, one_face in product(PairGrade, PairGrade, (False, True))
    if not one_face or PairGrade.NONE not in (player, banker)
)


@lru_cache
def coup_kinds(facts: tuple[Fact, ...]) -> dict[tuple[object, ...], CoupState]:
    """Return one coup for each combination of answers to some facts."""
    bases = {fact.basis for fact in facts}
    hands = HANDS if bases - {Basis.OPENING} else HANDS[:1]
    openings = OPENINGS if Basis.OPENING in bases else OPENINGS[:1]
    found: dict[tuple[object, ...], CoupState] = {}
    for coup in starmap(CoupState, product(hands, openings)):
        found.setdefault(tuple(fact.of(coup) for fact in facts), coup)
    return found
