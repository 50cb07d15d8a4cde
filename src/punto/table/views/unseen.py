"""The cards that may still be in a shoe, as far as an audience knows."""

from collections import Counter

from punto.cards import DECK, Card
from punto.table.audience import Audience
from punto.table.phase import Dealing
from punto.table.table import Table


def unseen(table: Table, audience: Audience, viewer: str | None = None) -> Counter[Card]:
    """Return how many of each card may be left for an audience: the decks minus the seen cards.

    A burned, retired or face-down card counts as left, except for a patron who had it in
    their hands. Staff see the same cards as the public.
    """
    shoe = table.shoe
    left = Counter(dict.fromkeys(DECK, shoe.decks))
    left.subtract(shoe.seen)
    if audience is Audience.PATRON and viewer is not None:
        for hidden in shoe.hidden:
            if viewer in hidden.seen_by:
                left[hidden.card] -= 1
        for card in _in_hands(table, viewer):
            left[card] -= 1
    return left


def _in_hands(table: Table, viewer: str) -> list[Card]:
    """Return the face-down cards that a patron has or had in their hands in this coup."""
    phase = table.phase
    if not isinstance(phase, Dealing):
        return []
    places = {
        (out.side, place) for out in phase.been_out if out.holder == viewer for place in out.cards
    }
    cards = []
    for side, place in places:
        dealt = phase.hand(side)[place]
        if dealt.card is not None and not dealt.up:
            cards.append(dealt.card)
    return cards
