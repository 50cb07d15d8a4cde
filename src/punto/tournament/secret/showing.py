"""Forms looked at by other entrants, between the end of a coup and the next first card."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, NotEntitled, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.tournament.entrant import Standing
from punto.tournament.events import Events
from punto.tournament.forms import Form
from punto.tournament.people import known
from punto.tournament.secret import commands as do
from punto.tournament.secret import events as happened
from punto.tournament.secret.faults import secret_rules
from punto.tournament.tournament import Tournament
from punto.tournament.wagers.order import turns_at

# Those who were never let into the tournament, or left it before it began.
_OUTSIDE = frozenset({Standing.APPLIED, Standing.REFUSED, Standing.WITHDRAWN})


def ask_form(rules: TableRules, tournament: Tournament, by: Actor, command: do.AskForm) -> Events:
    """Let an entrant look at the form that another used in the coup that is over."""
    data = secret_rules(rules)
    asking = tournament.entrant(by.name)
    if asking is None or asking.standing in _OUTSIDE:
        raise NotEntitled(data.shown_until.clause, f"{by.name} is no entrant")
    known(tournament, command.name)
    forms = [form for form in tournament.forms if form.name == command.name]
    done = [form for form in forms if form.done]
    if not done:
        if any(_is_known(tournament, form) for form in forms):
            text = f"the form of {command.name} may be seen when the coup is over"
        else:
            text = f"no form of {command.name} may be seen now"
        raise Refused(ErrorCode.FORM_NOT_OPEN, data.shown_until.clause, text)
    if by.name in done[0].shown:
        raise Malformed(f"{by.name} has seen it", code=ErrorCode.ALREADY_SO)
    reason = Reason(f"{by.name} looks at the form of {command.name}", data.shown_until.clause)
    return (happened.FormShown(name=command.name, to=by.name, reasons=(reason,)),)


def _is_known(tournament: Tournament, form: Form) -> bool:
    """Return whether everybody knows that there is a form: a marker lies there."""
    return form.announced or form.name in turns_at(tournament, form.table).marked
