"""The result of each wager of the last settled coup."""

from collections.abc import Iterator

from msgspec import Struct

from punto.clause import Clauses
from punto.rulebook.vocabulary import Ending
from punto.table.layout_wager import SettledWager
from punto.table.phase import Settling
from punto.table.table import Table


class Line(Struct, frozen=True, gc=False):
    """One wager with what became of it: what is paid, what is collected, what goes back.

    ``done`` once its chips have moved.
    """

    number: int
    patron: str
    wager: str
    box: int
    stake_cents: int
    ending: Ending
    outcome: str
    odds: str | None
    paid_cents: int
    collected_cents: int
    back_cents: int
    done: bool
    clause: Clauses


def receipt(table: Table, viewer: str | None, *, everybody: bool) -> tuple[Line, ...]:
    """Return the lines of the last coup, of one patron or of all."""
    return tuple(line for line in _settled_lines(table) if everybody or line.patron == viewer)


def _settled_lines(table: Table) -> Iterator[Line]:
    phase = table.phase
    if isinstance(phase, Settling):
        for bet in (*phase.early, *phase.settled):
            moved = phase.collected if bet.ending is Ending.LOSE else phase.paid
            yield _line_of_wager(bet, done=moved or bet in phase.early)
        return
    last = table.past.last
    if last is not None and not last.void:
        for bet in last.settled:
            yield _line_of_wager(bet, done=True)


def _line_of_wager(bet: SettledWager, *, done: bool) -> Line:
    wager = bet.wager
    return Line(
        number=wager.number,
        patron=wager.patron,
        wager=wager.wager,
        box=wager.box,
        stake_cents=wager.stake_cents,
        ending=bet.ending,
        outcome=bet.outcome,
        odds=bet.odds,
        paid_cents=bet.paid_cents,
        collected_cents=bet.collected_cents,
        back_cents=bet.returned_cents,
        done=done,
        clause=bet.result.clause,
    )
