"""Entrants who know the conditions: given, told, signed."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require, speaks_for
from punto.tournament.entrant import ACTIVE, Entrant, Standing
from punto.tournament.entry import commands as do
from punto.tournament.entry import events as happened
from punto.tournament.events import Events
from punto.tournament.people import known
from punto.tournament.tournament import Stage, Tournament

# Those who are to know the conditions: whoever applied and was not turned away.
_CONCERNED = ACTIVE | {Standing.APPLIED}


def give_conditions(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.GiveConditions
) -> Events:
    """Give people the conditions that are published."""
    clause = require(rules, by, Power.GIVE_CONDITIONS, "give out the conditions")
    without = {one.name for one in _concerned(tournament) if not one.given_conditions}
    names = _named(tournament, command.names, without)
    reasons = (Reason(f"{', '.join(names)} have the conditions", clause),)
    return (happened.ConditionsGiven(names=names, reasons=reasons),)


def explain_conditions(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.ExplainConditions
) -> Events:
    """Tell people the conditions of play that stand on the form."""
    clause = require(rules, by, Power.EXPLAIN_CONDITIONS, "tell the conditions of play")
    untold = {one.name for one in _concerned(tournament) if not one.told_conditions}
    names = _named(tournament, command.names, untold)
    reasons = (Reason(f"{', '.join(names)} are told the conditions of play", clause),)
    return (happened.ConditionsExplained(names=names, reasons=reasons),)


def _concerned(tournament: Tournament) -> list[Entrant]:
    if tournament.stage not in (Stage.OPEN, Stage.RUNNING):
        raise Malformed("no conditions are published", code=ErrorCode.NOT_NOW)
    return [entrant for entrant in tournament.entrants if entrant.standing in _CONCERNED]


def _named(tournament: Tournament, names: tuple[str, ...], waiting: set[str]) -> tuple[str, ...]:
    """Return those who are meant: the people named, or everybody who is still waiting."""
    for name in names:
        known(tournament, name)
        if name not in waiting or names.count(name) > 1:
            raise Malformed(
                f"{name} knows the conditions, or needs not to", code=ErrorCode.ALREADY_SO
            )
    found = names or tuple(one.name for one in tournament.entrants if one.name in waiting)
    if not found:
        raise Malformed("nobody is waiting for the conditions", code=ErrorCode.ALREADY_SO)
    return found


def require_agreement(rules: TableRules, tournament: Tournament, by: Actor) -> Events:
    """Have everybody agree in writing before they are accepted."""
    clause = require(rules, by, Power.REQUIRE_ACCEPTANCE, "have entrants agree in writing")
    if tournament.stage not in (Stage.DRAFT, Stage.OPEN):
        raise Malformed(f"the tournament is {tournament.stage}", code=ErrorCode.NOT_NOW)
    if tournament.floor.agreement:
        raise Malformed("everybody is to agree in writing already", code=ErrorCode.ALREADY_SO)
    reasons = (Reason("everybody is to agree in writing", clause),)
    return (happened.AgreementRequired(reasons=reasons),)


def sign_application(
    _: TableRules, tournament: Tournament, by: Actor, command: do.SignApplication
) -> Events:
    """Sign the application form."""
    if by.name != command.name:
        raise Malformed("everybody signs for themselves", code=ErrorCode.NOT_THEIRS)
    speaks_for(by, command.name)
    entrant = known(tournament, command.name)
    if entrant.standing not in _CONCERNED or tournament.stage is not Stage.OPEN:
        raise Malformed(f"{entrant.name} has nothing to sign", code=ErrorCode.NOT_NOW)
    if entrant.signed:
        raise Malformed(f"{entrant.name} has signed", code=ErrorCode.ALREADY_SO)
    return (happened.ApplicationSigned(name=entrant.name),)


def let_device_in(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.LetDeviceIn
) -> Events:
    """Let a device of an entrant in: everybody is told, and it shows no form handed in before.

    Whoever lets it in had it in their hands, and what stands on a form is for its maker and the
    official who examines it.
    """
    clause = require(rules, by, Power.ADMIT_ENTRANTS, "let a device of an entrant in")
    entrant = known(tournament, command.name)
    reason = Reason(f"{by.name} lets a device of {entrant.name} in", clause)
    return (happened.DeviceLetIn(name=entrant.name, reasons=(reason,)),)
