"""Who may enter: applications made, looked at, accepted and refused."""

from typing import Literal

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import Attestation, EntrantName, GivenReason, NewcomerName
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.power import Power
from punto.table.authority import check_acts_for, require, require_clauses
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.context import At, changes
from punto.tournament.entrant import Entrant, Standing
from punto.tournament.entrant_lookup import changed, check_name, known
from punto.tournament.entry.topics import said_about
from punto.tournament.money.fees import charged_cents
from punto.tournament.money.refunds import refunded
from punto.tournament.rules import law
from punto.tournament.tournament import Stage, Tournament

applications: Topic[Tournament, At] = Topic("applications", changes)

# By what somebody may be refused, and the topic under which conditions must have said so.
_CAUSES = {
    "discretion": "right_to_refuse",
    "criteria": "selection_criteria",
    "not_entitled": "eligibility",
}
# What an applicant is looked at for, where the conditions state it.
_LOOKED_AT = ("eligibility", "selection_criteria")
# Those who have no place in the field, or no longer one.
_NO_PLACE = frozenset(
    {Standing.APPLIED, Standing.WITHDRAWN, Standing.REFUSED, Standing.FORFEITED, Standing.REPLACED}
)
RefusalCause = Literal["discretion", "criteria", "not_entitled"]


class Apply(TournamentCommand, frozen=True, tag="apply"):
    """Somebody applies to enter; ``reserve`` if only for a place that comes free."""

    group = Group.ENTRY
    powers = ()
    own = True

    name: NewcomerName
    reserve: bool = False


class CheckEligibility(TournamentCommand, frozen=True, tag="check_eligibility"):
    """An applicant is looked at: may they enter by what the conditions say?

    Whoever looks says what they found; the author of a scenario may leave out that they may.
    """

    group = Group.ENTRY
    powers = (Power.ADMIT_ENTRANTS,)

    name: EntrantName
    eligible: Attestation[bool | None] = None


class AcceptEntry(TournamentCommand, frozen=True, tag="accept_entry"):
    """An application is accepted."""

    group = Group.ENTRY
    powers = (Power.ADMIT_ENTRANTS,)

    name: EntrantName


class RefuseEntry(TournamentCommand, frozen=True, tag="refuse_entry"):
    """An application is refused, at discretion unless another cause is named."""

    group = Group.ENTRY
    powers = (Power.REFUSE_APPLICATION,)

    name: EntrantName
    cause: GivenReason[RefusalCause] = "discretion"


class ApplicationMade(TournamentEvent, frozen=True, gc=False, tag="application_made"):
    visibility = Visibility.EVERYBODY
    registers = (Register.ENTRIES,)

    name: str
    number: int
    reserve: bool = False


class EligibilityChecked(TournamentEvent, frozen=True, gc=False, tag="eligibility_checked"):
    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.ENTRIES,)
    concerns = "name"

    name: str
    eligible: bool


class EntryAccepted(TournamentEvent, frozen=True, gc=False, tag="entry_accepted"):
    visibility = Visibility.EVERYBODY
    registers = (Register.ENTRIES,)

    name: str


class EntryRefused(TournamentEvent, frozen=True, gc=False, tag="entry_refused"):
    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.ENTRIES,)
    concerns = "name"

    name: str
    cause: str


def entries(tournament: Tournament) -> int:
    """Return how many have a place in the field."""
    return sum(entrant.standing not in _NO_PLACE for entrant in tournament.entrants)


applications.permits(Apply)(anybody)


@applications.decides(Apply)
def apply(at: At, command: Apply) -> Events:
    """Apply to enter, while entries are open."""
    rules, tournament, by = at.rules, at.state, at.by
    check_acts_for(by, command.name)
    says = law(rules.edition).says
    if tournament.entrant(command.name) is not None:
        if says.one_entry:
            text = f"{command.name} has one entry already, and nobody has two"
            raise Refused(ErrorCode.ONE_ENTRY_ONLY, says.one_entry, text)
        raise Malformed(f"{command.name} has applied already", code=ErrorCode.ALREADY_SO)
    if tournament.stage is not Stage.OPEN:
        raise Malformed("entries are not open", code=ErrorCode.NOT_NOW)
    check_name(rules, command.name)
    if command.reserve:
        require_clauses(rules, law(rules.edition).says.reserve_seat, "whether there are reserves")
    chosen = tournament.conditions.secondary_for
    if chosen and command.name not in chosen:
        text = f"{command.name} is not one of those for whom this second chance is"
        raise Refused(
            ErrorCode.NOT_FOR_EVERYBODY,
            require_clauses(rules, law(rules.edition).says.secondary, "who may enter"),
            text,
        )
    number = len(tournament.entrants) + 1
    made = ApplicationMade(name=command.name, number=number, reserve=command.reserve)
    return (made,)


@applications.permits(CheckEligibility)
def may_check_eligibility(at: At) -> None:
    """Raise an error if this person may not look at applications now."""
    rules, by = at.rules, at.by
    require(rules, by, Power.ADMIT_ENTRANTS, "look at applications")


@applications.decides(CheckEligibility)
def check_eligibility(at: At, command: CheckEligibility) -> Events:
    """Put on record whether an applicant may enter by what the conditions say."""
    rules, tournament = at.rules, at.state
    may_check_eligibility(at)
    entrant = _applicant(tournament, command.name)
    clause = _looked_at(rules, tournament)
    if not clause:
        raise Malformed("the conditions say nothing of who may enter", code=ErrorCode.NO_SUCH_THING)
    if command.eligible is None:
        text = f"say whether {entrant.name} may enter"
        raise Malformed(text, "eligible=yes, or eligible=no", code=ErrorCode.INCOMPLETE)
    word = "may" if command.eligible else "may not"
    reason = Reason(f"{entrant.name} {word} enter", clause)
    checked = EligibilityChecked(name=entrant.name, eligible=command.eligible, reasons=(reason,))
    return (checked,)


def _looked_at(rules: TableRules, tournament: Tournament) -> Clauses:
    """Return the clauses of what conditions state about who may enter."""
    topics, conditions = law(rules.edition).entry.topics, tournament.conditions
    held = [topics.get(name) for name in _LOOKED_AT if said_about(conditions, name)]
    return merged(*(one.clause for one in held if one))


@applications.permits(AcceptEntry)
def may_accept_entry(at: At) -> Clauses:
    """Raise an error if this person may not accept an entry now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.ADMIT_ENTRANTS, "accept an entry")


@applications.decides(AcceptEntry)
def accept_entry(at: At, command: AcceptEntry) -> Events:
    """Accept an application that is paid, of somebody who may enter, while there is room."""
    rules, tournament = at.rules, at.state
    clause = may_accept_entry(at)
    entrant = _applicant(tournament, command.name)
    if entrant.reserve:
        raise Malformed(f"{entrant.name} waits for a seat that comes free", code=ErrorCode.NOT_NOW)
    _check_room(rules, tournament)
    _check_applicant(rules, tournament, entrant)
    fee = charged_cents(tournament.conditions)
    charged = rules.edition.powers.get(Power.SET_ENTRY_FEE)
    if fee and not entrant.paid_cents:
        text = f"{entrant.name} has not paid the entry fee of {dollars(fee)}"
        raise Refused(ErrorCode.FEE_UNPAID, charged.clause if charged else (), text)
    reasons = (Reason(f"the entry of {entrant.name} is accepted", clause),)
    return (EntryAccepted(name=entrant.name, reasons=reasons),)


def _check_room(rules: TableRules, tournament: Tournament) -> None:
    most, topic = tournament.conditions.entrants_max, law(rules.edition).entry.topics.entrants_max
    if most is not None and entries(tournament) >= most:
        text = f"all {most} places are taken"
        raise Refused(ErrorCode.FIELD_FULL, topic.clause if topic else (), text)


def _check_applicant(rules: TableRules, tournament: Tournament, entrant: Entrant) -> None:
    """Refuse somebody who may not enter, has not been looked at, or has not agreed."""
    clause = _looked_at(rules, tournament)
    if clause and entrant.eligible is None:
        text = f"nobody has looked whether {entrant.name} may enter"
        raise Refused(ErrorCode.ELIGIBILITY_UNCHECKED, clause, text)
    if clause and not entrant.eligible:
        raise Refused(ErrorCode.NOT_ELIGIBLE, clause, f"{entrant.name} may not enter")
    power = rules.edition.powers.get(Power.REQUIRE_ACCEPTANCE)
    if tournament.floor.agreement and power and not entrant.signed:
        text = f"{entrant.name} has not agreed in writing"
        raise Refused(ErrorCode.NOT_SIGNED, power.clause, text)


@applications.permits(RefuseEntry)
def may_refuse_entry(at: At) -> Clauses:
    """Raise an error if this person may not refuse an application now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.REFUSE_APPLICATION, "refuse an application")


@applications.decides(RefuseEntry)
def refuse_entry(at: At, command: RefuseEntry) -> Events:
    """Refuse an application on a ground that there is; a fee that was paid goes back."""
    rules, tournament = at.rules, at.state
    power = may_refuse_entry(at)
    entrant = _applicant(tournament, command.name)
    ground = _ground(rules, tournament, command.cause)
    text = f"the application of {entrant.name} is refused: {command.cause.replace('_', ' ')}"
    refusal = EntryRefused(
        name=entrant.name,
        cause=command.cause,
        reasons=(Reason(text, merged(ground, power)),),
    )
    returned = law(rules.edition).says.application_fee
    back = refunded(rules, tournament, entrant, "the application is refused", returned)
    return (refusal, *back)


def _ground(rules: TableRules, tournament: Tournament, cause: RefusalCause) -> Clauses:
    """Return the clauses by which an application may be refused, or refuse to refuse it."""
    tournament_law = law(rules.edition)
    if tournament_law.says.application_refused:
        return tournament_law.says.application_refused
    topic = _CAUSES[cause]
    held = tournament_law.entry.topics.get(topic)
    if held is None:
        raise not_held(rules.edition, f"whether an application may be refused: {cause}")
    if said_about(tournament.conditions, topic) is None:
        text = f"the conditions do not state {topic.replace('_', ' ')}"
        raise Refused(ErrorCode.NOT_IN_CONDITIONS, held.clause, text)
    return held.clause


def _applicant(tournament: Tournament, name: str) -> Entrant:
    """Return somebody whose application is open, while entries are."""
    entrant = known(tournament, name)
    if tournament.stage is not Stage.OPEN:
        raise Malformed("entries are not open", code=ErrorCode.NOT_NOW)
    if entrant.standing is not Standing.APPLIED:
        raise Malformed(f"{entrant.name} is {entrant.standing}", code=ErrorCode.ALREADY_SO)
    return entrant


@applications.applies(ApplicationMade)
def application_made(
    tournament: Tournament, event: ApplicationMade, envelope: Envelope
) -> Tournament:
    entrant = Entrant(event.name, event.number, reserve=event.reserve)
    return replace(tournament, entrants=(*tournament.entrants, entrant))


@applications.applies(EligibilityChecked)
def eligibility_checked(
    tournament: Tournament, event: EligibilityChecked, envelope: Envelope
) -> Tournament:
    return changed(tournament, event.name, eligible=event.eligible)


@applications.applies(EntryAccepted)
def entry_accepted(tournament: Tournament, event: EntryAccepted, envelope: Envelope) -> Tournament:
    return changed(tournament, event.name, standing=Standing.ENTERED)


@applications.applies(EntryRefused)
def entry_refused(tournament: Tournament, event: EntryRefused, envelope: Envelope) -> Tournament:
    return changed(tournament, event.name, standing=Standing.REFUSED)
