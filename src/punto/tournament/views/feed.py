"""What each audience hears of an event, as it happens; nothing that it may not see."""

from typing import get_args

from punto.money import dollars
from punto.table.views.feed import Heard
from punto.table.views.feed import hears as hears_table
from punto.tournament.conduct import events as conduct
from punto.tournament.entry import events as entry
from punto.tournament.events import AnyEvent
from punto.tournament.money import events as money
from punto.tournament.placing import events as placing
from punto.tournament.seating import events as seating
from punto.tournament.secret import events as secret
from punto.tournament.tables import TableStepped
from punto.tournament.views.audience import OFFICIAL, STAFF, WATCH, Audience, at_table
from punto.tournament.wagers import events as wagers

# What stands on a form: for its maker and the official who examines it.
SECRET: frozenset[type] = frozenset({secret.FormHandedBack})
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
# Under review, or about somebody else: for those who answer for the tournament and those who watch.
WATCHED: frozenset[type] = frozenset(
    {conduct.BreachReported, conduct.BreachRuled, conduct.RulesDisputed, conduct.DisputeSettled}
)
# Nobody has noticed what is written down here.
UNHEARD: frozenset[type] = frozenset({wagers.WagerUnnoticed})
_SET_ASIDE = SECRET | PERSONAL | STAFF_ONLY | WATCHED | UNHEARD
# Everybody hears of the rest.
OPEN: frozenset[type] = frozenset(kind for kind in get_args(AnyEvent) if kind not in _SET_ASIDE)


def hears(event: AnyEvent, audience: Audience, viewer: str | None = None) -> Heard | None:
    """Return what an audience hears of an event, or nothing."""
    if isinstance(event, TableStepped):
        return hears_table(event.event, at_table(audience), viewer)
    kind, mine = type(event), viewer is not None and getattr(event, "name", None) == viewer
    allowed = (
        kind in OPEN
        or (kind in SECRET and (mine or audience in OFFICIAL))
        or (kind in PERSONAL and (mine or audience in STAFF))
        or (kind in STAFF_ONLY and audience in STAFF)
        or (kind in WATCHED and audience in WATCH)
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
        case wagers.MarkerMoved():
            return f"table {event.table}: seat {event.seat}"
        case wagers.TimeLimitAnnounced():
            return f"{event.seconds} seconds"
        case _:
            return str(getattr(event, "name", ""))


def _form(wager: str | None, cents: int | None) -> str:
    """Return what stands on a form, in words."""
    return f"{wager or 'no wager'} {dollars(cents) if cents else 'no amount'}"
