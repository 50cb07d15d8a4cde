"""Conditions: laid down by the house, complete as the rulebook wants them, then published."""

from msgspec.structs import asdict, replace

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import ConditionsDue
from punto.table.authority import require
from punto.tournament.conditions import Conditions
from punto.tournament.entry import commands as do
from punto.tournament.entry import events as happened
from punto.tournament.entry.approvals import check_approved
from punto.tournament.entry.lawful import check_lawful
from punto.tournament.entry.overrides import check_tables
from punto.tournament.entry.sense import check_sense
from punto.tournament.entry.topics import check_complete
from punto.tournament.events import Events
from punto.tournament.money.adding import promised
from punto.tournament.rules import law
from punto.tournament.tournament import Stage, Tournament


def set_conditions(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.SetConditions
) -> Events:
    """Lay the conditions down, or say that they stand already."""
    power = require(rules, by, Power.SET_TOURNAMENT_CONDITIONS, "lay down the conditions")
    if tournament.stage is not Stage.DRAFT:
        raise Malformed("the conditions are published", code=ErrorCode.ALREADY_SO)
    check_sense(command.conditions)
    clause = merged(power, check_lawful(rules, by, command.conditions))
    check_tables(rules, tournament, command.conditions)
    reasons = (Reason("conditions laid down", clause),)
    return (happened.ConditionsSet(conditions=command.conditions, reasons=reasons),)


def supplement_conditions(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.SupplementConditions
) -> Events:
    """Add to conditions that are published, before anything is played."""
    power = require(rules, by, Power.SET_TOURNAMENT_CONDITIONS, "add to the conditions")
    if tournament.stage is not Stage.OPEN:
        raise Malformed(f"the tournament is {tournament.stage}", code=ErrorCode.NOT_NOW)
    whole = supplemented(tournament.conditions, command.conditions)
    check_sense(whole)
    # What was published is so already: a rule that it takes away is not there any more.
    before = tournament.conditions.overrides
    new = {key: value for key, value in whole.overrides.items() if key not in before}
    clause = merged(power, check_lawful(rules, by, replace(whole, overrides=new)))
    check_tables(rules, tournament, whole)
    added = happened.ConditionsSupplemented(
        conditions=whole, reasons=(Reason("conditions supplemented", clause),)
    )
    return (added, *promised(rules, whole, tournament.conditions))


def supplemented(before: Conditions, more: Conditions) -> Conditions:
    """Return conditions with what they left out; what was published stays."""
    unsaid, said, added = asdict(Conditions()), asdict(before), asdict(more)
    for name, value in added.items():
        if value == unsaid[name]:
            continue
        if isinstance(value, dict):
            if any(said[name].get(key, one) != one for key, one in value.items()):
                raise _published(name)
            said[name] = {**said[name], **value}
        elif said[name] not in (unsaid[name], value):
            raise _published(name)
        else:
            said[name] = value
    return Conditions(**said)


def _published(name: str) -> Malformed:
    words = name.removesuffix("_cents").replace("_", " ")
    return Malformed(f"what is published about {words} stays", code=ErrorCode.ALREADY_SO)


def publish_conditions(rules: TableRules, tournament: Tournament, by: Actor) -> Events:
    """Publish the conditions, so that people may apply."""
    power = require(rules, by, Power.SET_TOURNAMENT_CONDITIONS, "publish the conditions")
    if tournament.stage is not Stage.DRAFT:
        raise Malformed("the conditions are published", code=ErrorCode.ALREADY_SO)
    if tournament.conditions == Conditions():
        raise Malformed("no conditions are laid down", code=ErrorCode.NOT_NOW)
    entry, conditions = law(rules.edition).entry, tournament.conditions
    if entry.due is None or entry.due.value is ConditionsDue.PUBLISHING:
        check_complete(entry, conditions)
    approved = check_approved(rules, tournament, by)
    reasons = (Reason("conditions published", power), *approved)
    return (happened.ConditionsPublished(reasons=reasons), *promised(rules, conditions))
