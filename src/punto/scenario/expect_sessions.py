"""What a scenario expects of tournament sessions: lead, seats, absences, ranking, breaches."""

from collections.abc import Callable, Iterator
from typing import Any

from punto.money import dollars, parse_dollars
from punto.scenario.errors import ScenarioError
from punto.scenario.tournament import ScenarioTournament
from punto.tournament.entrant_lookup import entrant_named
from punto.tournament.session import Session

Pair = tuple[Any, Any]


def _mapping(key: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ScenarioError(f"expect: {key} is a table of names, not {value!r}")
    return value


def _session(arena: ScenarioTournament) -> Session:
    if arena.tournament.session is None:
        raise ScenarioError("expect: no session is drawn")
    return arena.tournament.session


def _compare_leads(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield list(arena.tournament.floor.leaders), value


def _compare_there(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield list(arena.tournament.floor.present), value


def _compare_session(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
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


def _compare_seat(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    seats = _session(arena).seats
    for name, wanted in _mapping("seat", value).items():
        seat = seats.get(name)
        yield (f"{seat.table}/{seat.seat}" if seat else "none"), wanted


def _compare_moment(arena: ScenarioTournament, value: Any, actual: int | None) -> Iterator[Pair]:
    yield actual, None if value == "none" else arena.moment(str(value))


def _compare_ends_at(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield from _compare_moment(arena, value, _session(arena).ends_at)


def _compare_late_seats(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    names = [
        event.name
        for event in arena.happenings
        if getattr(event, "late", False) and hasattr(event, "name")
    ]
    yield names, value


def _compare_away(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    session, playing = _session(arena), {entrant.name for entrant in arena.tournament.active}
    yield [name for name in session.seats if session.absent(name) and name in playing], value


def _compare_missed(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for name, wanted in _mapping("missed", value).items():
        missed = _session(arena).missed.get(name)
        yield (f"{len(missed.minimums)} taken {missed.taken}" if missed else "0 taken 0"), wanted


def _compare_over(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield list(_session(arena).over), value


def _compare_coups(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for number, wanted in _mapping("coups", value).items():
        yield _session(arena).coups.get(int(number), 0), wanted


def _compare_ranking(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for number, wanted in _mapping("ranking", value).items():
        groups = _session(arena).ranked.get(int(number), ())
        yield [" = ".join(group) for group in groups], wanted


def _compare_round(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    rounds, number = arena.tournament.conditions.rounds, arena.tournament.progress.round
    yield (rounds[number].name if number < len(rounds) else "none"), value


def _compare_through(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield list(arena.tournament.progress.through), value


def _compare_cause(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for name, wanted in _mapping("cause", value).items():
        yield entrant_named(arena.tournament, name).cause or "none", wanted


def _compare_breaches(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    words = {None: "open", True: "found", False: "dismissed"}
    breaches = arena.tournament.matters.breaches
    lines = [
        f"{breach.number} {breach.kind} {breach.name} {words[breach.found]}" for breach in breaches
    ]
    yield lines, value


def _compare_rules_disputed(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    disputes = arena.tournament.matters.disputes
    yield [f"{dispute.number} {dispute.decision or 'open'}" for dispute in disputes], value


def _compare_count(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for name, wanted in _mapping("count", value).items():
        cents = _session(arena).counts.get(name)
        got = None if cents is None else dollars(cents)
        yield got, dollars(parse_dollars(str(wanted)))


def _compare_chips(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    tables = arena.tournament.tables.values()
    for name, wanted in _mapping("chips", value).items():
        found = [patron for table in tables for patron in table.patrons if patron.name == name]
        got = dollars(found[0].chips_cents) if found else "none"
        yield got, wanted if wanted == "none" else dollars(parse_dollars(str(wanted)))


def _compare_play_off_coups(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    yield [play_off.coups for play_off in _session(arena).play_offs.values()], value


COURSE_CHECKS: dict[str, Callable[[ScenarioTournament, Any], Iterator[Pair]]] = {
    "leads": _compare_leads,
    "there": _compare_there,
    "session": _compare_session,
    "seat": _compare_seat,
    "ends_at": _compare_ends_at,
    "late_seats": _compare_late_seats,
    "away": _compare_away,
    "missed": _compare_missed,
    "over": _compare_over,
    "coups": _compare_coups,
    "ranking": _compare_ranking,
    "round": _compare_round,
    "through": _compare_through,
    "cause": _compare_cause,
    "breaches": _compare_breaches,
    "rules_disputed": _compare_rules_disputed,
    "count": _compare_count,
    "chips": _compare_chips,
    "play_off_coups": _compare_play_off_coups,
}
