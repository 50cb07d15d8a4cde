"""What wagers may ask about a finished coup, and which row of a wager fits it."""

from collections.abc import Sequence

from punto.cards import Card
from punto.clause import Clauses, merged
from punto.coup import CoupResult
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import PairJudge
from punto.rulebook.rows import Facts, decide
from punto.rulebook.schema import Outcome
from punto.rulebook.vocabulary import PairGrade, PairsTest, PairTest


def pair_grade(rules: TableRules, cards: Sequence[Card]) -> PairGrade:
    """Return how alike the cards of a hand are that count for a pair."""
    pairs = rules.edition.pairs
    if pairs is None or len(cards) < pairs.cards.value or pairs.cards.value < 2:
        return PairGrade.NONE
    first, *others = cards[: pairs.cards.value]
    if any(_face(rules, card) != _face(rules, first) for card in others):
        return PairGrade.NONE
    if all(card.suit is first.suit for card in others):
        return PairGrade.PERFECT
    if all(card.suit.red == first.suit.red for card in others):
        return PairGrade.COLOURED
    return PairGrade.MIXED


def likeness(rules: TableRules, asked: PairTest, cards: Sequence[Card]) -> Clauses:
    """Return the clauses that say what the cards of a hand are, as far as a wager asked for it."""
    pairs = rules.edition.pairs
    if pairs is None or not cards:
        return ()
    cards = cards[: pairs.cards.value]
    numbers = [card.rank.isdigit() or card.rank == "T" for card in cards]
    found = [
        pairs.number_cards if any(numbers) else (),
        pairs.court_cards if not all(numbers) else (),
    ]
    match asked:
        case PairTest.MIXED:
            found.append(pairs.mixed_pair)
        case PairTest.COLOURED:
            found.append(pairs.red_pair if cards[0].suit.red else pairs.black_pair)
        case PairTest.PERFECT:
            found.append(pairs.perfect_pair)
        case _:
            pass
    return merged(*found)


def _face(rules: TableRules, card: Card) -> object:
    assert rules.edition.pairs is not None
    if rules.edition.pairs.judged_by.value is PairJudge.RANK:
        return card.rank
    assert rules.drawing is not None
    return rules.drawing.points[card] % rules.drawing.modulus


def _pairs(rules: TableRules, coup: CoupResult, grades: Sequence[PairGrade]) -> PairsTest:
    paired = [grade is not PairGrade.NONE for grade in grades]
    if not any(paired):
        return PairsTest.NONE
    if not all(paired):
        return PairsTest.SINGLE
    same = _face(rules, coup.player[0]) == _face(rules, coup.banker[0])
    return PairsTest.TWIN if same else PairsTest.DOUBLE


def facts(rules: TableRules, coup: CoupResult) -> Facts:
    """Return what wagers may ask about a coup."""
    grades = (pair_grade(rules, coup.player), pair_grade(rules, coup.banker))
    return Facts(
        coup.result, coup.banker_total, len(coup.banker), *grades, _pairs(rules, coup, grades)
    )


def outcome(rules: TableRules, wager: str, seen: Facts) -> Outcome:
    """Return the row of a wager that decides it at this table."""
    return decide(rules.outcomes[wager], seen)
