"""What each audience hears of an event, as it happens; nothing that it may not see."""

from msgspec import Struct

from punto.clause import Reason
from punto.coup import result_line
from punto.money import dollars
from punto.table.audience import HIDDEN, STAFF, WATCH, Audience
from punto.table.cards import events as cards
from punto.table.conduct import events as conduct
from punto.table.deal import events as deal
from punto.table.errors import events as errors
from punto.table.events import AnyEvent
from punto.table.float.events import FloatCounted, FloatCredited, FloatFilled
from punto.table.limits import events as limits
from punto.table.opening import events as opening
from punto.table.register import Blocked, Unblocked
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
        cards.CardsHandled,
        FloatFilled,
        FloatCredited,
        FloatCounted,
    }
)
# Everybody at the table hears of these.
OPEN: frozenset[type] = frozenset(
    {
        wagers.WagerPlaced,
        wagers.StakesReturned,
        wagers.BettingOpened,
        wagers.BettingClosed,
        wagers.WagerRaised,
        wagers.BothHandsApproved,
        wagers.LockRelaxed,
        wagers.OfferRestricted,
        wagers.OfferOpened,
        deal.CardDrawn,
        deal.CoupStarted,
        deal.CoupCompleted,
        deal.LosersCollected,
        deal.WinnersPaid,
        deal.CoupDiscarded,
        deal.PointsAnnounced,
        deal.CardsTurned,
        deal.CardsPassed,
        deal.CardsReturned,
        deal.CardsDeclined,
        deal.CardsForfeited,
        deal.TurnersNominated,
        deal.NoBetDirected,
        deal.NoBetLifted,
        deal.MethodChanged,
        deal.RoleOffered,
        deal.RoleTaken,
        deal.RoleDeclined,
        deal.RoleKept,
        deal.RoleGivenUp,
        deal.PairsSettled,
        seats.PatronJoined,
        seats.PatronLeft,
        seats.PatronMoved,
        seats.ChipsTaken,
        seats.PatronsLimited,
        opening.TableSetUp,
        opening.TableOpened,
        opening.TableClosed,
        opening.CashSwitched,
        cards.CardsLookedOver,
        cards.CardsVerified,
        cards.CardsShuffled,
        cards.CardsRiffled,
        cards.CardsShuffledByHand,
        cards.CutOffered,
        cards.CutDeclined,
        cards.CutterNominated,
        cards.CardsCut,
        cards.CuttingCardPlaced,
        cards.CardsLoaded,
        cards.CardsBurned,
        cards.BurnedCardShown,
        cards.CuttingCardShown,
        cards.ShoeTakenOut,
        cards.LastCoupDeclared,
        cards.CardsReplaced,
        cards.CardsSwapped,
        cards.CardsSignedOff,
        limits.NoticePosted,
        limits.LimitsChanged,
        limits.LimitsOrdered,
        limits.SettlementChanged,
        limits.WagersReduced,
        errors.WagersRemovable,
        errors.CardHeld,
        errors.CardRetired,
        errors.HeldCardSwept,
        errors.HeldCardExposed,
        errors.CoupsLeftChanged,
        errors.CoupVoided,
        errors.CoupReopened,
        errors.CardMisplaced,
        errors.StakesLaidAgain,
        errors.PairsReversed,
        errors.CoupUnbet,
        errors.WagersResettled,
    }
)


class Heard(Struct, frozen=True):
    """An event as one audience hears of it."""

    type: str
    text: str
    reasons: tuple[Reason, ...]


def hears(event: AnyEvent, audience: Audience, viewer: str | None = None) -> Heard | None:
    """Return what an audience hears of an event, or nothing.

    What is under review, and whatever else stands on no list, is for those who watch.
    """
    kind = type(event)
    allowed = (
        kind in OPEN
        or audience in WATCH
        or (kind in STAFF_ONLY and audience in STAFF)
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
