"""Whether the states that are kept follow from the events: what is opened first is one of them."""

from itertools import islice

from punto.clause import Malformed
from punto.store.errors import StoreError
from punto.store.log import Log
from punto.store.records import StreamHead
from punto.store.stream_kinds import codec_of, of_kind
from punto.store.verify import VerificationFault, VerificationFinding


def verify_snapshots(log: Log) -> tuple[VerificationFinding, ...]:
    """Return every state that was kept and is not what its events come to."""
    found = (_checked(log, head) for head in log.streams())
    return tuple(one for one in found if one is not None)


def _checked(log: Log, head: StreamHead) -> VerificationFinding | None:
    kind, kept = of_kind(head.kind), log.snapshot(head.stream)
    if kept is None or kind.replay is None or kind.read_state is None:
        return None
    if kept.codec != codec_of(kind.name):
        # Of another time: nobody reads it.
        return None
    entries = map(kind.entry, log.read(head.stream, 0, kept.version))
    try:
        same = kind.replay(islice(entries, kept.version)) == kind.read_state(kept.state)
    except (Malformed, AssertionError, StoreError):
        # Events that cannot be read are told by themselves.
        return None
    if same:
        return None
    text = f"{head.stream}: the state kept at version {kept.version} is not what its events come to"
    return VerificationFinding(VerificationFault.OTHER_STATE, text, head.stream, kept.version)
