"""The effects of absence on an entrant, and until when an absent entrant may come back."""

from punto.clause import Cited
from punto.rulebook.elect import TableRules
from punto.rulebook.tournament_policies import NotSeated, WhileAway
from punto.tournament.entrant import ACTIVE
from punto.tournament.entrant_lookup import entrant_named
from punto.tournament.rules import tournament_section
from punto.tournament.session import MissedCoups, Session
from punto.tournament.tournament import Tournament


def still_plays(tournament: Tournament, name: str) -> bool:
    """Return whether an entrant is still in the tournament."""
    return entrant_named(tournament, name).standing in ACTIVE


def rule_when_not_seated(rules: TableRules, tournament: Tournament) -> Cited[NotSeated]:
    """Return the rule for an entrant who is not seated when play begins."""
    absence = tournament_section(rules.edition).seating.absence
    live = absence.not_seated_live if tournament.conditions.live else None
    return live or absence.not_seated


def rule_when_away(rules: TableRules, tournament: Tournament) -> Cited[WhileAway]:
    """Return the rule for an entrant who is away during play."""
    absence = tournament_section(rules.edition).seating.absence
    live = absence.away_live if tournament.conditions.live else None
    return live or absence.away


def deduction_coups_max(rules: TableRules, session: Session, name: str) -> Cited[int] | None:
    """Return the maximum number of coups for which an absent entrant loses the minimum."""
    absence = tournament_section(rules.edition).seating.absence
    late = name not in session.seated
    return absence.not_seated_coups_max if late else absence.away_coups_max


def has_missed_all_coups(rules: TableRules, session: Session, name: str) -> bool:
    """Return whether an entrant never came and missed all coups for which the place is kept."""
    absence = tournament_section(rules.edition).seating.absence
    minimums, coups_limit = (
        session.missed.get(name, MissedCoups()).minimums,
        absence.not_seated_coups_max,
    )
    return bool(absence.then_cancelled and coups_limit and len(minimums) >= coups_limit.value)


def plays_next_coup(rules: TableRules, tournament: Tournament, name: str) -> bool:
    """Return whether an entrant with a seat still plays when the next coup begins.

    An absent entrant plays, unless the start of that coup costs them the place.
    """
    session = tournament.session
    assert session is not None
    if not still_plays(tournament, name):
        return False
    if not session.absent(name):
        return True
    if name in session.away:
        return rule_when_away(rules, tournament).value is not WhileAway.SUBSTITUTE_OR_OUT
    return not has_missed_all_coups(rules, session, name)
