"""What went wrong in dealing, and what was done about it."""

from collections.abc import Iterator, Sequence

from punto.journal import Line, everything
from punto.registers.row import Entry, entry, in_order, recorded
from punto.table import events as happened

KINDS = frozenset(
    {"dealing_error", "late_error", "late_error_reported", "cards_confirmed", "coup_rebuilt"}
    | {"card_corrected", "scan_differs", "display_differs", "wrong_patron", "wrong_scale"}
    | {"missed_burn", "missed_cut", "missed_shuffle", "shoe_played_on", "shoe_ran_out"}
    | {"cutting_card_differs", "cards_dropped", "limits_exceeded", "partner_bet_refused"}
)
# A card in excess is no line of a table's own register: it is where it went.
_EXCESS = happened.CardHeld | happened.CardRetired | happened.HeldCardExposed


def irregularities(lines: Sequence[Line]) -> tuple[Entry, ...]:
    """Return every irregularity, in order."""
    excess = [entry(line) for line in everything(lines) if isinstance(line.event, _EXCESS)]
    return in_order([*recorded(lines, KINDS), *excess, *_confirmed(lines)])


def _confirmed(lines: Sequence[Line]) -> Iterator[Entry]:
    """Yield outcomes that somebody confirmed though the shoe had read something else."""
    coups: dict[str, int] = {}
    for line in everything(lines):
        match line.event:
            case happened.CoupStarted(number=number):
                coups[line.stream] = number
            case happened.Unblocked(kind="scan_differs") if line.event.reasons:
                yield entry(line, kind="result_confirmed", coup=coups.get(line.stream, 0))
            case _:
                pass
