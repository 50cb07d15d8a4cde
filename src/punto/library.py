"""What an embedder needs, and no more: tables opened in one line."""

import secrets
from collections.abc import Iterable
from typing import Any

from punto.aggregate.envelope import LogEntry
from punto.clause import Malformed
from punto.driver.driver import ONLY, Position
from punto.driver.house import Premises, new_premises
from punto.driver.table import TableDriver, game_in_play, new_game
from punto.error_codes import ErrorCode
from punto.log_file import read_lines, written
from punto.money import parse_dollars
from punto.notation.elections import elections
from punto.rulebook.elect import elect
from punto.rulebook.elect_table import with_sign
from punto.rulebook.elections import Elections, Origin
from punto.rulebook.load import known, load
from punto.shoe import RandBelow
from punto.shoe_preparation import prepare
from punto.table.base_classes import TableEvent
from punto.table.opening.creation import TableSetUp
from punto.table.registry import replay
from punto.virtual_cards import Sealed

# The published name of a table in memory.
Game = TableDriver
FLOAT_DOLLARS = 1_000_000


def open_table(
    rulebook: str,
    *,
    float_dollars: int = FLOAT_DOLLARS,
    randbelow: RandBelow = secrets.randbelow,
    **elected: Any,
) -> Game:
    """Return an open table with a shoe that was shuffled, cut and burned by its rulebook.

    ``elected`` is what the house chooses, in the words of a scenario: ``minimum=25``,
    ``settlement="even_money"``, ``offer=["tiger"]``. The first settlement is taken if none is
    named. ``randbelow`` gives a number below another; the operating system's own if left out.
    """
    chosen = _chosen(rulebook, elected)
    rules = elect(load(rulebook), chosen)
    prepared = prepare(rules, randbelow)
    return game_in_play(rules, chosen, prepared, parse_dollars(str(float_dollars)), randbelow)


def new_table(
    rulebook: str,
    *,
    float_dollars: int = FLOAT_DOLLARS,
    randbelow: RandBelow = secrets.randbelow,
    **elected: Any,
) -> Game:
    """Return a table set up and closed, with new packs on it: everything is still to be done."""
    chosen = _chosen(rulebook, elected)
    return new_game(rulebook, chosen, parse_dollars(str(float_dollars)), randbelow=randbelow)


def open_house(rulebook: str, name: str, zone: str | None = None) -> Premises:
    """Return a house that keeps a rulebook; its clocks are those of its venues if no zone is named.

    It offers promotions, knows what is owed to whom by when, and keeps what it decided.
    """
    edition = load(known(rulebook))
    return new_premises(edition, name, zone or edition.instrument.zone or "UTC")


def _chosen(rulebook: str, elected: dict[str, Any]) -> Elections:
    edition = load(known(rulebook))
    first = edition.settlement.schemes.value[0]
    return with_sign(edition, elections({"settlement": first, **elected}))


def resume(
    log: Iterable[LogEntry[TableEvent]],
    cards: Sealed | None = None,
    *,
    randbelow: RandBelow = secrets.randbelow,
) -> Game:
    """Return the table that a log describes; a virtual one also needs the order of its cards."""
    entries = list(log)
    first = entries[0].event if entries else None
    if not isinstance(first, TableSetUp):
        raise Malformed("a log begins with the table being set up", code=ErrorCode.UNREADABLE)
    rules = elect(load(known(first.rulebook)), first.elections)
    if rules.origin is Origin.VIRTUAL and cards is None:
        raise Malformed("the cards of this table are virtual: give their order as well")
    if rules.origin is not Origin.VIRTUAL and cards is not None:
        raise Malformed("the cards of this table are real: nobody has their order")
    try:
        table = replay(entries)
    except AssertionError:
        raise Malformed(
            "an event of this log is missing or out of turn", code=ErrorCode.UNREADABLE
        ) from None
    size = table.shoe.size
    if cards is not None and len(cards.cards) != size:
        raise Malformed(
            f"{len(cards.cards)} cards are in that order, {size} in the shoe of the log"
        )
    shoes = {} if cards is None else {ONLY: cards}
    return TableDriver(rules, Position(table, len(entries), shoes), entries, randbelow)


def write_log(game: Game) -> bytes:
    """Return the log of a table as JSON Lines, one event in its envelope a line."""
    return written(game.log)


def read_log(text: bytes) -> list[LogEntry[TableEvent]]:
    """Return the entries of a log written as JSON Lines."""
    return [*read_lines(text).entries]
