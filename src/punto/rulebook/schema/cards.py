"""The cards: their number, their values, and their replacement."""

from typing import Annotated, Literal

from msgspec import Meta

from punto.clause import Cited, Clauses, Held
from punto.rulebook.policies import Replaced
from punto.rulebook.schema.section import Count, Decks, RefusedOnly, Section, Some, Title, Words


class CardCare(Section, frozen=True, kw_only=True):
    """When cards are replaced, by which cards, and who checks them first."""

    replaced: Cited[Replaced] | None = None
    """After which coups cards may be replaced by others."""
    replaced_singly: Cited[bool] | None = None
    """Whether single cards may be replaced."""
    signed_off_by: Cited[tuple[Title, ...]] | None = None
    """The titles that check every new card before it is dealt."""
    other_back: Cited[bool] | None = None
    """Whether new cards have a back of another colour."""
    same_back_with_scanning_shoe: Cited[bool] | None = None
    """Whether the same back may be allowed if the shoe scans its cards."""
    handled_replaced: Cited[bool] | None = None
    """Whether cards that patrons had in their hands are replaced."""
    handled_returns: Cited[RefusedOnly] | None = None
    """Bringing such cards back to the table later is refused."""


class Cards(Section, frozen=True, kw_only=True):
    """Decks, and the values of cards and hands."""

    decks: Cited[Some[Decks]]
    """How many decks may be used."""
    whole_decks: Cited[RefusedOnly]
    """Anything but whole decks is refused."""
    one_back: Cited[RefusedOnly] | None = None
    """Packs whose backs differ are refused."""
    cards_per_deck: Held[Count]
    """The cards of one deck."""
    jokers: Held[Count]
    """The jokers of one deck."""
    joker_found: Cited[Literal["surplus"]] | None = None
    """How a joker is treated that is found among the cards."""
    cutting_cards: Held[Count] | None = None
    """How many cutting cards there are."""
    values: dict[str, Cited[Count]]
    """The value of each rank, A 2 3 4 5 6 7 8 9 T J Q K."""
    modulus: Cited[Annotated[int, Meta(ge=2, le=10)]]
    """The modulus of the sum of a hand: the total is the remainder."""
    nought_called: Cited[Words] | None = None
    """The name of a total of zero, if it has one."""
    plain_total: Clauses = ()
    """Cited for a sum that is not reduced."""
    reduced_total: Clauses = ()
    """Cited for a sum that is reduced."""
    care: CardCare = CardCare()
    """When cards are replaced."""
