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
    """Return the number of the table that the last step used, or of the first table."""
    return getattr(arena.game, "number", None) or next(iter(arena.tournament.tables), 1)


def _turns_at_table(arena: ScenarioTournament) -> Turns:
    return turns_of(arena.tournament, table_looked_at(arena))


def _session(arena: ScenarioTournament) -> Session:
    session = arena.tournament.session
    if session is None:
        raise ScenarioError("expect: no session is on")
    return session


def _mapping(key: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ScenarioError(f"expect: {key} is a table of names, not {value!r}")
    return value


def _dollar_text(cents: int | None) -> str:
    return "none" if cents is None else dollars(cents).replace("$", "").replace(",", "")


def _compare_order(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield list(names_in_order(arena.rules, arena.tournament, table_looked_at(arena))), value


def _compare_turn(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield whose_turn(arena.rules, arena.tournament, table_looked_at(arena)) or "nobody", value


def _compare_marker(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield _turns_at_table(arena).marker, value


def _compare_early(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield list(_turns_at_table(arena).early), value


def _compare_late(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield list(_turns_at_table(arena).late), value


def _compare_passes(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for name, wanted in _mapping("passes", value).items():
        yield _session(arena).passes.get(name, 0), wanted


def _compare_secrets(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for name, wanted in _mapping("secrets", value).items():
        yield _session(arena).forms.get(name, 0), wanted


def _compare_limits(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    limits = arena.tournament.tables[table_looked_at(arena)].limits
    for name, wanted in _mapping("limits", value).items():
        if name not in ("minimum", "maximum", "step"):
            raise ScenarioError(f"expect: limits are minimum, maximum and step, not {name}")
        yield _dollar_text(getattr(limits, name)), _dollar_text(parse_dollars(str(wanted)))


def _compare_indicator(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    """Compare how many cards are in front of the indicator, or whether it is out."""
    placed = _session(arena).indicators.get(table_looked_at(arena))
    if placed is None:
        yield "none", value
    else:
        yield ("out" if placed.coup is not None else placed.in_front), value


WAGER_CHECKS: dict[str, Callable[[ScenarioTournament, Any], Iterator[Pair]]] = {
    "order": _compare_order,
    "turn": _compare_turn,
    "marker": _compare_marker,
    "early": _compare_early,
    "late": _compare_late,
    "passes": _compare_passes,
    "secrets": _compare_secrets,
    "limits": _compare_limits,
    "indicator": _compare_indicator,
}
