"""Where every card is that has left the shoe: in a hand, held over, or gone; never twice."""

from collections import Counter

from punto.cards import Card
from punto.rulebook.vocabulary import Side
from punto.table.base_classes import TableEvent
from punto.table.cards.held_cards import CardHeld, CardRetired, HeldCardSwept
from punto.table.cards.preparation import ShoeTakenOut
from punto.table.cards.replacement import CardsReplaced
from punto.table.deal.coup_reversal import CoupReopened
from punto.table.deal.drawing import CardDrawn
from punto.table.deal.settling import CoupDiscarded
from punto.table.deal.void_coup import CoupVoided
from punto.table.phase import Dealing, Settling
from punto.table.table import Table
from punto.virtual_cards import Sealed


class Places:
    """Cards followed from event to event, apart from the state of the table."""

    def __init__(self) -> None:
        self.hands: Counter[Card] = Counter()
        self.carried: list[Card] = []
        self.gone: Counter[Card] = Counter()
        self.last: Counter[Card] = Counter()
        self.spare: Counter[Card] = Counter()
        self.joined: Counter[Card] = Counter()

    def follow(self, event: TableEvent) -> None:
        """Move the cards of one event of a table whose cards are all read."""
        match event:
            case CardDrawn():
                assert event.card is not None
                if event.from_carried:
                    assert self.carried.pop(0) is event.card, "cards held over come in their order"
                self.hands[event.card] += 1
            case CardHeld():
                assert event.card is not None
                if event.off_table:
                    self._take(event.card)
                self.carried.append(event.card)
            case CardRetired():
                assert event.card is not None
                if event.off_table:
                    self._take(event.card)
                self.gone[event.card] += 1
            case HeldCardSwept():
                places = event.places or tuple(range(len(self.carried)))
                swept = Counter(self.carried[place] for place in places)
                # A card that turned out to belong to a rebuilt coup lies there already.
                self.gone += swept - self.joined
                self.joined -= swept
                self.carried = [c for n, c in enumerate(self.carried) if n not in places]
            case CoupDiscarded() | CoupVoided():
                self.last = self.hands if isinstance(event, CoupDiscarded) else Counter()
                self.gone += self.hands
                self.hands = Counter()
            case CoupReopened():
                self._reopen(Counter((*event.player, *event.banker)))
            case ShoeTakenOut() | CardsReplaced():
                assert not self.hands, "no shoe is taken out while a coup is on"
                self.__init__()  # type: ignore[misc]
            case _:
                pass

    def _take(self, card: Card) -> None:
        """Take a surplus card from where a coup that was rebuilt left it."""
        assert self.spare[card] > 0, f"{card} is taken from nowhere"
        self.spare[card] -= 1

    def _reopen(self, wanted: Counter[Card]) -> None:
        """Lay a coup out again from its own cards; what it leaves out is judged next."""
        if not self.hands:
            self.gone -= self.last
            self.hands = self.last
        spare = self.hands - wanted
        missing = wanted - self.hands
        assert not missing - Counter(self.carried), f"{missing} comes from nowhere"
        self.joined = missing
        self.hands = wanted
        self.spare = spare
        self.last = Counter()

    def agree(self, table: Table, cards: Sealed) -> None:
        """Assert that every card out of the shoe is in one place, and where the table says."""
        assert not +self.spare, "a surplus card is somewhere"
        assert not +self.joined, "a card held over that joined a coup is not held any more"
        shoe = table.shoe
        out = Counter(cards.cards[shoe.burned : shoe.drawn])
        held = Counter(self.carried)
        assert +(self.hands + held + self.gone) == out, "each card in one place"
        phase = table.phase
        lying: tuple[Card | None, ...] = ()
        if isinstance(phase, Dealing):
            lying = (*phase.faces(Side.PLAYER), *phase.faces(Side.BANKER))
        elif isinstance(phase, Settling):
            lying = (*phase.coup.player, *phase.coup.banker)
        assert Counter(lying) == +self.hands
        assert [card.card for card in table.next.carried] == self.carried
