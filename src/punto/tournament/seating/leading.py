"""Who leads the tournament: named by whom, and there while it runs."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import anybody, require
from punto.tournament.events import Events
from punto.tournament.rules import law
from punto.tournament.seating import commands as do
from punto.tournament.seating import events as happened
from punto.tournament.tournament import Tournament


def appoint_lead(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.AppointLead
) -> Events:
    """Name somebody to lead the tournament."""
    clause = require(rules, by, Power.APPOINT_LEAD, "name who leads a tournament")
    if not command.name.strip():
        raise Malformed("say who leads the tournament", code=ErrorCode.INCOMPLETE)
    if command.name in tournament.floor.leaders:
        raise Malformed(f"{command.name} leads the tournament", code=ErrorCode.ALREADY_SO)
    seating = law(rules.edition).seating
    ranks = seating.lead_ranks
    if ranks and command.rank not in ranks.value:
        text = f"{command.name} cannot lead: that is for {anybody(ranks.value)}"
        raise Refused(ErrorCode.NOT_QUALIFIED, ranks.clause, text)
    clause = merged(clause, ranks.clause if ranks else ())
    reason = Reason(f"{command.name} leads the tournament", clause)
    return (happened.LeadAppointed(name=command.name, rank=command.rank, reasons=(reason,)),)


def attend(rules: TableRules, tournament: Tournament, by: Actor) -> Events:
    """Let whoever leads be there."""
    _leads(rules, tournament, by)
    if by.name in tournament.floor.present:
        raise Malformed(f"{by.name} is there", code=ErrorCode.ALREADY_SO)
    present = law(rules.edition).seating.lead_present
    reason = Reason(f"{by.name} is there", present.clause if present else ())
    return (happened.LeadArrived(name=by.name, reasons=(reason,)),)


def step_away(rules: TableRules, tournament: Tournament, by: Actor) -> Events:
    """Let whoever leads go away: play waits where they have to be there."""
    _leads(rules, tournament, by)
    if by.name not in tournament.floor.present:
        raise Malformed(f"{by.name} is not there", code=ErrorCode.ALREADY_SO)
    return (happened.LeadLeft(name=by.name),)


def _leads(rules: TableRules, tournament: Tournament, by: Actor) -> None:
    if by.name not in tournament.floor.leaders:
        clause = law(rules.edition).seating.led_by.clause
        raise Refused(ErrorCode.NOT_APPOINTED, clause, f"{by.name} does not lead this tournament")


def check_lead(rules: TableRules, tournament: Tournament, by: Actor) -> None:
    """Refuse somebody who acts under the title of a lead and was not named for this tournament."""
    if by.title == law(rules.edition).seating.led_by.value:
        _leads(rules, tournament, by)


def check_present(rules: TableRules, tournament: Tournament) -> None:
    """Refuse play while nobody who leads is there."""
    needed = law(rules.edition).seating.lead_present
    if needed and not tournament.floor.present:
        raise Refused(
            ErrorCode.LEAD_ABSENT, needed.clause, "whoever leads the tournament is not there"
        )
