"""Applications to enter: made, examined, accepted and refused."""

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
from punto.tournament.context import TournamentContext, changes
from punto.tournament.entrant import Entrant, EntrantStatus
from punto.tournament.entrant_lookup import check_name, entrant_named, with_entrant
from punto.tournament.entry.topics import topic_text
from punto.tournament.money.fees import entry_price_cents
from punto.tournament.money.refunds import refund_in_full
from punto.tournament.rules import tournament_section
from punto.tournament.tournament import Tournament, TournamentStage

applications: Topic[Tournament, TournamentContext] = Topic("applications", changes)

# The causes of a refusal, and the topic of the conditions that must state each.
_CAUSES = {
    "discretion": "right_to_refuse",
    "criteria": "selection_criteria",
    "not_entitled": "eligibility",
}
# The topics for which an applicant is examined, if the conditions state them.
_ELIGIBILITY_TOPICS = ("eligibility", "selection_criteria")
# Entrants with these statuses do not take one of the places.
_NO_PLACE = frozenset(
    {
        EntrantStatus.APPLIED,
        EntrantStatus.WITHDRAWN,
        EntrantStatus.REFUSED,
        EntrantStatus.FORFEITED,
        EntrantStatus.REPLACED,
    }
)
RefusalCause = Literal["discretion", "criteria", "not_entitled"]


class Apply(TournamentCommand, frozen=True, tag="apply"):
    """A person applies to enter; ``reserve`` if only for a place that becomes free."""

    group = Group.ENTRY
    powers = ()
    own = True

    name: NewcomerName
    reserve: bool = False


class CheckEligibility(TournamentCommand, frozen=True, tag="check_eligibility"):
    """Staff check whether an applicant may enter under the conditions.

    ``eligible`` is what they found. A scenario may omit it if the applicant may enter.
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


def entry_count(tournament: Tournament) -> int:
    """Return the number of places that are taken."""
    return sum(entrant.standing not in _NO_PLACE for entrant in tournament.entrants)


applications.permits(Apply)(anybody)


@applications.decides(Apply)
def apply(at: TournamentContext, command: Apply) -> Events:
    """Apply to enter, while entries are open."""
    rules, tournament, by = at.rules, at.state, at.by
    check_acts_for(by, command.name)
    says = tournament_section(rules.edition).says
    if tournament.entrant(command.name) is not None:
        if says.one_entry:
            text = f"{command.name} has one entry already, and nobody has two"
            raise Refused(ErrorCode.ONE_ENTRY_ONLY, says.one_entry, text)
        raise Malformed(f"{command.name} has applied already", code=ErrorCode.ALREADY_SO)
    if tournament.stage is not TournamentStage.OPEN:
        raise Malformed("entries are not open", code=ErrorCode.NOT_NOW)
    check_name(rules, command.name)
    if command.reserve:
        require_clauses(
            rules, tournament_section(rules.edition).says.reserve_seat, "whether there are reserves"
        )
    permitted_names = tournament.conditions.secondary_for
    if permitted_names and command.name not in permitted_names:
        text = f"{command.name} is not one of those for whom this second chance is"
        raise Refused(
            ErrorCode.NOT_FOR_EVERYBODY,
            require_clauses(
                rules, tournament_section(rules.edition).says.secondary, "who may enter"
            ),
            text,
        )
    number = len(tournament.entrants) + 1
    made = ApplicationMade(name=command.name, number=number, reserve=command.reserve)
    return (made,)


@applications.permits(CheckEligibility)
def may_check_eligibility(at: TournamentContext) -> None:
    """Raise an error if this person may not look at applications now."""
    rules, by = at.rules, at.by
    require(rules, by, Power.ADMIT_ENTRANTS, "look at applications")


@applications.decides(CheckEligibility)
def check_eligibility(at: TournamentContext, command: CheckEligibility) -> Events:
    """Record whether an applicant may enter under the conditions."""
    rules, tournament = at.rules, at.state
    may_check_eligibility(at)
    entrant = _applicant(tournament, command.name)
    clause = _eligibility_clauses(rules, tournament)
    if not clause:
        raise Malformed("the conditions say nothing of who may enter", code=ErrorCode.NO_SUCH_THING)
    if command.eligible is None:
        text = f"say whether {entrant.name} may enter"
        raise Malformed(text, "eligible=yes, or eligible=no", code=ErrorCode.INCOMPLETE)
    word = "may" if command.eligible else "may not"
    reason = Reason(f"{entrant.name} {word} enter", clause)
    checked = EligibilityChecked(name=entrant.name, eligible=command.eligible, reasons=(reason,))
    return (checked,)


def _eligibility_clauses(rules: TableRules, tournament: Tournament) -> Clauses:
    """Return the clauses of the conditions about who may enter."""
    topics, conditions = tournament_section(rules.edition).entry.topics, tournament.conditions
    stated = [topics.get(name) for name in _ELIGIBILITY_TOPICS if topic_text(conditions, name)]
    return merged(*(datum.clause for datum in stated if datum))


@applications.permits(AcceptEntry)
def may_accept_entry(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not accept an entry now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.ADMIT_ENTRANTS, "accept an entry")


@applications.decides(AcceptEntry)
def accept_entry(at: TournamentContext, command: AcceptEntry) -> Events:
    """Accept a paid application of an eligible person, while there is a free place."""
    rules, tournament = at.rules, at.state
    clause = may_accept_entry(at)
    entrant = _applicant(tournament, command.name)
    if entrant.reserve:
        raise Malformed(f"{entrant.name} waits for a seat that comes free", code=ErrorCode.NOT_NOW)
    _check_room(rules, tournament)
    _check_applicant(rules, tournament, entrant)
    fee = entry_price_cents(tournament.conditions)
    power = rules.edition.powers.get(Power.SET_ENTRY_FEE)
    if fee and not entrant.paid_cents:
        text = f"{entrant.name} has not paid the entry fee of {dollars(fee)}"
        raise Refused(ErrorCode.FEE_UNPAID, power.clause if power else (), text)
    reasons = (Reason(f"the entry of {entrant.name} is accepted", clause),)
    return (EntryAccepted(name=entrant.name, reasons=reasons),)


def _check_room(rules: TableRules, tournament: Tournament) -> None:
    places, topic = (
        tournament.conditions.entrants_max,
        tournament_section(rules.edition).entry.topics.entrants_max,
    )
    if places is not None and entry_count(tournament) >= places:
        text = f"all {places} places are taken"
        raise Refused(ErrorCode.FIELD_FULL, topic.clause if topic else (), text)


def _check_applicant(rules: TableRules, tournament: Tournament, entrant: Entrant) -> None:
    """Refuse an applicant who was not examined, is not eligible, or has not agreed in writing."""
    clause = _eligibility_clauses(rules, tournament)
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
def may_refuse_entry(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not refuse an application now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.REFUSE_APPLICATION, "refuse an application")


@applications.decides(RefuseEntry)
def refuse_entry(at: TournamentContext, command: RefuseEntry) -> Events:
    """Refuse an application for a permitted cause, and refund the fee."""
    rules, tournament = at.rules, at.state
    power = may_refuse_entry(at)
    entrant = _applicant(tournament, command.name)
    cause_clause = _refusal_clauses(rules, tournament, command.cause)
    text = f"the application of {entrant.name} is refused: {command.cause.replace('_', ' ')}"
    refusal = EntryRefused(
        name=entrant.name,
        cause=command.cause,
        reasons=(Reason(text, merged(cause_clause, power)),),
    )
    refund_clause = tournament_section(rules.edition).says.application_fee
    refund = refund_in_full(rules, tournament, entrant, "the application is refused", refund_clause)
    return (refusal, *refund)


def _refusal_clauses(rules: TableRules, tournament: Tournament, cause: RefusalCause) -> Clauses:
    """Return the clauses by which an application may be refused for a cause, or raise an error."""
    tournament_law = tournament_section(rules.edition)
    if tournament_law.says.application_refused:
        return tournament_law.says.application_refused
    topic = _CAUSES[cause]
    datum = tournament_law.entry.topics.get(topic)
    if datum is None:
        raise not_held(rules.edition, f"whether an application may be refused: {cause}")
    if topic_text(tournament.conditions, topic) is None:
        text = f"the conditions do not state {topic.replace('_', ' ')}"
        raise Refused(ErrorCode.NOT_IN_CONDITIONS, datum.clause, text)
    return datum.clause


def _applicant(tournament: Tournament, name: str) -> Entrant:
    """Return the entrant of an open application. Raise an error if there is none."""
    entrant = entrant_named(tournament, name)
    if tournament.stage is not TournamentStage.OPEN:
        raise Malformed("entries are not open", code=ErrorCode.NOT_NOW)
    if entrant.standing is not EntrantStatus.APPLIED:
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
    return with_entrant(tournament, event.name, eligible=event.eligible)


@applications.applies(EntryAccepted)
def entry_accepted(tournament: Tournament, event: EntryAccepted, envelope: Envelope) -> Tournament:
    return with_entrant(tournament, event.name, standing=EntrantStatus.ENTERED)


@applications.applies(EntryRefused)
def entry_refused(tournament: Tournament, event: EntryRefused, envelope: Envelope) -> Tournament:
    return with_entrant(tournament, event.name, standing=EntrantStatus.REFUSED)
