"""Denied claims to prizes, and prizes that winners lost, with reason and notification."""

from collections.abc import Sequence

from msgspec.structs import replace

from punto.clause import merged
from punto.house.award.notification import AwardRefused, ClaimDenied, DeniedTold
from punto.journal import JournalLine, everything
from punto.registers.row import Entry, clauses, entry, in_order


class DeniedClaim(Entry, frozen=True, kw_only=True):
    """A denied claim. The person is a key; personal data is stored elsewhere.

    ``kept`` if name, address and reasons must be stored. ``told_at`` is zero until the person was
    told why.
    """

    promotion: int
    prize: int
    number: int
    kept: bool = False
    told_at: int = 0
    touched_at: int = 0


def denied_claims(lines: Sequence[JournalLine]) -> tuple[DeniedClaim, ...]:
    """Return all denied claims, in their state at the end of these lines."""
    claims: dict[tuple[str, int, int], DeniedClaim] = {}
    for line in everything(lines):
        event = line.event
        if isinstance(event, ClaimDenied | AwardRefused):
            row = entry(line, event.text, person=event.person)
            fields = {name: getattr(row, name) for name in Entry.__struct_fields__}
            claims[line.envelope.stream, event.promotion, event.number] = DeniedClaim(
                **fields,
                promotion=event.promotion,
                prize=event.prize,
                number=event.number,
                kept=isinstance(event, ClaimDenied) and event.kept,
                touched_at=line.envelope.at,
            )
        elif isinstance(event, DeniedTold):
            key = (line.envelope.stream, event.promotion, event.number)
            claims[key] = replace(
                claims[key],
                told_at=line.envelope.at,
                touched_at=line.envelope.at,
                clause=merged(claims[key].clause, clauses(line)),
            )
    return in_order(claims.values())
