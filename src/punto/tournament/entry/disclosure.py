"""Disclosure of conditions to entrants: given, explained and signed."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import EntrantName
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason
from punto.error_codes import ErrorCode
from punto.rulebook.power import Power
from punto.table.authority import check_acts_for, require
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.context import TournamentContext, changes
from punto.tournament.entrant import ACTIVE, Entrant, EntrantStatus
from punto.tournament.entrant_lookup import entrant_named, with_entrant
from punto.tournament.tournament import Tournament, TournamentStage

disclosure: Topic[Tournament, TournamentContext] = Topic("disclosure", changes)

# Entrants who must know the conditions: those who applied and were not refused.
_TO_INFORM = ACTIVE | {EntrantStatus.APPLIED}


class RequireAgreement(TournamentCommand, frozen=True, tag="require_agreement"):
    """Entrants must agree in writing before they are accepted."""

    group = Group.ENTRY
    powers = (Power.REQUIRE_ACCEPTANCE,)


class GiveConditions(TournamentCommand, frozen=True, tag="give_conditions"):
    """People receive the conditions; without ``names``, everybody who does not have them."""

    group = Group.ENTRY
    powers = (Power.GIVE_CONDITIONS,)

    names: tuple[EntrantName, ...] = ()


class ExplainConditions(TournamentCommand, frozen=True, tag="explain_conditions"):
    """The conditions are explained to people; without ``names``, to all who do not know them."""

    group = Group.ENTRY
    powers = (Power.EXPLAIN_CONDITIONS,)

    names: tuple[EntrantName, ...] = ()


class SignApplication(TournamentCommand, frozen=True, tag="sign_application"):
    """An applicant signs the application form and accepts the conditions."""

    group = Group.ENTRY
    powers = ()
    own = True

    name: EntrantName


class LetDeviceIn(TournamentCommand, frozen=True, tag="let_device_in"):
    """A device of an entrant is admitted, in place of any other; it shows no earlier form."""

    group = Group.ENTRY
    powers = (Power.ADMIT_ENTRANTS,)

    name: EntrantName


class AgreementRequired(TournamentEvent, frozen=True, gc=False, tag="agreement_required"):
    """Entrants must agree in writing before they are accepted."""

    visibility = Visibility.STAFF
    registers = Unregistered.ARRANGEMENT


class ConditionsGiven(TournamentEvent, frozen=True, gc=False, tag="conditions_given"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    names: tuple[str, ...]


class ConditionsExplained(TournamentEvent, frozen=True, gc=False, tag="conditions_explained"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    names: tuple[str, ...]


class ApplicationSigned(TournamentEvent, frozen=True, gc=False, tag="application_signed"):
    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.ARRANGEMENT
    concerns = "name"

    name: str


class DeviceLetIn(TournamentEvent, frozen=True, gc=False, tag="device_let_in"):
    """Staff admitted a device of an entrant. It does not show the contents of earlier forms."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT
    final = "a device was let in"

    name: str


@disclosure.permits(GiveConditions)
def may_give_conditions(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not give out the conditions now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.GIVE_CONDITIONS, "give out the conditions")


@disclosure.decides(GiveConditions)
def give_conditions(at: TournamentContext, command: GiveConditions) -> Events:
    """Give people the published conditions."""
    tournament = at.state
    clause = may_give_conditions(at)
    without_conditions = {
        entrant.name for entrant in _people_to_inform(tournament) if not entrant.given_conditions
    }
    names = _recipients(tournament, command.names, without_conditions)
    reasons = (Reason(f"{', '.join(names)} have the conditions", clause),)
    return (ConditionsGiven(names=names, reasons=reasons),)


@disclosure.permits(ExplainConditions)
def may_explain_conditions(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not tell the conditions of play now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.EXPLAIN_CONDITIONS, "tell the conditions of play")


@disclosure.decides(ExplainConditions)
def explain_conditions(at: TournamentContext, command: ExplainConditions) -> Events:
    """Explain the conditions of play to people."""
    tournament = at.state
    clause = may_explain_conditions(at)
    uninformed = {
        entrant.name for entrant in _people_to_inform(tournament) if not entrant.told_conditions
    }
    names = _recipients(tournament, command.names, uninformed)
    reasons = (Reason(f"{', '.join(names)} are told the conditions of play", clause),)
    return (ConditionsExplained(names=names, reasons=reasons),)


def _people_to_inform(tournament: Tournament) -> list[Entrant]:
    if tournament.stage not in (TournamentStage.OPEN, TournamentStage.RUNNING):
        raise Malformed("no conditions are published", code=ErrorCode.NOT_NOW)
    return [entrant for entrant in tournament.entrants if entrant.standing in _TO_INFORM]


def _recipients(
    tournament: Tournament, names: tuple[str, ...], waiting: set[str]
) -> tuple[str, ...]:
    """Return the named people, or all who are waiting if none are named."""
    for name in names:
        entrant_named(tournament, name)
        if name not in waiting or names.count(name) > 1:
            raise Malformed(
                f"{name} knows the conditions, or needs not to", code=ErrorCode.ALREADY_SO
            )
    recipients = names or tuple(
        entrant.name for entrant in tournament.entrants if entrant.name in waiting
    )
    if not recipients:
        raise Malformed("nobody is waiting for the conditions", code=ErrorCode.ALREADY_SO)
    return recipients


@disclosure.permits(RequireAgreement)
def may_require_agreement(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not have entrants agree in writing now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.REQUIRE_ACCEPTANCE, "have entrants agree in writing")
    if tournament.stage not in (TournamentStage.DRAFT, TournamentStage.OPEN):
        raise Malformed(f"the tournament is {tournament.stage}", code=ErrorCode.NOT_NOW)
    if tournament.floor.agreement:
        raise Malformed("everybody is to agree in writing already", code=ErrorCode.ALREADY_SO)
    return clause


@disclosure.decides(RequireAgreement)
def require_agreement(at: TournamentContext, command: RequireAgreement) -> Events:
    """Require a written agreement from everybody before they are accepted."""
    clause = may_require_agreement(at)
    reasons = (Reason("everybody is to agree in writing", clause),)
    return (AgreementRequired(reasons=reasons),)


disclosure.permits(SignApplication)(anybody)


@disclosure.decides(SignApplication)
def sign_application(at: TournamentContext, command: SignApplication) -> Events:
    """Sign the application form."""
    tournament, by = at.state, at.by
    if by.name != command.name:
        raise Malformed("everybody signs for themselves", code=ErrorCode.NOT_THEIRS)
    check_acts_for(by, command.name)
    entrant = entrant_named(tournament, command.name)
    if entrant.standing not in _TO_INFORM or tournament.stage is not TournamentStage.OPEN:
        raise Malformed(f"{entrant.name} has nothing to sign", code=ErrorCode.NOT_NOW)
    if entrant.signed:
        raise Malformed(f"{entrant.name} has signed", code=ErrorCode.ALREADY_SO)
    return (ApplicationSigned(name=entrant.name),)


@disclosure.permits(LetDeviceIn)
def may_let_device_in(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not let a device of an entrant in now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.ADMIT_ENTRANTS, "let a device of an entrant in")


@disclosure.decides(LetDeviceIn)
def let_device_in(at: TournamentContext, command: LetDeviceIn) -> Events:
    """Admit a device of an entrant. Everybody learns of it, and it shows no earlier form.

    The person who admits the device had it in their hands. Only the maker of a form and the
    official who examines it may see its contents.
    """
    tournament, by = at.state, at.by
    clause = may_let_device_in(at)
    entrant = entrant_named(tournament, command.name)
    reason = Reason(f"{by.name} lets a device of {entrant.name} in", clause)
    return (DeviceLetIn(name=entrant.name, reasons=(reason,)),)


@disclosure.applies(ApplicationSigned)
def application_signed(
    tournament: Tournament, event: ApplicationSigned, envelope: Envelope
) -> Tournament:
    return with_entrant(tournament, event.name, signed=True)


@disclosure.applies(DeviceLetIn)
def device_let_in(tournament: Tournament, event: DeviceLetIn, envelope: Envelope) -> Tournament:
    forms = tuple(
        replace(form, sealed=True) if form.name == event.name else form for form in tournament.forms
    )
    return replace(tournament, forms=forms)


@disclosure.applies(AgreementRequired)
def agreement_required(
    tournament: Tournament, event: AgreementRequired, envelope: Envelope
) -> Tournament:
    return replace(tournament, floor=replace(tournament.floor, agreement=True))


@disclosure.applies(ConditionsGiven)
def conditions_given(
    tournament: Tournament, event: ConditionsGiven, envelope: Envelope
) -> Tournament:
    for name in event.names:
        tournament = with_entrant(tournament, name, given_conditions=True)
    return tournament


@disclosure.applies(ConditionsExplained)
def conditions_explained(
    tournament: Tournament, event: ConditionsExplained, envelope: Envelope
) -> Tournament:
    for name in event.names:
        tournament = with_entrant(tournament, name, told_conditions=True)
    return tournament
