"""A sealed order of cards, held outside the engine: it gives a card only when one leaves the shoe.

Where it stands and how it was cut it takes from the table and its events, so a refusal consumes
nothing and a log and the order are enough to deal the same shoe again.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from punto.burning import burn_first
from punto.cards import DECK, Card, format_cards
from punto.clause import Malformed, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.shoe import RandBelow, shoe_rules, shuffled
from punto.table.base_classes import TableCommand, TableEvent
from punto.table.cards.burning import AskBurned, Burn
from punto.table.cards.cutting import CardsCut
from punto.table.cards.extra_shuffle import CardsRiffled, CardsShuffledByHand
from punto.table.cards.preparation import CardsLoaded, CardsShuffled
from punto.table.cards.replacement import CardsReplaced
from punto.table.deal.drawing import Draw
from punto.table.errors.device_failure import RestCut, RestShuffled
from punto.table.errors.pulled_cards import FindFaceUp, PullCard
from punto.table.phase import Settling
from punto.table.table import Table


class Sealed(Struct, frozen=True):
    """The cards of a shoe from the top, those that have left it included."""

    cards: tuple[Card, ...]

    def next(self, table: Table) -> Card | None:
        """Return the card that leaves the shoe next, if one is left."""
        drawn = table.shoe.drawn
        return self.cards[drawn] if drawn < len(self.cards) else None

    def filled(self, rules: TableRules, table: Table, command: TableCommand) -> TableCommand:
        """Return a command with the faces of the cards that leave the shoe by it."""
        card = self.next(table)
        match command:
            case Draw():
                if isinstance(table.phase, Settling):
                    return command
                if table.next.carried:
                    card = table.next.carried[0].card
                _check_named(rules, command.card, card)
                return replace(command, card=card)
            case PullCard() | FindFaceUp():
                _check_named(rules, command.card, card)
                return replace(command, card=card)
            case Burn():
                known = burn_first(rules, command.procedure)
                _check_named(rules, command.card, card if known else None)
                return replace(command, card=card) if known else command
            case AskBurned() if self.cards:
                _check_named(rules, command.card, self.cards[0])
                return replace(command, card=self.cards[0])
            case _:
                return command

    def after(
        self,
        table: Table,
        events: Iterable[TableEvent],
        order: Sequence[Card] | None = None,
        randbelow: RandBelow | None = None,
    ) -> "Sealed":
        """Return the order after what happened at a table: mixed, cut or brought in anew.

        A shuffle gives the ``order`` that is named, a random one if there is a source of
        randomness, or leaves the cards as they lie.
        """
        sealed, drawn = self, table.shoe.drawn
        for event in events:
            match event:
                case CardsShuffled() | CardsRiffled() | CardsShuffledByHand():
                    sealed = _mixed(sealed, 0, order, randbelow)
                case CardsLoaded(shuffled=True):
                    sealed = _mixed(sealed, 0, order, randbelow)
                case RestShuffled():
                    sealed = _mixed(sealed, drawn, order, randbelow)
                case CardsCut(at=int(at)):
                    sealed = Sealed(sealed.cards[at:] + sealed.cards[:at])
                case RestCut(at=int(at)):
                    out, rest = sealed.cards[:drawn], sealed.cards[drawn:]
                    sealed = Sealed(out + rest[at:] + rest[:at])
                case CardsReplaced():
                    sealed = Sealed(DECK * (event.cards // len(DECK)))
                case _:
                    pass
        return sealed

    def commitment(self, salt: bytes) -> str:
        """Return a digest that binds to this order and tells nothing of it until both are shown."""
        return hashlib.sha256(salt + format_cards(self.cards).encode()).hexdigest()


def _mixed(
    sealed: Sealed, start: int, order: Sequence[Card] | None, randbelow: RandBelow | None
) -> Sealed:
    """Return the order with the cards from a place on mixed, or refuse other cards than those."""
    rest = sealed.cards[start:]
    if order is not None:
        if Counter(order) != Counter(rest):
            raise Malformed("a shuffle must give back the same cards", code=ErrorCode.INCOMPLETE)
        rest = tuple(order)
    elif randbelow is not None:
        rest = shuffled(rest, randbelow)
    return Sealed(sealed.cards[:start] + rest)


def _check_named(rules: TableRules, named: Card | None, card: Card | None) -> None:
    """Refuse a card that somebody names and that does not come next."""
    if named is None or named is card:
        return
    text = f"{named} is not the next card of the shoe"
    other = shoe_rules(rules).other_card
    if other is not None:
        raise Refused(ErrorCode.CARD_NOT_FROM_SHOE, other.clause, text)
    raise Malformed(text, code=ErrorCode.OTHER_CARD)
