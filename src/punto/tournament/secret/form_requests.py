"""Forms looked at by other entrants, between the end of a coup and the next first card."""

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import EntrantName
from punto.aggregate.topic import Topic
from punto.clause import Malformed, NotEntitled, Reason, Refused
from punto.error_codes import ErrorCode
from punto.tournament.base_classes import FORM_SEEN, Events, TournamentCommand, TournamentEvent
from punto.tournament.context import At, changes
from punto.tournament.entrant import Standing
from punto.tournament.entrant_lookup import known
from punto.tournament.secret.faults import secret_rules
from punto.tournament.secret_form import Form
from punto.tournament.session_queries import turns_at
from punto.tournament.tournament import Tournament, with_form

form_requests: Topic[Tournament, At] = Topic("form_requests", changes)

# Those who were never let into the tournament, or left it before it began.
_OUTSIDE = frozenset({Standing.APPLIED, Standing.REFUSED, Standing.WITHDRAWN})


class AskForm(TournamentCommand, frozen=True, tag="ask_form"):
    """An entrant asks to see the form that another used in the coup that is over."""

    group = Group.PLAY
    powers = ()

    name: EntrantName


class FormShown(TournamentEvent, frozen=True, gc=False, tag="form_shown"):
    """Somebody looked at a form of the coup that is over."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY
    final = FORM_SEEN

    name: str
    to: str


@form_requests.permits(AskForm)
def may_ask_form(at: At) -> None:
    """Raise an error if this person may not ask to see a form now."""
    rules, tournament, by = at.rules, at.state, at.by
    data = secret_rules(rules)
    asking = tournament.entrant(by.name)
    if asking is None or asking.standing in _OUTSIDE:
        raise NotEntitled(data.shown_until.clause, f"{by.name} is no entrant")


@form_requests.decides(AskForm)
def ask_form(at: At, command: AskForm) -> Events:
    """Let an entrant look at the form that another used in the coup that is over."""
    rules, tournament, by = at.rules, at.state, at.by
    may_ask_form(at)
    data = secret_rules(rules)
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
    return (FormShown(name=command.name, to=by.name, reasons=(reason,)),)


def _is_known(tournament: Tournament, form: Form) -> bool:
    """Return whether everybody knows that there is a form: a marker lies there."""
    return form.announced or form.name in turns_at(tournament, form.table).marked


@form_requests.applies(FormShown)
def form_shown(tournament: Tournament, event: FormShown, envelope: Envelope) -> Tournament:
    [form] = [form for form in tournament.forms if form.name == event.name and form.done]
    return with_form(tournament, event.name, form.coup, shown=(*form.shown, event.to))
