"""Checks, ordered checks and shuffles, and replacements of cards."""

from collections.abc import Mapping, Sequence

from punto.aggregate.event import Register
from punto.journal import JournalLine
from punto.registers.row import EventRow, event_row, lines_of_register, rows_by_time
from punto.table.cards.checking import CardsVerified
from punto.table.cards.replacement import CardsReplaced
from punto.table.entries import CardCheckRecorded, CountMismatchRecorded


class CardCheckRow(EventRow, frozen=True, kw_only=True):
    """A check, an order or a replacement of cards: its shoe, and the counts.

    ``complete`` is ``None`` if nothing was counted.
    """

    shoe: int = 0
    packs: int = 0
    cards: int = 0
    complete: bool | None = None
    device: str = ""


def card_checks(lines: Sequence[JournalLine]) -> tuple[CardCheckRow, ...]:
    """Return all checks and replacements of cards, in order."""
    rows = []
    checks_by_stream: dict[str, CardsVerified] = {}
    for line in lines_of_register(lines, Register.CARD_CHECKS):
        match line.event:
            case CardsVerified():
                checks_by_stream[line.envelope.stream] = line.event
            case CardCheckRecorded() | CountMismatchRecorded() if (
                line.envelope.stream in checks_by_stream
            ):
                # The check itself is an earlier event and does not name a person.
                rows.append(_check_row(line, checks_by_stream.pop(line.envelope.stream)))
            case CardsReplaced():
                row = _card_check(event_row(line))
                rows.append(_replacement_row(row, line.event))
            case _:
                rows.append(_card_check(event_row(line)))
    return rows_by_time(rows)


def _card_check(row: EventRow, **card_fields: int | bool | str) -> CardCheckRow:
    fields = {name: getattr(row, name) for name in EventRow.__struct_fields__}
    return CardCheckRow(**{**fields, **card_fields})


def _check_row(line: JournalLine, check: CardsVerified) -> CardCheckRow:
    row = event_row(
        line, f"{line.event.reasons[0].text.removeprefix('recorded: ')}{_wrong_counts_text(check)}"
    )
    complete = row.kind == "card_check"
    return _card_check(
        row,
        shoe=check.shoe,
        packs=check.decks,
        cards=check.count,
        complete=complete,
        device=check.device or "",
    )


def _wrong_counts_text(check: CardsVerified) -> str:
    """Return the faces that were counted too often or not often enough, as text."""

    def counts_text(faces: Mapping[str, int]) -> str:
        return ", ".join(f"{count} {face}" for face, count in faces.items())

    faces_by_label = {"surplus": check.surplus, "missing": check.missing}
    return "".join(
        f"; {label}: {counts_text(faces)}" for label, faces in faces_by_label.items() if faces
    )


def _replacement_row(row: CardCheckRow, event: CardsReplaced) -> CardCheckRow:
    return _card_check(row, shoe=event.number, cards=event.cards, packs=event.cards // 52)
