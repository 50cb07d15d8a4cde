"""The effects of a step at a table on forms."""

from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.topic import Topic
from punto.clause import Reason
from punto.rulebook.elect import TableRules
from punto.rulebook.vocabulary import Result
from punto.table.deal.coup_completion import CoupCompleted
from punto.table.deal.coup_start import CoupStarted
from punto.table.deal.settling import CoupDiscarded
from punto.table.deal.void_coup import CoupVoided
from punto.table.guards import error_rules
from punto.table.phase import Betting, Idle
from punto.table.seats.buying import ChipsBought
from punto.table.wagers.placing import WagerPlaced, WagerRaised
from punto.tournament.base_classes import FORM_SEEN, Events, TournamentEvent
from punto.tournament.context import TournamentContext, changes
from punto.tournament.leaving import FormHandedBack, with_form_count_changed
from punto.tournament.rules import tournament_section
from punto.tournament.secret.placed_forms import correct_forms
from punto.tournament.session_queries import takes_wagers
from punto.tournament.table_step import TableStep
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import (
    Tournament,
    forms_of_current_coup,
    forms_of_next_coup,
    with_form,
)
from punto.tournament.wagers.time_limit import FormReopened

form_effects: Topic[Tournament, TournamentContext] = Topic("form_effects", changes)


class FormPlayed(TournamentEvent, frozen=True, gc=False, tag="form_played"):
    """An entrant has used one of their secret wagers."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY
    final = FORM_SEEN

    name: str
    coup: int


class FormsPutAway(TournamentEvent, frozen=True, gc=False, tag="forms_put_away"):
    """The forms of earlier coups may no longer be seen."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY
    final = FORM_SEEN

    table: int


def effects_on_forms(rules: TableRules, tournament: Tournament, step: TableStep) -> Events:
    """Return the effects of a step at a table on forms."""
    if not tournament.forms:
        return ()
    if step.had((WagerPlaced, WagerRaised)):
        return _reopen_forms(tournament, step)
    returned = step.taken_up or step.cards_came
    events: Events = _return_forms(tournament, step.table) if returned else ()
    if step.had(CoupVoided):
        return (*events, *_void_forms(tournament, step.table))
    coup_number = tournament.tables[step.table].number
    earlier_forms = (
        form for form in tournament.forms if form.table == step.table and form.coup < coup_number
    )
    if step.had(CoupStarted) and any(earlier_forms):
        events = (FormsPutAway(table=step.table),)
    if step.had(CoupCompleted):
        events = (*events, *correct_forms(rules, tournament, step.table))
    if step.had(CoupDiscarded):
        events = (*events, *_use_up_forms(rules, tournament, step.table))
    return (*events, *_return_if_no_wagers(rules, tournament, step.table))


def _return_if_no_wagers(rules: TableRules, tournament: Tournament, number: int) -> Events:
    """Return the events that return forms for the next coup if it accepts no wagers."""
    table = tournament.tables[number]
    if not isinstance(table.phase, Idle | Betting) or takes_wagers(table):
        return ()
    reason = Reason("nobody may wager on this coup", error_rules(rules).forced_wagers.clause)
    return _return_forms(tournament, number, reason)


def _return_forms(tournament: Tournament, number: int, *reasons: Reason) -> Events:
    """Return the events that return the forms for the next coup to their makers."""
    return tuple(
        FormHandedBack(name=form.name, coup=form.coup, reasons=reasons)
        for form in forms_of_next_coup(tournament, number)
    )


def _reopen_forms(tournament: Tournament, step: TableStep) -> Events:
    """Return the events that reopen forms for examination, because their makers wagered chips."""
    owners = {event.patron for event in step.events if isinstance(event, WagerPlaced)}
    numbers = {event.number for event in step.events if isinstance(event, WagerRaised)}
    table = tournament.tables[step.table]
    owners |= {wager.patron for wager in table.wagers if wager.number in numbers}
    return tuple(
        FormReopened(name=form.name)
        for form in forms_of_next_coup(tournament, step.table)
        if form.name in owners and form.examined
    )


def _void_forms(tournament: Tournament, number: int) -> Events:
    """Return the events that return the forms of a void coup, and the chips that they cost."""
    events: list[TournamentEvent] = []
    table = tournament.tables[number]
    for form in forms_of_current_coup(tournament, number):
        # An entrant who has left since has no chips at this table.
        if form.taken_cents and table.patron(form.name) is not None:
            chips = ChipsBought(name=form.name, cents=form.taken_cents)
            events.append(TableStepped(table=number, event=chips))
        events.append(
            FormHandedBack(name=form.name, coup=form.coup, void=True, uncounted=form.done)
        )
    return tuple(events)


def _use_up_forms(rules: TableRules, tournament: Tournament, number: int) -> Events:
    """Return the events that use up the forms of a finished coup, also after a tie."""
    last = tournament.tables[number].past.last
    tie = last is not None and last.coup.result is Result.TIE
    clause = tournament_section(rules.edition).says.form_used_by_tie if tie else ()
    return tuple(
        FormPlayed(
            name=form.name,
            coup=form.coup,
            reasons=(Reason("a tie uses a secret wager up", clause),) if clause else (),
        )
        for form in forms_of_current_coup(tournament, number)
        if not form.done
    )


@form_effects.applies(FormPlayed)
def form_played(tournament: Tournament, event: FormPlayed, envelope: Envelope) -> Tournament:
    return with_form_count_changed(
        with_form(tournament, event.name, event.coup, done=True), event.name, 1
    )


@form_effects.applies(FormsPutAway)
def forms_put_away(tournament: Tournament, event: FormsPutAway, envelope: Envelope) -> Tournament:
    coup_number = tournament.tables[event.table].number
    remaining = (
        form for form in tournament.forms if form.table != event.table or form.coup >= coup_number
    )
    return replace(tournament, forms=tuple(remaining))
