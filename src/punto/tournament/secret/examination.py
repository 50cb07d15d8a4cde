"""Examination of forms before the coup: accepted, or returned with the faults."""

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import EntrantName
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason
from punto.error_codes import ErrorCode
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import SeatMarked
from punto.table.authority import require
from punto.tournament.base_classes import FORM_SEEN, Events, TournamentCommand, TournamentEvent
from punto.tournament.context import TournamentContext, changes
from punto.tournament.leaving import FormHandedBack
from punto.tournament.rules import tournament_section
from punto.tournament.secret.faults import faults, secret_rules
from punto.tournament.secret.hand_in import with_marker
from punto.tournament.secret_form import SecretForm
from punto.tournament.session_queries import seat_of, table_of, turns_of
from punto.tournament.tournament import Tournament, forms_of_next_coup, with_form

examination: Topic[Tournament, TournamentContext] = Topic("examination", changes)


class ExamineForm(TournamentCommand, frozen=True, tag="examine_form"):
    """The official examines a form; a form with a fault that is not ``overlooked`` is returned."""

    group = Group.PLAY
    powers = (Power.EXAMINE_FORMS,)

    name: EntrantName
    overlooked: bool = False


class FormExamined(TournamentEvent, frozen=True, gc=False, tag="form_examined"):
    """The official has examined a form and recorded its details.

    ``marks`` if a marker now shows everybody that there is a form.
    """

    visibility = Visibility.FORM_MARKED
    registers = Unregistered.PLAY
    concerns = "name"
    final = FORM_SEEN

    name: str
    marks: bool = False


@examination.permits(ExamineForm)
def may_examine_form(at: TournamentContext) -> None:
    """Raise an error if this person may not examine forms now."""
    rules, by = at.rules, at.by
    secret_rules(rules)
    require(rules, by, Power.EXAMINE_FORMS, "examine forms")


@examination.decides(ExamineForm)
def examine_form(at: TournamentContext, command: ExamineForm) -> Events:
    """Examine a form: record its details, or return it with its faults."""
    rules, tournament, by = at.rules, at.state, at.by
    may_examine_form(at)
    data = secret_rules(rules)
    form = _unexamined_form(tournament, command.name)
    found_faults = () if command.overlooked else faults(rules, tournament, form)
    if found_faults:
        return (FormHandedBack(name=form.name, coup=form.coup, reasons=found_faults),)
    reasons = [
        Reason(f"{by.name} has examined the form of {form.name}", data.examined.clause),
        Reason(
            "its details are written down", tournament_section(rules.edition).says.form_recorded
        ),
        Reason(f"{by.name} signs it", tournament_section(rules.edition).says.form_signed),
    ]
    marked = form.name in turns_of(tournament, form.table).marked
    marks = data.marked.value is SeatMarked.WHEN_EXAMINED and not marked
    if marks:
        reasons.append(Reason(f"an indicator lies before {form.name}", data.marked.clause))
    cited_reasons = tuple(reason for reason in reasons if reason.clause)
    return (FormExamined(name=form.name, marks=marks, reasons=cited_reasons),)


def _unexamined_form(tournament: Tournament, name: str) -> SecretForm:
    number = seat_of(tournament, name).table
    table_of(tournament, number)
    for form in forms_of_next_coup(tournament, number):
        if form.name == name:
            if form.examined:
                raise Malformed(f"the form of {name} is examined", code=ErrorCode.ALREADY_SO)
            return form
    raise Malformed(f"no form of {name} is in", code=ErrorCode.NO_SUCH_THING)


@examination.applies(FormExamined)
def form_examined(tournament: Tournament, event: FormExamined, envelope: Envelope) -> Tournament:
    tournament = with_form(tournament, event.name, None, examined=True)
    return with_marker(tournament, event.name) if event.marks else tournament
