"""What each audience hears of an event, as it happens; nothing that it may not see."""

from typing import get_args

from msgspec import Struct

from punto.clause import Reason
from punto.coup import result_line
from punto.money import dollars
from punto.table.audience import HIDDEN, STAFF, WATCH, Audience
from punto.table.cards.events import CardsHandled
from punto.table.conduct import events as conduct
from punto.table.deal import events as deal
from punto.table.errors import events as errors
from punto.table.events import AnyEvent
from punto.table.float.events import FloatCounted, FloatCredited, FloatFilled
from punto.table.limits import events as limits
from punto.table.opening import events as opening
from punto.table.register import Blocked, Recorded, Unblocked
from punto.table.seats import events as seats
from punto.table.wagers import events as wagers

# One person hears of these, and staff.
PERSONAL: frozenset[type] = frozenset(
    {
        seats.ChipsBought,
        seats.ChipsCashedOut,
        seats.TokensHandedOver,
        limits.LimitsAgreed,
        limits.LimitsWithdrawn,
        limits.PatronAdvised,
        opening.RulesShown,
        errors.StakesChosen,
    }
)
# What staff do among themselves, and what the game waits for.
STAFF_ONLY: frozenset[type] = frozenset(
    {
        Blocked,
        Unblocked,
        errors.DeviceFailed,
        errors.CardsMovedOver,
        errors.RestShuffled,
        errors.RestCut,
        opening.RulebookAdopted,
        opening.ApprovalRecorded,
        opening.ItemAttested,
        opening.SignedOn,
        opening.SignedOff,
        opening.PersonTold,
        opening.SignDisplayed,
        seats.PatronsLinked,
        conduct.PatronBarred,
        conduct.PatronExcluded,
        conduct.DecisionRecorded,
        deal.TurningDirected,
        errors.CardCorrected,
        CardsHandled,
        FloatFilled,
        FloatCredited,
        FloatCounted,
    }
)
# Under review, or about somebody else: for those who answer for the game and those who watch it.
WATCHED: frozenset[type] = frozenset(
    {
        Recorded,
        errors.Mispaid,
        errors.MispaymentEnquired,
        errors.MispaymentCured,
        errors.CoupReversed,
        errors.LateErrorReported,
        errors.LateErrorDismissed,
        errors.WinningsTakenBack,
        errors.WagersReversed,
        wagers.WagersForfeited,
        conduct.PatronDetained,
        conduct.PatronHandedOver,
        conduct.DisputeRaised,
        conduct.ReviewRequested,
        conduct.DisputeRuled,
        conduct.DisputeClosed,
    }
)
_SET_ASIDE = PERSONAL | STAFF_ONLY | WATCHED
# Everybody at the table hears of the rest.
OPEN: frozenset[type] = frozenset(kind for kind in get_args(AnyEvent) if kind not in _SET_ASIDE)


class Heard(Struct, frozen=True):
    """An event as one audience hears of it."""

    type: str
    text: str
    reasons: tuple[Reason, ...]


def hears(event: AnyEvent, audience: Audience, viewer: str | None = None) -> Heard | None:
    """Return what an audience hears of an event, or nothing."""
    kind = type(event)
    allowed = (
        kind in OPEN
        or (kind in STAFF_ONLY and audience in STAFF)
        or (kind in WATCHED and audience in WATCH)
        or (kind in PERSONAL and (audience in STAFF or _concerns(event, viewer)))
    )
    if not allowed:
        return None
    return Heard(str(kind.__struct_config__.tag), _text(event), event.reasons)


def _concerns(event: AnyEvent, viewer: str | None) -> bool:
    """Return whether an event is about the person who looks."""
    name = event.to if isinstance(event, opening.RulesShown) else getattr(event, "name", None)
    return viewer is not None and name == viewer


def _text(event: AnyEvent) -> str:
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


def _of_money(event: AnyEvent) -> str:
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
