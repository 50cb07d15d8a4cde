"""``punto log verify`` checks a log, and ``punto log head`` prints the head of its chain."""

from pathlib import Path
from typing import Annotated, Any

import cyclopts
import msgspec
from msgspec.structs import replace

from punto.clause import Malformed
from punto.cli.log.store_options import Store, far, told_plainly
from punto.cli.options import Json
from punto.cli.output import console, emit, paragraph
from punto.error_codes import ErrorCode
from punto.server.virtual_shoes.verification import verify_shoes
from punto.store.address import read_log
from punto.store.errors import InvalidAppend
from punto.store.records import Head, StreamHead
from punto.store.snapshot_verification import verify_snapshots
from punto.store.verify import Noted, VerificationFinding, Verified, verify


def verify_store(
    *,
    store: Store,
    head: Annotated[
        str | None,
        cyclopts.Parameter(
            help="What `log head` printed once, or a file with what `log head --json` did."
        ),
    ] = None,
    json: Json = False,
) -> int:
    """Check every event against the chain of hashes, cards and kept states against the events."""
    with told_plainly():
        noted = _read_noted_head(head) if head is not None else None
        with read_log(store) as log, far("verifying") as told:
            found = verify(log, noted, told)
            others = (*verify_shoes(log), *verify_snapshots(log))
            found = replace(found, findings=(*found.findings, *others))
    if json:
        emit(_document(found))
    else:
        _print(found, noted)
    return 1 if found.findings else 0


def head(*, store: Store, json: Json = False) -> None:
    """Print the head of the chain, to be noted where nobody who keeps the store can change it."""
    with told_plainly(), read_log(store) as log:
        # Read the streams first. Events appended in between are then only in the later head.
        streams = log.streams() if json else []
        found = log.head()
    if not json:
        print(found.line)
        return
    emit(
        {
            "head": found.line,
            "position": found.position,
            "chain": found.chain.hex(),
            "streams": [
                {"stream": stream.stream, "kind": stream.kind, "version": stream.version,
                 "hash": stream.hash.hex()}
                for stream in streams
            ],
        }
    )  # fmt: skip


class _NotedStream(msgspec.Struct):
    stream: str
    kind: str
    version: int
    hash: str


class _NotedHead(msgspec.Struct):
    head: str
    streams: tuple[_NotedStream, ...] = ()


def _read_noted_head(text: str) -> Noted:
    """Return the head that the user recorded: a text, or a file that contains it."""
    path = Path(text)
    try:
        return Noted(Head.read(text))
    except InvalidAppend:
        if not path.is_file():
            raise
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Malformed(f"{path}: {error.strerror or error}", code=ErrorCode.SYSTEM) from None
    if not content.lstrip().startswith(b"{"):
        return Noted(Head.read(content.decode("utf-8", "replace")))
    try:
        read = msgspec.json.decode(content, type=_NotedHead)
        streams = [
            StreamHead(stream.stream, stream.kind, stream.version, bytes.fromhex(stream.hash))
            for stream in read.streams
        ]
    except (msgspec.MsgspecError, ValueError) as error:
        raise Malformed(f"{path} holds no head: {error}", code=ErrorCode.UNREADABLE) from None
    return Noted(Head.read(read.head), tuple(streams))


def _document(found: Verified) -> dict[str, Any]:
    return {
        "sound": not found.findings,
        "events": found.events,
        "streams": found.streams,
        "head": found.head.line,
        "findings": [_finding_document(finding) for finding in found.findings],
    }


def _finding_document(finding: VerificationFinding) -> dict[str, Any]:
    return {
        "fault": finding.fault,
        "stream": finding.stream,
        "version": finding.version,
        "position": finding.position,
        "message": finding.message,
    }


def _print(found: Verified, noted: Noted | None) -> None:
    for finding in found.findings:
        paragraph(f"{finding.fault}  {finding.message}", 0, 4)
    events = "1 event" if found.events == 1 else f"{found.events:,} events"
    streams = "1 stream" if found.streams == 1 else f"{found.streams} streams"
    if found.findings:
        wrong = "1 fault" if len(found.findings) == 1 else f"{len(found.findings)} faults"
        console().print(f"{wrong} in {events} of {streams}", markup=False)
        return
    console().print(f"sound: {events} of {streams}", markup=False)
    if noted is None:
        console().print("head: " + found.head.line, markup=False, soft_wrap=True)
        text = "whether the end was cut off only a head that was noted elsewhere can tell: --head"
        paragraph(text)
