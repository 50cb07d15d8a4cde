"""Forms examined before the coup: in order, or back to their makers with what is wrong."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import SeatMarked
from punto.table.authority import require
from punto.tournament.events import Events
from punto.tournament.forms import Form
from punto.tournament.rules import law
from punto.tournament.running import place_of, table_of
from punto.tournament.secret import commands as do
from punto.tournament.secret import events as happened
from punto.tournament.secret.faults import faults, secret_rules
from punto.tournament.tournament import Tournament, coming
from punto.tournament.wagers.order import turns_at


def examine_form(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.ExamineForm
) -> Events:
    """Look at a form: write it down, or send it back with what is wrong."""
    data = secret_rules(rules)
    require(rules, by, Power.EXAMINE_FORMS, "examine forms")
    form = _form(tournament, command.name)
    wrong = () if command.overlooked else faults(rules, tournament, form)
    if wrong:
        return (happened.FormHandedBack(name=form.name, coup=form.coup, reasons=wrong),)
    reasons = [
        Reason(f"{by.name} has examined the form of {form.name}", data.examined.clause),
        Reason("its details are written down", law(rules.edition).says.form_recorded),
        Reason(f"{by.name} signs it", law(rules.edition).says.form_signed),
    ]
    marked = form.name in turns_at(tournament, form.table).marked
    marks = data.marked.value is SeatMarked.WHEN_EXAMINED and not marked
    if marks:
        reasons.append(Reason(f"an indicator lies before {form.name}", data.marked.clause))
    cited = tuple(reason for reason in reasons if reason.clause)
    return (happened.FormExamined(name=form.name, marks=marks, reasons=cited),)


def _form(tournament: Tournament, name: str) -> Form:
    number = place_of(tournament, name).table
    table_of(tournament, number)
    for form in coming(tournament, number):
        if form.name == name:
            if form.examined:
                raise Malformed(f"the form of {name} is examined", code=ErrorCode.ALREADY_SO)
            return form
    raise Malformed(f"no form of {name} is in", code=ErrorCode.NO_SUCH_THING)
