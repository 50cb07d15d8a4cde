"""What each audience hears of an event, as it happens; nothing that it may not see."""

from msgspec import Struct

from punto.clause import Reason
from punto.table import events as happened
from punto.table.view import HIDDEN, Audience

_STAFF = frozenset({Audience.DEALER, Audience.SUPERVISOR, Audience.SURVEILLANCE})
_WATCH = frozenset({Audience.SUPERVISOR, Audience.SURVEILLANCE})

# Everybody at the table hears of these; the others are for staff, or for those who watch.
OPEN = frozenset(
    {
        happened.PatronJoined,
        happened.PatronLeft,
        happened.PatronMoved,
        happened.ShoeChanged,
        happened.CardsBurned,
        happened.BurnedCardShown,
        happened.CutOffered,
        happened.BettingOpened,
        happened.WagerPlaced,
        happened.WagerRaised,
        happened.LimitsChanged,
        happened.SettlementChanged,
        happened.MethodChanged,
        happened.WagersReduced,
        happened.WagerWithdrawn,
        happened.BothHandsApproved,
        happened.LockRelaxed,
        happened.NoBetDirected,
        happened.BettingClosed,
        happened.CoupStarted,
        happened.CardDrawn,
        happened.CardsPassed,
        happened.CardsDeclined,
        happened.TurnersNominated,
        happened.CardsTurned,
        happened.CardsReturned,
        happened.PointsAnnounced,
        happened.RoleChanged,
        happened.PairsSettled,
        happened.PairsReversed,
        happened.WagersRemovable,
        happened.CardHeld,
        happened.CardRetired,
        happened.HeldCardSwept,
        happened.CoupVoided,
        happened.CoupReopened,
        happened.CoupUnbet,
        happened.WagersResettled,
        happened.CoupCompleted,
        happened.LosersCollected,
        happened.WinnersPaid,
        happened.CoupDiscarded,
        happened.TableOpened,
        happened.TableClosed,
    }
)
PERSONAL = frozenset(
    {
        happened.ChipsBought,
        happened.TokensHandedOver,
        happened.LimitsAgreed,
        happened.PatronAdvised,
    }
)
STAFF_ONLY = frozenset(
    {happened.HouseChanged, happened.Blocked, happened.Unblocked, happened.FaultMoved}
)
WATCHED = frozenset(
    {
        happened.Recorded,
        happened.Mispaid,
        happened.DisputeMoved,
        happened.CoupReversed,
        happened.WagersForfeited,
    }
)

# What the house shows to all although it is the house's side of the table.
_SHOWN = frozenset({"post_notice", "limit_patrons", "restrict_offer", "show_rules"})


class Heard(Struct, frozen=True):
    """An event as one audience hears of it."""

    type: str
    text: str
    reasons: tuple[Reason, ...]


def hears(event: happened.AnyEvent, audience: Audience, viewer: str | None = None) -> Heard | None:
    """Return what an audience hears of an event, or nothing."""
    kind = type(event)
    name = str(kind.__struct_config__.tag)
    allowed = (
        kind in OPEN
        or (kind in STAFF_ONLY and audience in _STAFF)
        or (kind in WATCHED and audience in _WATCH)
        or (kind in PERSONAL and (audience in _STAFF or getattr(event, "name", None) == viewer))
        or (isinstance(event, happened.HouseChanged) and event.what in _SHOWN)
    )
    if not allowed:
        return None
    return Heard(name, _text(event), event.reasons)


def _text(event: happened.AnyEvent) -> str:
    match event:
        case happened.CardDrawn():
            return f"{event.side.title()} {event.card if event.up else HIDDEN}"
        case happened.CardHeld():
            return str(event.carried.card) if event.carried.seen else HIDDEN
        case happened.PointsAnnounced():
            return f"Player {event.player}, Banker {event.banker}"
        case happened.CoupCompleted():
            return event.coup.line
        case happened.WagerPlaced():
            return f"{event.wager.patron} {event.wager.wager}"
        case happened.PatronJoined():
            return event.patron.name
        case happened.CoupVoided():
            return event.ground
        case _:
            return ""
