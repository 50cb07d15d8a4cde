"""A table with real cards: the test holds the stack, and staff name what they see of it."""

from random import Random

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.cards import DECK, Card
from punto.clause import Malformed, Refused
from punto.driver.table import begin_table, game_in_play
from punto.rulebook.elect import elect
from punto.rulebook.elections import Origin
from punto.rulebook.load import load
from punto.rulebook.vocabulary import Side
from punto.shoe import uncut
from punto.shoe_preparation import prepare
from punto.table.base_classes import Events, TableCommand
from punto.table.cards.burning import AskBurned, Burn
from punto.table.cards.cutting import CardsCut, Cut
from punto.table.cards.cutting_card import ShowCuttingCard
from punto.table.cards.preparation import CuttingCardPlaced, Mark, ShoeTakenOut
from punto.table.cards.replacement import CardsReplaced
from punto.table.deal.drawing import Draw
from punto.table.deal.passed_cards import TurnCards
from punto.table.errors.correcting import CorrectCard
from punto.table.errors.device_failure import RestCut
from punto.table.errors.pulled_cards import FindFaceUp, PullCard
from punto.table.errors.rebuilding import RebuildCoup
from punto.table.opening.creation import TableSetUp
from punto.table.phase import Dealing
from punto.table.registry import decide
from punto.table.table import Table
from punto.virtual_cards import Sealed
from support.card_trace import Traced
from support.random_progress import HANDS
from support.random_table import DEALER, FLOAT, Step, elections_for


class RealCards:
    """A stack of cards that no engine knows, and what staff say about it."""

    def __init__(self, name: str, origin: Origin, random: Random) -> None:
        self.random, self.origin = random, origin
        self.place: int | None = None
        chosen = replace(elections_for(name, random), origin=origin)
        if origin is Origin.SCANNED:
            chosen = replace(chosen, scanning_shoe=True)
        rules = elect(load(name), chosen)
        prepared = prepare(rules, random.randrange)
        first = game_in_play(rules, chosen, prepared, FLOAT).events[0]
        assert isinstance(first, TableSetUp)
        assert first.in_play is not None
        assert rules.edition.deal is not None
        # A short shoe, as if the rest had been dealt, so that games get to its end.
        size = random.choice([len(prepared.order), 70])
        self.stack = Sealed(prepared.order[:size])
        self.place = random.choice([size - 20, random.randrange(first.in_play.drawn, 60)])
        counted: int | None = self.place
        if origin is Origin.KEYED:
            counted = random.choice([None, None, self.place, self.place - 3, self.place + 5])
        in_play = replace(
            first.in_play,
            method=random.choice(list(rules.edition.deal.methods)),
            cutting_card=None if uncut(rules) else counted,
            cards=size,
        )
        if uncut(rules):
            self.place = None
        self.game = begin_table(rules, replace(first, in_play=in_play))
        self.traced = Traced(rules.decks)
        self.traced.follow(self.game.events[0])

    def face(self, number: int) -> Card:
        """Return what a card really is, by its place in the shoe."""
        return self.stack.cards[number]

    @property
    def upcoming(self) -> Card | None:
        """Return the card that is drawn next: the one that is held, or the next of the shoe."""
        traced = self.traced
        number = traced.carried[0] if traced.carried else traced.out
        return self.face(number) if number < len(self.stack.cards) else None

    def announced(self) -> Step | None:
        """Return that somebody sees the cutting card, now and then, if it has come out."""
        table = self.game.table
        if self.place is None or table.shoe.cutting_card_seen or self.random.random() < 0.6:
            return None
        since = table.shoe.drawn - self.place
        return (DEALER, ShowCuttingCard(since)) if 0 <= since <= 6 else None

    def keyed(self, step: Step) -> Step:
        """Return what somebody does, with the faces that they see named."""
        actor, command = step
        match command:
            case Draw() | PullCard() | FindFaceUp():
                face = self.upcoming if isinstance(command, Draw) else self._next()
                return actor, self._read(actor, command, face)
            case Burn():
                procedure = self.random.choice(
                    ["one_unseen", "one_shown_on_request", "one_shown_and_its_value"]
                )
                burn = Burn(procedure, "casino_supervisor")
                return actor, self._read(actor, burn, self.face(0))
            case AskBurned():
                return actor, AskBurned(self.face(0))
            case TurnCards():
                return actor, replace(command, faces=self._turned(actor, command))
            case Cut(at=int()) if self.origin is Origin.KEYED and self.random.random() < 0.7:
                return actor, Cut()
            case Mark() if self.origin is Origin.KEYED and self.random.random() < 0.7:
                return actor, Mark()
            case _:
                return step

    def _next(self) -> Card | None:
        out = self.traced.out
        return self.face(out) if out < len(self.stack.cards) else None

    def _read(
        self,
        actor: Actor,
        command: Draw | PullCard | FindFaceUp | Burn,
        face: Card | None,
    ) -> TableCommand:
        """Return a card with its face or without: never would both do, unless it is known."""
        named = replace(command, card=face)
        if self.origin is Origin.KEYED and self.random.random() < 0.03:
            named = replace(command, card=self.random.choice(DECK))
        unnamed = replace(command, card=None)
        may = [one for one in (named, unnamed) if self._accepted(actor, one)]
        known = next(iter(self.game.table.next.carried), None)
        if face is not None and not (known is not None and known.card is not None):
            assert len(may) < 2, f"{named} and {unnamed} are both accepted"
        return may[0] if may else named

    def _accepted(self, actor: Actor, command: TableCommand) -> bool:
        try:
            decide(self.game.rules, self.game.table, actor, command)
        except (Refused, Malformed):
            return False
        return True

    def _turned(self, actor: Actor, command: TurnCards) -> tuple[Card, ...]:
        """Return the faces of the cards that somebody is about to turn."""
        phase, side = self.game.table.phase, Side(command.hand)
        if not isinstance(phase, Dealing):
            return ()
        places: list[int] = [place - 1 for place in command.cards]
        if not places:
            mine = {
                place
                for out in phase.out
                if out.side is side and out.holder == actor.name
                for place in out.cards
            }
            down = [place for place, up in enumerate(phase.up(side)) if not up]
            places = [place for place in down if place in mine or not actor.is_patron]
        lying = self.traced.hands[side]
        return tuple(self.face(lying[place]) for place in places if place < len(lying))

    def mistaken(self) -> Step | None:
        """Return a face put right, or now and then one put wrong, in the coup that is on."""
        traced, random = self.traced, self.random
        lying = [(side, place) for side in Side for place in range(len(traced.hands[side]))]
        if not lying:
            return None
        wrong = [
            (side, place)
            for side, place in lying
            if traced.faces.get(number := traced.hands[side][place], self.face(number))
            is not self.face(number)
        ]
        side, place = random.choice(wrong or lying)
        card = self.face(traced.hands[side][place]) if wrong else random.choice(DECK)
        return DEALER, CorrectCard(HANDS[side], place + 1, card)

    def looked_again(self) -> Step | None:
        """Return the last coup rebuilt from what its cards really are."""
        last = self.traced.last or [n for side in Side for n in self.traced.hands[side]]
        cards = tuple(self.face(number) for number in sorted(last))
        return (DEALER, RebuildCoup(cards)) if cards else None

    def follow(self, table: Table, events: Events) -> None:
        """Do to the stack what was done to the cards of a table, and trace them."""
        random = self.random
        for event in events:
            match event:
                case CardsCut(at=None):
                    at = random.randrange(60, 300)
                    self.stack = Sealed(self.stack.cards[at:] + self.stack.cards[:at])
                case RestCut(at=None):
                    drawn, at = table.shoe.drawn, random.randrange(1, 20)
                    out, rest = self.stack.cards[:drawn], self.stack.cards[drawn:]
                    self.stack = Sealed(out + rest[at:] + rest[:at])
                case CuttingCardPlaced():
                    behind = random.randrange(20, 80) if event.behind is None else event.behind
                    self.place = table.shoe.size - behind
                case ShoeTakenOut() | CardsReplaced():
                    self.place = None
                    self.stack = self.stack.after(table, (event,))
                case _:
                    self.stack = self.stack.after(table, (event,), None, random.randrange)
            self.traced.follow(event)
