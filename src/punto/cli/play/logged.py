"""The log of a table in a file: one event a line, written as it happens."""

from collections.abc import Sequence
from io import BufferedWriter
from pathlib import Path

from punto.clause import Malformed
from punto.codec import encode, read_event
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Elections, Origin
from punto.table.events import AnyEvent, TableSetUp
from punto.tournament.events import AnyEvent as TournamentEvent


class LogFile:
    """A file to which the events of a table or a tournament are added, each once."""

    def __init__(self, file: BufferedWriter, written: int = 0) -> None:
        self.file, self.written = file, written

    def write(self, log: Sequence[AnyEvent] | Sequence[TournamentEvent]) -> None:
        """Add the events that are not in the file yet."""
        for event in log[self.written :]:
            self.file.write(encode(event) + b"\n")
        self.file.flush()
        self.written = len(log)


def new_log(path: Path) -> LogFile:
    """Return a new file for the log of a table, or say that there is one already."""
    try:
        return LogFile(path.open("xb"))
    except OSError as error:
        raise _unusable(path, error) from None


def continued_log(path: Path, events: int) -> LogFile:
    """Return a file that holds the beginning of a log, to be gone on with."""
    try:
        return LogFile(path.open("ab"), events)
    except OSError as error:
        raise _unusable(path, error) from None


def read_log(path: Path) -> list[AnyEvent]:
    """Return the events of a file, or say in which line it is none."""
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise _unusable(path, error) from None
    events = []
    for number, line in enumerate(lines, start=1):
        try:
            events.append(read_event(line))
        except Malformed as error:
            raise Malformed(
                f"{path} is not the log of a table: line {number}: {error.message}",
                code="unreadable",
            ) from None
    return events


def _unusable(path: Path, error: OSError) -> Malformed:
    return Malformed(f"--log {path}: {error.strerror or error}", code="system")


def check_continues(
    path: Path, events: Sequence[AnyEvent], rules: TableRules, elections: Elections
) -> TableSetUp:
    """Return the first event of a log that can be gone on with here, or say why it cannot."""
    first = events[0] if events else None
    if not isinstance(first, TableSetUp):
        raise Malformed(f"{path} does not begin with a table", code="unreadable")
    if first.elections.origin is Origin.VIRTUAL:
        raise Malformed(
            f"{path} cannot be continued: the order of its cards is not in it",
            "only a table whose cards are keyed goes on: --choose origin=keyed",
            code="log_exists",
        )
    same = (first.rulebook, first.elections) == (rules.edition.id, elections)
    if not same:
        raise Malformed(
            f"{path} was begun under {first.rulebook} with other elections",
            "give the same options again, or another file",
            code="log_exists",
        )
    return first
