"""What each audience hears of an event, as it happens; nothing that it may not see."""

from msgspec import Struct

from punto.aggregate.event import Event, Listener, may_learn
from punto.clause import Reason
from punto.coup import result_line
from punto.money import dollars
from punto.table.audience import HIDDEN, STAFF, WATCH, Audience
from punto.table.deal import events as deal
from punto.table.errors import events as errors
from punto.table.float.events import FloatCounted, FloatCredited, FloatFilled
from punto.table.seats import events as seats
from punto.table.wagers import events as wagers


class Heard(Struct, frozen=True):
    """An event as one audience hears of it."""

    type: str
    text: str
    reasons: tuple[Reason, ...]


def hears(event: Event, audience: Audience, viewer: str | None = None) -> Heard | None:
    """Return what an audience hears of an event, or nothing."""
    listener = Listener(viewer, staff=audience in STAFF, watches=audience in WATCH)
    if not may_learn(event, listener):
        return None
    return Heard(event.tag(), _text(event), event.reasons)


def _text(event: Event) -> str:
    match event:
        case deal.CardDrawn():
            return f"{event.side.title()} {event.card if event.up else HIDDEN}"
        case deal.CardsTurned():
            return f"{event.side.title()} {' '.join(str(card) for card in event.faces)}"
        case (
            errors.CardCorrected()
            | errors.CardMisplaced()
            | errors.CardHeld()
            | errors.CardRetired()
        ):
            return _of_error(event)
        case deal.PointsAnnounced():
            return event.words
        case deal.CoupCompleted():
            return coup_line(event)
        case wagers.WagerPlaced():
            return f"{event.patron} {event.wager.replace('_', ' ')}"
        case seats.PatronJoined() | seats.PatronLeft() | seats.PatronMoved():
            return event.name
        case errors.CoupVoided():
            return event.ground
        case _:
            return _of_money(event)


def _of_error(
    event: errors.CardCorrected | errors.CardMisplaced | errors.CardHeld | errors.CardRetired,
) -> str:
    """Return which card was in error, as far as everybody saw it."""
    match event:
        case errors.CardCorrected():
            return f"{event.side.title()} {event.card}, not {event.was}"
        case errors.CardMisplaced():
            return f"{event.laid_on.title()} {event.card or HIDDEN}, due to {event.due_to.title()}"
        case errors.CardHeld() | errors.CardRetired():
            return str(event.card) if event.seen else HIDDEN


def _of_money(event: Event) -> str:
    match event:
        case seats.ChipsBought() | seats.ChipsCashedOut():
            return f"{event.name} {dollars(event.cents)}"
        case FloatFilled() | FloatCredited():
            return f"{event.slip} {dollars(event.cents)}"
        case FloatCounted():
            return f"{event.when} {dollars(event.cents)}"
        case _:
            return ""


def coup_line(event: deal.CoupCompleted) -> str:
    """Return a result as it is announced, the winner's total first: ``banker 6-5``."""
    return result_line(event.bead.result, event.player_total, event.banker_total)
