"""An entrant leaves a table: stakes and forms are returned, and the chips leave play."""

from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.topic import Topic
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.table.guards import coup_is_on
from punto.table.returned_stakes import StakesReturned, whole_stake
from punto.table.seats.joining import PatronLeft
from punto.tournament.base_classes import FORM_SEEN, MONEY_MOVED, Events, TournamentEvent
from punto.tournament.context import TournamentContext, changes
from punto.tournament.entrant_lookup import entrant_named, with_entrant
from punto.tournament.session_queries import value_cents
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import (
    Tournament,
    forms_of_current_coup,
    forms_of_next_coup,
    with_session,
)

leaving: Topic[Tournament, TournamentContext] = Topic("leaving", changes)


class ChipsCashed(TournamentEvent, frozen=True, gc=False, tag="chips_cashed"):
    """An entrant left a table with chips worth money, which they keep."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.MONEY
    concerns = "name"
    final = MONEY_MOVED

    name: str
    cents: int


class FormHandedBack(TournamentEvent, frozen=True, gc=False, tag="form_handed_back"):
    """A form was returned to its maker: faulty, not to be played, or of a void coup."""

    visibility = Visibility.FORM_MAKER
    registers = Unregistered.PLAY
    concerns = "name"
    final = FORM_SEEN

    name: str
    coup: int
    void: bool = False
    uncounted: bool = False


def table_number_of(tournament: Tournament, name: str) -> int | None:
    """Return the number of the table at which an entrant has chips, or ``None``."""
    for number, table in tournament.tables.items():
        if table.patron(name) is not None:
            return number
    return None


def leave_table(tournament: Tournament, name: str) -> tuple[Events, int]:
    """Return the events by which an entrant leaves their table, and their chips in cents.

    Without a table there are no events. Chips worth money stay with the entrant. Raise an error
    if the entrant has a wager on a coup that is not over.
    """
    number = table_number_of(tournament, name)
    if number is None:
        return (), 0
    table = tournament.tables[number]
    stakes = tuple(whole_stake(wager) for wager in table.wagers if wager.patron == name)
    if (stakes and coup_is_on(table)) or has_form(tournament, number, name):
        raise Malformed(f"{name} has a wager on a coup that is not over", code=ErrorCode.NOT_NOW)
    cents = value_cents(table, name)
    events: list[TournamentEvent] = list(return_forms(tournament, number, name))
    if stakes:
        events.append(TableStepped(table=number, event=StakesReturned(stakes=stakes)))
    events.append(TableStepped(table=number, event=PatronLeft(name=name, chips_cents=cents)))
    if tournament.conditions.live and cents:
        events.append(ChipsCashed(name=name, cents=cents))
    return tuple(events), cents


def has_form(tournament: Tournament, number: int, name: str) -> bool:
    """Return whether an entrant has a secret wager on the current coup."""
    coup_on = coup_is_on(tournament.tables[number])
    return coup_on and any(form.name == name for form in forms_of_current_coup(tournament, number))


def return_forms(tournament: Tournament, number: int, name: str) -> Events:
    """Return the events that return forms for the next coup to an entrant who does not play it."""
    return tuple(
        FormHandedBack(name=name, coup=form.coup)
        for form in forms_of_next_coup(tournament, number)
        if form.name == name
    )


@leaving.applies(ChipsCashed)
def chips_cashed(tournament: Tournament, event: ChipsCashed, envelope: Envelope) -> Tournament:
    cash_cents = entrant_named(tournament, event.name).cash_cents + event.cents
    return with_entrant(tournament, event.name, cash_cents=cash_cents)


@leaving.applies(FormHandedBack)
def form_handed_back(
    tournament: Tournament, event: FormHandedBack, envelope: Envelope
) -> Tournament:
    key = (event.name, event.coup)
    remaining = tuple(form for form in tournament.forms if (form.name, form.coup) != key)
    tournament = replace(tournament, forms=remaining)
    return with_form_count_changed(tournament, event.name, -1) if event.uncounted else tournament


def with_form_count_changed(tournament: Tournament, name: str, change: int) -> Tournament:
    """Return the tournament with the number of an entrant's secret wagers changed."""
    session = tournament.session
    assert session is not None
    forms = {**session.forms, name: session.forms.get(name, 0) + change}
    return with_session(tournament, forms=forms)
