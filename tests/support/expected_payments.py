"""What a wager is due, from the cards and the stake alone: no engine is asked."""

from support.reference_rules import deal, winner

# What a wager that wins is paid, for each dollar of it, on the ordinary scale: twentieths.
TWENTIETHS = {"player": 20, "banker": 19, "tie": 160}


def worth(card: str) -> int:
    """Return what a card counts."""
    return 1 if card[0] == "A" else int(card[0]) if card[0].isdigit() else 0


def won(cards: str, wager: str, stake: int) -> int:
    """Return what a wager wins, or loses, on the ordinary scale, from the cards alone."""
    values = [worth(card) for card in cards.split()]
    hands = deal([*values, 0, 0])
    assert sum(map(len, hands)) == len(values), "all cards that are named are dealt"
    result = winner(*hands)
    if result == wager:
        return stake * TWENTIETHS[wager] // 20
    return 0 if result == "tie" else -stake
