"""Second chances: who is let into one, and how many winners go on."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import provided, require
from punto.tournament.entrant import Standing
from punto.tournament.entry import commands as do
from punto.tournament.entry import events as happened
from punto.tournament.entry.commencing import check_running
from punto.tournament.events import Events
from punto.tournament.people import check_placed, known
from punto.tournament.rules import law
from punto.tournament.tournament import Tournament


def admit_to_secondary(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.AdmitToSecondary
) -> Events:
    """Let somebody who did not qualify have a second chance."""
    clause = provided(rules, law(rules.edition).says.secondary, "whether there are second chances")
    power = require(rules, by, Power.ADMIT_TO_SECONDARY, "let somebody have a second chance")
    entrant = known(tournament, command.name)
    check_running(tournament)
    if entrant.secondary:
        raise Malformed(f"{entrant.name} has a second chance already", code=ErrorCode.ALREADY_SO)
    late = law(rules.edition).says.secondary_late
    if entrant.standing is Standing.FORFEITED and late:
        clause = late
    elif entrant.standing is not Standing.ELIMINATED:
        text = f"{entrant.name} is {entrant.standing}: a second chance is for who did not qualify"
        raise Refused(ErrorCode.NOT_FOR_EVERYBODY, clause, text)
    reasons = (Reason(f"{entrant.name} has a second chance", merged(clause, power)),)
    return (happened.SecondaryOpened(name=entrant.name, reasons=reasons),)


def advance_from_secondary(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.AdvanceFromSecondary
) -> Events:
    """Let a winner of the second chance go on, up to as many as the conditions say."""
    clause = provided(
        rules, law(rules.edition).says.secondary_winners, "whether a second chance leads back"
    )
    require(rules, by, Power.ADVANCE_SECONDARY_WINNERS, "let a winner of a second chance go on")
    entrant = known(tournament, command.name)
    check_running(tournament)
    if not entrant.secondary or entrant.standing not in (Standing.ELIMINATED, Standing.FORFEITED):
        raise Malformed(f"{entrant.name} has not come from a second chance", code=ErrorCode.NOT_NOW)
    check_placed(tournament, entrant.name)
    places = tournament.conditions.secondary_places or 0
    back = sum(one.came_back for one in tournament.entrants)
    if back >= places:
        text = f"the conditions let {places} go on from a second chance"
        raise Refused(ErrorCode.NO_PLACE_LEFT, clause, text)
    reasons = (Reason(f"{entrant.name} goes on from the second chance", clause),)
    return (happened.SecondaryWinnerAdvanced(name=entrant.name, reasons=reasons),)
