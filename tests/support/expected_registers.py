"""What the registers should say, written down by whoever makes things happen: no engine is asked.

A story is one row of a register as it grows: what it says from each moment on.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from support.sydney_times import local

Cells = dict[str, Any]
BOOK = "nsw-2024"
WHO: Cells = {"by": "", "title": "", "clause": ()}
ENTRY: Cells = {"coup": None, "kind": "", "text": "", "person": "", "to": (), **WHO}
NOTICE: Cells = {name: cell for name, cell in ENTRY.items() if name != "person"}
VOID: Cells = {
    **{name: cell for name, cell in ENTRY.items() if name != "to"},
    "returned_cents": 0,
    "reversed_cents": 0,
    "owed_cents": 0,
    "forfeited_cents": 0,
}
CHECK: Cells = {
    "shoe": None,
    "packs": None,
    "cards": None,
    "kind": "",
    "text": "",
    "complete": None,
    "device": "",
    **WHO,
}
WRONG: Cells = {
    "number": 0,
    "coup": 0,
    "patron": "",
    "wager": "",
    "over": "over",
    "cents": 0,
    "paid_at": None,
    "state": "open",
    "cured_at": None,
    "enquiry": "",
    "enquired_at": None,
    "intentional": None,
    "suspected": None,
    "steps": (),
    "identified": None,
    "back_cents": None,
    "breach": True,
    "tasks": (),
    **WHO,
}
DENIED: Cells = {
    "promotion": 1,
    "prize": 0,
    "number": 0,
    "person": "",
    "text": "",
    "kept": False,
    "told_at": None,
    **WHO,
}
STEP: Cells = {"person": "", "kind": "", "text": "", "cents": None, **WHO}
COUNT: Cells = {"kind": "", "person": "", "counted": 0, "held": 0, "text": "", **WHO}
BLANK: dict[str, Cells] = {
    "voids": VOID,
    "card_checks": CHECK,
    "mispayments": WRONG,
    "notices": NOTICE,
    "denied_claims": DENIED,
    "entries": STEP,
    "chip_counts": COUNT,
}


@dataclass
class Story:
    """One row of a register: who was where, and what stood there from each moment on."""

    book: str
    stream: str
    at: int
    then: list[tuple[int, Cells]]

    def now(self, **cells: Any) -> Cells:
        """Return what stands there now, with other cells."""
        return {**self.then[-1][1], **cells}

    def go_on(self, at: int, *clauses: str, **cells: Any) -> None:
        """Let something happen to it; clauses are added."""
        last = self.then[-1][1]
        self.then.append((at, {**last, **cells, "clause": (*last["clause"], *clauses)}))

    def row(self, until: int) -> Cells | None:
        """Return the row as it stood before a moment."""
        known = [cells for at, cells in self.then if at < until]
        return known[-1] if known else None

    def touched(self, until: int) -> int:
        """Return when it last changed before a moment."""
        return max((at for at, _ in self.then if at < until), default=-1)


@dataclass
class Kept:
    """Everything that was done, by register; and what each table won, moment by moment."""

    stories: list[Story] = field(default_factory=list)
    coups: list[tuple[int, str]] = field(default_factory=list)
    bought: list[tuple[int, str, int]] = field(default_factory=list)
    house_won: list[tuple[int, str, int]] = field(default_factory=list)
    # Whoever acted last: what is written down then is theirs, unless it says otherwise.
    by: str = ""

    def row(self, book: str, at: int, stream: str, *clauses: str, **cells: Any) -> Story:
        """Write a row down; whoever is told of it is in the register of notices too."""
        blank = BLANK.get(book, ENTRY)
        unknown = cells.keys() - blank.keys()
        assert not unknown, unknown
        who = {"by": self.by, "title": title_of(self.by)}
        story = Story(book, stream, at, [(at, {**blank, **who, **cells, "clause": clauses})])
        self.stories.append(story)
        if cells.get("to") and book != "notices":
            told = {name: cell for name, cell in cells.items() if name in NOTICE}
            self.row("notices", at, stream, *clauses, **told)
        return story

    def expected(self, book: str, since: int, until: int) -> list[Cells]:
        """Return the rows that something happened to in a span, as they stood at its end."""
        found = []
        for story in self.stories:
            row = story.row(until)
            if story.book == book and row is not None and since <= story.touched(until):
                found.append(self.shown(story, row))
        return plain_rows(found)

    def shown(self, story: Story, row: Cells) -> Cells:
        """Return a row as it is printed."""
        when = "known_at" if story.book == "mispayments" else "at"
        full = {when: local(story.at), "stream": story.stream, **row}
        return plain({**full, "clause": [f"{BOOK}/{one}" for one in dict.fromkeys(row["clause"])]})


def title_of(name: str) -> str:
    """Return the title under which somebody acts: a title is its own."""
    return name if name in ("", "dealer") or "_" in name else "patron"


def plain(row: Cells) -> Cells:
    """Return a row whose clauses are in no order, and without its line in the log."""
    found = {
        name: list(cell) if isinstance(cell, tuple) else cell
        for name, cell in row.items()
        if name != "version"
    }
    return {**found, "clause": sorted(found["clause"])} if "clause" in found else found


def plain_rows(rows: Sequence[Cells]) -> list[Cells]:
    """Return rows to be compared."""
    return sorted(map(plain, rows), key=lambda row: str(dict(sorted(row.items()))))
