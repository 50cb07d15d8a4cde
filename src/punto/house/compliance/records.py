"""Records: duties done, reports filed, decisions, tables, and keys of people."""

import re

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Unregistered, Visibility
from punto.aggregate.roles import (
    Attestation,
    Day,
    DutyName,
    GivenReason,
    PersonKey,
    RulebookId,
    StreamName,
    Text,
)
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.house.base_classes import Events, HouseCommand, HouseEvent
from punto.house.context import HouseContext, changes
from punto.house.guards import require_responsible
from punto.house.house import CompletedDuty, House
from punto.house.promotion_rules import promotion_section
from punto.house.required_reports import reports_by_name
from punto.rulebook.power import Power
from punto.table.authority import require, require_staff

records: Topic[House, HouseContext] = Topic("records", changes)
_KEY = re.compile("[a-z0-9][a-z0-9_-]{0,63}")


class DoDuty(HouseCommand, frozen=True, tag="do_duty"):
    """A duty is done."""

    group = Group.COMPLIANCE
    powers = ()

    duty: DutyName
    text: GivenReason[Text]


class FileReport(HouseCommand, frozen=True, tag="file_report"):
    """A report on a day or a month was sent to its recipient."""

    group = Group.COMPLIANCE
    powers = (Power.DECIDE_DISPUTES, Power.OFFER_PROMOTIONS, Power.VOID_COUP)

    report: Attestation[Text]
    period: Attestation[Day]


class DecideGap(HouseCommand, frozen=True, tag="decide_gap"):
    """The house decides a matter on which the rules are silent, or that they leave to it."""

    group = Group.COMPLIANCE
    powers = (Power.DECIDE_DISPUTES,)

    gap: Text
    decision: GivenReason[Text]
    reason: GivenReason[Text]


class RegisterTable(HouseCommand, frozen=True, tag="register_table"):
    """A table of the house is registered: its stream and its rulebook."""

    group = Group.COMPLIANCE
    powers = (Power.DECIDE_DISPUTES, Power.OFFER_PROMOTIONS, Power.VOID_COUP)

    table: StreamName
    rulebook: RulebookId


class RegisterPerson(HouseCommand, frozen=True, tag="register_person"):
    """A person is registered by a key; their personal data is stored elsewhere."""

    group = Group.COMPLIANCE
    powers = ()

    person: PersonKey


class ErasePerson(HouseCommand, frozen=True, tag="erase_person"):
    """The personal data of a person is erased; the key remains."""

    group = Group.COMPLIANCE
    powers = (Power.DECIDE_DISPUTES, Power.OFFER_PROMOTIONS, Power.VOID_COUP)

    person: PersonKey
    reason: GivenReason[Text]


class DutyDone(HouseEvent, frozen=True, gc=False, tag="duty_done"):
    """A duty was done."""

    visibility = Visibility.WATCH
    registers = Unregistered.REPORTED

    duty: str
    text: str


class ReportFiled(HouseEvent, frozen=True, gc=False, tag="report_filed"):
    """A report was sent to its recipient."""

    visibility = Visibility.WATCH
    registers = (Register.NOTICES,)

    report: str
    period: str


class GapDecided(HouseEvent, frozen=True, gc=False, tag="gap_decided"):
    """The house decided a matter that the rules leave to it."""

    visibility = Visibility.WATCH
    registers = (Register.APPROVALS,)

    number: int
    gap: str
    decision: str
    reason: str


class TableRegistered(HouseEvent, frozen=True, gc=False, tag="table_registered"):
    """A table of the house was registered."""

    visibility = Visibility.WATCH
    registers = Unregistered.ARRANGEMENT

    table: str


class PersonRegistered(HouseEvent, frozen=True, gc=False, tag="person_registered"):
    """A person was registered by a key."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.ARRANGEMENT
    concerns = "person"

    person: str


class PersonErased(HouseEvent, frozen=True, gc=False, tag="person_erased"):
    """The personal data of a person was erased."""

    visibility = Visibility.WATCH
    registers = Unregistered.ARRANGEMENT

    person: str
    reason: str


@records.permits(DoDuty)
def may_do_duty(at: HouseContext) -> None:
    """Raise an error if this person may not do duties of the house."""
    require_staff(at.rules, at.by, "do a duty of the house")


@records.permits(FileReport)
def may_file_report(at: HouseContext) -> None:
    """Raise an error if there is no report that this person may file."""
    require_responsible(at.rules, at.by, "file a report")
    if not reports_by_name(at.rules):
        raise Malformed("no rule asks for a report", code=ErrorCode.NO_SUCH_THING)


@records.permits(DecideGap)
def may_decide_gap(at: HouseContext) -> None:
    """Raise an error if this person may not decide what the rules leave open."""
    require(at.rules, at.by, Power.DECIDE_DISPUTES, "decide what the rules leave open")


@records.permits(RegisterTable)
def may_register_table(at: HouseContext) -> None:
    """Raise an error if this person may not register a table."""
    require_responsible(at.rules, at.by, "register a table")


@records.permits(RegisterPerson)
def may_register_person(at: HouseContext) -> None:
    """Raise an error if this person may not register a person."""
    require_staff(at.rules, at.by, "register a person")


@records.permits(ErasePerson)
def may_erase_person(at: HouseContext) -> None:
    """Raise an error if there is no person whom this person may erase."""
    require_responsible(at.rules, at.by, "erase a person")
    if not at.state.people:
        raise Malformed("nobody is known", code=ErrorCode.NO_SUCH_THING)


@records.decides(DoDuty)
def do_duty(at: HouseContext, command: DoDuty) -> Events:
    """Record that a due duty was done."""
    rules, house, by, known = at.rules, at.state, at.by, at.known
    require_staff(rules, by, "do a duty of the house")
    if command.duty in house.done:
        raise Malformed(f"{command.duty} is done", code=ErrorCode.ALREADY_SO)
    duty = known.duties.get(command.duty)
    if duty is None:
        raise Malformed(f"there is no duty {command.duty!r}", code=ErrorCode.NO_SUCH_THING)
    if not command.text.strip():
        raise Malformed("say what was done", code=ErrorCode.INCOMPLETE)
    done = DutyDone(
        duty=command.duty,
        text=command.text,
        reasons=(Reason(f"done: {duty.text}", duty.clause),),
    )
    return (done,)


@records.decides(FileReport)
def file_report(at: HouseContext, command: FileReport) -> Events:
    """Record that a report on a past period was sent to its recipient."""
    rules, house, by = at.rules, at.state, at.by
    require_responsible(rules, by, "file a report")
    required = reports_by_name(rules).get(command.report)
    if required is None:
        report_list = ", ".join(reports_by_name(rules)) or "none"
        text = f"no rule asks for {command.report!r}"
        raise Malformed(text, f"reports: {report_list}", code=ErrorCode.NO_SUCH_THING)
    if by.at < required.ends(house.setup.zone, command.period):
        raise Malformed(f"{command.period} is not over", code=ErrorCode.NOT_NOW)
    if filed_report_key(command.report, command.period) in house.done:
        raise Malformed("that report was filed", code=ErrorCode.ALREADY_SO)
    name = command.report.replace("_", " ")
    event = ReportFiled(
        report=command.report,
        period=command.period,
        reasons=(Reason(f"{name} of {command.period} is filed", required.clause),),
    )
    return (event,)


@records.decides(DecideGap)
def decide_gap(at: HouseContext, command: DecideGap) -> Events:
    """Record a decision on a matter that the rules leave to the house."""
    rules, house, by = at.rules, at.state, at.by
    power = require(rules, by, Power.DECIDE_DISPUTES, "decide what the rules leave open")
    gaps = rules.edition.conduct.left_to_operator
    for text in (command.gap, command.decision, command.reason):
        if not text.strip():
            raise Malformed("say which gap is filled, how, and why", code=ErrorCode.INCOMPLETE)
    recorded = GapDecided(
        number=house.decisions + 1,
        gap=command.gap,
        decision=command.decision,
        reason=command.reason,
        reasons=(
            Reason(
                f"{command.gap}: {command.decision}", merged(gaps.clause if gaps else (), power)
            ),
        ),
    )
    return (recorded,)


@records.decides(RegisterTable)
def register_table(at: HouseContext, command: RegisterTable) -> Events:
    """Register a table. All tables of a house are played under its rulebook."""
    rules, house, by = at.rules, at.state, at.by
    require_responsible(rules, by, "register a table")
    scope = rules.edition.instrument.scope
    if not command.table.strip():
        raise Malformed("say which table it is", code=ErrorCode.INCOMPLETE)
    if command.rulebook != house.setup.rulebook:
        text = f"tables of this house are played under {house.setup.rulebook}"
        raise Refused(ErrorCode.OTHER_RULEBOOK, scope.clause, text)
    if command.table in house.tables:
        raise Malformed(f"{command.table} is one of the house", code=ErrorCode.ALREADY_SO)
    reason = Reason(f"{command.table} is played under {house.setup.rulebook}", scope.clause)
    return (TableRegistered(table=command.table, reasons=(reason,)),)


@records.decides(RegisterPerson)
def register_person(at: HouseContext, command: RegisterPerson) -> Events:
    """Register a person by a key."""
    rules, house, by = at.rules, at.state, at.by
    require_staff(rules, by, "register a person")
    if not _KEY.fullmatch(command.person):
        text = f"{command.person[:40]!r} is no key"
        raise Malformed(text, "letters, digits, - and _; never a name", code=ErrorCode.NO_SUCH_KEY)
    if command.person in house.people:
        raise Malformed(f"{command.person} is known", code=ErrorCode.ALREADY_SO)
    return (PersonRegistered(person=command.person),)


@records.decides(ErasePerson)
def erase_person(at: HouseContext, command: ErasePerson) -> Events:
    """Erase the personal data of a person, unless it must be stored."""
    rules, house, by = at.rules, at.state, at.by
    require_responsible(rules, by, "erase a person")
    if command.person not in house.people:
        raise Malformed(f"{command.person} is not known", code=ErrorCode.NO_SUCH_THING)
    if not command.reason.strip():
        raise Malformed("say why", code=ErrorCode.INCOMPLETE)
    for promotion in house.promotions.values():
        if any(claim.kept and claim.person == command.person for claim in promotion.denied):
            text = f"name and address of {command.person} are kept with a denied claim"
            raise Refused(ErrorCode.FACTS_KEPT, promotion_section(rules).says.claimant_known, text)
    return (PersonErased(person=command.person, reason=command.reason),)


@records.applies(DutyDone)
def duty_done(house: House, event: DutyDone, envelope: Envelope) -> House:
    done = CompletedDuty(envelope.actor, envelope.title, envelope.at, event.text)
    return replace(house, done={**house.done, event.duty: done})


@records.applies(ReportFiled)
def report_filed(house: House, event: ReportFiled, envelope: Envelope) -> House:
    done = CompletedDuty(envelope.actor, envelope.title, envelope.at, "filed")
    return replace(house, done={**house.done, filed_report_key(event.report, event.period): done})


@records.applies(GapDecided)
def gap_decided(house: House, event: GapDecided, envelope: Envelope) -> House:
    return replace(house, decisions=event.number)


@records.applies(TableRegistered)
def table_registered(house: House, event: TableRegistered, envelope: Envelope) -> House:
    return replace(house, tables=(*house.tables, event.table))


@records.applies(PersonRegistered)
def person_registered(house: House, event: PersonRegistered, envelope: Envelope) -> House:
    return replace(house, people=(*house.people, event.person))


@records.applies(PersonErased)
def person_erased(house: House, event: PersonErased, envelope: Envelope) -> House:
    remaining = tuple(person for person in house.people if person != event.person)
    return replace(house, people=remaining)


def filed_report_key(report: str, period: str) -> str:
    """Return the key of a filed report among the completed duties."""
    return f"{report} {period}"
