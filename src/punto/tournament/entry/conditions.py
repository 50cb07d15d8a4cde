"""Conditions: set by the house, checked for completeness, then published."""

from msgspec.structs import asdict, replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, merged
from punto.error_codes import ErrorCode
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import ConditionsDue
from punto.table.authority import require
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.conditions import Conditions
from punto.tournament.context import TournamentContext, changes
from punto.tournament.entry.approvals import check_approved
from punto.tournament.entry.conditions_validation import check_conditions
from punto.tournament.entry.overrides import check_tables
from punto.tournament.entry.permitted_conditions import check_permitted
from punto.tournament.entry.topics import check_complete
from punto.tournament.money.added_value import promised_value
from punto.tournament.rules import tournament_section
from punto.tournament.tournament import Tournament, TournamentStage

conditions: Topic[Tournament, TournamentContext] = Topic("conditions", changes)


class SetConditions(TournamentCommand, frozen=True, tag="set_conditions"):
    """The operator sets the conditions. They may change until they are published."""

    group = Group.ENTRY
    powers = (
        Power.ADD_PRIZE_VALUE,
        Power.GUARANTEE_POOL,
        Power.SET_ENTRY_FEE,
        Power.SET_TOURNAMENT_CONDITIONS,
    )

    conditions: Conditions


class SupplementConditions(TournamentCommand, frozen=True, tag="supplement_conditions"):
    """Published conditions are supplemented. Only what they left out can be added."""

    group = Group.ENTRY
    powers = (Power.ADD_PRIZE_VALUE, Power.SET_ENTRY_FEE, Power.SET_TOURNAMENT_CONDITIONS)

    conditions: Conditions


class PublishConditions(TournamentCommand, frozen=True, tag="publish_conditions"):
    """The conditions are published, and people may apply."""

    group = Group.ENTRY
    powers = (Power.SET_TOURNAMENT_CONDITIONS,)


class ConditionsSet(TournamentEvent, frozen=True, gc=False, tag="conditions_set"):
    """The conditions as they were set: a document, not a state."""

    visibility = Visibility.STAFF
    registers = Unregistered.ARRANGEMENT

    conditions: Conditions


class ConditionsSupplemented(TournamentEvent, frozen=True, gc=False, tag="conditions_supplemented"):
    """The supplemented conditions. Approvals, disclosure and signatures are needed again."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    conditions: Conditions


class ConditionsPublished(TournamentEvent, frozen=True, gc=False, tag="conditions_published"):
    """The conditions were published, and people may apply."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT


@conditions.permits(SetConditions)
def may_set_conditions(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not lay down the conditions now."""
    rules, tournament, by = at.rules, at.state, at.by
    power = require(rules, by, Power.SET_TOURNAMENT_CONDITIONS, "lay down the conditions")
    if tournament.stage is not TournamentStage.DRAFT:
        raise Malformed("the conditions are published", code=ErrorCode.ALREADY_SO)
    return power


@conditions.decides(SetConditions)
def set_conditions(at: TournamentContext, command: SetConditions) -> Events:
    """Set the conditions, before they are published."""
    rules, tournament, by = at.rules, at.state, at.by
    power = may_set_conditions(at)
    check_conditions(command.conditions)
    clause = merged(power, check_permitted(rules, by, command.conditions))
    check_tables(rules, tournament, command.conditions)
    reasons = (Reason("conditions laid down", clause),)
    return (ConditionsSet(conditions=command.conditions, reasons=reasons),)


@conditions.permits(SupplementConditions)
def may_supplement_conditions(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not add to the conditions now."""
    rules, tournament, by = at.rules, at.state, at.by
    power = require(rules, by, Power.SET_TOURNAMENT_CONDITIONS, "add to the conditions")
    if tournament.stage is not TournamentStage.OPEN:
        raise Malformed(f"the tournament is {tournament.stage}", code=ErrorCode.NOT_NOW)
    return power


@conditions.decides(SupplementConditions)
def supplement_conditions(at: TournamentContext, command: SupplementConditions) -> Events:
    """Supplement published conditions, before the first session."""
    rules, tournament, by = at.rules, at.state, at.by
    power = may_supplement_conditions(at)
    combined = supplement(tournament.conditions, command.conditions)
    check_conditions(combined)
    # Check only new overrides: the rules already contain the published ones.
    published = tournament.conditions.overrides
    new_overrides = {
        key: value for key, value in combined.overrides.items() if key not in published
    }
    clause = merged(power, check_permitted(rules, by, replace(combined, overrides=new_overrides)))
    check_tables(rules, tournament, combined)
    added = ConditionsSupplemented(
        conditions=combined, reasons=(Reason("conditions supplemented", clause),)
    )
    return (added, *promised_value(rules, combined, tournament.conditions))


def supplement(before: Conditions, more: Conditions) -> Conditions:
    """Return published conditions with additional ones. Raise an error if a value would change."""
    defaults, values, additions = asdict(Conditions()), asdict(before), asdict(more)
    for name, value in additions.items():
        if value == defaults[name]:
            continue
        if isinstance(value, dict):
            if any(
                values[name].get(key, added_value) != added_value
                for key, added_value in value.items()
            ):
                raise _published_error(name)
            values[name] = {**values[name], **value}
        elif values[name] not in (defaults[name], value):
            raise _published_error(name)
        else:
            values[name] = value
    return Conditions(**values)


def _published_error(name: str) -> Malformed:
    label = name.removesuffix("_cents").replace("_", " ")
    return Malformed(f"what is published about {label} stays", code=ErrorCode.ALREADY_SO)


@conditions.permits(PublishConditions)
def may_publish_conditions(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not publish the conditions now."""
    rules, tournament, by = at.rules, at.state, at.by
    power = require(rules, by, Power.SET_TOURNAMENT_CONDITIONS, "publish the conditions")
    if tournament.stage is not TournamentStage.DRAFT:
        raise Malformed("the conditions are published", code=ErrorCode.ALREADY_SO)
    if tournament.conditions == Conditions():
        raise Malformed("no conditions are laid down", code=ErrorCode.NOT_NOW)
    return power


@conditions.decides(PublishConditions)
def publish_conditions(at: TournamentContext, command: PublishConditions) -> Events:
    """Publish the conditions, so that people may apply."""
    rules, tournament, by = at.rules, at.state, at.by
    power = may_publish_conditions(at)
    entry, conditions = tournament_section(rules.edition).entry, tournament.conditions
    if entry.due is None or entry.due.value is ConditionsDue.PUBLISHING:
        check_complete(entry, conditions)
    approval_reasons = check_approved(rules, tournament, by)
    reasons = (Reason("conditions published", power), *approval_reasons)
    return (ConditionsPublished(reasons=reasons), *promised_value(rules, conditions))


@conditions.applies(ConditionsSet)
def conditions_set(tournament: Tournament, event: ConditionsSet, envelope: Envelope) -> Tournament:
    floor = replace(tournament.floor, approved=())
    return replace(tournament, conditions=event.conditions, floor=floor)


@conditions.applies(ConditionsSupplemented)
def conditions_supplemented(
    tournament: Tournament, event: ConditionsSupplemented, envelope: Envelope
) -> Tournament:
    # Every entrant must receive and sign the conditions again.
    entrants = tuple(
        replace(entrant, given_conditions=False, told_conditions=False, signed=False)
        for entrant in tournament.entrants
    )
    floor = replace(tournament.floor, approved=())
    return replace(tournament, entrants=entrants, conditions=event.conditions, floor=floor)


@conditions.applies(ConditionsPublished)
def conditions_published(
    tournament: Tournament, event: ConditionsPublished, envelope: Envelope
) -> Tournament:
    return replace(
        tournament, floor=replace(tournament.floor, published=True), stage=TournamentStage.OPEN
    )
