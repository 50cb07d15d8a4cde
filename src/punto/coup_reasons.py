"""The steps of a coup, each with its clauses; put into words only when somebody reads them."""

from msgspec import Struct

from punto.cards import Card, format_cards
from punto.clause import Clauses, Reason
from punto.rulebook.rules import NO_CARD
from punto.rulebook.vocabulary import Side

Hand = tuple[Card, ...]


class Decision(Struct, frozen=True, gc=False):
    """Whether a hand takes a third card, and by which clauses."""

    side: Side
    draws: bool
    points: int
    clause: Clauses
    full: bool = False
    column: int | None = None

    @property
    def reason(self) -> Reason:
        """Return the decision in words."""
        name = self.side.title()
        if self.full:
            return Reason(f"{name} has its third card and takes no more", self.clause)
        text = f"{name} {'draws' if self.draws else 'stands'} on {self.points}"
        if self.side is Side.BANKER:
            stood = self.column == NO_CARD
            text += f" against {'no third card' if stood else f'a third card worth {self.column}'}"
        return Reason(text, self.clause)


class Opening(Struct, frozen=True, gc=False):
    """The opening cards fall in the order of the rulebook."""

    order: tuple[Side, ...]
    face: str | None
    clause: Clauses

    @property
    def reason(self) -> Reason:
        """Return the step in words."""
        face = f", face {self.face}" if self.face else ""
        return Reason(f"cards fall {' '.join(map(str.title, self.order))}{face}", self.clause)


class Counted(Struct, frozen=True, gc=False):
    """What a hand is worth with the cards it has."""

    side: Side
    cards: Hand
    points: tuple[int, ...]
    total: int
    clause: Clauses

    @property
    def reason(self) -> Reason:
        """Return the step in words."""
        summed = " + ".join(map(str, self.points))
        head = f"{self.side.title()} {format_cards(self.cards)}"
        return Reason(f"{head}: {summed} counts {self.total}", self.clause)


class Natural(Struct, frozen=True, gc=False):
    """A hand whose opening cards end the drawing."""

    side: Side
    points: int
    clause: Clauses

    @property
    def reason(self) -> Reason:
        """Return the step in words."""
        text = f"{self.side.title()} has a natural {self.points}: no third card for anyone"
        return Reason(text, self.clause)


class Third(Struct, frozen=True, gc=False):
    """A third card, and how it lies."""

    side: Side
    card: Card
    face: str
    clause: Clauses

    @property
    def reason(self) -> Reason:
        """Return the step in words."""
        return Reason(
            f"third card {self.card} to {self.side.title()}, face {self.face}", self.clause
        )


Step = Opening | Counted | Natural | Decision | Third
