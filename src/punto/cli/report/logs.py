"""Logs read as one journal: a file says by its first event what it is."""

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from punto.clause import Malformed
from punto.codec import read_event, read_house_event, read_tournament_event
from punto.house.birth import HouseSetUp
from punto.journal import Happened, Kind, Line, lines_of_log
from punto.rulebook.load import load
from punto.rulebook.schema import Edition
from punto.table.events import TableSetUp
from punto.tournament.birth import TournamentSetUp

_BIRTHS = (TableSetUp, TournamentSetUp, HouseSetUp)
_READ: dict[str, tuple[Kind, Callable[[bytes], Happened]]] = {
    "table_set_up": ("table", read_event),
    "tournament_set_up": ("tournament", read_tournament_event),
    "house_set_up": ("house", read_house_event),
}


class _Tagged(msgspec.Struct):
    """As much of an event as says what it is."""

    type: str = ""


def journal_of(paths: Sequence[Path]) -> tuple[Edition, list[Line]]:
    """Return the lines of several logs and the rulebook that all of them are under.

    A stream is called as its file is, without the ending.
    """
    if not paths:
        raise Malformed("name at least one log", "--log table7.jsonl", code="incomplete")
    streams: dict[str, Path] = {}
    lines: list[Line] = []
    books: dict[str, Path] = {}
    for path in paths:
        if path.stem in streams:
            said = f"{streams[path.stem]} and {path} would both be called {path.stem}"
            raise Malformed(said, "every log has a name of its own", code="same_name")
        streams[path.stem] = path
        rulebook, kind, events = read_log(path)
        books.setdefault(rulebook, path)
        lines += lines_of_log(path.stem, kind, events)
    if len(books) > 1:
        (one, first), (two, second) = list(books.items())[:2]
        said = f"{first} is under {one}, {second} under {two}"
        raise Malformed(said, "a report is under one rulebook", code="two_rulebooks")
    return load(next(iter(books))), lines


def read_log(path: Path) -> tuple[str, Kind, list[Happened]]:
    """Return the rulebook, the kind and the events of a log, or say in which line it is none."""
    try:
        written = path.read_bytes().splitlines()
    except OSError as error:
        raise Malformed(f"{path}: {error.strerror or error}", code="system") from None
    kind, read = _kind_of(path, written[0] if written else b"")
    events: list[Happened] = []
    for number, line in enumerate(written, start=1):
        try:
            event = read(line)
        except Malformed as error:
            said = f"{path} is not the log of a {kind}: line {number}: {error.message}"
            raise Malformed(said, code="unreadable") from None
        if number > 1 and isinstance(event, _BIRTHS):
            said = f"{path}: line {number} begins another {kind}"
            raise Malformed(said, "one log, one file", code="unreadable")
        events.append(event)
    first = events[0]
    assert isinstance(first, _BIRTHS), "its tag said so"
    return first.rulebook, kind, events


def _kind_of(path: Path, first: bytes) -> tuple[Kind, Callable[[bytes], Happened]]:
    """Return what a log is of, by its first line."""
    try:
        tag = msgspec.json.decode(first, type=_Tagged).type
    except (msgspec.DecodeError, msgspec.ValidationError):
        tag = ""
    if tag not in _READ:
        said = f"{path} begins with no table, no tournament and no house"
        hint = "a log, as `punto play --log` or `punto tournament run --log` writes one"
        raise Malformed(said, hint, code="unreadable")
    return _READ[tag]
