"""Who may enter: applications made, looked at, accepted and refused."""

from punto.aggregate.actor import Actor
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.power import Power
from punto.table.authority import provided, require, speaks_for
from punto.tournament.entrant import Entrant, Standing
from punto.tournament.entry import commands as do
from punto.tournament.entry import events as happened
from punto.tournament.entry.topics import said_about
from punto.tournament.events import Events
from punto.tournament.money.fees import charged_cents
from punto.tournament.money.refunds import refunded
from punto.tournament.people import check_name, known
from punto.tournament.rules import law
from punto.tournament.tournament import Stage, Tournament

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


def entries(tournament: Tournament) -> int:
    """Return how many have a place in the field."""
    return sum(entrant.standing not in _NO_PLACE for entrant in tournament.entrants)


def apply(rules: TableRules, tournament: Tournament, by: Actor, command: do.Apply) -> Events:
    """Apply to enter, while entries are open."""
    speaks_for(by, command.name)
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
        provided(rules, law(rules.edition).says.reserve_seat, "whether there are reserves")
    chosen = tournament.conditions.secondary_for
    if chosen and command.name not in chosen:
        text = f"{command.name} is not one of those for whom this second chance is"
        raise Refused(
            ErrorCode.NOT_FOR_EVERYBODY,
            provided(rules, law(rules.edition).says.secondary, "who may enter"),
            text,
        )
    number = len(tournament.entrants) + 1
    made = happened.ApplicationMade(name=command.name, number=number, reserve=command.reserve)
    return (made,)


def check_eligibility(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.CheckEligibility
) -> Events:
    """Put on record whether an applicant may enter by what the conditions say."""
    require(rules, by, Power.ADMIT_ENTRANTS, "look at applications")
    entrant = _applicant(tournament, command.name)
    clause = _looked_at(rules, tournament)
    if not clause:
        raise Malformed("the conditions say nothing of who may enter", code=ErrorCode.NO_SUCH_THING)
    if command.eligible is None:
        text = f"say whether {entrant.name} may enter"
        raise Malformed(text, "eligible=yes, or eligible=no", code=ErrorCode.INCOMPLETE)
    word = "may" if command.eligible else "may not"
    reason = Reason(f"{entrant.name} {word} enter", clause)
    checked = happened.EligibilityChecked(
        name=entrant.name, eligible=command.eligible, reasons=(reason,)
    )
    return (checked,)


def _looked_at(rules: TableRules, tournament: Tournament) -> Clauses:
    """Return the clauses of what conditions state about who may enter."""
    topics, conditions = law(rules.edition).entry.topics, tournament.conditions
    held = [topics.get(name) for name in _LOOKED_AT if said_about(conditions, name)]
    return merged(*(one.clause for one in held if one))


def accept_entry(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.AcceptEntry
) -> Events:
    """Accept an application that is paid, of somebody who may enter, while there is room."""
    clause = require(rules, by, Power.ADMIT_ENTRANTS, "accept an entry")
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
    return (happened.EntryAccepted(name=entrant.name, reasons=reasons),)


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


def refuse_entry(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.RefuseEntry
) -> Events:
    """Refuse an application on a ground that there is; a fee that was paid goes back."""
    power = require(rules, by, Power.REFUSE_APPLICATION, "refuse an application")
    entrant = _applicant(tournament, command.name)
    ground = _ground(rules, tournament, command.cause)
    text = f"the application of {entrant.name} is refused: {command.cause.replace('_', ' ')}"
    refusal = happened.EntryRefused(
        name=entrant.name,
        cause=command.cause,
        reasons=(Reason(text, merged(ground, power)),),
    )
    returned = law(rules.edition).says.application_fee
    back = refunded(rules, tournament, entrant, "the application is refused", returned)
    return (refusal, *back)


def _ground(rules: TableRules, tournament: Tournament, cause: do.RefusalCause) -> Clauses:
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
