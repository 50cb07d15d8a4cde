"""``punto log import``: a log that was written into a file, taken into a store."""

import time
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any

import cyclopts
import msgspec

from punto.clause import Malformed
from punto.cli.log.store import Store, told_plainly
from punto.cli.options import Json
from punto.cli.output import console, emit
from punto.store.address import open_log
from punto.store.kinds import Kind, born
from punto.store.recorded import Act, Append, Fresh


def import_log(
    file: Annotated[
        Path, cyclopts.Parameter(help="A log, as `play --log` or `tournament run --log` writes it.")
    ],
    *,
    store: Store,
    stream: Annotated[
        str | None, cyclopts.Parameter(help="The stream it becomes; its kind and the file's name.")
    ] = None,
    by: Annotated[str, cyclopts.Parameter(help="Who takes it in.")] = "import",
    title: Annotated[str, cyclopts.Parameter(help="Under which title.")] = "import",
    json: Json = False,
) -> None:
    """Take the log of a table or a tournament into a store, as a stream of its own."""
    text = _text(file)
    lines = [line for line in text.splitlines() if line.strip()]
    with told_plainly():
        kind, birth = _begun(file, lines)
        _check_replays(file, kind, lines)
        name = stream or f"{kind.name}/{file.stem}"
        act = Act(
            actor=by,
            title=title,
            time_ms=time.time_ns() // 1_000_000,
            command=sha256(text).digest(),
            key=f"import {sha256(text).hexdigest()}",
        )
        fresh = tuple(Fresh(_tag(line), line) for line in lines)
        append = Append(
            stream=name, kind=kind.name, expected=0, events=fresh, act=act,
            rulebook=str(birth.get("rulebook", "")),
        )  # fmt: skip
        with open_log(store) as log:
            answer = log.append(append).result()
    if json:
        emit({"stream": name, "events": answer.last, "repeated": answer.repeated})
        return
    said = "is in the store already" if answer.repeated else "taken into the store"
    console().print(f"{name}: {answer.last:,} events {said}", markup=False, soft_wrap=True)


def _text(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise Malformed(f"{file}: {error.strerror or error}", code="system") from None


def _begun(file: Path, lines: list[bytes]) -> tuple[Kind, dict[str, Any]]:
    """Return what kind of stream a log is of, and its first event."""
    try:
        first = msgspec.json.decode(lines[0], type=dict[str, Any]) if lines else {}
    except (msgspec.MsgspecError, UnicodeDecodeError):
        first = {}
    if not first:
        raise Malformed(f"{file} is no log: one event a line", code="unreadable")
    return born(str(first.get("type"))), first


def _tag(line: bytes) -> str:
    return str(msgspec.json.decode(line)["type"])


def _check_replays(file: Path, kind: Kind, lines: list[bytes]) -> None:
    """Say in which line a log is none; what is kept for good has to make sense."""
    events = []
    for number, line in enumerate(lines, start=1):
        try:
            events.append(kind.read_event(line))
        except Malformed as error:
            text = f"{file} is no log of a {kind.name}: line {number}: {error.message}"
            raise Malformed(text, code="unreadable") from None
    assert kind.replay is not None
    try:
        kind.replay(events)
    except AssertionError:
        text = f"an event of {file} is missing or out of turn"
        raise Malformed(text, code="unreadable") from None
