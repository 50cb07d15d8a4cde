"""Requests of entrants to see a form, between the end of a coup and the next first card."""

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import EntrantName
from punto.aggregate.topic import Topic
from punto.clause import Malformed, NotEntitled, Reason, Refused
from punto.error_codes import ErrorCode
from punto.tournament.base_classes import FORM_SEEN, Events, TournamentCommand, TournamentEvent
from punto.tournament.context import TournamentContext, changes
from punto.tournament.entrant import EntrantStatus
from punto.tournament.entrant_lookup import entrant_named
from punto.tournament.secret.faults import secret_rules
from punto.tournament.secret_form import SecretForm
from punto.tournament.session_queries import turns_of
from punto.tournament.tournament import Tournament, with_form

form_requests: Topic[Tournament, TournamentContext] = Topic("form_requests", changes)

# People who were never admitted to the tournament, or left it before it began.
_NOT_ADMITTED = frozenset({EntrantStatus.APPLIED, EntrantStatus.REFUSED, EntrantStatus.WITHDRAWN})


class AskForm(TournamentCommand, frozen=True, tag="ask_form"):
    """An entrant asks to see the form that another entrant used in the last coup."""

    group = Group.PLAY
    powers = ()

    name: EntrantName


class FormShown(TournamentEvent, frozen=True, gc=False, tag="form_shown"):
    """An entrant saw a form of the last coup."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY
    final = FORM_SEEN

    name: str
    to: str


@form_requests.permits(AskForm)
def may_ask_form(at: TournamentContext) -> None:
    """Raise an error if this person may not ask to see a form now."""
    rules, tournament, by = at.rules, at.state, at.by
    data = secret_rules(rules)
    entrant = tournament.entrant(by.name)
    if entrant is None or entrant.standing in _NOT_ADMITTED:
        raise NotEntitled(data.shown_until.clause, f"{by.name} is no entrant")


@form_requests.decides(AskForm)
def ask_form(at: TournamentContext, command: AskForm) -> Events:
    """Show an entrant the form that another entrant used in the last coup."""
    rules, tournament, by = at.rules, at.state, at.by
    may_ask_form(at)
    data = secret_rules(rules)
    entrant_named(tournament, command.name)
    forms = [form for form in tournament.forms if form.name == command.name]
    done = [form for form in forms if form.done]
    if not done:
        if any(_is_public(tournament, form) for form in forms):
            text = f"the form of {command.name} may be seen when the coup is over"
        else:
            text = f"no form of {command.name} may be seen now"
        raise Refused(ErrorCode.FORM_NOT_OPEN, data.shown_until.clause, text)
    if by.name in done[0].shown:
        raise Malformed(f"{by.name} has seen it", code=ErrorCode.ALREADY_SO)
    reason = Reason(f"{by.name} looks at the form of {command.name}", data.shown_until.clause)
    return (FormShown(name=command.name, to=by.name, reasons=(reason,)),)


def _is_public(tournament: Tournament, form: SecretForm) -> bool:
    """Return whether everybody knows of a form: it was announced, or a marker shows it."""
    return form.announced or form.name in turns_of(tournament, form.table).marked


@form_requests.applies(FormShown)
def form_shown(tournament: Tournament, event: FormShown, envelope: Envelope) -> Tournament:
    [form] = [form for form in tournament.forms if form.name == event.name and form.done]
    return with_form(tournament, event.name, form.coup, shown=(*form.shown, event.to))
