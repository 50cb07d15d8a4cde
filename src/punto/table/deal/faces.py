"""Which hand takes the next card, and whether the card is dealt face up."""

from msgspec.structs import replace

from punto.clause import Refused
from punto.coup import drawing, due
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import FacesDealt
from punto.rulebook.vocabulary import Side
from punto.table.deal.dealing_methods import method_of
from punto.table.phase import Dealing
from punto.table.table import Allowances, NextCoup


def next_hand(rules: TableRules, phase: Dealing) -> Side | None:
    """Return the hand that takes the next card; all cards that decide it must be face up."""
    order = drawing(rules).order
    if phase.count < len(order):
        return order[phase.count]
    return due(rules, phase.faces(Side.PLAYER), phase.faces(Side.BANKER))


def card_is_dealt_up(rules: TableRules, phase: Dealing, *, face_down: bool) -> bool:
    """Return whether a card is dealt face up, or refuse what the dealer asks for."""
    method = method_of(rules, phase)
    if face_down and method.faces is FacesDealt.UP:
        raise Refused(
            ErrorCode.DEALT_FACE_UP, method.clause, f"cards are dealt face up: {method.title}"
        )
    return method.faces is not FacesDealt.DOWN and not face_down


def lock_wagers(next_coup: NextCoup, *, up: bool) -> NextCoup:
    """Return a coup with locked wagers: a face-up card ends every permission to change them."""
    allowed = next_coup.allowed
    if not allowed.removable and not (up and allowed.relaxed):
        return next_coup
    relaxed = () if up else allowed.relaxed
    return replace(next_coup, allowed=Allowances(allowed.both_hands, relaxed))
