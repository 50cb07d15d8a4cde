"""A table or a tournament opened from the store is what was played, with a snapshot or without."""

import threading
from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from support.stores import act, append, tampering
from test_undoing import brought, taken

import punto
from punto import codec
from punto.clause import Malformed
from punto.driver.table import TableDriver
from punto.driver.tournament import new_tournament
from punto.store import stream_kinds
from punto.store.address import open_log
from punto.store.errors import InvalidAppend, NoStore
from punto.store.load_stream import keep, keep_if_due, opened
from punto.store.log import Log
from punto.store.records import Append, Fresh
from punto.store.snapshots import Snapshot, due
from punto.store.stream_kinds import (
    HOUSE,
    SHOE,
    TABLE,
    TOURNAMENT,
    StreamKind,
    born,
    codec_of,
    of_kind,
)
from punto.store.verify import verify
from punto.tournament.registry import replay
from punto.tournament.seating.sessions import EndSession


@pytest.fixture
def log(url: str) -> Iterator[Log]:
    with open_log(url) as made:
        yield made


def played() -> TableDriver:
    game = punto.open_table("nsw-2024", randbelow=lambda below: below // 2)
    game.act("dealer", "join", patron="ann", seat=1)
    game.act("dealer", "buy_chips", patron="ann", dollars=1000)
    game.act("dealer", "open_betting")
    game.act("ann", "place_wager", wager="banker", stake=50)
    return game


def stored(log: Log, game: TableDriver, stream: str = "table/1") -> None:
    fresh = tuple(Fresh(str(one.__struct_config__.tag), codec.encode(one)) for one in game.events)
    asked = Append(
        stream=stream, kind=TABLE, expected=0, events=fresh, act=act(), rulebook="nsw-2024"
    )
    log.append(asked).result()


def settle(log: Log) -> None:
    """Wait until snapshots are written: the writer does it before it takes what comes next."""
    writer = log._writing()
    head = log.stream("settled")
    log.append(append("settled", head.version if head else 0)).result()
    while writer.snapshots:
        threading.Event().wait(0.002)
    log.append(append("settled", (head.version if head else 0) + 1)).result()


def test_a_table_is_what_its_events_say(log: Log) -> None:
    game = played()
    stored(log, game)
    now = opened(log, "table/1")
    assert (now.state, now.version, now.since) == (game.table, len(game.log), 0)
    assert (now.kind, now.rulebook) == (TABLE, "nsw-2024")


def test_a_snapshot_saves_reading_what_came_before_it(log: Log) -> None:
    game = played()
    stored(log, game)
    now = opened(log, "table/1")
    keep(log, now, "digest")
    settle(log)
    version, more = len(game.log), game.act("ann", "place_wager", wager="tie", stake=25)
    fresh = tuple(Fresh(str(one.__struct_config__.tag), codec.encode(one)) for one in more)
    asked = replace(append("table/1", version), kind=TABLE, events=fresh)
    log.append(asked).result()
    again = opened(log, "table/1", "digest")
    assert (again.state, again.since, again.version) == (game.table, version, len(game.log))
    assert opened(log, "table/1", "another text").since == 0
    assert not verify(log).findings


@pytest.mark.parametrize(
    "spoilt",
    [
        "UPDATE punto_snapshots SET codec = 'table/0/of-another-time'",
        "UPDATE punto_snapshots SET digest = 'of another text'",
        "UPDATE punto_snapshots SET hash = (SELECT hash FROM punto_events WHERE position = 1)",
        "UPDATE punto_snapshots SET version = 2",
        "UPDATE punto_snapshots SET version = 99",
    ],
)
def test_a_snapshot_that_does_not_fit_is_not_used(log: Log, url: str, spoilt: str) -> None:
    game = played()
    stored(log, game)
    keep(log, opened(log, "table/1"))
    settle(log)
    assert opened(log, "table/1").since == len(game.log)
    with tampering(url) as raw:
        raw.execute(spoilt)
    now = opened(log, "table/1")
    assert (now.since, now.state) == (0, game.table)


def test_a_snapshot_that_cannot_be_read_is_not_used(log: Log) -> None:
    game = played()
    stored(log, game)
    log.keep(Snapshot("table/1", len(game.log), codec_of(TABLE), "", b"{half a"))
    settle(log)
    assert log.snapshot("table/1") is not None
    assert opened(log, "table/1").state == game.table


def test_an_older_snapshot_does_not_replace_a_newer_one(log: Log) -> None:
    stored(log, played())
    for version in (3, 2, 77):
        log.keep(Snapshot("table/1", version, "c", "d", b"%d" % version))
        settle(log)
    kept = log.snapshot("table/1")
    assert kept is not None
    assert kept.version == 3


def test_snapshots_are_due_every_so_many_events(log: Log) -> None:
    assert [due(before, now, 10) for before, now in ((0, 9), (9, 10), (10, 19), (8, 31))] == [
        False,
        True,
        False,
        True,
    ]
    stored(log, played())
    now = opened(log, "table/1")
    assert not keep_if_due(log, now, 0)
    assert keep_if_due(log, now, 0, every=2)


def test_a_tournament_is_opened_alike(log: Log) -> None:
    driver = new_tournament("nsw-2024", "Autumn")
    fresh = tuple(Fresh(str(one.__struct_config__.tag), codec.encode(one)) for one in driver.events)
    log.append(replace(append("autumn", 0), kind=TOURNAMENT, events=fresh)).result()
    keep(log, opened(log, "autumn"))
    settle(log)
    again = opened(log, "autumn")
    assert (again.state, again.since) == (driver.tournament, 1)


def test_what_has_no_state_or_is_not_there_says_so(log: Log) -> None:
    log.append(replace(append("shoe/1", 0), kind=SHOE)).result()
    with pytest.raises(InvalidAppend):
        opened(log, "shoe/1")
    with pytest.raises(NoStore):
        opened(log, "table/9")
    log.append(replace(append("odd", 0), kind="odd")).result()
    with pytest.raises(InvalidAppend):
        opened(log, "odd")


def test_a_log_with_a_hole_in_it_is_not_opened(log: Log) -> None:
    game = played()
    del game.log[1]
    stored(log, game)
    with pytest.raises(Malformed):
        opened(log, "table/1")


def test_kinds_are_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    assert born("table_set_up").name == TABLE
    assert born("tournament_set_up").name == TOURNAMENT
    with pytest.raises(InvalidAppend):
        born("shopping_list")
    assert of_kind(SHOE).read_event(b'{"type":"x"}') == {"type": "x"}
    assert born("house_set_up").name == HOUSE
    with pytest.raises(Malformed):
        of_kind(SHOE).read_event(b"{")
    monkeypatch.setattr(stream_kinds, "_kinds", dict(stream_kinds._kinds))
    stream_kinds.register(
        "diary", lambda: StreamKind("diary", codec.read_event, state=punto.Audience)
    )
    assert of_kind("diary").name == "diary"
    assert codec_of(TABLE) != codec_of(TOURNAMENT)
    of_kind.cache_clear()


def test_a_snapshot_of_a_command_that_was_taken_back_later_is_not_used(log: Log) -> None:
    rehearsal = brought(EndSession)
    driver = taken(rehearsal)
    length = len(driver.log)
    driver.act("tournament_manager", "undo_step", reason="too early")
    events = [Fresh(event.tag(), codec.encode(event)) for event in driver.events]
    parts = [entry.envelope.parts for entry in driver.log if entry.envelope.part == 1]
    done = 0
    for number in parts:
        asked = Append(
            stream="cup",
            kind=TOURNAMENT,
            expected=done,
            events=tuple(events[done : done + number]),
            act=act(),
            rulebook="nsw-2024",
        )
        log.append(asked).result()
        done += number
        if done == length:
            keep(log, opened(log, "cup"))
            settle(log)
            assert opened(log, "cup").since == length
    now = opened(log, "cup")
    assert (now.version, now.since) == (len(driver.log), 0), "all of the log was read"
    entries = [*map(of_kind(TOURNAMENT).entry, log.read("cup"))]
    assert now.state == replay(entries)
    assert now.state.session is not None
    assert not now.state.session.ended
    assert replay(entries[:length]).session != now.state.session
    keep(log, now)
    settle(log)
    assert opened(log, "cup").since == len(driver.log)
    assert not verify(log).findings
