"""What a scenario expects of a table beyond the coup: registers, roles, markers, views."""

from collections.abc import Callable, Iterator
from typing import Any

from punto.clause import Reason
from punto.money import parse_dollars
from punto.rulebook.vocabulary import Side
from punto.scenario.cited_lines import cited_lines
from punto.scenario.errors import ScenarioError, no_such
from punto.scenario.expect_float import in_float, plain, taken
from punto.scenario.table import ScenarioTable
from punto.scenario.zones import local_clock
from punto.table.audience import Audience
from punto.table.deal.dealing_methods import designated_patrons
from punto.table.mispayments import is_breach, open_tasks_of, report
from punto.table.phase import Dealing, Settling
from punto.table.projections import debts, disputes, entries, mispayments
from punto.table.register import RegisterEntry
from punto.table.table import Table
from punto.table.views.feed import hears
from punto.table.views.view import View, view
from punto.table.views.view_types import Place

Pair = tuple[Any, Any]


def _listed(value: Any) -> list[str]:
    found = [value] if isinstance(value, str) else value
    if not isinstance(found, list) or not all(isinstance(one, str) for one in found):
        raise ScenarioError(f"expect: a text or a list of texts, not {value!r}")
    return found


def _tabled(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ScenarioError(f"expect: a table, not {value!r}")
    return value


def _signed(cents: int) -> str:
    return f"+{plain(cents)}" if cents > 0 else plain(cents)


def _called(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del table
    yield list(world.seen.called), _listed(value)


def _lines(entries: Any, wanted: list[str]) -> list[str]:
    """Return register lines, each as far as the scenario spells it out."""
    return [
        f"{one.kind}: {one.text}" if place < len(wanted) and ":" in wanted[place] else one.kind
        for place, one in enumerate(entries)
    ]


def _register(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del table
    wanted = _listed(value)
    yield _lines(entries(world.log), wanted), wanted


def _entered(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    """Compare who entered each line of the register, under which title and at what time."""
    del table
    got = [
        f"{line.event.kind}: {line.envelope.actor}, {line.envelope.title},"
        f" {local_clock(world.zone, line.envelope.at)}"
        for line in world.log
        if isinstance(line.event, RegisterEntry)
    ]
    yield got, _listed(value)


def _told(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del table
    told = [whom for one in entries(world.log) for whom in one.to]
    yield told, _listed(value)


def _blocks(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del world
    yield [one.kind for one in table.open.blocks], _listed(value)


def _mispaid(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del table
    got = [
        f"{one.patron} {one.wager} {_signed(one.difference_cents)}"
        for one in mispayments(world.log)
    ]
    yield got, _listed(value)


def _breaches(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del table
    yield [one.number for one in mispayments(world.log) if is_breach(one)], value


def _tasks(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del table
    got = [f"{one.number} {task}" for one in mispayments(world.log) for task in open_tasks_of(one)]
    yield got, _listed(value)


def _report(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del table
    asked = _tabled(value)
    since, until = (world.moment(str(asked.get(key))) for key in ("since", "until"))
    lines = report(world.rules, mispayments(world.log), since, until)
    world.reasons += [one.reason for one in lines]
    got = [f"{one.patron} {_signed(one.difference_cents)}" for one in lines]
    yield got, _listed(asked.get("lines"))


def _disputes(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del table
    yield [f"{one.number} {one.state}" for one in disputes(world.log)], _listed(value)


def _debts(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del table
    yield [f"{one.patron} {plain(one.cents)}" for one in debts(world.log)], _listed(value)


def _role(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del world
    yield table.role.holder or "nobody", value


def _role_offered_to(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del world
    yield (table.role.waiting[0] if table.role.waiting else "nobody"), value


def _designated(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    phase = table.phase
    for hand, wanted in _tabled(value).items():
        if hand not in list(Side) or not isinstance(phase, Dealing):
            raise ScenarioError("designated: player or banker, while cards are dealt")
        turn = designated_patrons(world.rules, table, phase, Side(hand))
        yield " ".join(turn) or "dealer", wanted


def _dealt_by(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    """Compare the method on record of the coup that is on, or was last."""
    phase, last = table.phase, table.past.last
    on = phase if isinstance(phase, Dealing | Settling) else last
    if on is None:
        raise ScenarioError("dealt_by: no coup was dealt")
    yield on.method or world.rules.method, value


def _kept(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del world
    for name, wanted in _tabled(value).items():
        patron = table.patron(name)
        got = patron.kept_minimum_cents if patron else None
        yield (None if got is None else plain(got)), (str(wanted) if wanted else None)


def _tokens(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del world
    for name, wanted in _tabled(value).items():
        patron = table.patron(name)
        got = plain(patron.tokens_cents) if patron else None
        yield got, plain(parse_dollars(str(wanted)))


def _results(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del world
    yield " ".join(one.result for one in table.results), value


def _present(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del world
    yield [one.name for one in table.patrons], _listed(value)


def _seen(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    """Compare what an audience sees with what it should."""
    wanted = dict(_tabled(value))
    by = str(wanted.pop("by", "public"))
    staff = by in list(Audience)
    audience = Audience(by) if staff else Audience.PATRON
    if not wanted:
        raise ScenarioError(f"seen: says nothing of what {by} sees, so it can prove nothing")
    seen = view(world.rules, table, audience, None if staff else by)
    world.reasons += [*seen.sign, *seen.at_hand, *seen.on_layout]
    world.reasons += [marker for place in seen.places for marker in place.markers]
    for key, expected in wanted.items():
        if key not in _VIEWS and key not in _CITED:
            raise no_such(f"seen: unknown key {key!r}", key, ("by", *_VIEWS, *_CITED), "known")
        if audience is Audience.PUBLIC and key in _UNSEEN:
            raise ScenarioError(
                f"seen: the public is never shown {key}, so {key} = {expected} proves nothing",
                "look as dealer, supervisor, surveillance or a patron",
            )
        if key == "register":
            yield _heard(world, audience), expected
        else:
            yield from compared(world, seen, key, expected)


def compared(world: ScenarioTable, seen: View, key: str, expected: Any) -> Iterator[Pair]:
    """Yield what a view of a table shows under a key, and what it should."""
    world.reasons += [*seen.sign, *seen.at_hand] if key in _CITED else []
    if key in _CITED:
        yield cited_lines(_CITED[key](seen), _listed(expected)), expected
    else:
        yield _VIEWS[key](seen), expected


def _heard(world: ScenarioTable, audience: Audience) -> list[str]:
    """Return the kinds of the lines of the register that an audience hears of."""
    return [entry.kind for entry in entries(world.log) if hears(entry, audience) is not None]


def _hands(seen: View) -> str:
    return f"P {' '.join(seen.player)}  B {' '.join(seen.banker)}"


def _markers(seen: View) -> list[str]:
    return [f"{place.name}: {marker.text}" for place in seen.places for marker in place.markers]


def _shown_chips(place: Place) -> str:
    return "?" if place.chips_cents is None else plain(place.chips_cents)


_VIEWS: dict[str, Callable[[View], Any]] = {
    "hands": _hands,
    "points": lambda seen: list(seen.points) if seen.points else [],
    "phase": lambda seen: seen.phase,
    "result": lambda seen: seen.result or "none",
    "held": lambda seen: seen.held_card or "nothing",
    "markers": _markers,
    "chips": lambda seen: {place.name: _shown_chips(place) for place in seen.places},
    "notices": lambda seen: list(seen.notices),
    "float": lambda seen: "?" if seen.float_cents is None else plain(seen.float_cents),
    "register": lambda _: [],
    "mispaid": lambda seen: [one.patron for one in seen.mispayments],
    "disputes": lambda seen: [f"{one.number} {one.state}" for one in seen.disputes],
    "blocks": lambda seen: [one.kind for one in seen.blocks],
    "decisions": lambda seen: [f"{waits.by}: {waits.text}" for waits in seen.decisions],
    "stakes": lambda seen: [
        f"{one.patron} {one.wager} {plain(one.stake_cents)}" for one in seen.wagers
    ],
    "results": lambda seen: " ".join(one.result for one in seen.results),
    "cards_left": lambda seen: seen.cards_left,
}
# What is shown with its clauses.
_CITED: dict[str, Callable[[View], tuple[Reason, ...]]] = {
    "sign": lambda seen: seen.sign,
    "at_hand": lambda seen: seen.at_hand,
    "on_layout": lambda seen: seen.on_layout,
}
# What can be said of a table of a tournament; its register is heard of and not seen.
TABLE_VIEWS = frozenset({*_VIEWS, *_CITED}) - {"register"}
# The public has no places at a table: whatever lies there, it sees none of it.
_UNSEEN = frozenset({"markers", "chips", "stakes"})

TABLE_CHECKS: dict[str, Callable[[ScenarioTable, Table, Any], Iterator[Pair]]] = {
    "called": _called,
    "register": _register,
    "entered": _entered,
    "told": _told,
    "blocks": _blocks,
    "mispaid": _mispaid,
    "breaches": _breaches,
    "tasks": _tasks,
    "report": _report,
    "disputes": _disputes,
    "debts": _debts,
    "role": _role,
    "role_offered_to": _role_offered_to,
    "designated": _designated,
    "dealt_by": _dealt_by,
    "kept": _kept,
    "tokens": _tokens,
    "float": in_float,
    "takings": taken,
    "results": _results,
    "present": _present,
    "seen": _seen,
    "settlement": lambda world, table, value: iter(
        [(table.next.settlement or world.rules.settlement, value)]
    ),
    "method": lambda world, table, value: iter([(table.next.method or world.rules.method, value)]),
}
