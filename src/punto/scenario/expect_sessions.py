"""What a scenario expects of the course of a tournament: who leads, sits, is away, out or ahead."""

from collections.abc import Callable, Iterator
from typing import Any

from punto.money import dollars, parse_dollars
from punto.scenario.errors import ScenarioError
from punto.scenario.tournament import ScenarioTournament
from punto.tournament.entrant_lookup import entrant_named
from punto.tournament.session import Session

Pair = tuple[Any, Any]


def _tabled(key: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ScenarioError(f"expect: {key} is a table of names, not {value!r}")
    return value


def _session(arena: ScenarioTournament) -> Session:
    if arena.tournament.session is None:
        raise ScenarioError("expect: no session is drawn")
    return arena.tournament.session


def _leads(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield list(arena.tournament.floor.leaders), value


def _there(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield list(arena.tournament.floor.present), value


def _state(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    session = arena.tournament.session
    if session is None:
        got = "none"
    elif session.begun_at is None:
        got = "drawn"
    elif session.play_off:
        got = "play-off"
    else:
        got = "ended" if session.ended else "running"
    yield got, value


def _seat(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    seats = _session(arena).seats
    for name, wanted in _tabled("seat", value).items():
        seat = seats.get(name)
        yield (f"{seat.table}/{seat.seat}" if seat else "none"), wanted


def _moment(arena: ScenarioTournament, value: Any, found: int | None) -> Iterator[Pair]:
    yield found, None if value == "none" else arena.moment(str(value))


def _ends_at(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield from _moment(arena, value, _session(arena).ends_at)


def _late(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    found = [
        event.name
        for event in arena.happenings
        if getattr(event, "late", False) and hasattr(event, "name")
    ]
    yield found, value


def _away(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    session, playing = _session(arena), {entrant.name for entrant in arena.tournament.active}
    yield [name for name in session.seats if session.absent(name) and name in playing], value


def _missed(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for name, wanted in _tabled("missed", value).items():
        held = _session(arena).missed.get(name)
        yield (f"{len(held.minimums)} taken {held.taken}" if held else "0 taken 0"), wanted


def _over(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield list(_session(arena).over), value


def _coups(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for number, wanted in _tabled("coups", value).items():
        yield _session(arena).coups.get(int(number), 0), wanted


def _ranking(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for number, wanted in _tabled("ranking", value).items():
        groups = _session(arena).ranked.get(int(number), ())
        yield [" = ".join(group) for group in groups], wanted


def _round(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    rounds, number = arena.tournament.conditions.rounds, arena.tournament.progress.round
    yield (rounds[number].name if number < len(rounds) else "none"), value


def _through(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield list(arena.tournament.progress.through), value


def _cause(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for name, wanted in _tabled("cause", value).items():
        yield entrant_named(arena.tournament, name).cause or "none", wanted


def _breaches(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    words = {None: "open", True: "found", False: "dismissed"}
    breaches = arena.tournament.matters.breaches
    yield [f"{held.number} {held.kind} {held.name} {words[held.found]}" for held in breaches], value


def _rules_disputed(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    disputes = arena.tournament.matters.disputes
    yield [f"{held.number} {held.decision or 'open'}" for held in disputes], value


def _count(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for name, wanted in _tabled("count", value).items():
        cents = _session(arena).counts.get(name)
        got = None if cents is None else dollars(cents)
        yield got, dollars(parse_dollars(str(wanted)))


def _chips(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    tables = arena.tournament.tables.values()
    for name, wanted in _tabled("chips", value).items():
        held = [patron for table in tables for patron in table.patrons if patron.name == name]
        got = dollars(held[0].chips_cents) if held else "none"
        yield got, wanted if wanted == "none" else dollars(parse_dollars(str(wanted)))


def _play_off_coups(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield [held.coups for held in _session(arena).play_offs.values()], value


COURSE_CHECKS: dict[str, Callable[[ScenarioTournament, Any], Iterator[Pair]]] = {
    "leads": _leads,
    "there": _there,
    "session": _state,
    "seat": _seat,
    "ends_at": _ends_at,
    "late_seats": _late,
    "away": _away,
    "missed": _missed,
    "over": _over,
    "coups": _coups,
    "ranking": _ranking,
    "round": _round,
    "through": _through,
    "cause": _cause,
    "breaches": _breaches,
    "rules_disputed": _rules_disputed,
    "count": _count,
    "chips": _chips,
    "play_off_coups": _play_off_coups,
}
