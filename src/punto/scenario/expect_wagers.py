"""What a scenario expects of wagering in a tournament: turns, the marker, limits, forms."""

from collections.abc import Callable, Iterator
from typing import Any

from punto.money import dollars, parse_dollars
from punto.scenario.errors import ScenarioError
from punto.scenario.tournament import ScenarioTournament
from punto.tournament.session import Session, Turns
from punto.tournament.session_queries import turns_of
from punto.tournament.wagers.order import names_in_order, whose_turn

Pair = tuple[Any, Any]


def table_looked_at(arena: ScenarioTournament) -> int:
    """Return the table that was looked at last, or the first."""
    return getattr(arena.game, "number", None) or next(iter(arena.tournament.tables), 1)


def _turns(arena: ScenarioTournament) -> Turns:
    return turns_of(arena.tournament, table_looked_at(arena))


def _session(arena: ScenarioTournament) -> Session:
    session = arena.tournament.session
    if session is None:
        raise ScenarioError("expect: no session is on")
    return session


def _tabled(key: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ScenarioError(f"expect: {key} is a table of names, not {value!r}")
    return value


def _plain(cents: int | None) -> str:
    return "none" if cents is None else dollars(cents).replace("$", "").replace(",", "")


def _order(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield list(names_in_order(arena.rules, arena.tournament, table_looked_at(arena))), value


def _turn(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield whose_turn(arena.rules, arena.tournament, table_looked_at(arena)) or "nobody", value


def _marker(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield _turns(arena).marker, value


def _early(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield list(_turns(arena).early), value


def _late(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield list(_turns(arena).late), value


def _passes(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for name, wanted in _tabled("passes", value).items():
        yield _session(arena).passes.get(name, 0), wanted


def _secrets(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for name, wanted in _tabled("secrets", value).items():
        yield _session(arena).forms.get(name, 0), wanted


def _limits(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    limits = arena.tournament.tables[table_looked_at(arena)].limits
    for name, wanted in _tabled("limits", value).items():
        if name not in ("minimum", "maximum", "step"):
            raise ScenarioError(f"expect: limits are minimum, maximum and step, not {name}")
        yield _plain(getattr(limits, name)), _plain(parse_dollars(str(wanted)))


def _indicator(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    """Compare how many cards lie in front of the indicator, or that it is out."""
    placed = _session(arena).indicators.get(table_looked_at(arena))
    if placed is None:
        yield "none", value
    else:
        yield ("out" if placed.coup is not None else placed.in_front), value


WAGER_CHECKS: dict[str, Callable[[ScenarioTournament, Any], Iterator[Pair]]] = {
    "order": _order,
    "turn": _turn,
    "marker": _marker,
    "early": _early,
    "late": _late,
    "passes": _passes,
    "secrets": _secrets,
    "limits": _limits,
    "indicator": _indicator,
}
