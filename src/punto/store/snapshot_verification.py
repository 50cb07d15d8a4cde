"""Verify snapshots: check that each stored state follows from the events of its stream."""

from itertools import islice

from punto.clause import Malformed
from punto.store.errors import StoreError
from punto.store.log import Log
from punto.store.records import StreamHead
from punto.store.stream_kinds import codec_of, of_kind
from punto.store.verify import VerificationFault, VerificationFinding


def verify_snapshots(log: Log) -> tuple[VerificationFinding, ...]:
    """Return a finding for every snapshot that differs from the state of its events."""
    findings = (_check_snapshot(log, head) for head in log.streams())
    return tuple(finding for finding in findings if finding is not None)


def _check_snapshot(log: Log, head: StreamHead) -> VerificationFinding | None:
    kind, snapshot = of_kind(head.kind), log.snapshot(head.stream)
    if snapshot is None or kind.replay is None or kind.read_state is None:
        return None
    if snapshot.codec != codec_of(kind.name):
        # Another codec wrote it, so it is never used.
        return None
    entries = map(kind.entry, log.read(head.stream, 0, snapshot.version))
    try:
        same = kind.replay(islice(entries, snapshot.version)) == kind.read_state(snapshot.state)
    except (Malformed, AssertionError, StoreError):
        # The verification of events reports unreadable events.
        return None
    if same:
        return None
    version = snapshot.version
    text = f"{head.stream}: the state kept at version {version} is not what its events come to"
    return VerificationFinding(VerificationFault.OTHER_STATE, text, head.stream, version)
