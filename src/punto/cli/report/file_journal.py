"""Log files read as one journal: the first event of a file says what its stream is."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from punto.aggregate.envelope import LogEntry
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.journal import JournalLine
from punto.log_file import read_file
from punto.rulebook.load import load
from punto.rulebook.schema import Edition


def journal_of(paths: Sequence[Path]) -> tuple[Edition, list[JournalLine]]:
    """Return the lines of several logs and the rulebook that all of them are under.

    A stream is called as its file is, without the ending.
    """
    if not paths:
        raise Malformed("name at least one log", "--log table7.jsonl", code=ErrorCode.INCOMPLETE)
    streams: dict[str, Path] = {}
    lines: list[JournalLine] = []
    books: dict[str, Path] = {}
    for path in paths:
        if path.stem in streams:
            message = f"{streams[path.stem]} and {path} would both be called {path.stem}"
            raise Malformed(message, "every log has a name of its own", code=ErrorCode.SAME_NAME)
        streams[path.stem] = path
        held = read_file(path)
        books.setdefault(held.rulebook, path)
        lines += (
            LogEntry(replace(entry.envelope, stream=path.stem), entry.event)
            for entry in held.entries
        )
    if len(books) > 1:
        (rulebook, first), (other, second) = list(books.items())[:2]
        message = f"{first} is under {rulebook}, {second} under {other}"
        raise Malformed(message, "a report is under one rulebook", code=ErrorCode.TWO_RULEBOOKS)
    return load(next(iter(books))), lines
