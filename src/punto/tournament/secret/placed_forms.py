"""Chips of announced forms on the layout, and their correction after the coup."""

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import EntrantName, StakeCents, WagerName
from punto.aggregate.topic import Topic
from punto.clause import Malformed, NotEntitled, Reason, Refused
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.table.phase import Betting, Idle
from punto.table.returned_stakes import StakesReturned, part_of_stake
from punto.table.table import Table
from punto.table.wagers.placing import WagerPlaced, WagerRaised
from punto.tournament.base_classes import FORM_SEEN, Events, TournamentCommand, TournamentEvent
from punto.tournament.context import TournamentContext, after, changes
from punto.tournament.secret.announcement import correction_events
from punto.tournament.secret.faults import secret_rules, writing_faults
from punto.tournament.secret.form_value import form_value_at
from punto.tournament.secret_form import SecretForm
from punto.tournament.session_queries import seat_of, table_of
from punto.tournament.tables import TableStepped, events_of_table, resettlement_events
from punto.tournament.tournament import (
    Tournament,
    forms_of_current_coup,
    forms_of_next_coup,
    with_form,
)

placed_forms: Topic[Tournament, TournamentContext] = Topic("placed_forms", changes)


class PlaceForm(TournamentCommand, frozen=True, tag="place_form"):
    """An entrant puts the chips of an announced form on the layout."""

    group = Group.PLAY
    powers = ()
    own = True

    name: EntrantName
    wager: WagerName
    stake_cents: StakeCents


class FormPlaced(TournamentEvent, frozen=True, gc=False, tag="form_placed"):
    """The chips of an announced form are on the layout."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY
    final = FORM_SEEN

    name: str
    coup: int
    bet: int


def due_cents(rules: TableRules, table: Table, form: SecretForm) -> int:
    """Return the chips that the maker of an announced form must place: as written, if held."""
    patron = table.patron(form.name)
    if patron is None or writing_faults(rules, form) or form.bet is not None:
        return 0
    return min(form.stake_cents or 0, patron.chips_cents)


placed_forms.permits(PlaceForm)(anybody)


@placed_forms.decides(PlaceForm)
def place_form(at: TournamentContext, command: PlaceForm) -> Events:
    """Put the chips of an announced form on the layout."""
    rules, tournament, by = at.rules, at.state, at.by
    data = secret_rules(rules)
    if by.name != command.name:
        raise NotEntitled((), f"{by.name} may not place the wager of {command.name}")
    number = seat_of(tournament, command.name).table
    table = table_of(tournament, number)
    if not isinstance(table.phase, Idle | Betting):
        raise Malformed("the first card is out", code=ErrorCode.NOT_NOW)
    own_forms = [
        form for form in forms_of_next_coup(tournament, number) if form.name == command.name
    ]
    if not own_forms or not own_forms[0].announced:
        raise Malformed(f"no form of {command.name} is announced", code=ErrorCode.NOT_NOW)
    form = own_forms[0]
    amount_cents = due_cents(rules, table, form)
    if form.bet is not None or not amount_cents:
        raise Malformed(f"nothing is to be placed for {command.name}", code=ErrorCode.ALREADY_SO)
    if (command.wager, command.stake_cents) != (form.wager, amount_cents):
        text = f"the form says {form.wager} {dollars(amount_cents)}"
        raise Refused(ErrorCode.NOT_THE_FORM, data.placed.clause, text)
    reason = Reason(f"{command.name} places what the form says", data.placed.clause)
    wager_number = table.count.wagers + 1
    placed = WagerPlaced(
        number=wager_number,
        patron=form.name,
        wager=command.wager,
        stake_cents=amount_cents,
        reasons=(reason,),
    )
    event = FormPlaced(name=form.name, coup=form.coup, bet=wager_number)
    return (TableStepped(table=number, event=placed), event)


def correct_forms(rules: TableRules, tournament: Tournament, number: int) -> Events:
    """Return the corrections of forms on the layout, after the result is known."""
    events: Events = ()
    for form in forms_of_current_coup(tournament, number):
        if not form.announced or form.corrected:
            continue
        table_now = after(tournament, events).tables[number]
        events = (*events, *_correct_wager(rules, table_now, form))
    if not events:
        return ()
    table_after = after(tournament, events).tables[number]
    return (*events, *events_of_table(number, resettlement_events(rules, table_after)))


def _correct_wager(rules: TableRules, table: Table, form: SecretForm) -> Events:
    """Return the events that change the wager of a form to the amount for which it counts."""
    value = form_value_at(rules, table, form)
    if not value.reasons:
        return ()
    events: list[TournamentEvent] = []
    for wager in (wager for wager in table.wagers if wager.number == form.bet):
        difference = value.cents - wager.stake_cents
        if difference > 0:
            raised = WagerRaised(number=wager.number, cents=difference, reasons=value.reasons)
            events.append(TableStepped(table=form.table, event=raised))
        elif difference < 0:
            returned = StakesReturned(
                stakes=(part_of_stake(wager, -difference),), reasons=value.reasons
            )
            events.append(TableStepped(table=form.table, event=returned))
    return (*events, *correction_events(form, value))


@placed_forms.applies(FormPlaced)
def form_placed(tournament: Tournament, event: FormPlaced, envelope: Envelope) -> Tournament:
    return with_form(tournament, event.name, event.coup, bet=event.bet)
