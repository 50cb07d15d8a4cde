"""``punto log import``: copies a log file into a store."""

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Annotated

import cyclopts

from punto.aggregate.actor import Actor
from punto.clause import Malformed
from punto.cli.log.store_options import Store, told_plainly
from punto.cli.options import Json
from punto.cli.output import console, emit
from punto.error_codes import ErrorCode
from punto.log_file import FileLog, read_file
from punto.store.address import open_log
from punto.store.records import Append, CommandMetadata, Fresh, StoredEvent
from punto.store.stream_kinds import StreamKind, of_kind


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
    held = read_file(file)
    digest = sha256(file.read_bytes()).hexdigest()
    name = stream or f"{held.kind}/{file.stem}"
    with told_plainly():
        _check_replays(file, of_kind(held.kind), held)
        appends = tuple(_appends(held, name, Actor(by, title), digest))
        with open_log(store) as log:
            answer = log.append_together(appends).result()[-1]
    if json:
        emit({"stream": name, "events": answer.last, "repeated": answer.repeated})
        return
    outcome = "is in the store already" if answer.repeated else "taken into the store"
    console().print(f"{name}: {answer.last:,} events {outcome}", markup=False, soft_wrap=True)


def _appends(held: FileLog, stream: str, by: Actor, digest: str) -> Iterator[Append]:
    """Yield each command of a log, with its own time, actor and title, entered by the importer."""
    parts: list[StoredEvent] = []
    for recorded in held.recorded:
        parts.append(recorded)
        if recorded.part < recorded.parts:
            continue
        first = recorded.version - len(parts)
        act = CommandMetadata(
            actor=recorded.actor or by.name,
            title=recorded.title or by.title,
            time_ms=recorded.time_ms,
            command=bytes.fromhex(digest),
            key=f"import {digest} {first}",
            entered_by=by.name,
        )
        yield Append(
            stream=stream,
            kind=held.kind,
            expected=first,
            events=tuple(Fresh(part.type, part.payload) for part in parts),
            act=act,
            rulebook=held.rulebook,
        )
        parts = []


def _check_replays(file: Path, kind: StreamKind, held: FileLog) -> None:
    """Raise an error if the events cannot be replayed: a store never deletes them."""
    assert kind.replay is not None
    try:
        kind.replay(held.entries)
    except AssertionError:
        text = f"an event of {file} is missing or out of turn"
        raise Malformed(text, code=ErrorCode.UNREADABLE) from None
