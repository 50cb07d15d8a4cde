"""A store read as one journal: what the log of a house holds of tables, tournaments and itself."""

from punto.clause import Malformed
from punto.cli.log.store_options import told_plainly
from punto.error_codes import ErrorCode
from punto.journal import JournalLine
from punto.rulebook.load import load
from punto.rulebook.schema import Edition
from punto.store.address import read_log
from punto.store.stream_kinds import HOUSE, TABLE, TOURNAMENT, of_kind

_KINDS = (TABLE, TOURNAMENT, HOUSE)


def journal_in(store: str, rulebook: str | None) -> tuple[Edition, list[JournalLine]]:
    """Return the lines of every stream of a store under one rulebook."""
    with told_plainly(), read_log(store) as log:
        heads = [head for head in log.streams() if head.kind in _KINDS]
        books = sorted({head.rulebook for head in heads})
        if rulebook is None and len(books) > 1:
            message = f"streams of this store are under {', '.join(books)}"
            raise Malformed(message, f"--rules {books[0]}", code=ErrorCode.TWO_RULEBOOKS)
        wanted = rulebook or next(iter(books), None)
        if wanted is None or wanted not in books:
            raise Malformed(
                f"nothing in this store is under {wanted or 'any rulebook'}",
                f"under: {', '.join(books)}" if books else None,
                code=ErrorCode.NOTHING_THERE,
            )
        lines: list[JournalLine] = []
        for head in heads:
            if head.rulebook == wanted:
                lines += map(of_kind(head.kind).entry, log.read(head.stream))
    return load(wanted), lines
