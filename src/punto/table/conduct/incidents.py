"""What people may not do at a table, and the measures that may follow."""

from msgspec.structs import replace

from punto.aggregate.command import ErrorArea, Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import (
    Attestation,
    DetentionEnd,
    GivenReason,
    IncidentKind,
    IncidentNumber,
    PatronName,
    PersonName,
    Request,
    RoleOnDuty,
    Text,
)
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.power import Power
from punto.rulebook.schema import Incident
from punto.shoe import Stage
from punto.table.authority import require, require_clauses
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.cards.cutting import CutDeclined
from punto.table.cards.replacement import CardsHandled
from punto.table.context import At, after, changes
from punto.table.deal.banker_role import RoleGivenUp
from punto.table.deal.coup_completion import automatic_events
from punto.table.deal.passed_cards import CardsReturned
from punto.table.entries import (
    BarredRecorded,
    DetainedRecorded,
    ExcludedRecorded,
    HandedOverRecorded,
)
from punto.table.open_issues import IncidentFinding
from punto.table.phase import Dealing
from punto.table.register import IncidentRecorded, record
from punto.table.table import Table

incidents: Topic[Table, At] = Topic("incidents", changes)


class ReportIncident(TableCommand, frozen=True, tag="report_incident"):
    """Somebody did what they may not.

    ``asked`` if a patron had asked for advice, ``keeps_rules`` if advice only kept play within the
    rules; ``on_behalf_of`` is the patron for whom it was done.
    """

    group = Group.PEOPLE
    trouble = ErrorArea.PERSON
    powers = ()

    kind: Attestation[IncidentKind]
    person: PersonName
    text: GivenReason[Text]
    role: RoleOnDuty | None = None
    on_duty: Attestation[bool] = False
    asked: Request[bool] = False
    keeps_rules: Attestation[bool] = False
    on_behalf_of: PatronName | None = None


class BarPatron(TableCommand, frozen=True, tag="bar_patron"):
    """Somebody named in an incident may not play on."""

    group = Group.PEOPLE
    powers = (Power.EXCLUDE_FROM_GAME,)

    patron: PatronName
    incident: IncidentNumber


class ExcludePatron(TableCommand, frozen=True, tag="exclude_patron"):
    """Somebody named in an incident is excluded from the casino."""

    group = Group.PEOPLE
    powers = (Power.EXCLUDE_FROM_CASINO,)

    patron: PatronName
    incident: IncidentNumber


class Detain(TableCommand, frozen=True, tag="detain"):
    """Somebody named in an incident is held."""

    group = Group.PEOPLE
    powers = (Power.DETAIN,)

    patron: PatronName
    incident: IncidentNumber


class HandOver(TableCommand, frozen=True, tag="hand_over"):
    """Somebody who is held is handed over."""

    group = Group.PEOPLE
    powers = (Power.DETAIN,)

    patron: PatronName
    to: Attestation[DetentionEnd]


class PatronBarred(TableEvent, frozen=True, gc=False, tag="patron_barred"):
    """A person may not continue to play at this table."""

    visibility = Visibility.STAFF
    registers = Unregistered.CONSEQUENCE

    name: str


class PatronExcluded(TableEvent, frozen=True, gc=False, tag="patron_excluded"):
    """A person has to leave the casino."""

    visibility = Visibility.STAFF
    registers = Unregistered.CONSEQUENCE

    name: str


class PatronDetained(TableEvent, frozen=True, gc=False, tag="patron_detained"):
    visibility = Visibility.WATCH
    registers = Unregistered.CONSEQUENCE

    name: str


class PatronHandedOver(TableEvent, frozen=True, gc=False, tag="patron_handed_over"):
    visibility = Visibility.WATCH
    registers = Unregistered.CONSEQUENCE

    name: str
    to: str


incidents.permits(ReportIncident)(anybody)


@incidents.decides(ReportIncident)
def report_incident(at: At, command: ReportIncident) -> Events:
    """Record conduct of one of the kinds that the rulebook forbids."""
    rules, table = at.rules, at.state
    kinds = rules.edition.conduct.incidents
    kind = kinds.get(command.kind)
    if kind is None:
        listed = ", ".join(kinds) or "none"
        raise Malformed(
            f"there is no incident {command.kind!r}",
            f"incidents: {listed}",
            code=ErrorCode.NO_SUCH_THING,
        )
    if not command.person.strip():
        raise Malformed("name the person, or say unknown", code=ErrorCode.INCOMPLETE)
    _check_is_incident(kind, command)
    beneficiary = f", for {command.on_behalf_of}" if command.on_behalf_of else ""
    text = f"{kind.title}{beneficiary}: {command.text}"
    entry = record(
        IncidentRecorded,
        table,
        text,
        kind.clause,
        person=command.person,
        incident=command.kind,
        finding=bool(kind.measures),
    )
    # Before the cards are in a shoe, patrons are given them to look over or to cut.
    dealt_from = table.shoe.stage in (Stage.LOADED, Stage.READY)
    if not kind.handled or table.packs.handled or not dealt_from:
        return (entry,)
    return (entry, CardsHandled(reasons=(Reason("a patron handled cards", kind.clause),)))


def _check_is_incident(kind: Incident, command: ReportIncident) -> None:
    """Refuse what is not an incident: by an exempt person, on request, or to keep the rules."""
    clause = kind.exception or kind.clause
    if command.on_duty and command.role in kind.exempt_on_duty:
        raise Refused(ErrorCode.EXEMPT, clause, f"a {command.role} on duty is exempt")
    if kind.unless_asked and command.asked:
        raise Refused(ErrorCode.WAS_ASKED, clause, "advice that a patron asked for is no incident")
    if kind.unless_rule and command.keeps_rules:
        raise Refused(
            ErrorCode.KEEPS_RULES, clause, "advice that only keeps the rules is no incident"
        )
    if kind.only_by and command.role is not None and command.role not in kind.only_by:
        text = f"that is a matter of {' or '.join(kind.only_by)}s only, not of a {command.role}"
        raise Refused(ErrorCode.NOT_THEIR_MATTER, kind.clause, text)


def finding_against(
    rules: TableRules, table: Table, number: int, person: str, measure: Clauses = ()
) -> IncidentFinding:
    """Return the incident on which a measure is based, or refuse a measure without one."""
    clause = require_clauses(rules, rules.says.measures, "which measures may be taken")
    # If the clause of this measure is one of them, only that one is cited.
    clause = measure if measure and set(measure) <= set(clause) else clause
    for finding in table.open.findings:
        if (finding.number, finding.person) == (number, person):
            return finding
    text = f"there is no finding {number} against {person} on which a measure could rest"
    raise Refused(ErrorCode.NO_FINDING, clause, text)


@incidents.permits(BarPatron)
def may_bar_patron(at: At) -> Clauses:
    """Raise an error if this person may not bar a person from the game now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.EXCLUDE_FROM_GAME, "bar somebody from the game")


@incidents.decides(BarPatron)
def bar_patron(at: At, command: BarPatron) -> Events:
    """Bar a person named in an incident from the game."""
    rules, table = at.rules, at.state
    clause = may_bar_patron(at)
    finding_against(rules, table, command.incident, command.patron, clause)
    if command.patron in table.admission.barred:
        raise Malformed(f"{command.patron} is barred already", code=ErrorCode.ALREADY_SO)
    reason = Reason(f"{command.patron} may not play on", clause)
    barred = PatronBarred(name=command.patron, reasons=(reason,))
    text = f"{command.patron} barred from the game"
    entry = record(BarredRecorded, table, text, clause, person=command.patron)
    return (barred, *_cards_taken_away(rules, table, command.patron, reason), entry)


def _cards_taken_away(rules: TableRules, table: Table, name: str, reason: Reason) -> Events:
    """Take cards, the cut and the Banker role from a person who may not continue to play."""
    events: list[TableEvent] = []
    phase, patron = table.phase, table.patron(name)
    if isinstance(phase, Dealing):
        sides = dict.fromkeys(held.side for held in phase.out if held.holder == name)
        events += [CardsReturned(side=side, name=name, reasons=(reason,)) for side in sides]
    if name in table.packs.cut.waiting:
        events.append(CutDeclined(name=name, reasons=(reason,)))
    if patron is not None and table.role.holder == name:
        events.append(RoleGivenUp(name=name, seat=patron.seat, reasons=(reason,)))
    table_after = after(table, events)
    if events and isinstance(table_after.phase, Dealing):
        return (*events, *automatic_events(rules, table_after))
    return tuple(events)


@incidents.permits(ExcludePatron)
def may_exclude_patron(at: At) -> Clauses:
    """Raise an error if this person may not exclude a person from the casino now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.EXCLUDE_FROM_CASINO, "exclude somebody from the casino")


@incidents.decides(ExcludePatron)
def exclude_patron(at: At, command: ExcludePatron) -> Events:
    """Exclude a person named in an incident from the casino."""
    rules, table = at.rules, at.state
    clause = may_exclude_patron(at)
    finding = finding_against(rules, table, command.incident, command.patron)
    reason = Reason(f"{command.patron} has to go", clause)
    excluded = PatronExcluded(name=command.patron, reasons=(reason,))
    text = f"{command.patron} excluded from the casino"
    entry = record(ExcludedRecorded, table, text, clause, person=command.patron)
    law = rules.edition.conduct.exclusion_law
    if law is not None:
        law_reason = Reason(
            f"under {law.value}, for incident {finding.number}: {finding.text}", law.clause
        )
        entry = replace(entry, reasons=(*entry.reasons, law_reason))
    return (excluded, *_cards_taken_away(rules, table, command.patron, reason), entry)


@incidents.permits(Detain)
def may_detain(at: At) -> Clauses:
    """Raise an error if this person may not detain a person now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.DETAIN, "hold somebody")


@incidents.decides(Detain)
def detain(at: At, command: Detain) -> Events:
    """Hold a person named in an incident."""
    rules, table = at.rules, at.state
    clause = may_detain(at)
    finding_against(rules, table, command.incident, command.patron)
    text = f"{command.patron} held"
    held = PatronDetained(name=command.patron)
    return (held, record(DetainedRecorded, table, text, clause, person=command.patron))


@incidents.permits(HandOver)
def may_hand_over(at: At) -> None:
    """Raise an error if this person may not detain a person now."""
    rules, by = at.rules, at.by
    recipients = rules.edition.conduct.detained_until
    if recipients is None:
        raise not_held(rules.edition, "to whom somebody is handed over")
    require(rules, by, Power.DETAIN, "hold somebody")


@incidents.decides(HandOver)
def hand_over(at: At, command: HandOver) -> Events:
    """Hand over a person who is held, to one of the permitted recipients."""
    rules, table = at.rules, at.state
    may_hand_over(at)
    recipients = rules.edition.conduct.detained_until
    assert recipients is not None
    if command.patron not in table.open.detained:
        raise Malformed(f"{command.patron} is not held", code=ErrorCode.NOT_NOW)
    if command.to not in recipients.value:
        names = " or ".join(recipients.value)
        raise Refused(
            ErrorCode.NOT_TO_THEM, recipients.clause, f"somebody who is held goes to {names}"
        )
    text = f"{command.patron} handed over to {command.to}"
    handed_over = PatronHandedOver(name=command.patron, to=command.to)
    return (
        handed_over,
        record(HandedOverRecorded, table, text, recipients.clause, person=command.patron),
    )


@incidents.applies(PatronBarred, PatronExcluded)
def patron_barred(table: Table, event: PatronBarred | PatronExcluded, envelope: Envelope) -> Table:
    barred = tuple(dict.fromkeys((*table.admission.barred, event.name)))
    return replace(table, admission=replace(table.admission, barred=barred))


@incidents.applies(PatronDetained)
def patron_detained(table: Table, event: PatronDetained, envelope: Envelope) -> Table:
    detained = (*table.open.detained, event.name)
    return replace(table, open=replace(table.open, detained=detained))


@incidents.applies(PatronHandedOver)
def patron_handed_over(table: Table, event: PatronHandedOver, envelope: Envelope) -> Table:
    held = list(table.open.detained)
    held.remove(event.name)
    return replace(table, open=replace(table.open, detained=tuple(held)))
