"""The commands that are possible at a table now, and why the others are not."""

from collections.abc import Collection
from functools import partial

from msgspec import Struct

from punto.aggregate.actor import DEALER
from punto.aggregate.command import Command
from punto.clause import Clauses, Malformed, Refused
from punto.cli.play.terminal_table import TerminalTable
from punto.cli.play.vocabulary import DEAL
from punto.error_codes import ErrorCode
from punto.notation.command_text import written
from punto.rulebook.elections import Origin
from punto.table.phase import Betting, Closed, Idle, Settling
from punto.table.views.legal import Option, options_of_all
from punto.table.wagers.placing import PlaceWager


class Now(Struct, frozen=True):
    """A command with a line that is possible now, or the reason why it is not."""

    name: str
    typed: str | None = None
    why: str = ""
    clause: Clauses = ()
    code: ErrorCode | None = None


def lines_now(driven: TerminalTable) -> dict[str, Now]:
    """Return every command by its name, including ``deal``."""
    listed = options_of_all(driven.rules, driven.table, driven.at)
    found = {option.name: _line_of_option(option) for option in listed}
    if found["place_wager"].typed is None and isinstance(driven.table.phase, Idle | Betting):
        found["place_wager"] = _wager_line(driven)
    found[DEAL] = _deal_line(driven)
    return found


def _line_of_option(option: Option) -> Now:
    if option.example is None or option.by is None:
        return Now(option.name, None, option.why, option.clause, option.code)
    return Now(option.name, line_of(option.by, option.example, option.asks))


def _refused_line(name: str, error: Refused | Malformed) -> Now:
    clause = error.clause if isinstance(error, Refused) else ()
    return Now(name, None, error.message, clause, error.code)


def line_of(by: str, command: Command, asks: Collection[str] = ()) -> str:
    """Return a command as a typed line; the dealer need not be named.

    ``asks`` names the fields that a person must fill in. They have placeholders in capitals.
    """
    return written(by, command, asks).removeprefix(f"{DEALER} ")


def _wager_line(driven: TerminalTable) -> Now:
    """Return a wager by a patron who has not joined, or before betting is open."""
    found = wager_now(driven)
    if isinstance(found, str):
        return Now("place_wager", found)
    return _refused_line("place_wager", found)


def wager_now(driven: TerminalTable) -> str | Refused | Malformed:
    """Return a line that places a wager now, or the error."""
    limits, rules = driven.table.limits, driven.rules
    least, most = limits.minimum or 0, limits.maximum or 0
    stakes = dict.fromkeys((10_000, 10 * least, least, most, min(rules.chips_cents)))
    wagers = dict.fromkeys(("banker", *rules.edition.wagering.main.value))
    names = dict.fromkeys(("ann", *(patron.name for patron in driven.table.patrons)))
    first_refusal: Refused | Malformed | None = None
    for name in names:
        for wager in wagers:
            for stake in stakes:
                if not stake:
                    continue
                command = PlaceWager(wager, stake)
                denial = driven.denial(partial(driven.carry_out, name, command))
                if denial is None:
                    return line_of(name, command)
                first_refusal = first_refusal or denial
    assert first_refusal is not None, "something was tried"
    return first_refusal


def _deal_line(driven: TerminalTable) -> Now:
    """Return whether a whole coup can be dealt; with real cards it is not tried."""
    real = driven.rules.origin is not Origin.VIRTUAL
    if real and not isinstance(driven.table.phase, Settling | Closed):
        return Now(DEAL, f'{DEAL} "9S 3D KH 4C"')
    refusal = driven.denial(driven.deal)
    return Now(DEAL, DEAL) if refusal is None else _refused_line(DEAL, refusal)
