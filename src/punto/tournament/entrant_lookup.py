"""Entrants of a tournament, looked up and changed by name."""

from typing import Any
from unicodedata import category

from msgspec.structs import replace

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.table.authority import known_titles
from punto.tournament.audience import Audience
from punto.tournament.entrant import Entrant, Standing
from punto.tournament.tournament import Tournament

# What fits on a slip, a form and a sheet.
NAME_MAX = 80


def check_name(rules: TableRules, name: str) -> None:
    """Say that nobody is called so: nothing, a title, who looks, or signs that nobody can see."""
    if not name.strip():
        raise Malformed("everybody has a name", code=ErrorCode.INCOMPLETE)
    if name in known_titles(rules.edition) or name in list(Audience):
        raise Malformed(f"nobody is called {name}: that is a title", code=ErrorCode.INCOMPLETE)
    if len(name) > NAME_MAX:
        raise Malformed(f"a name has up to {NAME_MAX} characters", code=ErrorCode.INCOMPLETE)
    if name != name.strip() or any(category(sign).startswith("C") for sign in name):
        raise Malformed("a name has no signs that nobody can see", code=ErrorCode.INCOMPLETE)


def known(tournament: Tournament, name: str) -> Entrant:
    """Return somebody who applied."""
    entrant = tournament.entrant(name)
    if entrant is None:
        raise Malformed(f"{name} has not applied", code=ErrorCode.UNKNOWN_ENTRANT)
    return entrant


def check_placed(tournament: Tournament, name: str) -> None:
    """Say that the session is not confirmed yet in which somebody went out."""
    session = tournament.session
    if session is not None and name in session.seats:
        text = f"the session in which {name} went out is not confirmed yet"
        raise Malformed(text, code=ErrorCode.NOT_NOW)


def back_in(tournament: Tournament, name: str) -> Tournament:
    """Return the tournament with somebody in it again who was out."""
    return changed(tournament, name, standing=Standing.ENTERED, out_round=None, out_rank=None)


def changed(tournament: Tournament, name: str, **values: Any) -> Tournament:
    """Return the tournament with what is said about one entrant changed."""
    entrants = tuple(
        replace(entrant, **values) if entrant.name == name else entrant
        for entrant in tournament.entrants
    )
    return replace(tournament, entrants=entrants)
