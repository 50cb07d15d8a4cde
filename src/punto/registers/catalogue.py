"""All registers by name. Each is a function of the lines of a journal."""

from collections.abc import Callable, Sequence

from punto.journal import JournalLine
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
from punto.registers.missing_and_foreign_cards import odd_cards
from punto.registers.notices import notices
from punto.registers.row import Row
from punto.registers.voids import voids

RegisterFunction = Callable[[Sequence[JournalLine]], tuple[Row, ...]]

REGISTERS: dict[str, RegisterFunction] = {
    "mispayments": mispayments,
    "voids": voids,
    "irregularities": irregularities,
    "card_checks": card_checks,
    "limits": limits,
    "approvals": approvals,
    "incidents": incidents,
    "disputes": disputes,
    "devices": devices,
    "odd_cards": odd_cards,
    "floats": floats,
    "notices": notices,
    "denied_claims": denied_claims,
    "entries": entries,
    "chip_counts": chip_counts,
}
