"""Second chances: who is admitted, and how many winners advance."""

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import EntrantName
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.power import Power
from punto.table.authority import require, require_clauses
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.context import TournamentContext, changes
from punto.tournament.entrant import EntrantStatus
from punto.tournament.entrant_lookup import (
    check_session_confirmed,
    entrant_named,
    with_entrant,
    with_entrant_back,
)
from punto.tournament.entry.start_checks import check_running
from punto.tournament.rules import tournament_section
from punto.tournament.tournament import Tournament

second_chance: Topic[Tournament, TournamentContext] = Topic("second_chance", changes)


class AdmitToSecondary(TournamentCommand, frozen=True, tag="admit_to_secondary"):
    """An entrant who did not qualify is admitted to the second chance."""

    group = Group.ENTRY
    powers = (Power.ADMIT_TO_SECONDARY,)

    name: EntrantName


class AdvanceFromSecondary(TournamentCommand, frozen=True, tag="advance_from_secondary"):
    """A winner of the second chance advances in the tournament."""

    group = Group.ENTRY
    powers = (Power.ADVANCE_SECONDARY_WINNERS,)

    name: EntrantName


class SecondaryOpened(TournamentEvent, frozen=True, gc=False, tag="secondary_opened"):
    """An entrant who did not qualify may enter the second chance."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str


class SecondaryWinnerAdvanced(
    TournamentEvent, frozen=True, gc=False, tag="secondary_winner_advanced"
):
    """A winner of the second chance advanced."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str


@second_chance.permits(AdmitToSecondary)
def may_admit_to_secondary(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not admit entrants to a second chance now."""
    rules, by = at.rules, at.by
    clause = require_clauses(
        rules, tournament_section(rules.edition).says.secondary, "whether there are second chances"
    )
    require(rules, by, Power.ADMIT_TO_SECONDARY, "let somebody have a second chance")
    return clause


@second_chance.decides(AdmitToSecondary)
def admit_to_secondary(at: TournamentContext, command: AdmitToSecondary) -> Events:
    """Admit an entrant who did not qualify to the second chance."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = may_admit_to_secondary(at)
    power = require(rules, by, Power.ADMIT_TO_SECONDARY, "let somebody have a second chance")
    entrant = entrant_named(tournament, command.name)
    check_running(tournament)
    if entrant.secondary:
        raise Malformed(f"{entrant.name} has a second chance already", code=ErrorCode.ALREADY_SO)
    late_clause = tournament_section(rules.edition).says.secondary_late
    if entrant.standing is EntrantStatus.FORFEITED and late_clause:
        clause = late_clause
    elif entrant.standing is not EntrantStatus.ELIMINATED:
        text = f"{entrant.name} is {entrant.standing}: a second chance is for who did not qualify"
        raise Refused(ErrorCode.NOT_FOR_EVERYBODY, clause, text)
    reasons = (Reason(f"{entrant.name} has a second chance", merged(clause, power)),)
    return (SecondaryOpened(name=entrant.name, reasons=reasons),)


@second_chance.permits(AdvanceFromSecondary)
def may_advance_from_secondary(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not let a winner of a second chance advance now."""
    rules, by = at.rules, at.by
    clause = require_clauses(
        rules,
        tournament_section(rules.edition).says.secondary_winners,
        "whether a second chance leads back",
    )
    require(rules, by, Power.ADVANCE_SECONDARY_WINNERS, "let a winner of a second chance go on")
    return clause


@second_chance.decides(AdvanceFromSecondary)
def advance_from_secondary(at: TournamentContext, command: AdvanceFromSecondary) -> Events:
    """Let a winner of the second chance advance, up to the number in the conditions."""
    tournament = at.state
    clause = may_advance_from_secondary(at)
    entrant = entrant_named(tournament, command.name)
    check_running(tournament)
    if not entrant.secondary or entrant.standing not in (
        EntrantStatus.ELIMINATED,
        EntrantStatus.FORFEITED,
    ):
        raise Malformed(f"{entrant.name} has not come from a second chance", code=ErrorCode.NOT_NOW)
    check_session_confirmed(tournament, entrant.name)
    places = tournament.conditions.secondary_places or 0
    returned = sum(other.came_back for other in tournament.entrants)
    if returned >= places:
        text = f"the conditions let {places} go on from a second chance"
        raise Refused(ErrorCode.NO_PLACE_LEFT, clause, text)
    reasons = (Reason(f"{entrant.name} goes on from the second chance", clause),)
    return (SecondaryWinnerAdvanced(name=entrant.name, reasons=reasons),)


@second_chance.applies(SecondaryOpened)
def secondary_opened(
    tournament: Tournament, event: SecondaryOpened, envelope: Envelope
) -> Tournament:
    return with_entrant(tournament, event.name, secondary=True)


@second_chance.applies(SecondaryWinnerAdvanced)
def secondary_winner_advanced(
    tournament: Tournament, event: SecondaryWinnerAdvanced, envelope: Envelope
) -> Tournament:
    return with_entrant(with_entrant_back(tournament, event.name), event.name, came_back=True)
