"""Every card that has left a shoe, followed by its place in the shoe and by the events alone.

A card has a number before it has a face: where faces are keyed, some never get one.
"""

from collections import Counter
from collections.abc import Iterable

from punto.cards import DECK, Card
from punto.rulebook.vocabulary import Side
from punto.table.base_classes import TableEvent
from punto.table.cards.burning import BurnedCardShown, CardsBurned
from punto.table.cards.held_cards import CardHeld, CardRetired, HeldCardExposed, HeldCardSwept
from punto.table.cards.preparation import ShoeTakenOut
from punto.table.cards.replacement import CardsReplaced
from punto.table.deal.coup_reversal import CoupReopened
from punto.table.deal.drawing import CardDrawn
from punto.table.deal.passed_cards import CardsPassed, CardsTurned
from punto.table.deal.settling import CoupDiscarded
from punto.table.deal.void_coup import CoupVoided
from punto.table.errors.corrected_faces import CardCorrected
from punto.table.opening.creation import TableSetUp
from punto.table.phase import Dealing, Settling
from punto.table.table import Table


class Traced:
    """Where each card of a shoe is, what it is as far as anybody said, and who has seen it."""

    def __init__(self, decks: int) -> None:
        self.decks = decks
        self.begin()

    def begin(self) -> None:
        """Start with a stack from which nothing has been taken."""
        self.out = 0
        self.faces: dict[int, Card] = {}
        self.shown: set[int] = set()
        self.handled: dict[str, set[int]] = {}
        self.hands: dict[Side, list[int]] = {side: [] for side in Side}
        self.carried: list[int] = []
        self.gone: set[int] = set()
        # Of the coup that is over, and of one that was laid out again: cards that may come back.
        self.last: list[int] = []
        self.spare: list[int] = []

    def _next(self) -> int:
        self.out += 1
        return self.out - 1

    def _name(self, number: int, face: Card | None, *, up: bool) -> None:
        """Keep what a card is said to be, and that everybody sees it."""
        if face is not None:
            assert self.faces.get(number, face) is face, f"card {number} has changed its face"
            self.faces[number] = face
        if up:
            assert number in self.faces, f"card {number} lies face up and has no face"
            self.shown.add(number)

    def follow(self, event: TableEvent) -> None:
        """Move the cards of one event."""
        match event:
            case TableSetUp() if event.in_play is not None:
                for face in Counter(event.in_play.seen).elements():
                    self._name(self._next(), face, up=True)
                self.out = event.in_play.drawn
                self.gone = set(range(self.out))
            case CardsBurned():
                first = self.out
                self.gone |= {self._next() for _ in range(event.count)}
                self._name(first, event.shown, up=event.shown is not None)
            case BurnedCardShown():
                self._name(0, event.card, up=True)
            case CardDrawn():
                number = self._taken(from_carried=event.from_carried)
                self._name(number, event.card, up=event.up)
                self.hands[event.side].append(number)
            case CardHeld():
                self.carried.append(self._excess(event))
            case HeldCardExposed():
                self._name(self.carried[event.place], event.card, up=True)
            case CardRetired():
                self.gone.add(self._excess(event))
            case CardsPassed():
                cards = {self.hands[event.side][place] for place in event.cards}
                self.handled.setdefault(event.name, set()).update(cards)
            case CardsTurned():
                for place, face in zip(event.cards, event.faces, strict=True):
                    self._name(self.hands[event.side][place], face, up=True)
            case CardCorrected():
                number = self.hands[event.side][event.place]
                assert self.faces[number] is event.was, "the face that was keyed is the wrong one"
                self.faces[number] = event.card
            case _:
                self._ended(event)

    def _ended(self, event: TableEvent) -> None:
        """Take cards away, or bring those of the last coup back."""
        match event:
            case HeldCardSwept():
                places = event.places or tuple(range(len(self.carried)))
                # One that turned out to belong to a rebuilt coup lies there already.
                swept = {self.carried[place] for place in places}
                self.gone |= swept - set(self._lying())
                self.carried = [one for one in self.carried if one not in swept]
            case CoupDiscarded() | CoupVoided():
                lying = self._lying()
                self.last = lying if isinstance(event, CoupDiscarded) else []
                self.gone |= set(lying)
                self.hands = {side: [] for side in Side}
            case CoupReopened():
                self._reopen(event)
            case ShoeTakenOut() | CardsReplaced():
                assert not self._lying(), "no shoe is taken out while a coup is on"
                self.begin()
            case _:
                pass

    def _lying(self) -> list[int]:
        return [number for side in Side for number in self.hands[side]]

    def _taken(self, *, from_carried: bool) -> int:
        if not from_carried:
            return self._next()
        assert self.carried, "a held card opens a coup and none was held"
        return self.carried.pop(0)

    def _excess(self, event: CardHeld | CardRetired) -> int:
        """Return a card in excess: out of the shoe, or left over where a coup was rebuilt."""
        number = self._next()
        if event.off_table:
            self.out -= 1
            number = self._pick(self.spare, event.card)
        self._name(number, event.card, up=event.seen)
        return number

    def _pick(self, pool: list[int], face: Card | None) -> int:
        for number in pool:
            if self.faces.get(number) is face:
                pool.remove(number)
                return number
        raise AssertionError(f"{face} comes from nowhere")

    def _reopen(self, event: CoupReopened) -> None:
        """Lay a coup out again from its own cards; what it leaves out is judged next."""
        pool = self._lying()
        if not pool:
            pool = self.last
            self.gone -= set(pool)
        # As they lie comes first, so that a card which does not move keeps its number.
        pool = [*pool, *self.carried]
        wanted = {Side.PLAYER: event.player, Side.BANKER: event.banker}
        for side, cards in wanted.items():
            self.hands[side] = [self._pick(pool, card) for card in cards]
        self.spare = [number for number in pool if number not in self.carried]
        self.last = []

    def unseen(self, viewer: str | None = None) -> Counter[Card]:
        """Return what somebody cannot exclude: the decks less the faces that they have seen."""
        seen = self.shown | self.handled.get(viewer or "", set())
        left = Counter(dict.fromkeys(DECK, self.decks))
        left.subtract(self.faces[number] for number in seen if number in self.faces)
        return left

    def agree(self, table: Table) -> None:
        """Assert that every card is in one place, and where and what the table says it is."""
        assert not self.spare, "a surplus card is somewhere"
        everywhere = [*self._lying(), *self.carried, *self.gone]
        assert sorted(everywhere) == list(range(self.out)), "each card in one place"
        assert self.out == table.shoe.drawn
        phase = table.phase
        if isinstance(phase, Dealing):
            for side in Side:
                assert [dealt.card for dealt in phase.hand(side)] == self._named(self.hands[side])
                up = [number in self.shown for number in self.hands[side]]
                assert list(phase.up(side)) == up
        elif isinstance(phase, Settling):
            assert list(phase.coup.player) == self._named(self.hands[Side.PLAYER])
            assert list(phase.coup.banker) == self._named(self.hands[Side.BANKER])
        else:
            assert not self._lying()
        assert [one.card for one in table.next.carried] == self._named(self.carried)
        seen = [number in self.shown for number in self.carried]
        assert [one.seen for one in table.next.carried] == seen
        copies = Counter(self.faces.values())
        assert all(count <= self.decks for count in copies.values()), "a copy too many"

    def _named(self, numbers: Iterable[int]) -> list[Card | None]:
        return [self.faces.get(number) for number in numbers]
