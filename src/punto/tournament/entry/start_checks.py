"""Checks before a session begins: disclosure of the conditions, and enough entrants."""

from punto.aggregate.actor import Actor
from punto.clause import Clauses, Malformed, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.tournament_policies import ConditionsDue
from punto.tournament.entrant import Entrant, EntrantStatus
from punto.tournament.entrant_lookup import entrant_named
from punto.tournament.entry.applications import entry_count
from punto.tournament.entry.approvals import check_approved
from punto.tournament.entry.topics import check_complete
from punto.tournament.money.refunds import refundable_cents
from punto.tournament.money.stock import check_chips_in_stock
from punto.tournament.rules import tournament_section
from punto.tournament.tournament import Tournament, TournamentStage


def check_session_start(
    rules: TableRules, tournament: Tournament, by: Actor, names: tuple[str, ...]
) -> None:
    """Refuse a session of the named entrants if it may not begin yet."""
    tournament_law, conditions = tournament_section(rules.edition), tournament.conditions
    if tournament.stage is TournamentStage.OPEN:
        entry = tournament_law.entry
        check_disclosed(rules, tournament)
        _check_decided(tournament)
        check_approved(rules, tournament, by)
        minimum, topic = conditions.entrants_min, entry.topics.entrants_min
        if minimum is not None and entry_count(tournament) < minimum:
            text = f"{entry_count(tournament)} have entered, and {minimum} is the least number"
            raise Refused(ErrorCode.FIELD_TOO_SMALL, topic.clause if topic else (), text)
    says = tournament_law.says
    seated = [entrant_named(tournament, name) for name in names]
    _check_all(seated, "given_conditions", says.conditions_given, "have the conditions")
    _check_all(seated, "told_conditions", says.conditions_explained, "are told the conditions")
    _check_all(seated, "signed", says.application_signed, "have signed")
    check_chips_in_stock(rules, tournament)


def _check_decided(tournament: Tournament) -> None:
    """Raise an error if a paid application is undecided: its money is in the pool already."""
    waiting = [
        entrant.name
        for entrant in tournament.entrants
        if entrant.standing is EntrantStatus.APPLIED and refundable_cents(entrant)
    ]
    if waiting:
        text = f"{', '.join(waiting)} have paid and are neither accepted nor refused"
        raise Malformed(text, code=ErrorCode.APPLICATION_OPEN)


def check_disclosed(rules: TableRules, tournament: Tournament) -> None:
    """Refuse to continue if conditions must be complete before the start and are not."""
    entry = tournament_section(rules.edition).entry
    if entry.due and entry.due.value is ConditionsDue.START:
        check_complete(entry, tournament.conditions)


def _check_all(seated: list[Entrant], field: str, clause: Clauses, description: str) -> None:
    """Refuse a session if a required field is false for one of its entrants."""
    without = [entrant.name for entrant in seated if not getattr(entrant, field)]
    if clause and without:
        text = f"not all {description}: {', '.join(without)}"
        if field == "signed":
            raise Refused(ErrorCode.NOT_SIGNED, clause, text)
        if field == "told_conditions":
            raise Refused(ErrorCode.CONDITIONS_NOT_TOLD, clause, text)
        raise Refused(ErrorCode.CONDITIONS_NOT_GIVEN, clause, text)


def check_running(tournament: Tournament) -> None:
    """Raise an error if the tournament is not running."""
    if tournament.stage is not TournamentStage.RUNNING:
        raise Malformed(f"the tournament is {tournament.stage}", code=ErrorCode.NOT_NOW)
