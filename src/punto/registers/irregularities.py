"""What went wrong in dealing, and what was done about it."""

from collections.abc import Iterator, Sequence

from punto.journal import Line, in_coups
from punto.registers.row import Entry, entry, in_order, recorded
from punto.table import events as happened

KINDS = frozenset(
    {"dealing_error", "late_error", "late_error_reported", "cards_confirmed", "coup_rebuilt"}
    | {"card_corrected", "scan_differs", "display_differs", "wrong_patron", "wrong_scale"}
    | {"missed_burn", "missed_cut", "missed_shuffle", "shoe_played_on", "shoe_ran_out"}
    | {"cutting_card_differs", "cards_dropped", "limits_exceeded", "partner_bet_refused"}
)
# What became of a card in error is no line of a table's own register: it is where it went.
_CARDS = (
    happened.CardMisplaced
    | happened.CardHeld
    | happened.CardRetired
    | happened.HeldCardExposed
    | happened.HeldCardSwept
)


def irregularities(lines: Sequence[Line]) -> tuple[Entry, ...]:
    """Return every irregularity, in order."""
    return in_order([*recorded(lines, KINDS), *_in_events(lines)])


def _in_events(lines: Sequence[Line]) -> Iterator[Entry]:
    """Yield cards in error, and outcomes confirmed though the shoe had read something else."""
    for line, coup in in_coups(lines):
        match line.event:
            case event if isinstance(event, _CARDS) and event.reasons:
                yield entry(line, coup=coup)
            case happened.Unblocked(kind="scan_differs") if line.event.reasons:
                yield entry(line, kind="result_confirmed", coup=coup)
            case _:
                pass
