"""Whatever is done to a store behind its back is found, and its place is named."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from support.random_table import opened
from support.stores import append, tampering

from punto import codec
from punto.store.address import open_log, read_log
from punto.store.chain import chained, linked
from punto.store.load_stream import Opened, keep
from punto.store.log import Log
from punto.store.records import Append, CommandMetadata, Fresh, Head, StoredEvent
from punto.store.snapshot_verification import verify_snapshots
from punto.store.verify import Noted, VerificationFault, VerificationFinding, verify
from punto.table.seats.buying import BuyChips
from punto.table.seats.joining import Join

Sql = Callable[..., None]


def filled(url: str) -> Noted:
    """Fill a store: a at 1 2 5 6, b at 3 4 7, c at 8; return its head."""
    with open_log(url) as log:
        for asked in (
            append("a", 0, "a1", "a2", key="k1"),
            append("b", 0, "b1", "b2"),
            append("a", 2, "a3"),
            append("a", 3, "a4"),
            append("b", 2, "b3"),
            append("c", 0, "c1"),
        ):
            log.append(asked).result()
        return Noted(log.head(), tuple(log.streams()))


def tampered(url: str, *statements: tuple[str, *tuple[Any, ...]]) -> None:
    with tampering(url) as raw:
        for statement, *values in statements:
            mark = "%s" if url.startswith("postgresql") else "?"
            raw.execute(statement.replace("?", mark), values)


def found(url: str, noted: Noted | None = None) -> tuple[VerificationFinding, ...]:
    with read_log(url) as log:
        return verify(log, noted).findings


def places(findings: tuple[VerificationFinding, ...]) -> list[tuple[str, str | None, int | None]]:
    return [(finding.fault, finding.stream, finding.version) for finding in findings]


def event_at(log: Log, position: int) -> StoredEvent:
    return log.after(position - 1, 1)[0]


def test_a_store_that_nobody_touched_is_sound(url: str) -> None:
    noted = filled(url)
    with read_log(url) as log:
        done: list[tuple[int, int]] = []
        result = verify(log, noted, lambda *far: done.append(far))
    assert (result.events, result.streams, result.findings) == (8, 3, ())
    assert result.head == noted.head
    assert done[-1] == (8, 8)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("payload", b'"a9"'),
        ("time_ms", 5),
        ("actor", "bob"),
        ("title", "dealer"),
        ("entered_by", "bob"),
        ("key", "k9"),
        ("command", b"x" * 32),
        ("type", "told"),
        ("kind", "table"),
        ("rulebook", "act-2015"),
        ("part", 2),
        ("parts", 2),
    ],
)
def test_any_change_of_an_event_or_its_envelope_is_found(
    url: str, column: str, value: object
) -> None:
    filled(url)
    tampered(url, (f"UPDATE punto_events SET {column} = ? WHERE position = 5", value))
    assert places(found(url)) == [(VerificationFault.ALTERED, "a", 3)]


def test_changed_hashes_are_found(url: str) -> None:
    filled(url)
    tampered(url, ("UPDATE punto_events SET hash = ? WHERE position = 5", b"x" * 32))
    assert places(found(url)) == [
        (VerificationFault.ALTERED, "a", 3),
        (VerificationFault.UNFOUNDED, "a", 4),
    ]


def test_a_changed_chain_is_found(url: str) -> None:
    filled(url)
    tampered(url, ("UPDATE punto_events SET chain = ? WHERE position = 5", b"x" * 32))
    [finding] = found(url)
    assert places((finding,)) == [(VerificationFault.FORGED, "a", 3)]
    said = "a version 3: this, or b version 2 before it, is not what was written"
    assert finding.message == said, finding.message


def test_a_changed_chain_is_found_at_the_first_event_too(url: str) -> None:
    filled(url)
    tampered(url, ("UPDATE punto_events SET chain = ? WHERE position = 1", b"x" * 32))
    [finding] = found(url)
    assert places((finding,)) == [(VerificationFault.FORGED, "a", 1)]
    said = "a version 1: this, or what stood before it, is not what was written"
    assert finding.message == said, finding.message


def test_an_event_cut_out_of_the_middle_is_found(url: str) -> None:
    filled(url)
    tampered(url, ("DELETE FROM punto_events WHERE position = 5",))
    findings = found(url)
    assert places(findings) == [
        (VerificationFault.MISSING, None, None),
        (VerificationFault.MISSING, "a", 3),
    ]
    assert findings[0].message == "position 5 is missing before a version 4"
    assert findings[1].message == "a: version 3 is missing"


def test_the_end_of_a_stream_cut_off_is_found_by_what_came_after(url: str) -> None:
    noted = filled(url)
    tampered(url, ("DELETE FROM punto_events WHERE position = 7",))
    assert [finding.message for finding in found(url)] == [
        "position 7 is missing before c version 1"
    ]
    assert (VerificationFault.TRUNCATED, "b", 3) in places(found(url, noted))


def test_half_a_command_is_found(url: str) -> None:
    with open_log(url) as log:
        log.append(append("a", 0, "a1", "a2")).result()
    tampered(url, ("DELETE FROM punto_events WHERE position = 2",))
    assert places(found(url)) == [(VerificationFault.UNFINISHED, "a", 1)]


def test_the_end_of_the_store_cut_off_is_found_when_its_head_was_noted(url: str) -> None:
    noted = filled(url)
    tampered(url, ("DELETE FROM punto_events WHERE position > 6",))
    assert found(url) == ()
    assert places(found(url, Noted(noted.head))) == [(VerificationFault.TRUNCATED, None, None)]
    assert places(found(url, noted)) == [
        (VerificationFault.TRUNCATED, "b", 3),
        (VerificationFault.TRUNCATED, "c", 1),
        (VerificationFault.TRUNCATED, None, None),
    ]


def test_a_whole_stream_removed_is_found(url: str) -> None:
    filled(url)
    tampered(url, ("DELETE FROM punto_events WHERE stream = 'b'",))
    messages = [finding.message for finding in found(url)]
    assert messages[0] == "positions 3 to 4 are missing before a version 3"


def test_events_that_changed_places_are_found(url: str) -> None:
    filled(url)
    swap = "UPDATE punto_events SET version = ? WHERE position = ?"
    tampered(url, (swap, 99, 5), (swap, 3, 6), (swap, 4, 5))
    assert {(finding.stream, finding.version) for finding in found(url)} >= {("a", 3)}
    assert VerificationFault.MISPLACED in {finding.fault for finding in found(url)}


def test_payloads_that_changed_places_are_found(url: str) -> None:
    filled(url)
    swap = "UPDATE punto_events SET payload = ? WHERE position = ?"
    tampered(url, (swap, b'"a4"', 5), (swap, b'"a3"', 6))
    assert places(found(url)) == [
        (VerificationFault.ALTERED, "a", 3),
        (VerificationFault.ALTERED, "a", 4),
    ]


def test_positions_that_changed_places_are_found(url: str) -> None:
    filled(url)
    swap = "UPDATE punto_events SET position = ? WHERE position = ?"
    tampered(url, (swap, 99, 5), (swap, 5, 7), (swap, 7, 99))
    assert {finding.stream for finding in found(url)} >= {"a", "b"}


def test_an_event_forged_with_its_own_hash_is_found(url: str) -> None:
    filled(url)
    with read_log(url) as log:
        before, event = event_at(log, 2), event_at(log, 5)
    forged = replace(event, payload=b'"a9"')
    hashed = linked(before.hash, forged)
    update = "UPDATE punto_events SET payload = ?, hash = ?, chain = ? WHERE position = 5"
    tampered(url, (update, forged.payload, hashed, event.chain))
    assert places(found(url)) == [
        (VerificationFault.FORGED, "a", 3),
        (VerificationFault.UNFOUNDED, "a", 4),
    ]


def test_an_event_forged_with_both_its_hashes_is_found(url: str) -> None:
    filled(url)
    with read_log(url) as log:
        before, event, last = event_at(log, 2), event_at(log, 5), event_at(log, 4)
    forged = replace(event, payload=b'"a9"')
    hashed = linked(before.hash, forged)
    update = "UPDATE punto_events SET payload = ?, hash = ?, chain = ? WHERE position = 5"
    tampered(url, (update, forged.payload, hashed, chained(last.chain, 5, hashed)))
    [finding] = found(url)
    assert "version 3" in finding.message


def test_a_forged_end_is_found_when_the_head_was_noted(url: str) -> None:
    noted = filled(url)
    with read_log(url) as log:
        event, last = event_at(log, 8), event_at(log, 7)
    forged = replace(event, payload=b'"c9"')
    hashed = linked(bytes(32), forged)
    update = "UPDATE punto_events SET payload = ?, hash = ?, chain = ? WHERE position = 8"
    tampered(url, (update, forged.payload, hashed, chained(last.chain, 8, hashed)))
    assert found(url) == ()
    assert places(found(url, Noted(noted.head))) == [(VerificationFault.REPLACED, "c", 1)]
    assert places(found(url, noted)) == [(VerificationFault.REPLACED, "c", 1)] * 2


def test_an_event_slipped_in_is_found(url: str) -> None:
    filled(url)
    with read_log(url) as log:
        event = event_at(log, 6)
    columns = ", ".join(name for name in StoredEvent.__struct_fields__ if name != "position")
    shift = "UPDATE punto_events SET position = position + 100 WHERE position > 6"
    back = "UPDATE punto_events SET position = position - 99 WHERE position > 100"
    copied = f"INSERT INTO punto_events (position, {columns}) SELECT 7, {columns}"
    copied = copied.replace("SELECT 7, stream, kind, version", "SELECT 7, stream, kind, 5")
    tampered(url, (shift,), (back,), (f"{copied} FROM punto_events WHERE position = 6",))
    assert (VerificationFault.ALTERED, "a", 5) in places(found(url))
    assert event.version == 4


def test_an_older_head_still_holds_after_the_store_has_grown(url: str) -> None:
    noted = filled(url)
    with open_log(url) as log:
        log.append(append("a", 4)).result()
        assert not verify(log, noted).findings
        other = Noted(Head(noted.head.position, b"x" * 32))
        assert places(verify(log, other).findings) == [(VerificationFault.REPLACED, "c", 1)]


@pytest.mark.parametrize(
    "change",
    [
        "payload = replace(CAST(payload AS TEXT), 'a2', 'a9')",
        "hash = 'abc'",
        "chain = 'x'",
        "version = 'x'",
        "part = 'x'",
        "time_ms = 'x'",
        "actor = 5",
    ],
)
def test_what_is_not_even_of_its_kind_is_told_with_its_place(tmp_path: Path, change: str) -> None:
    url = str(tmp_path / "store.db")
    filled(url)
    tampered(url, (f"UPDATE punto_events SET {change} WHERE position = 2",))
    told = found(url)
    assert told
    assert ("a", 2) in {(one.stream, one.version) for one in told} or change.startswith("version")


def test_a_state_that_does_not_follow_from_the_events_is_told(tmp_path: Path) -> None:
    url = str(tmp_path / "floor.db")
    game = opened("nsw-2024", Random(4))
    game.act("dealer", Join("ann", 1))
    game.act("dealer", BuyChips("ann", 50_000))
    with open_log(url) as log:
        events = tuple(
            Fresh(str(one.__struct_config__.tag), codec.encode(one)) for one in game.events
        )
        act = CommandMetadata(actor="x", title="dealer", time_ms=1, command=b"{}")
        asked = Append(
            stream="table/t", kind="table", expected=0, events=events, act=act, rulebook="nsw-2024"
        )
        log.append(asked).result()
        keep(log, Opened("table/t", "table", len(events), "nsw-2024", game.table))
    with read_log(url) as log:
        assert log.snapshot("table/t") is not None
        assert verify_snapshots(log) == ()
    rich = codec.encode(game.table).replace(b'"chips_cents":50000', b'"chips_cents":99999')
    tampered(url, ("UPDATE punto_snapshots SET state = ?", rich))
    with read_log(url) as log:
        [finding] = verify_snapshots(log)
        assert not verify(log).findings, "the events are what they were"
    assert (finding.fault, finding.stream) == (VerificationFault.OTHER_STATE, "table/t")
