"""What a scenario expects of a tournament: who is where, what there is to win, whose turn it is."""

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


def _tabled(key: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ScenarioError(f"expect: {key} is a table of names, not {value!r}")
    return value


def _plain(cents: int) -> str:
    return dollars(cents).replace("$", "").replace(",", "")


def _dollars(value: Any) -> str:
    return _plain(parse_dollars(str(value)))


def _tournament(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield str(arena.tournament.stage), value


def _standing(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for name, wanted in _tabled("standing", value).items():
        yield str(entrant_named(arena.tournament, name).standing), wanted


def _places(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for name, wanted in _tabled("places", value).items():
        yield entrant_named(arena.tournament, name).place or "none", wanted


def _prizes(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for name, wanted in _tabled("prizes", value).items():
        yield _plain(entrant_named(arena.tournament, name).prize_cents), _dollars(wanted)


def _pool(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield _plain(pool_cents(arena.tournament)), _dollars(value)


def _counted(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for name, wanted in _tabled("counted", value).items():
        cents = arena.tournament.counted.get(name)
        yield (None if cents is None else _plain(cents)), _dollars(wanted)


TOURNAMENT_CHECKS: dict[str, Callable[[ScenarioTournament, Any], Iterator[Pair]]] = {
    "tournament": _tournament,
    "standing": _standing,
    "places": _places,
    "prizes": _prizes,
    "pool": _pool,
    "counted": _counted,
    **COURSE_CHECKS,
    **MONEY_CHECKS,
    **WAGER_CHECKS,
    "seen": seen,
}
