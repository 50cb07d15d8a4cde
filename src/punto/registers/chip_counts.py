"""Chip counts of tournaments: of entrants and of the stock, with missing chips."""

from collections.abc import Mapping, Sequence

from punto.journal import JournalLine, tournaments
from punto.money import dollars
from punto.registers.row import EventRow, event_row, reason_text, rows_by_time
from punto.tournament.money.stock import ChipsStocked, StockCounted
from punto.tournament.placing.chip_counts import ChipCountOrdered, ChipsCounted


class ChipCountRow(EventRow, frozen=True, kw_only=True):
    """A count of an entrant or of the stock. ``missing`` are missing chips by denomination.

    Chips are not money: ``counted_cents`` and ``held_cents`` are their face value.
    """

    counted_cents: int = 0
    held_cents: int = 0
    missing: dict[int, int] = {}  # noqa: RUF012  a Struct copies it for each of its values


def chip_counts(lines: Sequence[JournalLine]) -> tuple[ChipCountRow, ...]:
    """Return all chip counts of tournaments, in order."""
    rows = []
    for tournament_lines in tournaments(lines).values():
        for line in tournament_lines:
            event = line.event
            match event:
                case ChipCountOrdered():
                    rows.append(
                        _count_row(line, reason_text(line) or "everybody's chips are counted")
                    )
                case ChipsCounted():
                    is_same = event.cents == event.held_cents
                    text = "as on record" if is_same else "not as on record"
                    cents = event.cents, event.held_cents
                    rows.append(_count_row(line, text, event.name, cents))
                case ChipsStocked():
                    cents = face_value_cents(event.pieces), 0
                    rows.append(_count_row(line, "chips in stock", cents=cents))
                case StockCounted():
                    text = f"missing: {pieces_text(event.missing)}" if event.missing else "all back"
                    returned_cents, missing_cents = (
                        face_value_cents(event.pieces),
                        face_value_cents(event.missing),
                    )
                    row = _count_row(
                        line,
                        text,
                        cents=(returned_cents, returned_cents + missing_cents),
                        missing=event.missing,
                    )
                    rows.append(row)
                case _:
                    pass
    return rows_by_time(rows)


def _count_row(
    line: JournalLine,
    text: str,
    name: str = "",
    cents: tuple[int, int] = (0, 0),
    missing: Mapping[int, int] | None = None,
) -> ChipCountRow:
    row = event_row(line, text, person=name)
    fields = {field: getattr(row, field) for field in EventRow.__struct_fields__}
    return ChipCountRow(
        **fields, counted_cents=cents[0], held_cents=cents[1], missing=dict(missing or {})
    )


def face_value_cents(chips: Mapping[int, int]) -> int:
    """Return the face value of chips in cents."""
    return sum(face * count for face, count in chips.items())


def pieces_text(chips: Mapping[int, int]) -> str:
    """Return chips as text, with the number of each denomination."""
    return ", ".join(
        f"{count} of {dollars(face).removeprefix('$')}" for face, count in chips.items()
    )
