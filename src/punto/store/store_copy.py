"""Copy a store event by event into another: for a backup, a restore or another database.

Positions, hashes and envelopes do not change, so recorded heads remain valid. The copy verifies
every event, and stops at the first fault.
"""

from msgspec.structs import astuple

from punto.store.errors import InvalidAppend, StoreError, VerificationFailed
from punto.store.log import Log
from punto.store.records import Head, StoredEvent
from punto.store.verify import Told, VerificationFinding, Verifier, nobody, walked

_BATCH = 2_000


def copy(source: Log, target: Log, told: Told = nobody) -> Head:
    """Copy every event into a store that is empty or has the same first events; return its head.

    Another call continues an interrupted copy.
    """
    begun = target.head()
    _check_same(source, begun)
    verifier = Verifier()
    batch: list[StoredEvent] = []
    for event in walked(source, told):
        for finding in verifier.check(event):
            raise _verification_error(finding)
        if event.position > begun.position:
            batch.append(event)
        if len(batch) >= _BATCH:
            _write(target, batch)
            batch = []
    for finding in verifier.end():
        raise _verification_error(finding)
    if batch:
        _write(target, batch)
    return target.head()


def _check_same(source: Log, begun: Head) -> None:
    if begun.position == 0:
        return
    same = source.after(begun.position - 1, 1)
    if not same or same[0].chain != begun.chain:
        raise InvalidAppend("the store to copy to holds another log already", "copy to a new one")


def _write(target: Log, batch: list[StoredEvent]) -> None:
    """Insert events unchanged, under the lock of all writers."""
    backend = target.backend
    connection = backend.engine.raw_connection()
    raw = connection.driver_connection
    try:
        begun = backend.begin(raw, batch[0].position - 1, ())
        if begun.newer:
            raise InvalidAppend("somebody else writes to the store that is copied to")  # noqa: TRY301
        backend.finish(raw, [astuple(event) for event in batch])
    except StoreError:
        backend.undo(raw)
        raise
    except Exception as error:  # noqa: BLE001  errors of the driver
        backend.undo(raw)
        raise backend.problem(error) from None
    finally:
        connection.close()


def _verification_error(finding: VerificationFinding) -> VerificationFailed:
    return VerificationFailed(
        f"not copied: {finding.message}", "punto log verify names every fault"
    )
