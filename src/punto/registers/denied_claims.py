"""Denied claims to prizes, and prizes that winners lost, with reason and notification."""

from collections.abc import Sequence

from msgspec.structs import replace

from punto.clause import merged
from punto.house.award.notification import AwardRefused, ClaimDenied, DeniedTold
from punto.journal import JournalLine, everything
from punto.registers.row import EventRow, event_row, reason_clauses, rows_by_time


class DeniedClaimRow(EventRow, frozen=True, kw_only=True):
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


def denied_claims(lines: Sequence[JournalLine]) -> tuple[DeniedClaimRow, ...]:
    """Return all denied claims, in their state at the end of these lines."""
    claims: dict[tuple[str, int, int], DeniedClaimRow] = {}
    for line in everything(lines):
        event = line.event
        if isinstance(event, ClaimDenied | AwardRefused):
            row = event_row(line, event.text, person=event.person)
            fields = {name: getattr(row, name) for name in EventRow.__struct_fields__}
            claims[line.envelope.stream, event.promotion, event.number] = DeniedClaimRow(
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
                clause=merged(claims[key].clause, reason_clauses(line)),
            )
    return rows_by_time(claims.values())
