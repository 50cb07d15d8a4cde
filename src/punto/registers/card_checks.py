"""Cards checked, ordered to be checked or shuffled, replaced and signed off."""

from collections.abc import Mapping, Sequence

from punto.aggregate.event import Register
from punto.journal import JournalLine
from punto.registers.row import Entry, belonging, entry, in_order
from punto.table.cards.checking import CardsVerified
from punto.table.cards.replacement import CardsReplaced
from punto.table.entries import CardCheckRecorded, CountMismatchRecorded


class CardCheck(Entry, frozen=True, kw_only=True):
    """A check, an order or a replacement of cards: of which shoe, and what was counted.

    ``complete`` is nothing where nothing was counted.
    """

    shoe: int = 0
    packs: int = 0
    cards: int = 0
    complete: bool | None = None
    device: str = ""


def card_checks(lines: Sequence[JournalLine]) -> tuple[CardCheck, ...]:
    """Return every check and replacement of cards, in order."""
    found = []
    checked: dict[str, CardsVerified] = {}
    for line in belonging(lines, Register.CARD_CHECKS):
        match line.event:
            case CardsVerified():
                checked[line.envelope.stream] = line.event
            case CardCheckRecorded() | CountMismatchRecorded() if line.envelope.stream in checked:
                # The check itself comes first and names nobody.
                found.append(_checked(line, checked.pop(line.envelope.stream)))
            case CardsReplaced():
                row = _plain(entry(line))
                found.append(_replaced(row, line.event))
            case _:
                found.append(_plain(entry(line)))
    return in_order(found)


def _plain(row: Entry, **more: int | bool | str) -> CardCheck:
    given = {name: getattr(row, name) for name in Entry.__struct_fields__}
    return CardCheck(**{**given, **more})


def _checked(line: JournalLine, check: CardsVerified) -> CardCheck:
    row = entry(line, f"{line.event.reasons[0].text.removeprefix('recorded: ')}{_odd(check)}")
    complete = row.kind == "card_check"
    return _plain(
        row,
        shoe=check.shoe,
        packs=check.decks,
        cards=check.count,
        complete=complete,
        device=check.device or "",
    )


def _odd(check: CardsVerified) -> str:
    """Return the faces of which there were too many or too few."""

    def listed(faces: Mapping[str, int]) -> str:
        return ", ".join(f"{count} {face}" for face, count in faces.items())

    parts = {"surplus": check.surplus, "missing": check.missing}
    return "".join(f"; {word}: {listed(faces)}" for word, faces in parts.items() if faces)


def _replaced(row: CardCheck, event: CardsReplaced) -> CardCheck:
    return _plain(row, shoe=event.number, cards=event.cards, packs=event.cards // 52)
