"""Chips of tournaments: counted in front of entrants and back in stock, and what is missing."""

from collections.abc import Mapping, Sequence

from punto.journal import JournalLine, tournaments
from punto.money import dollars
from punto.registers.row import Entry, entry, in_order, words
from punto.tournament.money.stock import ChipsStocked, StockCounted
from punto.tournament.placing.chip_counts import ChipCountOrdered, ChipsCounted


class ChipCount(Entry, frozen=True, kw_only=True):
    """A count: of one entrant, or of the stock. ``missing`` is how many of each did not come back.

    Chips are no money: ``counted_cents`` and ``held_cents`` are their face value.
    """

    counted_cents: int = 0
    held_cents: int = 0
    missing: dict[int, int] = {}  # noqa: RUF012  a Struct copies it for each of its values


def chip_counts(lines: Sequence[JournalLine]) -> tuple[ChipCount, ...]:
    """Return every count of chips of a tournament, in order."""
    found = []
    for inside in tournaments(lines).values():
        for line in inside:
            event = line.event
            match event:
                case ChipCountOrdered():
                    found.append(_count(line, words(line) or "everybody's chips are counted"))
                case ChipsCounted():
                    same = event.cents == event.held_cents
                    text = "as on record" if same else "not as on record"
                    cents = event.cents, event.held_cents
                    found.append(_count(line, text, event.name, cents))
                case ChipsStocked():
                    cents = worth(event.pieces), 0
                    found.append(_count(line, "chips in stock", cents=cents))
                case StockCounted():
                    text = f"missing: {pieces(event.missing)}" if event.missing else "all back"
                    back, gone = worth(event.pieces), worth(event.missing)
                    row = _count(line, text, cents=(back, back + gone), missing=event.missing)
                    found.append(row)
                case _:
                    pass
    return in_order(found)


def _count(
    line: JournalLine,
    text: str,
    name: str = "",
    cents: tuple[int, int] = (0, 0),
    missing: Mapping[int, int] | None = None,
) -> ChipCount:
    row = entry(line, text, person=name)
    given = {field: getattr(row, field) for field in Entry.__struct_fields__}
    return ChipCount(
        **given, counted_cents=cents[0], held_cents=cents[1], missing=dict(missing or {})
    )


def worth(chips: Mapping[int, int]) -> int:
    """Return what chips come to by what stands on them."""
    return sum(face * count for face, count in chips.items())


def pieces(chips: Mapping[int, int]) -> str:
    """Return chips as they are counted: how many of each."""
    return ", ".join(
        f"{count} of {dollars(face).removeprefix('$')}" for face, count in chips.items()
    )
