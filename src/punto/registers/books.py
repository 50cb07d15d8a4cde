"""All registers by their names: each a function of a rulebook and the lines of a journal."""

from collections.abc import Callable, Sequence

from punto.journal import Line
from punto.registers.approvals import approvals
from punto.registers.card_checks import card_checks
from punto.registers.chip_counts import chip_counts
from punto.registers.denied_claims import denied_claims
from punto.registers.devices import devices
from punto.registers.disputes import disputes
from punto.registers.entries import entries
from punto.registers.floats import floats
from punto.registers.incidents import incidents
from punto.registers.irregularities import irregularities
from punto.registers.limits import limits
from punto.registers.mispayments import mispayments
from punto.registers.notices import notices
from punto.registers.odd_cards import odd_cards
from punto.registers.row import Row
from punto.registers.voids import voids
from punto.rulebook.schema import Edition

Book = Callable[[Edition, Sequence[Line]], tuple[Row, ...]]


def _plain(book: Callable[[Sequence[Line]], tuple[Row, ...]]) -> Book:
    """Return a register for which the rulebook makes no difference."""
    return lambda _, lines: book(lines)


BOOKS: dict[str, Book] = {
    "mispayments": _plain(mispayments),
    "voids": _plain(voids),
    "irregularities": _plain(irregularities),
    "card_checks": _plain(card_checks),
    "limits": _plain(limits),
    "approvals": _plain(approvals),
    "incidents": incidents,
    "disputes": _plain(disputes),
    "devices": _plain(devices),
    "odd_cards": _plain(odd_cards),
    "floats": _plain(floats),
    "notices": _plain(notices),
    "denied_claims": _plain(denied_claims),
    "entries": _plain(entries),
    "chip_counts": _plain(chip_counts),
}
