"""What each audience hears of an event, as it happens; nothing that it may not see."""

from punto.aggregate.event import Listener, may_learn
from punto.money import dollars
from punto.table.views.feed import Heard
from punto.table.views.feed import hears as hears_table
from punto.tournament.events import AnyEvent
from punto.tournament.seating import events as seating
from punto.tournament.secret import events as secret
from punto.tournament.tables import TableStepped
from punto.tournament.views.audience import OFFICIAL, STAFF, WATCH, Audience, at_table
from punto.tournament.wagers import events as wagers


def hears(event: AnyEvent, audience: Audience, viewer: str | None = None) -> Heard | None:
    """Return what an audience hears of an event, or nothing; of a table's, what it hears there."""
    if isinstance(event, TableStepped):
        return hears_table(event.event, at_table(audience), viewer)
    listener = Listener(
        viewer,
        staff=audience in STAFF,
        watches=audience in WATCH,
        examines_forms=audience in OFFICIAL,
    )
    if not may_learn(event, listener):
        return None
    return Heard(event.tag(), _text(event, audience, viewer), event.reasons)


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
