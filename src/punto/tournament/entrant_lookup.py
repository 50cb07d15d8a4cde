"""Entrants of a tournament, looked up and changed by name."""

from typing import Any
from unicodedata import category

from msgspec.structs import replace

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.table.authority import known_titles
from punto.tournament.audience import TournamentAudience
from punto.tournament.entrant import Entrant, EntrantStatus
from punto.tournament.tournament import Tournament

# The longest name that fits on a slip, a form and a sheet.
NAME_MAX = 80


def check_name(rules: TableRules, name: str) -> None:
    """Raise an error if a name is blank, a title, an audience, too long or not printable."""
    if not name.strip():
        raise Malformed("everybody has a name", code=ErrorCode.INCOMPLETE)
    if name in known_titles(rules.edition) or name in list(TournamentAudience):
        raise Malformed(f"nobody is called {name}: that is a title", code=ErrorCode.INCOMPLETE)
    if len(name) > NAME_MAX:
        raise Malformed(f"a name has up to {NAME_MAX} characters", code=ErrorCode.INCOMPLETE)
    if name != name.strip() or any(category(character).startswith("C") for character in name):
        raise Malformed("a name has no signs that nobody can see", code=ErrorCode.INCOMPLETE)


def entrant_named(tournament: Tournament, name: str) -> Entrant:
    """Return the entrant with a name, or raise an error if there is none."""
    entrant = tournament.entrant(name)
    if entrant is None:
        raise Malformed(f"{name} has not applied", code=ErrorCode.UNKNOWN_ENTRANT)
    return entrant


def check_session_confirmed(tournament: Tournament, name: str) -> None:
    """Raise an error if the session in which an entrant went out is not confirmed yet."""
    session = tournament.session
    if session is not None and name in session.seats:
        text = f"the session in which {name} went out is not confirmed yet"
        raise Malformed(text, code=ErrorCode.NOT_NOW)


def with_entrant_back(tournament: Tournament, name: str) -> Tournament:
    """Return the tournament with an eliminated entrant entered again."""
    return with_entrant(
        tournament, name, standing=EntrantStatus.ENTERED, out_round=None, out_rank=None
    )


def with_entrant(tournament: Tournament, name: str, **values: Any) -> Tournament:
    """Return the tournament with fields of one entrant changed."""
    entrants = tuple(
        replace(entrant, **values) if entrant.name == name else entrant
        for entrant in tournament.entrants
    )
    return replace(tournament, entrants=entrants)
