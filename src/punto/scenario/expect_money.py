"""What a scenario expects of conditions, entries and money of a tournament."""

from collections.abc import Callable, Iterator
from typing import Any

from punto.money import dollars, parse_dollars
from punto.scenario.cited_lines import cited_lines
from punto.scenario.errors import ScenarioError, no_such
from punto.scenario.tournament import ScenarioTournament
from punto.tournament.entrant_lookup import entrant_named
from punto.tournament.entry.topics import published_conditions
from punto.tournament.money.prize_sheet import prize_sheet

Pair = tuple[Any, Any]

# What the purse holds, under the words of a scenario.
_PURSE = {
    "fees": "fees_cents",
    "bought": "bought_cents",
    "chips_sold": "chips_sold_cents",
    "refunded": "refunded_cents",
    "kept": "kept_cents",
    "added": "added_cents",
    "borne": "borne_cents",
    "odd": "odd_cents",
    "paid": "paid_cents",
}


def _mapping(key: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ScenarioError(f"expect: {key} is a table, not {value!r}")
    return value


def _text_list(key: str, value: Any) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise ScenarioError(f"expect: {key} is a list of texts, not {value!r}")
    return value


def _dollar_text(cents: int) -> str:
    return dollars(cents).replace("$", "").replace(",", "")


def _compare_terms(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    shown, wanted = published_conditions(arena.rules, arena.tournament), _text_list("terms", value)
    arena.reasons += shown
    lines = cited_lines(shown, wanted)
    # A scenario names the lines that it is about.
    for line in wanted:
        yield line if line in lines else f"none of {lines}", line


def _compare_terms_lack(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    lines = [line.clause for line in published_conditions(arena.rules, arena.tournament)]
    short = {clause.partition("/")[2] for clauses in lines for clause in clauses}
    for clause in _text_list("terms_lack", value):
        yield clause in short, False


def _compare_purse(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for name, wanted in _mapping("purse", value).items():
        if name not in _PURSE:
            raise no_such(f"expect: purse has no {name!r}", name, _PURSE, "it has")
        cents = getattr(arena.tournament.purse, _PURSE[name])
        yield f"{name} {_dollar_text(cents)}", f"{name} {_dollar_text(parse_dollars(str(wanted)))}"


def _compare_entrant_field(field: str) -> Callable[[ScenarioTournament, Any], Iterator[Pair]]:
    def compare(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
        for name, wanted in _mapping(field, value).items():
            cents = getattr(entrant_named(arena.tournament, name), field)
            yield (
                f"{name} {_dollar_text(cents)}",
                f"{name} {_dollar_text(parse_dollars(str(wanted)))}",
            )

    return compare


def _compare_prize_sheet(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    lines = prize_sheet(arena.rules, arena.tournament)
    yield [line.text for line in lines], _text_list("prize_sheet", value)


def _compare_goods(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    for name, wanted in _mapping("goods", value).items():
        yield list(entrant_named(arena.tournament, name).goods), wanted


def _compare_missing_chips(arena: ScenarioTournament, value: Any) -> Iterator[Pair]:
    missing = arena.tournament.stock.missing
    yield {_dollar_text(cents): number for cents, number in missing.items()} or "none", value


MONEY_CHECKS: dict[str, Callable[[ScenarioTournament, Any], Iterator[Pair]]] = {
    "terms": _compare_terms,
    "terms_lack": _compare_terms_lack,
    "purse": _compare_purse,
    "fee": _compare_entrant_field("paid_cents"),
    "refund": _compare_entrant_field("refunded_cents"),
    "cash": _compare_entrant_field("cash_cents"),
    "prize_sheet": _compare_prize_sheet,
    "goods": _compare_goods,
    "missing_chips": _compare_missing_chips,
}
