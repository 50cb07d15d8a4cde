"""Filters events for the feed of each audience, without anything that it may not see."""

from msgspec import Struct

from punto.aggregate.event import Event, Listener, may_learn
from punto.clause import Reason
from punto.coup import result_line
from punto.money import dollars
from punto.table.audience import HIDDEN, STAFF, WATCH, Audience
from punto.table.cards.held_cards import CardHeld, CardRetired
from punto.table.deal.announcements import PointsAnnounced
from punto.table.deal.coup_completion import CoupCompleted
from punto.table.deal.drawing import CardDrawn
from punto.table.deal.misplaced_cards import CardMisplaced
from punto.table.deal.passed_cards import CardsTurned
from punto.table.deal.void_coup import CoupVoided
from punto.table.errors.corrected_faces import CardCorrected
from punto.table.float.counting import FloatCounted
from punto.table.float.fills_and_credits import FloatCredited, FloatFilled
from punto.table.seats.buying import ChipsBought, ChipsCashedOut
from punto.table.seats.joining import PatronJoined, PatronLeft, PatronMoved
from punto.table.wagers.placing import WagerPlaced


class Heard(Struct, frozen=True):
    """An event as one audience hears of it."""

    type: str
    text: str
    reasons: tuple[Reason, ...]


def hears(event: Event, audience: Audience, viewer: str | None = None) -> Heard | None:
    """Return an event as an audience receives it, or None."""
    listener = Listener(viewer, staff=audience in STAFF, watches=audience in WATCH)
    if not may_learn(event, listener):
        return None
    return Heard(event.tag(), _event_text(event), event.reasons)


def _event_text(event: Event) -> str:
    match event:
        case CardDrawn():
            return f"{event.side.title()} {event.card if event.up else HIDDEN}"
        case CardsTurned():
            return f"{event.side.title()} {' '.join(str(card) for card in event.faces)}"
        case CardCorrected() | CardMisplaced() | CardHeld() | CardRetired():
            return _card_error_text(event)
        case PointsAnnounced():
            return event.words
        case CoupCompleted():
            return coup_line(event)
        case WagerPlaced():
            return f"{event.patron} {event.wager.replace('_', ' ')}"
        case PatronJoined() | PatronLeft() | PatronMoved():
            return event.name
        case CoupVoided():
            return event.ground
        case _:
            return _money_text(event)


def _card_error_text(
    event: CardCorrected | CardMisplaced | CardHeld | CardRetired,
) -> str:
    """Return the card of an error; a card that was not seen is hidden."""
    match event:
        case CardCorrected():
            return f"{event.side.title()} {event.card}, not {event.was}"
        case CardMisplaced():
            return f"{event.laid_on.title()} {event.card or HIDDEN}, due to {event.due_to.title()}"
        case CardHeld() | CardRetired():
            return str(event.card) if event.seen else HIDDEN


def _money_text(event: Event) -> str:
    match event:
        case ChipsBought() | ChipsCashedOut():
            return f"{event.name} {dollars(event.cents)}"
        case FloatFilled() | FloatCredited():
            return f"{event.slip} {dollars(event.cents)}"
        case FloatCounted():
            return f"{event.when} {dollars(event.cents)}"
        case _:
            return ""


def coup_line(event: CoupCompleted) -> str:
    """Return a result as the dealer announces it, the winner's total first: ``banker 6-5``."""
    return result_line(event.bead.result, event.player_total, event.banker_total)
