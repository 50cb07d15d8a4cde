"""A store read as one journal: what the log of a house holds of tables, tournaments and itself."""

from itertools import groupby

from punto.clause import Malformed
from punto.cli.log.store import told_plainly
from punto.journal import Kind, Line, lines_of_log
from punto.rulebook.load import load
from punto.rulebook.schema import Edition
from punto.store.address import read_log
from punto.store.kinds import HOUSE, TABLE, TOURNAMENT, of_kind
from punto.store.recorded import Recorded

_KINDS: dict[str, Kind] = {TABLE: "table", TOURNAMENT: "tournament", HOUSE: "house"}
# A log that was taken in at once says itself when things happened; its envelope does not.
_TAKEN_IN = "import "


def journal_in(store: str, rulebook: str | None) -> tuple[Edition, list[Line]]:
    """Return the lines of every stream of a store under one rulebook."""
    with told_plainly(), read_log(store) as log:
        heads = [head for head in log.streams() if head.kind in _KINDS]
        books = sorted({head.rulebook for head in heads})
        if rulebook is None and len(books) > 1:
            said = f"streams of this store are under {', '.join(books)}"
            raise Malformed(said, f"--rules {books[0]}", code="two_rulebooks")
        wanted = rulebook or next(iter(books), None)
        if wanted is None or wanted not in books:
            raise Malformed(
                f"nothing in this store is under {wanted or 'any rulebook'}",
                f"under: {', '.join(books)}" if books else None,
                code="nothing_there",
            )
        lines: list[Line] = []
        for head in heads:
            if head.rulebook == wanted:
                lines += _lines(head.stream, _KINDS[head.kind], list(log.read(head.stream)))
    return load(wanted), lines


def _lines(stream: str, kind: Kind, kept: list[Recorded]) -> list[Line]:
    """Return the lines of a stream: when and by whom as its envelopes say."""
    read = of_kind(kept[0].kind).read_event
    found: list[Line] = []
    for taken_in, group in groupby(kept, key=lambda one: (one.key or "").startswith(_TAKEN_IN)):
        some = list(group)
        events = [read(one.payload) for one in some]
        if taken_in:
            inside = lines_of_log(stream, kind, events)
            first = some[0].version - 1
            found += [
                Line(stream, kind, first + line.version, line.at, line.by, line.title, line.event)
                for line in inside
            ]
            continue
        found += [
            Line(stream, kind, one.version, one.time_ms // 1000, one.actor, one.title, event)
            for one, event in zip(some, events, strict=True)
        ]
    return found
