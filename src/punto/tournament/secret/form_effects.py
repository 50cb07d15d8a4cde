"""What follows for forms from something that happened at a table."""

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
from punto.tournament.context import At, changes
from punto.tournament.leaving import FormHandedBack, form_counted
from punto.tournament.rules import law
from punto.tournament.secret.placed_forms import put_right
from punto.tournament.session_queries import takes_wagers
from punto.tournament.table_step import TableStep
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament, coming, running, with_form
from punto.tournament.wagers.time_limit import FormReopened

form_effects: Topic[Tournament, At] = Topic("form_effects", changes)


class FormPlayed(TournamentEvent, frozen=True, gc=False, tag="form_played"):
    """One of the secret wagers that somebody may make is used up."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY
    final = FORM_SEEN

    name: str
    coup: int


class FormsPutAway(TournamentEvent, frozen=True, gc=False, tag="forms_put_away"):
    """Nobody may look any more at the forms of coups that are over."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY
    final = FORM_SEEN

    table: int


def follow_secret(rules: TableRules, tournament: Tournament, step: TableStep) -> Events:
    """Return what follows for forms from something that happened at a table."""
    if not tournament.forms:
        return ()
    if step.had((WagerPlaced, WagerRaised)):
        return _reopened(tournament, step)
    back = step.taken_up or step.cards_came
    found: Events = _handed_back(tournament, step.table) if back else ()
    if step.had(CoupVoided):
        return (*found, *_void(tournament, step.table))
    now = tournament.tables[step.table].number
    old = (form for form in tournament.forms if form.table == step.table and form.coup < now)
    if step.had(CoupStarted) and any(old):
        found = (FormsPutAway(table=step.table),)
    if step.had(CoupCompleted):
        found = (*found, *put_right(rules, tournament, step.table))
    if step.had(CoupDiscarded):
        found = (*found, *_played(rules, tournament, step.table))
    return (*found, *_not_taken(rules, tournament, step.table))


def _not_taken(rules: TableRules, tournament: Tournament, number: int) -> Events:
    """Return the forms for the coup that comes handed back where it takes no wagers after all."""
    table = tournament.tables[number]
    if not isinstance(table.phase, Idle | Betting) or takes_wagers(table):
        return ()
    reason = Reason("nobody may wager on this coup", error_rules(rules).forced_wagers.clause)
    return _handed_back(tournament, number, reason)


def _handed_back(tournament: Tournament, number: int, *reasons: Reason) -> Events:
    """Return the forms for the coup that comes back with their makers."""
    return tuple(
        FormHandedBack(name=form.name, coup=form.coup, reasons=reasons)
        for form in coming(tournament, number)
    )


def _reopened(tournament: Tournament, step: TableStep) -> Events:
    """Return forms that are looked at once more, because their makers wagered with chips."""
    owners = {event.patron for event in step.events if isinstance(event, WagerPlaced)}
    numbers = {event.number for event in step.events if isinstance(event, WagerRaised)}
    table = tournament.tables[step.table]
    owners |= {bet.patron for bet in table.wagers if bet.number in numbers}
    return tuple(
        FormReopened(name=form.name)
        for form in coming(tournament, step.table)
        if form.name in owners and form.examined
    )


def _void(tournament: Tournament, number: int) -> Events:
    """Return the forms of a void coup handed back: they count for nothing."""
    events: list[TournamentEvent] = []
    table = tournament.tables[number]
    for form in running(tournament, number):
        # Whoever has left since has no chips at this table.
        if form.taken_cents and table.patron(form.name) is not None:
            back = ChipsBought(name=form.name, cents=form.taken_cents)
            events.append(TableStepped(table=number, event=back))
        events.append(
            FormHandedBack(name=form.name, coup=form.coup, void=True, uncounted=form.done)
        )
    return tuple(events)


def _played(rules: TableRules, tournament: Tournament, number: int) -> Events:
    """Return the forms of a coup that is over used up; a tie uses them up too."""
    last = tournament.tables[number].past.last
    tie = last is not None and last.coup.result is Result.TIE
    clause = law(rules.edition).says.form_used_by_tie if tie else ()
    return tuple(
        FormPlayed(
            name=form.name,
            coup=form.coup,
            reasons=(Reason("a tie uses a secret wager up", clause),) if clause else (),
        )
        for form in running(tournament, number)
        if not form.done
    )


@form_effects.applies(FormPlayed)
def form_played(tournament: Tournament, event: FormPlayed, envelope: Envelope) -> Tournament:
    return form_counted(with_form(tournament, event.name, event.coup, done=True), event.name, 1)


@form_effects.applies(FormsPutAway)
def forms_put_away(tournament: Tournament, event: FormsPutAway, envelope: Envelope) -> Tournament:
    now = tournament.tables[event.table].number
    left = (form for form in tournament.forms if form.table != event.table or form.coup >= now)
    return replace(tournament, forms=tuple(left))
