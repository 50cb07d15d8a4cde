"""The copies of each face that have left the shoe; more copies than decks are refused."""

from collections.abc import Iterable

from punto.cards import Card
from punto.clause import Malformed, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.elections import Origin
from punto.shoe import Shoe
from punto.table.phase import Dealing
from punto.table.table import Table


def copies_out(table: Table, card: Card) -> int:
    """Return how many copies of a card are out, whether or not everybody has seen them."""
    shoe = table.shoe
    unseen: list[Card | None] = [hidden.card for hidden in shoe.hidden]
    phase = table.phase
    if isinstance(phase, Dealing):
        unseen += [dealt.card for dealt in (*phase.player, *phase.banker) if not dealt.up]
    unseen += [held.card for held in table.next.carried if not held.seen]
    return shoe.seen.get(card, 0) + unseen.count(card)


def check_possible(rules: TableRules, table: Table, card: Card) -> None:
    """Refuse a face if all its copies have left the shoe already."""
    decks = table.shoe.decks
    if copies_out(table, card) >= decks:
        raise _card_not_in_decks(rules, f"all {decks} copies of {card} are out already")


def no_card_left_error(rules: TableRules, table: Table, card: Card) -> Refused:
    """Return the refusal of a card that is named after all cards have left the shoe."""
    return _card_not_in_decks(
        rules, f"{card} is one too many: all {table.shoe.size} cards are out already"
    )


def _card_not_in_decks(rules: TableRules, text: str) -> Refused:
    cards = rules.edition.cards
    if cards is None:
        return not_held(rules.edition, "which cards are used")
    foreign_clause = rules.says.foreign_card
    hint = "if it really lies there, find_card kind=foreign" if foreign_clause else None
    return Refused(ErrorCode.CARD_NOT_IN_DECKS, cards.whole_decks.clause, text, hint)


def face_of_leaving_card(
    rules: TableRules, table: Table, card: Card | None, *, up: bool
) -> Card | None:
    """Return the face of a card that leaves the shoe; an error if it is missing or impossible."""
    if card is None:
        if up or rules.origin is not Origin.KEYED:
            raise Malformed("say which card it is", "card=KH", code=ErrorCode.FACE_MISSING)
        return None
    if not up and rules.origin is Origin.KEYED:
        text = f"nobody knows that it is {card}: the card lies face down"
        raise Malformed(text, "name it when it is turned", code=ErrorCode.FACE_UNSEEN)
    check_possible(rules, table, card)
    return card


def faces_seen_with(shoe: Shoe, cards: Iterable[Card]) -> dict[Card, int]:
    """Return the faces that everybody has seen, once these cards are face up too."""
    seen = dict(shoe.seen)
    for card in cards:
        seen[card] = seen.get(card, 0) + 1
    return seen
