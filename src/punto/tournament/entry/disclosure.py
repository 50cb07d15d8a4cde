"""Entrants who know the conditions: given, told, signed."""

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
from punto.tournament.context import At, changes
from punto.tournament.entrant import ACTIVE, Entrant, Standing
from punto.tournament.entrant_lookup import changed, known
from punto.tournament.tournament import Stage, Tournament

disclosure: Topic[Tournament, At] = Topic("disclosure", changes)

# Those who are to know the conditions: whoever applied and was not turned away.
_CONCERNED = ACTIVE | {Standing.APPLIED}


class RequireAgreement(TournamentCommand, frozen=True, tag="require_agreement"):
    """Nobody is to be accepted who has not agreed in writing."""

    group = Group.ENTRY
    powers = (Power.REQUIRE_ACCEPTANCE,)


class GiveConditions(TournamentCommand, frozen=True, tag="give_conditions"):
    """People are given the conditions; everybody who has not got them yet if nobody is named."""

    group = Group.ENTRY
    powers = (Power.GIVE_CONDITIONS,)

    names: tuple[EntrantName, ...] = ()


class ExplainConditions(TournamentCommand, frozen=True, tag="explain_conditions"):
    """People are told the conditions of play; everybody who has not been if nobody is named."""

    group = Group.ENTRY
    powers = (Power.EXPLAIN_CONDITIONS,)

    names: tuple[EntrantName, ...] = ()


class SignApplication(TournamentCommand, frozen=True, tag="sign_application"):
    """Somebody signs the application form and accepts the conditions."""

    group = Group.ENTRY
    powers = ()
    own = True

    name: EntrantName


class LetDeviceIn(TournamentCommand, frozen=True, tag="let_device_in"):
    """A device of an entrant is let in, in place of any other; it shows no form of before."""

    group = Group.ENTRY
    powers = (Power.ADMIT_ENTRANTS,)

    name: EntrantName


class AgreementRequired(TournamentEvent, frozen=True, gc=False, tag="agreement_required"):
    """Nobody is accepted who has not agreed in writing."""

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
    """Staff let a device of an entrant in; what stands on forms of before it does not show."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT
    final = "a device was let in"

    name: str


@disclosure.permits(GiveConditions)
def may_give_conditions(at: At) -> Clauses:
    """Raise an error if this person may not give out the conditions now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.GIVE_CONDITIONS, "give out the conditions")


@disclosure.decides(GiveConditions)
def give_conditions(at: At, command: GiveConditions) -> Events:
    """Give people the conditions that are published."""
    tournament = at.state
    clause = may_give_conditions(at)
    without = {one.name for one in _concerned(tournament) if not one.given_conditions}
    names = _named(tournament, command.names, without)
    reasons = (Reason(f"{', '.join(names)} have the conditions", clause),)
    return (ConditionsGiven(names=names, reasons=reasons),)


@disclosure.permits(ExplainConditions)
def may_explain_conditions(at: At) -> Clauses:
    """Raise an error if this person may not tell the conditions of play now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.EXPLAIN_CONDITIONS, "tell the conditions of play")


@disclosure.decides(ExplainConditions)
def explain_conditions(at: At, command: ExplainConditions) -> Events:
    """Tell people the conditions of play that stand on the form."""
    tournament = at.state
    clause = may_explain_conditions(at)
    untold = {one.name for one in _concerned(tournament) if not one.told_conditions}
    names = _named(tournament, command.names, untold)
    reasons = (Reason(f"{', '.join(names)} are told the conditions of play", clause),)
    return (ConditionsExplained(names=names, reasons=reasons),)


def _concerned(tournament: Tournament) -> list[Entrant]:
    if tournament.stage not in (Stage.OPEN, Stage.RUNNING):
        raise Malformed("no conditions are published", code=ErrorCode.NOT_NOW)
    return [entrant for entrant in tournament.entrants if entrant.standing in _CONCERNED]


def _named(tournament: Tournament, names: tuple[str, ...], waiting: set[str]) -> tuple[str, ...]:
    """Return those who are meant: the people named, or everybody who is still waiting."""
    for name in names:
        known(tournament, name)
        if name not in waiting or names.count(name) > 1:
            raise Malformed(
                f"{name} knows the conditions, or needs not to", code=ErrorCode.ALREADY_SO
            )
    found = names or tuple(one.name for one in tournament.entrants if one.name in waiting)
    if not found:
        raise Malformed("nobody is waiting for the conditions", code=ErrorCode.ALREADY_SO)
    return found


@disclosure.permits(RequireAgreement)
def may_require_agreement(at: At) -> Clauses:
    """Raise an error if this person may not have entrants agree in writing now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.REQUIRE_ACCEPTANCE, "have entrants agree in writing")
    if tournament.stage not in (Stage.DRAFT, Stage.OPEN):
        raise Malformed(f"the tournament is {tournament.stage}", code=ErrorCode.NOT_NOW)
    if tournament.floor.agreement:
        raise Malformed("everybody is to agree in writing already", code=ErrorCode.ALREADY_SO)
    return clause


@disclosure.decides(RequireAgreement)
def require_agreement(at: At, command: RequireAgreement) -> Events:
    """Have everybody agree in writing before they are accepted."""
    clause = may_require_agreement(at)
    reasons = (Reason("everybody is to agree in writing", clause),)
    return (AgreementRequired(reasons=reasons),)


disclosure.permits(SignApplication)(anybody)


@disclosure.decides(SignApplication)
def sign_application(at: At, command: SignApplication) -> Events:
    """Sign the application form."""
    tournament, by = at.state, at.by
    if by.name != command.name:
        raise Malformed("everybody signs for themselves", code=ErrorCode.NOT_THEIRS)
    check_acts_for(by, command.name)
    entrant = known(tournament, command.name)
    if entrant.standing not in _CONCERNED or tournament.stage is not Stage.OPEN:
        raise Malformed(f"{entrant.name} has nothing to sign", code=ErrorCode.NOT_NOW)
    if entrant.signed:
        raise Malformed(f"{entrant.name} has signed", code=ErrorCode.ALREADY_SO)
    return (ApplicationSigned(name=entrant.name),)


@disclosure.permits(LetDeviceIn)
def may_let_device_in(at: At) -> Clauses:
    """Raise an error if this person may not let a device of an entrant in now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.ADMIT_ENTRANTS, "let a device of an entrant in")


@disclosure.decides(LetDeviceIn)
def let_device_in(at: At, command: LetDeviceIn) -> Events:
    """Let a device of an entrant in: everybody is told, and it shows no form handed in before.

    Whoever lets it in had it in their hands, and what stands on a form is for its maker and the
    official who examines it.
    """
    tournament, by = at.state, at.by
    clause = may_let_device_in(at)
    entrant = known(tournament, command.name)
    reason = Reason(f"{by.name} lets a device of {entrant.name} in", clause)
    return (DeviceLetIn(name=entrant.name, reasons=(reason,)),)


@disclosure.applies(ApplicationSigned)
def application_signed(
    tournament: Tournament, event: ApplicationSigned, envelope: Envelope
) -> Tournament:
    return changed(tournament, event.name, signed=True)


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
        tournament = changed(tournament, name, given_conditions=True)
    return tournament


@disclosure.applies(ConditionsExplained)
def conditions_explained(
    tournament: Tournament, event: ConditionsExplained, envelope: Envelope
) -> Tournament:
    for name in event.names:
        tournament = changed(tournament, name, told_conditions=True)
    return tournament
