"""The effects of absence on an entrant, and until when an absent entrant may come back."""

from punto.clause import Cited
from punto.rulebook.elect import TableRules
from punto.rulebook.tournament_policies import NotSeated, WhileAway
from punto.tournament.entrant import ACTIVE
from punto.tournament.entrant_lookup import known
from punto.tournament.rules import law
from punto.tournament.session import Missed, Session
from punto.tournament.tournament import Tournament


def still_plays(tournament: Tournament, name: str) -> bool:
    """Return whether an entrant is still in the tournament."""
    return known(tournament, name).standing in ACTIVE


def not_seated(rules: TableRules, tournament: Tournament) -> Cited[NotSeated]:
    """Return the rule for an entrant who is not seated when play begins."""
    absence = law(rules.edition).seating.absence
    live = absence.not_seated_live if tournament.conditions.live else None
    return live or absence.not_seated


def away(rules: TableRules, tournament: Tournament) -> Cited[WhileAway]:
    """Return the rule for an entrant who is away during play."""
    absence = law(rules.edition).seating.absence
    live = absence.away_live if tournament.conditions.live else None
    return live or absence.away


def coups_max(rules: TableRules, session: Session, name: str) -> Cited[int] | None:
    """Return the maximum number of coups for which an absent entrant loses the minimum."""
    absence = law(rules.edition).seating.absence
    late = name not in session.seated
    return absence.not_seated_coups_max if late else absence.away_coups_max


def missed_all(rules: TableRules, session: Session, name: str) -> bool:
    """Return whether an entrant never came and missed all coups for which the place is kept."""
    absence = law(rules.edition).seating.absence
    minimums, coups_limit = (
        session.missed.get(name, Missed()).minimums,
        absence.not_seated_coups_max,
    )
    return bool(absence.then_cancelled and coups_limit and len(minimums) >= coups_limit.value)


def plays_on(rules: TableRules, tournament: Tournament, name: str) -> bool:
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
        return away(rules, tournament).value is not WhileAway.SUBSTITUTE_OR_OUT
    return not missed_all(rules, session, name)
