"""Somebody leaves a table of the tournament: stakes and forms go back, chips leave play."""

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
from punto.tournament.context import At, changes
from punto.tournament.entrant_lookup import changed, known
from punto.tournament.session_queries import value_cents
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament, coming, running, with_session

leaving: Topic[Tournament, At] = Topic("leaving", changes)


class ChipsCashed(TournamentEvent, frozen=True, gc=False, tag="chips_cashed"):
    """Somebody left a table with chips that are worth money: they are their own."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.MONEY
    concerns = "name"
    final = MONEY_MOVED

    name: str
    cents: int


class FormHandedBack(TournamentEvent, frozen=True, gc=False, tag="form_handed_back"):
    """A form is back with its maker: faulty, not to be played, or of a coup that is void."""

    visibility = Visibility.FORM_MAKER
    registers = Unregistered.PLAY
    concerns = "name"
    final = FORM_SEEN

    name: str
    coup: int
    void: bool = False
    uncounted: bool = False


def table_at(tournament: Tournament, name: str) -> int | None:
    """Return the table at which somebody sits with chips, if they do."""
    for number, table in tournament.tables.items():
        if table.patron(name) is not None:
            return number
    return None


def left(tournament: Tournament, name: str) -> tuple[Events, int]:
    """Return that somebody leaves their table, and with how many chips; nothing if they have none.

    Chips that are worth money are their own.
    It waits for the end of a coup in which they have a wager.
    """
    number = table_at(tournament, name)
    if number is None:
        return (), 0
    table = tournament.tables[number]
    stakes = tuple(whole_stake(wager) for wager in table.wagers if wager.patron == name)
    if (stakes and coup_is_on(table)) or has_form(tournament, number, name):
        raise Malformed(f"{name} has a wager on a coup that is not over", code=ErrorCode.NOT_NOW)
    cents = value_cents(table, name)
    gone: list[TournamentEvent] = list(forms_back(tournament, number, name))
    if stakes:
        gone.append(TableStepped(table=number, event=StakesReturned(stakes=stakes)))
    gone.append(TableStepped(table=number, event=PatronLeft(name=name, chips_cents=cents)))
    if tournament.conditions.live and cents:
        gone.append(ChipsCashed(name=name, cents=cents))
    return tuple(gone), cents


def has_form(tournament: Tournament, number: int, name: str) -> bool:
    """Return whether somebody has a secret wager on a coup that is on."""
    on = coup_is_on(tournament.tables[number])
    return on and any(form.name == name for form in running(tournament, number))


def forms_back(tournament: Tournament, number: int, name: str) -> Events:
    """Return the form for the coup that comes back with somebody who will not play it."""
    return tuple(
        FormHandedBack(name=name, coup=form.coup)
        for form in coming(tournament, number)
        if form.name == name
    )


@leaving.applies(ChipsCashed)
def chips_cashed(tournament: Tournament, event: ChipsCashed, envelope: Envelope) -> Tournament:
    cash = known(tournament, event.name).cash_cents + event.cents
    return changed(tournament, event.name, cash_cents=cash)


@leaving.applies(FormHandedBack)
def form_handed_back(
    tournament: Tournament, event: FormHandedBack, envelope: Envelope
) -> Tournament:
    key = (event.name, event.coup)
    left = tuple(form for form in tournament.forms if (form.name, form.coup) != key)
    tournament = replace(tournament, forms=left)
    return form_counted(tournament, event.name, -1) if event.uncounted else tournament


def form_counted(tournament: Tournament, name: str, more: int) -> Tournament:
    """Return the tournament with more, or fewer, secret wagers made by somebody."""
    session = tournament.session
    assert session is not None
    forms = {**session.forms, name: session.forms.get(name, 0) + more}
    return with_session(tournament, forms=forms)
