"""Claims to prizes that were denied, and prizes that winners lost: why, and when they were told."""

from collections.abc import Sequence

from msgspec.structs import replace

from punto.clause import merged
from punto.house.award.notification import AwardRefused, ClaimDenied, DeniedTold
from punto.journal import JournalLine, everything
from punto.registers.row import Entry, clauses, entry, in_order


class DeniedClaim(Entry, frozen=True, kw_only=True):
    """A claim that was not met. A person stands as a key: what is known of them is kept apart.

    ``kept`` if name, address and reasons have to be kept; ``told_at`` is nought until somebody
    told them why.
    """

    promotion: int
    prize: int
    number: int
    kept: bool = False
    told_at: int = 0
    touched_at: int = 0


def denied_claims(lines: Sequence[JournalLine]) -> tuple[DeniedClaim, ...]:
    """Return every denied claim as it stands at the end of these lines."""
    found: dict[tuple[str, int, int], DeniedClaim] = {}
    for line in everything(lines):
        event = line.event
        if isinstance(event, ClaimDenied | AwardRefused):
            row = entry(line, event.text, person=event.person)
            given = {name: getattr(row, name) for name in Entry.__struct_fields__}
            found[line.envelope.stream, event.promotion, event.number] = DeniedClaim(
                **given,
                promotion=event.promotion,
                prize=event.prize,
                number=event.number,
                kept=isinstance(event, ClaimDenied) and event.kept,
                touched_at=line.envelope.at,
            )
        elif isinstance(event, DeniedTold):
            key = (line.envelope.stream, event.promotion, event.number)
            found[key] = replace(
                found[key],
                told_at=line.envelope.at,
                touched_at=line.envelope.at,
                clause=merged(found[key].clause, clauses(line)),
            )
    return in_order(found.values())
