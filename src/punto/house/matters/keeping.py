"""Duties done, reports filed, decisions on record, keys of people."""

import re

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.house.events import Events
from punto.house.guards import answering
from punto.house.house import House
from punto.house.known import Known
from punto.house.law import law
from punto.house.matters import commands as do
from punto.house.matters import events as happened
from punto.house.matters.evolve import filed
from punto.house.reported import reports
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require, require_staff

_KEY = re.compile("[a-z0-9][a-z0-9_-]{0,63}")


def do_duty(rules: TableRules, house: House, by: Actor, command: do.DoDuty, known: Known) -> Events:
    """Put on record that somebody did a duty that is owed."""
    require_staff(rules, by, "do a duty of the house")
    if command.duty in house.done:
        raise Malformed(f"{command.duty} is done", code=ErrorCode.ALREADY_SO)
    owed = known.duties.get(command.duty)
    if owed is None:
        raise Malformed(f"there is no duty {command.duty!r}", code=ErrorCode.NO_SUCH_THING)
    if not command.text.strip():
        raise Malformed("say what was done", code=ErrorCode.INCOMPLETE)
    done = happened.DutyDone(
        duty=command.duty,
        text=command.text,
        reasons=(Reason(f"done: {owed.text}", owed.clause),),
    )
    return (done,)


def file_report(rules: TableRules, house: House, by: Actor, command: do.FileReport) -> Events:
    """Put on record that a report on a time that is over went to whom it is for."""
    answering(rules, by, "file a report")
    found = reports(rules).get(command.report)
    if found is None:
        listed = ", ".join(reports(rules)) or "none"
        text = f"no rule asks for {command.report!r}"
        raise Malformed(text, f"reports: {listed}", code=ErrorCode.NO_SUCH_THING)
    if by.at < found.ends(house.setup.zone, command.period):
        raise Malformed(f"{command.period} is not over", code=ErrorCode.NOT_NOW)
    if filed(command.report, command.period) in house.done:
        raise Malformed("that report was filed", code=ErrorCode.ALREADY_SO)
    name = command.report.replace("_", " ")
    sent = happened.ReportFiled(
        report=command.report,
        period=command.period,
        reasons=(Reason(f"{name} of {command.period} is filed", found.clause),),
    )
    return (sent,)


def decide_gap(rules: TableRules, house: House, by: Actor, command: do.DecideGap) -> Events:
    """Keep what the house decided where the rules leave it to the house."""
    power = require(rules, by, Power.DECIDE_DISPUTES, "decide what the rules leave open")
    gaps = rules.edition.conduct.left_to_operator
    for words in (command.gap, command.decision, command.reason):
        if not words.strip():
            raise Malformed("say which gap is filled, how, and why", code=ErrorCode.INCOMPLETE)
    recorded = happened.GapDecided(
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


def register_table(rules: TableRules, house: House, by: Actor, command: do.RegisterTable) -> Events:
    """Let a table be one of the house; all of them are played under the text it keeps."""
    answering(rules, by, "register a table")
    scope = rules.edition.instrument.scope
    if not command.table.strip():
        raise Malformed("say which table it is", code=ErrorCode.INCOMPLETE)
    if command.rulebook != house.setup.rulebook:
        text = f"tables of this house are played under {house.setup.rulebook}"
        raise Refused(ErrorCode.OTHER_RULEBOOK, scope.clause, text)
    if command.table in house.tables:
        raise Malformed(f"{command.table} is one of the house", code=ErrorCode.ALREADY_SO)
    reason = Reason(f"{command.table} is played under {house.setup.rulebook}", scope.clause)
    return (happened.TableRegistered(table=command.table, reasons=(reason,)),)


def register_person(
    rules: TableRules, house: House, by: Actor, command: do.RegisterPerson
) -> Events:
    """Let somebody be known by a key."""
    require_staff(rules, by, "register a person")
    if not _KEY.fullmatch(command.person):
        text = f"{command.person[:40]!r} is no key"
        raise Malformed(text, "letters, digits, - and _; never a name", code=ErrorCode.NO_SUCH_KEY)
    if command.person in house.people:
        raise Malformed(f"{command.person} is known", code=ErrorCode.ALREADY_SO)
    return (happened.PersonRegistered(person=command.person),)


def erase_person(rules: TableRules, house: House, by: Actor, command: do.ErasePerson) -> Events:
    """Erase the facts about somebody, unless they have to be kept."""
    answering(rules, by, "erase a person")
    if command.person not in house.people:
        raise Malformed(f"{command.person} is not known", code=ErrorCode.NO_SUCH_THING)
    if not command.reason.strip():
        raise Malformed("say why", code=ErrorCode.INCOMPLETE)
    for held in house.promotions.values():
        if any(claim.kept and claim.person == command.person for claim in held.denied):
            text = f"name and address of {command.person} are kept with a denied claim"
            raise Refused(ErrorCode.FACTS_KEPT, law(rules).says.claimant_known, text)
    return (happened.PersonErased(person=command.person, reason=command.reason),)
