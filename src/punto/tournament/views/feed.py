"""Filters events for the feed of each audience, without anything that it may not see."""

from punto.aggregate.event import Listener, may_learn
from punto.money import dollars
from punto.table.views.feed import Heard
from punto.table.views.feed import hears as hears_table
from punto.tournament.audience import OFFICIAL, STAFF, WATCH, TournamentAudience, audience_at_table
from punto.tournament.base_classes import TournamentEvent
from punto.tournament.seating.ballot import BallotCommitted, BallotDrawn
from punto.tournament.seating.table_designation import TableDesignated, TableSizeSet
from punto.tournament.secret.announcement import FormAnnounced
from punto.tournament.secret.hand_in import FormHandedIn
from punto.tournament.tables import TableStepped
from punto.tournament.wagers.time_limit import TimeLimitAnnounced
from punto.tournament.wagers.turns import MarkerMoved


def hears(
    event: TournamentEvent, audience: TournamentAudience, viewer: str | None = None
) -> Heard | None:
    """Return an event as an audience receives it, or None. Table events follow the table's feed."""
    if isinstance(event, TableStepped):
        return hears_table(event.event, audience_at_table(audience), viewer)
    listener = Listener(
        viewer,
        staff=audience in STAFF,
        watches=audience in WATCH,
        examines_forms=audience in OFFICIAL,
    )
    if not may_learn(event, listener):
        return None
    return Heard(event.tag(), _event_text(event, audience, viewer), event.reasons)


def _event_text(event: TournamentEvent, audience: TournamentAudience, viewer: str | None) -> str:
    match event:
        case FormHandedIn():
            if audience in OFFICIAL or viewer == event.name:
                return f"{event.name} {_form_text(event.wager, event.stake_cents)}"
            return event.name
        case FormAnnounced():
            return f"{event.name} {_form_text(event.wager, event.stake_cents)}"
        case BallotCommitted():
            return event.commitment
        case BallotDrawn():
            places = [f"{name} {seat.table}/{seat.seat}" for name, seat in event.seats.items()]
            return f"seed {event.seed}: {', '.join((*places, *event.waiting))}"
        case TableDesignated():
            return f"table {event.table}"
        case TableSizeSet():
            return f"table {event.table}: {event.entrants}"
        case MarkerMoved():
            return f"table {event.table}: seat {event.seat}"
        case TimeLimitAnnounced():
            return f"{event.seconds} seconds"
        case _:
            return str(getattr(event, "name", ""))


def _form_text(wager: str | None, cents: int | None) -> str:
    """Return the content of a form as text."""
    return f"{wager or 'no wager'} {dollars(cents) if cents else 'no amount'}"
