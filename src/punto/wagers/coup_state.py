"""The state of a finished coup that wagers ask about, and which row of a wager fits it."""

from collections.abc import Sequence

from punto.cards import Card, Suit
from punto.clause import Clauses, merged
from punto.coup import CoupResult
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import PairJudge
from punto.rulebook.rows import decide
from punto.rulebook.schema import Outcome
from punto.rulebook.schema.coup_facts import CoupState, FinalHands, OpeningPairs
from punto.rulebook.vocabulary import PairGrade, PairTest


def pair_grade(rules: TableRules, cards: Sequence[Card]) -> PairGrade:
    """Return how alike the cards of a hand are that count for a pair."""
    pairs = rules.edition.pairs
    if pairs is None or len(cards) < pairs.cards.value or pairs.cards.value < 2:
        return PairGrade.NONE
    first, *others = cards[: pairs.cards.value]
    if any(_face(rules, card) != _face(rules, first) for card in others):
        return PairGrade.NONE
    return suits_grade([card.suit for card in (first, *others)])


def suits_grade(suits: Sequence[Suit]) -> PairGrade:
    """Return how alike cards of one face are by their suits."""
    if len(set(suits)) == 1:
        return PairGrade.PERFECT
    return PairGrade.COLOURED if len({suit.red for suit in suits}) == 1 else PairGrade.MIXED


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


def coup_state(rules: TableRules, coup: CoupResult) -> CoupState:
    """Return what the facts of a coup are computed from."""
    hands = FinalHands(
        coup.result, coup.banker_total, len(coup.banker), coup.player_total, len(coup.player)
    )
    mine, theirs = pair_grade(rules, coup.player), pair_grade(rules, coup.banker)
    paired = PairGrade.NONE not in (mine, theirs)
    one_face = paired and _face(rules, coup.player[0]) == _face(rules, coup.banker[0])
    return CoupState(hands, OpeningPairs(mine, theirs, one_face))


def outcome(rules: TableRules, wager: str, coup: CoupState) -> Outcome:
    """Return the row of a wager that decides it at this table."""
    return decide(rules.outcomes[wager], coup)
