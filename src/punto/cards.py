"""Ranks, suits, cards and the one notation for them: ``KH`` is the king of hearts, ``TD`` a ten.

What is written is always that notation. What is read may also be in lower case, call a ten ``10D``
and give the suit as the sign that a screen shows, black or white: ``K♥``, ``10♢``.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import Enum, StrEnum

from punto.clause import Malformed
from punto.error_codes import ErrorCode


class Rank(StrEnum):
    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


class Suit(StrEnum):
    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def red(self) -> bool:
        return self in (Suit.HEARTS, Suit.DIAMONDS)


class Card(Enum):
    """One of the 52 faces; ``Card("KH")`` finds it, ``.value`` is its notation again."""

    _ignore_ = ["_suit", "_rank"]  # noqa: RUF012
    for _suit in Suit:
        for _rank in Rank:
            vars()[f"{_rank}{_suit}"] = f"{_rank}{_suit}"

    @classmethod
    def _missing_(cls, value: object) -> "Card | None":
        """Return the card that another way of writing names, wherever a card is read."""
        return _BY_NOTATION.get(_notation(value)) if isinstance(value, str) else None

    # Each face is one object, so its identity is hash enough; the hash of an Enum is written in
    # Python, and every look-up of a card's points would pay for it.
    __hash__ = object.__hash__

    def __init__(self, notation: str) -> None:
        self.rank = Rank(notation[0])
        self.suit = Suit(notation[1])

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return str(self.value)


DECK: tuple[Card, ...] = tuple(Card)
_BY_NOTATION: dict[str, Card] = {str(card.value): card for card in Card}
# The signs of suits, black and white; what tells a screen to draw them in colour is dropped.
_SIGNS = str.maketrans("♠♥♦♣♤♡♢♧", "SHDCSHDC", "\ufe0e\ufe0f")


def _notation(text: str) -> str:
    """Return what a way of writing a card comes to in the one notation."""
    plain = text.translate(_SIGNS).upper()
    return f"T{plain[2:]}" if plain.startswith("10") else plain


def parse_card(text: str) -> Card:
    """Return the card a notation names."""
    card = _BY_NOTATION.get(_notation(text))
    if card is None:
        raise Malformed(
            f"{text!r} is not a card",
            "a rank of A23456789TJQK or 10, then a suit of SHDC or its sign: KH, 10D, A♠",
            code=ErrorCode.NO_SUCH_CARD,
        )
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return the cards of a list in dealing order, such as ``2H 6S 3D KD KC``."""
    return tuple(parse_card(word) for word in text.split())


def format_cards(cards: Iterable[Card]) -> str:
    """Return the notation of a list of cards; ``parse_cards`` reads it back."""
    return " ".join(str(card.value) for card in cards)


def format_hands(player: Sequence[Card], banker: Sequence[Card]) -> str:
    """Return both hands as they lie: ``P 2H 3D KC  B 6S KD``."""
    return f"P {format_cards(player)}  B {format_cards(banker)}"


def overfull(cards: Iterable[Card], decks: int) -> Card | None:
    """Return a card that appears more often than so many decks can hold it, if there is one."""
    for card, copies in Counter(cards).items():
        if copies > decks:
            return card
    return None
