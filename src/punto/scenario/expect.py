"""What a scenario expects, compared with what happened; each difference is one readable line."""

from collections.abc import Callable, Iterator
from typing import Any, get_args

from punto.cards import format_hands
from punto.clause import named_in, short, stem
from punto.money import dollars, parse_dollars
from punto.rulebook.vocabulary import Result
from punto.scenario.cited_lines import cited_lines
from punto.scenario.errors import ScenarioError, no_such
from punto.scenario.expect_cards import CARD_CHECKS
from punto.scenario.expect_house import HOUSE_CHECKS
from punto.scenario.expect_table import TABLE_CHECKS
from punto.scenario.expect_tournament import TOURNAMENT_CHECKS
from punto.scenario.house import ScenarioHouse
from punto.scenario.table import AnySettled, ScenarioTable
from punto.scenario.tournament import ScenarioTournament
from punto.shoe import Stage
from punto.table.notice import Limits
from punto.table.phase import Phase, phase_name
from punto.table.views.sign import sign_lines

PHASES = tuple(kind.__name__.lower() for kind in get_args(Phase))


def differences(world: ScenarioTable, expected: dict[str, Any]) -> Iterator[str]:
    """Yield each expectation of a step that did not come true."""
    for key, value in expected.items():
        if value == {}:
            raise ScenarioError(f"expect: {key} = {{}} cannot fail, so it can prove nothing")
        patron, _, wager = key.partition(" ")
        pairs = _pairs(world, key, value)
        if pairs is not None:
            for got, wanted in pairs:
                if got != wanted:
                    yield f"{key}: expected {wanted}, got {got}"
        elif key in _CHECKS:
            yield from _CHECKS[key](world, value)
        elif patron in world.patrons and (not wager or wager in world.rules.edition.wagers):
            yield from _net(world, patron, wager or None, str(value))
        else:
            raise _unknown(world, key)


def _pairs(world: ScenarioTable, key: str, value: Any) -> Iterator[tuple[Any, Any]] | None:
    """Return what is and what is expected, of a tournament or of a table."""
    if key in TOURNAMENT_CHECKS and isinstance(world, ScenarioTournament):
        return TOURNAMENT_CHECKS[key](world, value)
    if key in HOUSE_CHECKS and isinstance(world, ScenarioHouse):
        return HOUSE_CHECKS[key](world, value)
    if key in TABLE_CHECKS and key not in _CHECKS and world.table is not None:
        return TABLE_CHECKS[key](world, world.table, value)
    return None


def _unknown(world: ScenarioTable, key: str) -> ScenarioError:
    patrons = sorted(world.patrons)
    settled = (f"{bet.placed.patron} {bet.placed.wager}" for bet in world.seen.settled)
    tournament = TOURNAMENT_CHECKS if isinstance(world, ScenarioTournament) else ()
    house = HOUSE_CHECKS if isinstance(world, ScenarioHouse) else ()
    known = (*_CHECKS, *TABLE_CHECKS, *tournament, *house, *patrons, *settled)
    return no_such(f"expect: unknown key {key!r}", key, known, "known here")


def line_differences(world: ScenarioTable, line: str) -> Iterator[str]:
    """Yield what is different from one line of a short scenario's ``expect``."""
    words = line.split()
    results = [str(result) for result in Result]
    if line.startswith("P "):
        yield from _hands(world, line)
    elif len(words) == 2 and words[0] in results and "-" in words[1][1:]:
        yield from _outcome(world, line)
    elif len(words) == 2 and words[0] in world.patrons:
        yield from _net(world, words[0], None, words[1])
    elif len(words) == 3 and words[0] in world.patrons and words[1] == "returned":
        yield from _returned(world, words[0], None, words[2])
    elif len(words) == 3 and words[0] in world.patrons:
        yield from _net(world, words[0], words[1], words[2])
    elif words and words[0] == "why:":
        yield from _why(world, line.removeprefix("why:").strip())
    else:
        raise ScenarioError(
            f"expect: {line!r} is no expectation",
            "hands, a result, 'ann +50', 'ann banker +50', 'ann returned 300' or 'why: ...'",
        )


def _plain(
    name: str, got: Callable[[ScenarioTable], Any], known: tuple[str, ...] = ()
) -> Callable[[ScenarioTable, Any], Iterator[str]]:
    def compare(world: ScenarioTable, value: Any) -> Iterator[str]:
        if known and value not in known:
            raise no_such(f"expect: there is no {name} {value!r}", value, known, f"{name}s")
        actual = got(world)
        if actual != value:
            yield f"{name}: expected {value}, got {actual}"

    return compare


def _hands(world: ScenarioTable, value: Any) -> Iterator[str]:
    coup = world.seen.coup
    got = format_hands(coup.player, coup.banker) if coup else "no coup"
    if got.split() != str(value).split():
        yield f"hands: expected {value}, got {got}"


def _outcome(world: ScenarioTable, value: Any) -> Iterator[str]:
    got = world.seen.coup.line if world.seen.coup else "no coup"
    if got != value:
        yield f"outcome: expected {value}, got {got}"


def _of(world: ScenarioTable, patron: str, wager: str | None) -> list[AnySettled]:
    return [
        one
        for one in world.seen.settled
        if one.placed.patron == patron and wager in (None, one.placed.wager)
    ]


def _net(world: ScenarioTable, patron: str, wager: str | None, value: str) -> Iterator[str]:
    settled = _of(world, patron, wager)
    who = f"{patron} {wager}" if wager else patron
    wanted = parse_dollars(value.removeprefix("+"))
    played = world.table is not None and world.table.number > 0
    if not settled and not (played and wanted == 0 and wager is None):
        yield f"{who}: expected {value}, got no settled wager"
        return
    got = sum(one.net_cents for one in settled)
    if got != wanted:
        why = "; ".join(one.reason.text for one in settled)
        yield f"{who}: expected {value}, got {dollars(got)} ({why})"


def _returned(world: ScenarioTable, patron: str, wager: str | None, value: str) -> Iterator[str]:
    got = sum(bet.returned_cents for bet in _of(world, patron, wager))
    if got != parse_dollars(value):
        who = f"{patron} {wager}" if wager else patron
        yield f"{who} returned: expected {value}, got {dollars(got)}"


def _all_returned(world: ScenarioTable, value: Any) -> Iterator[str]:
    """Compare the stakes that a settlement hands back, patron by patron or wager by wager."""
    if not isinstance(value, dict):
        raise ScenarioError(f"expect: returned is a table of patrons and dollars, not {value!r}")
    for key, wanted in value.items():
        patron, _, wager = str(key).partition(" ")
        if patron not in world.patrons or (wager and wager not in world.rules.edition.wagers):
            said = f"expect: returned: nobody wagered as {key!r}"
            raise no_such(said, key, sorted(world.patrons), "patrons")
        yield from _returned(world, patron, wager or None, str(wanted))


def _texts(key: str, value: Any) -> list[str]:
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(one, str) for one in texts):
        raise ScenarioError(f"expect: {key} is a text or a list of texts, not {value!r}")
    return texts


def _why(world: ScenarioTable, value: Any) -> Iterator[str]:
    for line in _texts("why", value):
        clause, text = _cited(world, line)
        said = [one.text for one in world.reasons if named_in(clause, map(short, one.clause))]
        if not any(text in one for one in said):
            yield f"why: expected {clause} to say {text!r}, got {said or 'nothing'}"


def _cited(world: ScenarioTable, line: str) -> tuple[str, str]:
    """Return the clause that a line begins with, and its words; some clauses are named in words."""
    applied = {short(clause) for reason in world.reasons for clause in reason.clause}
    named = (name for name in {*applied, *map(stem, applied)} if line.startswith(f"{name} "))
    clause = max(named, key=len, default=line.partition(" ")[0])
    return clause, line[len(clause) :].strip()


def _announced(world: ScenarioTable, value: Any) -> Iterator[str]:
    wanted = tuple(_texts("announced", value))
    if world.seen.heard != wanted:
        yield f"announced: expected {list(wanted)}, got {list(world.seen.heard)}"


def _settled(world: ScenarioTable, value: Any) -> Iterator[str]:
    got = [
        f"{one.placed.patron} {one.placed.wager} {_signed(one.net_cents)}"
        for one in world.seen.settled
    ]
    wanted = _texts("settled", value)
    if got != wanted:
        yield f"settled: expected {wanted}, got {got}"


def _signed(cents: int) -> str:
    text = dollars(cents).replace("$", "").replace(",", "")
    return text if cents <= 0 else f"+{text}"


def _in_front(world: ScenarioTable) -> int | str:
    place = world.shoe.cutting_card if world.shoe else None
    return "nowhere" if place is None else place


def _phase(world: ScenarioTable) -> str:
    return phase_name(world.table.phase) if world.table else "none"


def _cut_offered_to(world: ScenarioTable) -> str:
    waiting = world.table.packs.cut.waiting if world.table else ()
    return waiting[0] if waiting else "nobody"


def _layout(world: ScenarioTable, value: Any) -> Iterator[str]:
    got = world.table.layout_cents if world.table else 0
    if got != parse_dollars(str(value)):
        yield f"layout: expected {value}, got {dollars(got)}"


def _chips(world: ScenarioTable, value: Any) -> Iterator[str]:
    if not isinstance(value, dict):
        raise ScenarioError(f"expect: chips is a table of patrons and dollars, not {value!r}")
    for name, wanted in value.items():
        patron = world.table.patron(name) if world.table else None
        got = patron.chips_cents if patron else None
        if got != parse_dollars(str(wanted)):
            shown = dollars(got) if got is not None else "nobody of that name"
            yield f"chips of {name}: expected {wanted}, got {shown}"


def _advised(world: ScenarioTable, value: Any) -> Iterator[str]:
    patrons = world.table.patrons if world.table else ()
    got = [one.name for one in patrons if one.advised]
    if got != _texts("advised", value):
        yield f"advised: expected {value}, got {got}"


def _stakes(world: ScenarioTable, value: Any) -> Iterator[str]:
    wagers = world.table.wagers if world.table else ()
    got = [f"{one.patron} {one.wager} {_signed(one.stake_cents)[1:]}" for one in wagers]
    if got != _texts("stakes", value):
        yield f"stakes: expected {value}, got {got}"


def _held(world: ScenarioTable) -> str:
    held = world.table.next.carried if world.table else ()
    return " ".join(str(one.card) if one.card else "unknown" for one in held) or "nothing"


def _sign(world: ScenarioTable, value: Any) -> Iterator[str]:
    limits = world.table.limits if world.table else Limits()
    shown = sign_lines(world.rules, limits, world.table)
    world.reasons += shown
    wanted = _texts("sign", value)
    got = cited_lines(shown, wanted)
    if sorted(got) != sorted(wanted):
        yield f"sign: expected {wanted}, got {got}"


_CHECKS: dict[str, Callable[[ScenarioTable, Any], Iterator[str]]] = {
    "hands": _hands,
    "outcome": _outcome,
    **CARD_CHECKS,
    "why": _why,
    "announced": _announced,
    "settled": _settled,
    "returned": _all_returned,
    "phase": _plain("phase", _phase, PHASES),
    "cut_offered_to": _plain("cut_offered_to", _cut_offered_to),
    "held": _plain("held", _held),
    "voids": _plain("voids", lambda world: world.table.count.voids if world.table else 0),
    "sign": _sign,
    "layout": _layout,
    "advised": _advised,
    "stakes": _stakes,
    "chips": _chips,
    "left": _plain("left", lambda world: world.shoe.left if world.shoe else None),
    "cards_left": _plain("cards_left", lambda world: world.shoe.left if world.shoe else None),
    "stage": _plain(
        "stage", lambda world: world.shoe.stage if world.shoe else None, tuple(map(str, Stage))
    ),
    "in_front": _plain("in_front", _in_front),
    "burned": _plain("burned", lambda world: world.seen.burned),
    "shown": _plain(
        "shown", lambda world: str(world.seen.shown) if world.seen.shown else "nothing"
    ),
}
