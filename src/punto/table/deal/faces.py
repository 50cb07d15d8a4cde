"""Cards as they leave the shoe: with a face, or unknown because they lie face down."""

from punto.cards import Card
from punto.clause import Malformed, Refused
from punto.coup import drawing, due
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.rulebook.policies import FacesDealt
from punto.rulebook.terms import Side
from punto.table.cards.copies import check_possible
from punto.table.deal.methods import method_of
from punto.table.phase import Dealing
from punto.table.table import Table


def leaving(rules: TableRules, table: Table, card: Card | None, *, up: bool) -> Card | None:
    """Return the face of a card that leaves the shoe, or say that it is missing or cannot be."""
    if card is None:
        if up or rules.origin is not Origin.KEYED:
            raise Malformed("say which card it is", "card=KH", code=ErrorCode.FACE_MISSING)
        return None
    if not up and rules.origin is Origin.KEYED:
        text = f"nobody knows that it is {card}: the card lies face down"
        raise Malformed(text, "name it when it is turned", code=ErrorCode.FACE_UNSEEN)
    check_possible(rules, table, card)
    return card


def held_face(rules: TableRules, table: Table, named: Card | None, *, up: bool) -> Card | None:
    """Return the face of the card that was held over, or say that it is missing or another."""
    card = table.next.carried[0].card
    if card is None:
        return leaving(rules, table, named, up=up)
    if named is not None and named is not card:
        raise Malformed(f"{named} is not the card that is held", code=ErrorCode.OTHER_CARD)
    return card


def due_to(rules: TableRules, phase: Dealing) -> Side | None:
    """Return the hand that takes the next card, once all that decide it lie face up."""
    order = drawing(rules).order
    if phase.count < len(order):
        return order[phase.count]
    return due(rules, phase.faces(Side.PLAYER), phase.faces(Side.BANKER))


def lies_up(rules: TableRules, phase: Dealing, *, face_down: bool) -> bool:
    """Return how a card lies, or refuse the way a dealer wants to lay it."""
    method = method_of(rules, phase)
    if face_down and method.faces is FacesDealt.UP:
        raise Refused(
            ErrorCode.DEALT_FACE_UP, method.clause, f"cards are dealt face up: {method.title}"
        )
    return method.faces is not FacesDealt.DOWN and not face_down
