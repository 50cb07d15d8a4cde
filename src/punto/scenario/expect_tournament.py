"""What a scenario expects of a tournament: its stage, standings, places, prizes and money."""

from collections.abc import Callable, Iterator
from typing import Any

from punto.money import dollars, parse_dollars
from punto.scenario.errors import ScenarioError
from punto.scenario.expect_money import MONEY_CHECKS
from punto.scenario.expect_sessions import COURSE_CHECKS
from punto.scenario.expect_views import seen
from punto.scenario.expect_wagers import WAGER_CHECKS
from punto.scenario.tournament import ScenarioTournament
from punto.tournament.entrant_lookup import entrant_named
from punto.tournament.money.pool import pool_cents

Pair = tuple[Any, Any]


def _mapping(key: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ScenarioError(f"expect: {key} is a table of names, not {value!r}")
    return value


def _dollar_text(cents: int) -> str:
    return dollars(cents).replace("$", "").replace(",", "")


def _wanted_dollars(value: Any) -> str:
    return _dollar_text(parse_dollars(str(value)))


def _compare_tournament(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield str(arena.tournament.stage), value


def _compare_standing(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for name, wanted in _mapping("standing", value).items():
        yield str(entrant_named(arena.tournament, name).standing), wanted


def _compare_places(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for name, wanted in _mapping("places", value).items():
        yield entrant_named(arena.tournament, name).place or "none", wanted


def _compare_prizes(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for name, wanted in _mapping("prizes", value).items():
        yield (
            _dollar_text(entrant_named(arena.tournament, name).prize_cents),
            _wanted_dollars(wanted),
        )


def _compare_pool(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield _dollar_text(pool_cents(arena.tournament)), _wanted_dollars(value)


def _compare_counted(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for name, wanted in _mapping("counted", value).items():
        cents = arena.tournament.counted.get(name)
        yield (None if cents is None else _dollar_text(cents)), _wanted_dollars(wanted)


TOURNAMENT_CHECKS: dict[str, Callable[[ScenarioTournament, Any], Iterator[Pair]]] = {
    "tournament": _compare_tournament,
    "standing": _compare_standing,
    "places": _compare_places,
    "prizes": _compare_prizes,
    "pool": _compare_pool,
    "counted": _compare_counted,
    **COURSE_CHECKS,
    **MONEY_CHECKS,
    **WAGER_CHECKS,
    "seen": seen,
}
