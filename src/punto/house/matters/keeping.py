"""Duties done, reports filed, decisions on record, keys of people."""

import re

from punto.clause import Malformed, Reason, Refused
from punto.house.events import Events
from punto.house.house import House
from punto.house.known import Known
from punto.house.law import says
from punto.house.matters import commands as do
from punto.house.matters import events as happened
from punto.house.matters.evolve import filed
from punto.rulebook.elect import TableRules
from punto.table.authority import Actor, require_staff

_KEY = re.compile("[a-z0-9][a-z0-9_-]{0,63}")
_PERIOD = re.compile("[0-9]{4}-[0-9]{2}(-[0-9]{2})?")


def do_duty(rules: TableRules, house: House, by: Actor, command: do.DoDuty, known: Known) -> Events:
    """Put on record that somebody did a duty that is owed."""
    require_staff(rules, by, "do a duty of the house")
    if command.duty in house.done:
        raise Malformed(f"{command.duty} is done", code="already_so")
    owed = known.duties.get(command.duty)
    if owed is None:
        raise Malformed(f"there is no duty {command.duty!r}", code="no_such_thing")
    if not command.text.strip():
        raise Malformed("say what was done", code="incomplete")
    done = happened.DutyDone(
        duty=command.duty,
        text=command.text,
        at=by.at,
        by=by.name,
        title=by.title,
        reasons=(Reason(f"done: {owed.text}", owed.clause),),
    )
    return (done,)


def file_report(rules: TableRules, house: House, by: Actor, command: do.FileReport) -> Events:
    """Put on record that a report went out."""
    require_staff(rules, by, "file a report")
    if not re.fullmatch("[a-z_]+", command.report):
        raise Malformed(f"{command.report!r} is no report", code="no_such_thing")
    if not _PERIOD.fullmatch(command.period):
        raise Malformed("say of which day or month", "2024-08-01 or 2024-08", code="no_such_time")
    if filed(command.report, command.period) in house.done:
        raise Malformed("that report was filed", code="already_so")
    sent = happened.ReportFiled(
        report=command.report,
        period=command.period,
        at=by.at,
        by=by.name,
        title=by.title,
        reasons=(),
    )
    return (sent,)


def decide_gap(rules: TableRules, house: House, by: Actor, command: do.DecideGap) -> Events:
    """Keep what the house decided where the rules leave it to the house."""
    require_staff(rules, by, "decide for the house")
    for words in (command.gap, command.decision, command.reason):
        if not words.strip():
            raise Malformed("say which gap is filled, how, and why", code="incomplete")
    recorded = happened.GapDecided(
        number=house.decisions + 1,
        gap=command.gap,
        decision=command.decision,
        reason=command.reason,
        at=by.at,
        by=by.name,
        title=by.title,
    )
    return (recorded,)


def register_person(
    rules: TableRules, house: House, by: Actor, command: do.RegisterPerson
) -> Events:
    """Let somebody be known by a key."""
    require_staff(rules, by, "register a person")
    if not _KEY.fullmatch(command.person):
        text = f"{command.person[:40]!r} is no key"
        raise Malformed(text, "letters, digits, - and _; never a name", code="no_such_key")
    if command.person in house.people:
        raise Malformed(f"{command.person} is known", code="already_so")
    return (happened.PersonRegistered(person=command.person, at=by.at),)


def erase_person(rules: TableRules, house: House, by: Actor, command: do.ErasePerson) -> Events:
    """Erase the facts about somebody, unless they have to be kept."""
    require_staff(rules, by, "erase a person")
    if command.person not in house.people:
        raise Malformed(f"{command.person} is not known", code="no_such_thing")
    if not command.reason.strip():
        raise Malformed("say why", code="incomplete")
    for held in house.promotions.values():
        if any(claim.kept and claim.person == command.person for claim in held.denied):
            text = f"name and address of {command.person} are kept with a denied claim"
            raise Refused("facts_kept", says(rules, "claimant_known"), text)
    return (
        happened.PersonErased(person=command.person, reason=command.reason, at=by.at, by=by.name),
    )
