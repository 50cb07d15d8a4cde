"""What each audience hears of an event, as it happens; nothing that it may not see."""

from punto.money import dollars
from punto.table.views.feed import Heard
from punto.table.views.feed import hears as hears_table
from punto.tournament.birth import TournamentSetUp
from punto.tournament.conduct import events as conduct
from punto.tournament.entry import events as entry
from punto.tournament.events import AnyEvent
from punto.tournament.money import events as money
from punto.tournament.placing import events as placing
from punto.tournament.seating import events as seating
from punto.tournament.secret import events as secret
from punto.tournament.tables import TableStepped
from punto.tournament.undoing.events import StepUndone
from punto.tournament.views.audience import OFFICIAL, STAFF, WATCH, Audience, at_table
from punto.tournament.wagers import events as wagers

# What stands on a form: for its maker and the official who examines it.
SECRET: frozenset[type] = frozenset({secret.FormHandedBack})
# That there is a form: for its maker and staff, and for everybody once a marker shows it.
MARKING: frozenset[type] = frozenset({secret.FormHandedIn, secret.FormExamined})
# One person hears of these, and staff.
PERSONAL: frozenset[type] = frozenset(
    {
        entry.ApplicationSigned,
        entry.EligibilityChecked,
        entry.EntryRefused,
        money.FeePaid,
        money.FeeRefunded,
        money.CommissionKept,
        money.BuyInPaid,
        money.BuyInReturned,
        money.ChipsCashed,
        money.PrizePaid,
        seating.SubstituteNominated,
        wagers.PaceDirected,
        wagers.WageredLate,
        secret.FormReopened,
    }
)
# What staff do among themselves.
STAFF_ONLY: frozenset[type] = frozenset(
    {
        entry.ConditionsSet,
        entry.ConditionsApproved,
        entry.AgreementRequired,
        money.ChipsStocked,
        money.ChipsTakenIn,
        money.StockCounted,
        placing.ChipsCounted,
        placing.ChipsOwed,
    }
)
# Nobody has noticed what is written down here.
UNHEARD: frozenset[type] = frozenset({wagers.WagerUnnoticed})
# Everybody hears of these; what happens at a table is heard as it is there.
OPEN: frozenset[type] = frozenset(
    {
        TournamentSetUp,
        entry.ConditionsSupplemented,
        entry.ConditionsPublished,
        entry.ConditionsGiven,
        entry.ConditionsExplained,
        entry.DeviceLetIn,
        entry.ApplicationMade,
        entry.EntryAccepted,
        entry.EntryWithdrawn,
        entry.TournamentCancelled,
        entry.ReserveSeated,
        entry.SecondaryOpened,
        entry.SecondaryWinnerAdvanced,
        seating.LeadAppointed,
        seating.LeadArrived,
        seating.LeadLeft,
        seating.TableDesignated,
        seating.TableSizeSet,
        seating.BallotCommitted,
        seating.BallotDrawn,
        seating.SeatsAllocated,
        seating.SeatingTimeSet,
        seating.StartMoved,
        seating.SeatTaken,
        seating.EntrantForfeited,
        seating.EntrantAway,
        seating.CoupMissed,
        seating.DeductionOrdered,
        seating.EntrantReplaced,
        seating.SessionBegun,
        seating.BreakCalled,
        seating.CoupCounted,
        seating.ShoeCounted,
        seating.TableFinished,
        seating.SessionEnded,
        wagers.MarkerMoved,
        wagers.WagerAsked,
        wagers.TurnBegan,
        wagers.TurnsEnded,
        wagers.WageredEarly,
        wagers.EarlyWagerRemoved,
        wagers.WagersStand,
        wagers.WagerAltered,
        wagers.PassCardsGiven,
        wagers.PassCardPlayed,
        wagers.PassCardsCollected,
        wagers.PassCardsReturned,
        wagers.TimeLimitAnnounced,
        wagers.TimeLimitSet,
        wagers.HeldToMinimum,
        wagers.TurnPassed,
        wagers.IndicatorPlaced,
        wagers.IndicatorShown,
        secret.FormAnnounced,
        secret.FormPlaced,
        secret.FormCorrected,
        secret.FormPlayed,
        secret.FormShown,
        secret.FormsPutAway,
        placing.AdvancingSet,
        placing.EntrantEliminated,
        placing.AllOut,
        placing.EntrantReinstated,
        placing.ChipCountOrdered,
        placing.PlayOffBegun,
        placing.PlayOffLost,
        placing.PlayOffCoup,
        placing.PlayOffCounted,
        placing.AdvancementConfirmed,
        placing.PlacingsConfirmed,
        money.ValueAdded,
        money.ValueTakenBack,
        money.FeesRetained,
        money.RetentionReduced,
        money.BuyInMissed,
        money.BuyInsUsed,
        money.BoughtBack,
        money.PrizesAwarded,
        money.TournamentFinished,
        conduct.EntrantDisqualified,
        StepUndone,
    }
)


def hears(event: AnyEvent, audience: Audience, viewer: str | None = None) -> Heard | None:
    """Return what an audience hears of an event, or nothing.

    What is under review, and whatever else stands on no list, is for those who watch.
    """
    if isinstance(event, TableStepped):
        return hears_table(event.event, at_table(audience), viewer)
    kind, mine = type(event), viewer is not None and getattr(event, "name", None) == viewer
    allowed = (
        kind in OPEN
        or (kind in SECRET and (mine or audience in OFFICIAL))
        or (kind in MARKING and (mine or audience in STAFF or getattr(event, "marks", False)))
        or (kind in PERSONAL and (mine or audience in STAFF))
        or (kind in STAFF_ONLY and audience in STAFF)
        or (audience in WATCH and kind not in SECRET | UNHEARD)
    )
    if not allowed:
        return None
    tag = str(kind.__struct_config__.tag)
    return Heard(tag, _text(event, audience, viewer), event.reasons)


def _text(event: AnyEvent, audience: Audience, viewer: str | None) -> str:
    match event:
        case secret.FormHandedIn():
            if audience in OFFICIAL or viewer == event.name:
                return f"{event.name} {_form(event.wager, event.stake_cents)}"
            return event.name
        case secret.FormAnnounced():
            return f"{event.name} {_form(event.wager, event.stake_cents)}"
        case seating.BallotCommitted():
            return event.commitment
        case seating.BallotDrawn():
            places = [f"{name} {seat.table}/{seat.seat}" for name, seat in event.seats.items()]
            return f"seed {event.seed}: {', '.join((*places, *event.waiting))}"
        case seating.TableDesignated():
            return f"table {event.table}"
        case seating.TableSizeSet():
            return f"table {event.table}: {event.entrants}"
        case wagers.MarkerMoved():
            return f"table {event.table}: seat {event.seat}"
        case wagers.TimeLimitAnnounced():
            return f"{event.seconds} seconds"
        case _:
            return str(getattr(event, "name", ""))


def _form(wager: str | None, cents: int | None) -> str:
    """Return what stands on a form, in words."""
    return f"{wager or 'no wager'} {dollars(cents) if cents else 'no amount'}"
