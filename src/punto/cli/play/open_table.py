"""Opens a new table with a shoe that is ready, or continues the table of a log."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from punto.aggregate.actor import DEALER
from punto.clause import Malformed, Reason
from punto.cli.election_options import as_usage
from punto.cli.play.terminal_table import START, TerminalTable
from punto.driver.driver import Position
from punto.driver.table import TableDriver, game_in_play
from punto.error_codes import ErrorCode
from punto.log_file import FileLog, continued_file, read_file
from punto.notation.shoe import laid_out
from punto.rulebook.elect import Elections, TableRules
from punto.rulebook.elections import Origin
from punto.shoe import Shoe, Stage, shoe_rules
from punto.shoe_preparation import Prepared, burn_procedure, prepare
from punto.table.cards.burning import Burn
from punto.table.opening.creation import TableSetUp
from punto.table.registry import replay


class Wanted(Struct, frozen=True):
    """The options of a table: its cards by a seed or in an order, its float, its log."""

    seed: int
    shoe: str | None
    float_cents: int
    log: Path | None = None


class Begun(Struct, frozen=True):
    """A table, the reasons of its preparation, and how many events its log had before."""

    driven: TerminalTable
    reasons: Sequence[Reason]
    continued: int = 0


def begin(rules: TableRules, elections: Elections, wanted: Wanted) -> Begun:
    """Return a table with its cards prepared, as far as that needs no input."""
    path = wanted.log
    if path is not None and path.exists():
        return _continue_table(path, rules, elections)
    # With a given order, every later shuffle is the same in each run.
    random = Random(wanted.seed if wanted.shoe is None else 0)  # noqa: S311  a shoe for show
    if rules.origin is not Origin.VIRTUAL:
        game = game_in_play(rules, elections, _real_shoe(rules), wanted.float_cents, at=START)
        return Begun(TerminalTable(game), ())
    if wanted.shoe is not None:
        with as_usage():
            prepared = laid_out(rules, wanted.shoe, Stage.READY)
        game = game_in_play(
            rules, elections, prepared, wanted.float_cents, random.randrange, at=START
        )
        return Begun(TerminalTable(game), ())
    prepared = prepare(rules, random.randrange)
    burns = prepared.shoe.burned > 0
    game = game_in_play(
        rules,
        elections,
        _before_burn(prepared) if burns else prepared,
        wanted.float_cents,
        random.randrange,
        at=START,
    )
    if burns:
        # The dealer burns with a command, so that the log records it and views can show it.
        game.act(DEALER, Burn(*burn_procedure(rules)), clock=START)
    return Begun(TerminalTable(game), prepared.reasons)


def _before_burn(prepared: Prepared) -> Prepared:
    """Return a shoe before the burn."""
    shoe = replace(prepared.shoe, stage=Stage.LOADED, drawn=0, burned=0, seen={})
    return replace(prepared, shoe=shoe)


def _real_shoe(rules: TableRules) -> Prepared:
    """Return a shoe of real cards; the position of its cutting card is not known."""
    stage = Stage.LOADED if shoe_rules(rules).burn else Stage.READY
    made = laid_out(rules, None, stage)
    shoe: Shoe = replace(made.shoe, cutting_card=None)
    return replace(made, shoe=shoe)


def _continue_table(path: Path, rules: TableRules, elections: Elections) -> Begun:
    """Return the table of a log that is continued."""
    held = read_file(path)
    _check_continues(path, held, rules, elections)
    entries = held.entries
    game = TableDriver(rules, Position(replay(entries), len(entries)), entries)
    driven = TerminalTable(game)
    driven.start_log(continued_file(path, held))
    return Begun(driven, (), len(game.log))


def _check_continues(
    path: Path, held: FileLog, rules: TableRules, elections: Elections
) -> TableSetUp:
    """Return the first event of a log that can be continued here, or raise an error."""
    first = held.entries[0].event
    if not isinstance(first, TableSetUp):
        raise Malformed(f"{path} does not begin with a table", code=ErrorCode.UNREADABLE)
    if first.elections.origin is Origin.VIRTUAL:
        raise Malformed(
            f"{path} cannot be continued: the order of its cards is not in it",
            "only a table whose cards are keyed goes on: --choose origin=keyed",
            code=ErrorCode.LOG_EXISTS,
        )
    same = (first.rulebook, first.elections) == (rules.edition.id, elections)
    if not same:
        raise Malformed(
            f"{path} was begun under {first.rulebook} with other elections",
            "give the same options again, or another file",
            code=ErrorCode.LOG_EXISTS,
        )
    return first
