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
    """Yield each expectation of a step that is not met."""
    for key, value in expected.items():
        if value == {}:
            raise ScenarioError(f"expect: {key} = {{}} cannot fail, so it can prove nothing")
        patron, _, wager = key.partition(" ")
        pairs = _compared_values(world, key, value)
        if pairs is not None:
            for got, wanted in pairs:
                if got != wanted:
                    yield f"{key}: expected {wanted}, got {got}"
        elif key in _CHECKS:
            yield from _CHECKS[key](world, value)
        elif patron in world.patrons and (not wager or wager in world.rules.edition.wagers):
            yield from _compare_net(world, patron, wager or None, str(value))
        else:
            raise _unknown_key(world, key)


def _compared_values(
    world: ScenarioTable, key: str, value: Any
) -> Iterator[tuple[Any, Any]] | None:
    """Return pairs of actual and expected values if a tournament, house or table has the key."""
    if key in TOURNAMENT_CHECKS and isinstance(world, ScenarioTournament):
        return TOURNAMENT_CHECKS[key](world, value)
    if key in HOUSE_CHECKS and isinstance(world, ScenarioHouse):
        return HOUSE_CHECKS[key](world, value)
    if key in TABLE_CHECKS and key not in _CHECKS and world.table is not None:
        return TABLE_CHECKS[key](world, world.table, value)
    return None


def _unknown_key(world: ScenarioTable, key: str) -> ScenarioError:
    patrons = sorted(world.patrons)
    settled = (f"{bet.placed.patron} {bet.placed.wager}" for bet in world.seen.settled)
    tournament = TOURNAMENT_CHECKS if isinstance(world, ScenarioTournament) else ()
    house = HOUSE_CHECKS if isinstance(world, ScenarioHouse) else ()
    known = (*_CHECKS, *TABLE_CHECKS, *tournament, *house, *patrons, *settled)
    return no_such(f"expect: unknown key {key!r}", key, known, "known here")


def line_differences(world: ScenarioTable, line: str) -> Iterator[str]:
    """Yield the differences from one ``expect`` line of a short scenario."""
    words = line.split()
    results = [str(result) for result in Result]
    if line.startswith("P "):
        yield from _compare_hands(world, line)
    elif len(words) == 2 and words[0] in results and "-" in words[1][1:]:
        yield from _compare_outcome(world, line)
    elif len(words) == 2 and words[0] in world.patrons:
        yield from _compare_net(world, words[0], None, words[1])
    elif len(words) == 3 and words[0] in world.patrons and words[1] == "returned":
        yield from _compare_returned_to(world, words[0], None, words[2])
    elif len(words) == 3 and words[0] in world.patrons:
        yield from _compare_net(world, words[0], words[1], words[2])
    elif words and words[0] == "why:":
        yield from _compare_why(world, line.removeprefix("why:").strip())
    else:
        raise ScenarioError(
            f"expect: {line!r} is no expectation",
            "hands, a result, 'ann +50', 'ann banker +50', 'ann returned 300' or 'why: ...'",
        )


def _equality_check(
    name: str, got: Callable[[ScenarioTable], Any], known: tuple[str, ...] = ()
) -> Callable[[ScenarioTable, Any], Iterator[str]]:
    def compare(world: ScenarioTable, value: Any) -> Iterator[str]:
        if known and value not in known:
            raise no_such(f"expect: there is no {name} {value!r}", value, known, f"{name}s")
        actual = got(world)
        if actual != value:
            yield f"{name}: expected {value}, got {actual}"

    return compare


def _compare_hands(world: ScenarioTable, value: Any) -> Iterator[str]:
    coup = world.seen.coup
    got = format_hands(coup.player, coup.banker) if coup else "no coup"
    if got.split() != str(value).split():
        yield f"hands: expected {value}, got {got}"


def _compare_outcome(world: ScenarioTable, value: Any) -> Iterator[str]:
    got = world.seen.coup.line if world.seen.coup else "no coup"
    if got != value:
        yield f"outcome: expected {value}, got {got}"


def _bets_of(world: ScenarioTable, patron: str, wager: str | None) -> list[AnySettled]:
    return [
        bet
        for bet in world.seen.settled
        if bet.placed.patron == patron and wager in (None, bet.placed.wager)
    ]


def _compare_net(world: ScenarioTable, patron: str, wager: str | None, value: str) -> Iterator[str]:
    settled = _bets_of(world, patron, wager)
    who = f"{patron} {wager}" if wager else patron
    wanted = parse_dollars(value.removeprefix("+"))
    played = world.table is not None and world.table.number > 0
    if not settled and not (played and wanted == 0 and wager is None):
        yield f"{who}: expected {value}, got no settled wager"
        return
    got = sum(bet.net_cents for bet in settled)
    if got != wanted:
        why = "; ".join(bet.reason.text for bet in settled)
        yield f"{who}: expected {value}, got {dollars(got)} ({why})"


def _compare_returned_to(
    world: ScenarioTable, patron: str, wager: str | None, value: str
) -> Iterator[str]:
    got = sum(bet.returned_cents for bet in _bets_of(world, patron, wager))
    if got != parse_dollars(value):
        who = f"{patron} {wager}" if wager else patron
        yield f"{who} returned: expected {value}, got {dollars(got)}"


def _compare_returned(world: ScenarioTable, value: Any) -> Iterator[str]:
    """Compare the returned stakes of each patron or of each wager."""
    if not isinstance(value, dict):
        raise ScenarioError(f"expect: returned is a table of patrons and dollars, not {value!r}")
    for key, wanted in value.items():
        patron, _, wager = str(key).partition(" ")
        if patron not in world.patrons or (wager and wager not in world.rules.edition.wagers):
            message = f"expect: returned: nobody wagered as {key!r}"
            raise no_such(message, key, sorted(world.patrons), "patrons")
        yield from _compare_returned_to(world, patron, wager or None, str(wanted))


def _text_list(key: str, value: Any) -> list[str]:
    texts = [value] if isinstance(value, str) else value
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise ScenarioError(f"expect: {key} is a text or a list of texts, not {value!r}")
    return texts


def _compare_why(world: ScenarioTable, value: Any) -> Iterator[str]:
    for line in _text_list("why", value):
        clause, wanted = _split_citation(world, line)
        texts = [
            reason.text for reason in world.reasons if named_in(clause, map(short, reason.clause))
        ]
        if not any(wanted in text for text in texts):
            yield f"why: expected {clause} to say {wanted!r}, got {texts or 'nothing'}"


def _split_citation(world: ScenarioTable, line: str) -> tuple[str, str]:
    """Split a line into the clause that it begins with and its text.

    Some clause names contain spaces, so the longest applied clause that fits is taken.
    """
    applied = {short(clause) for reason in world.reasons for clause in reason.clause}
    named = (name for name in {*applied, *map(stem, applied)} if line.startswith(f"{name} "))
    clause = max(named, key=len, default=line.partition(" ")[0])
    return clause, line[len(clause) :].strip()


def _compare_announced(world: ScenarioTable, value: Any) -> Iterator[str]:
    wanted = tuple(_text_list("announced", value))
    if world.seen.heard != wanted:
        yield f"announced: expected {list(wanted)}, got {list(world.seen.heard)}"


def _compare_settled(world: ScenarioTable, value: Any) -> Iterator[str]:
    got = [
        f"{bet.placed.patron} {bet.placed.wager} {_signed_dollars(bet.net_cents)}"
        for bet in world.seen.settled
    ]
    wanted = _text_list("settled", value)
    if got != wanted:
        yield f"settled: expected {wanted}, got {got}"


def _signed_dollars(cents: int) -> str:
    text = dollars(cents).replace("$", "").replace(",", "")
    return text if cents <= 0 else f"+{text}"


def _cutting_card_place(world: ScenarioTable) -> int | str:
    place = world.shoe.cutting_card if world.shoe else None
    return "nowhere" if place is None else place


def _phase_text(world: ScenarioTable) -> str:
    return phase_name(world.table.phase) if world.table else "none"


def _cut_offered_person(world: ScenarioTable) -> str:
    waiting = world.table.packs.cut.waiting if world.table else ()
    return waiting[0] if waiting else "nobody"


def _compare_layout(world: ScenarioTable, value: Any) -> Iterator[str]:
    got = world.table.layout_cents if world.table else 0
    if got != parse_dollars(str(value)):
        yield f"layout: expected {value}, got {dollars(got)}"


def _compare_chips(world: ScenarioTable, value: Any) -> Iterator[str]:
    if not isinstance(value, dict):
        raise ScenarioError(f"expect: chips is a table of patrons and dollars, not {value!r}")
    for name, wanted in value.items():
        patron = world.table.patron(name) if world.table else None
        got = patron.chips_cents if patron else None
        if got != parse_dollars(str(wanted)):
            shown = dollars(got) if got is not None else "nobody of that name"
            yield f"chips of {name}: expected {wanted}, got {shown}"


def _compare_advised(world: ScenarioTable, value: Any) -> Iterator[str]:
    patrons = world.table.patrons if world.table else ()
    got = [patron.name for patron in patrons if patron.advised]
    if got != _text_list("advised", value):
        yield f"advised: expected {value}, got {got}"


def _compare_stakes(world: ScenarioTable, value: Any) -> Iterator[str]:
    wagers = world.table.wagers if world.table else ()
    got = [
        f"{wager.patron} {wager.wager} {_signed_dollars(wager.stake_cents)[1:]}" for wager in wagers
    ]
    if got != _text_list("stakes", value):
        yield f"stakes: expected {value}, got {got}"


def _held_cards(world: ScenarioTable) -> str:
    cards = world.table.next.carried if world.table else ()
    return (
        " ".join(str(carried.card) if carried.card else "unknown" for carried in cards) or "nothing"
    )


def _compare_sign(world: ScenarioTable, value: Any) -> Iterator[str]:
    limits = world.table.limits if world.table else Limits()
    shown = sign_lines(world.rules, limits, world.table)
    world.reasons += shown
    wanted = _text_list("sign", value)
    got = cited_lines(shown, wanted)
    if sorted(got) != sorted(wanted):
        yield f"sign: expected {wanted}, got {got}"


_CHECKS: dict[str, Callable[[ScenarioTable, Any], Iterator[str]]] = {
    "hands": _compare_hands,
    "outcome": _compare_outcome,
    **CARD_CHECKS,
    "why": _compare_why,
    "announced": _compare_announced,
    "settled": _compare_settled,
    "returned": _compare_returned,
    "phase": _equality_check("phase", _phase_text, PHASES),
    "cut_offered_to": _equality_check("cut_offered_to", _cut_offered_person),
    "held": _equality_check("held", _held_cards),
    "voids": _equality_check("voids", lambda world: world.table.count.voids if world.table else 0),
    "sign": _compare_sign,
    "layout": _compare_layout,
    "advised": _compare_advised,
    "stakes": _compare_stakes,
    "chips": _compare_chips,
    "left": _equality_check("left", lambda world: world.shoe.left if world.shoe else None),
    "cards_left": _equality_check(
        "cards_left", lambda world: world.shoe.left if world.shoe else None
    ),
    "stage": _equality_check(
        "stage", lambda world: world.shoe.stage if world.shoe else None, tuple(map(str, Stage))
    ),
    "in_front": _equality_check("in_front", _cutting_card_place),
    "burned": _equality_check("burned", lambda world: world.seen.burned),
    "shown": _equality_check(
        "shown", lambda world: str(world.seen.shown) if world.seen.shown else "nothing"
    ),
}
