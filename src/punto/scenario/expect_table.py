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


def _text_list(value: Any) -> list[str]:
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise ScenarioError(f"expect: a text or a list of texts, not {value!r}")
    return texts


def _mapping(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ScenarioError(f"expect: a table, not {value!r}")
    return value


def _signed_dollars(cents: int) -> str:
    return f"+{plain(cents)}" if cents > 0 else plain(cents)


def _compare_called(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del table
    yield list(world.seen.called), _text_list(value)


def _entry_lines(entries: Any, wanted: list[str]) -> list[str]:
    """Return a line for each entry; it has the entry's text only if the wanted line has one."""
    return [
        f"{entry.kind}: {entry.text}"
        if index < len(wanted) and ":" in wanted[index]
        else entry.kind
        for index, entry in enumerate(entries)
    ]


def _compare_register(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del table
    wanted = _text_list(value)
    yield _entry_lines(entries(world.log), wanted), wanted


def _compare_entered(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    """Compare the person, the title and the time of each register entry."""
    del table
    got = [
        f"{line.event.kind}: {line.envelope.actor}, {line.envelope.title},"
        f" {local_clock(world.zone, line.envelope.at)}"
        for line in world.log
        if isinstance(line.event, RegisterEntry)
    ]
    yield got, _text_list(value)


def _compare_told(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del table
    recipients = [person for entry in entries(world.log) for person in entry.to]
    yield recipients, _text_list(value)


def _compare_blocks(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del world
    yield [block.kind for block in table.open.blocks], _text_list(value)


def _compare_mispaid(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del table
    got = [
        f"{mispayment.patron} {mispayment.wager} {_signed_dollars(mispayment.difference_cents)}"
        for mispayment in mispayments(world.log)
    ]
    yield got, _text_list(value)


def _compare_breaches(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del table
    yield (
        [mispayment.number for mispayment in mispayments(world.log) if is_breach(mispayment)],
        value,
    )


def _compare_tasks(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del table
    got = [
        f"{mispayment.number} {task}"
        for mispayment in mispayments(world.log)
        for task in open_tasks_of(mispayment)
    ]
    yield got, _text_list(value)


def _compare_report(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del table
    expected = _mapping(value)
    since, until = (world.moment(str(expected.get(key))) for key in ("since", "until"))
    lines = report(world.rules, mispayments(world.log), since, until)
    world.reasons += [line.reason for line in lines]
    got = [f"{line.patron} {_signed_dollars(line.difference_cents)}" for line in lines]
    yield got, _text_list(expected.get("lines"))


def _compare_disputes(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del table
    yield (
        [f"{dispute.number} {dispute.state}" for dispute in disputes(world.log)],
        _text_list(value),
    )


def _compare_debts(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del table
    yield [f"{debt.patron} {plain(debt.cents)}" for debt in debts(world.log)], _text_list(value)


def _compare_role(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del world
    yield table.role.holder or "nobody", value


def _compare_role_offered_to(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del world
    yield (table.role.waiting[0] if table.role.waiting else "nobody"), value


def _compare_designated(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    phase = table.phase
    for hand, wanted in _mapping(value).items():
        if hand not in list(Side) or not isinstance(phase, Dealing):
            raise ScenarioError("designated: player or banker, while cards are dealt")
        turn = designated_patrons(world.rules, table, phase, Side(hand))
        yield " ".join(turn) or "dealer", wanted


def _compare_dealt_by(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    """Compare the recorded dealing method of the current coup, or of the last one."""
    phase, last = table.phase, table.past.last
    coup = phase if isinstance(phase, Dealing | Settling) else last
    if coup is None:
        raise ScenarioError("dealt_by: no coup was dealt")
    yield coup.method or world.rules.method, value


def _compare_kept(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del world
    for name, wanted in _mapping(value).items():
        patron = table.patron(name)
        got = patron.kept_minimum_cents if patron else None
        yield (None if got is None else plain(got)), (str(wanted) if wanted else None)


def _compare_tokens(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del world
    for name, wanted in _mapping(value).items():
        patron = table.patron(name)
        got = plain(patron.tokens_cents) if patron else None
        yield got, plain(parse_dollars(str(wanted)))


def _compare_results(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del world
    yield " ".join(bead.result for bead in table.results), value


def _compare_present(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    del world
    yield [patron.name for patron in table.patrons], _text_list(value)


def _compare_seen(world: ScenarioTable, table: Table, value: Any) -> Iterator[Pair]:
    """Compare what an audience sees with the expected values."""
    wanted = dict(_mapping(value))
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
        if audience is Audience.PUBLIC and key in _HIDDEN_FROM_PUBLIC:
            raise ScenarioError(
                f"seen: the public is never shown {key}, so {key} = {expected} proves nothing",
                "look as dealer, supervisor, surveillance or a patron",
            )
        if key == "register":
            yield _entry_kinds_for(world, audience), expected
        else:
            yield from compared(world, seen, key, expected)


def compared(world: ScenarioTable, seen: View, key: str, expected: Any) -> Iterator[Pair]:
    """Yield what a view of a table shows under a key, and the expected value."""
    world.reasons += [*seen.sign, *seen.at_hand] if key in _CITED else []
    if key in _CITED:
        yield cited_lines(_CITED[key](seen), _text_list(expected)), expected
    else:
        yield _VIEWS[key](seen), expected


def _entry_kinds_for(world: ScenarioTable, audience: Audience) -> list[str]:
    """Return the kinds of the register entries that an audience receives."""
    return [entry.kind for entry in entries(world.log) if hears(entry, audience) is not None]


def _hands_text(seen: View) -> str:
    return f"P {' '.join(seen.player)}  B {' '.join(seen.banker)}"


def _marker_lines(seen: View) -> list[str]:
    return [f"{place.name}: {marker.text}" for place in seen.places for marker in place.markers]


def _chips_text(place: Place) -> str:
    return "?" if place.chips_cents is None else plain(place.chips_cents)


_VIEWS: dict[str, Callable[[View], Any]] = {
    "hands": _hands_text,
    "points": lambda seen: list(seen.points) if seen.points else [],
    "phase": lambda seen: seen.phase,
    "result": lambda seen: seen.result or "none",
    "held": lambda seen: seen.held_card or "nothing",
    "markers": _marker_lines,
    "chips": lambda seen: {place.name: _chips_text(place) for place in seen.places},
    "notices": lambda seen: list(seen.notices),
    "float": lambda seen: "?" if seen.float_cents is None else plain(seen.float_cents),
    "register": lambda _: [],
    "mispaid": lambda seen: [mispayment.patron for mispayment in seen.mispayments],
    "disputes": lambda seen: [f"{dispute.number} {dispute.state}" for dispute in seen.disputes],
    "blocks": lambda seen: [block.kind for block in seen.blocks],
    "decisions": lambda seen: [f"{decision.by}: {decision.text}" for decision in seen.decisions],
    "stakes": lambda seen: [
        f"{wager.patron} {wager.wager} {plain(wager.stake_cents)}" for wager in seen.wagers
    ],
    "results": lambda seen: " ".join(bead.result for bead in seen.results),
    "cards_left": lambda seen: seen.cards_left,
}
# Views whose lines cite clauses.
_CITED: dict[str, Callable[[View], tuple[Reason, ...]]] = {
    "sign": lambda seen: seen.sign,
    "at_hand": lambda seen: seen.at_hand,
    "on_layout": lambda seen: seen.on_layout,
}
# The views of a tournament table. Its register is in the feed and not in the view.
TABLE_VIEWS = frozenset({*_VIEWS, *_CITED}) - {"register"}
# The public view contains no places, so these keys would always be empty.
_HIDDEN_FROM_PUBLIC = frozenset({"markers", "chips", "stakes"})

TABLE_CHECKS: dict[str, Callable[[ScenarioTable, Table, Any], Iterator[Pair]]] = {
    "called": _compare_called,
    "register": _compare_register,
    "entered": _compare_entered,
    "told": _compare_told,
    "blocks": _compare_blocks,
    "mispaid": _compare_mispaid,
    "breaches": _compare_breaches,
    "tasks": _compare_tasks,
    "report": _compare_report,
    "disputes": _compare_disputes,
    "debts": _compare_debts,
    "role": _compare_role,
    "role_offered_to": _compare_role_offered_to,
    "designated": _compare_designated,
    "dealt_by": _compare_dealt_by,
    "kept": _compare_kept,
    "tokens": _compare_tokens,
    "float": in_float,
    "takings": taken,
    "results": _compare_results,
    "present": _compare_present,
    "seen": _compare_seen,
    "settlement": lambda world, table, value: iter(
        [(table.next.settlement or world.rules.settlement, value)]
    ),
    "method": lambda world, table, value: iter([(table.next.method or world.rules.method, value)]),
}
