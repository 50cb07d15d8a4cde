"""What a store promises, on every engine that keeps one."""

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from support.stores import act, append, held, waiting

from punto.store import writer as writing
from punto.store.address import open_log, read_log
from punto.store.errors import (
    Closed,
    Conflict,
    DiskFull,
    InvalidAppend,
    KeyReused,
    NoStore,
    StoreError,
    TooManyAppends,
    Unavailable,
)
from punto.store.event_filter import Wanted
from punto.store.log import Log
from punto.store.records import PAYLOAD_BYTES_MAX, Append, Appended, CommandMetadata, Fresh, Head
from punto.store.verify import verify


@pytest.fixture
def log(url: str) -> Iterator[Log]:
    with open_log(url) as opened:
        yield opened


def test_what_is_appended_is_read_back_with_its_envelope(log: Log) -> None:
    by = CommandMetadata(
        actor="Änne O'Neil ☂", title="patron", time_ms=7, command=b"x", key="k", entered_by="Đạo"
    )
    said = '{"type":"said","text":"naïve — 百家樂 ♠"}'.encode()
    events = (Fresh("said", said), Fresh("said/2", b"\x00\xff"))
    asked = Append(
        stream="table/7", kind="house", expected=0, events=events, act=by, rulebook="act-2015"
    )
    assert log.append(asked).result() == Appended("table/7", 1, 2, 1)
    first, second = log.read("table/7")
    assert (first.payload, second.payload) == (said, b"\x00\xff")
    assert (first.actor, first.title, first.entered_by) == ("Änne O'Neil ☂", "patron", "Đạo")
    assert (first.key, first.rulebook, first.time_ms) == ("k", "act-2015", 7)
    assert [(one.version, one.part, one.parts) for one in (first, second)] == [(1, 1, 2), (2, 2, 2)]
    head = log.stream("table/7")
    assert head is not None
    assert (head.version, head.hash) == (2, second.hash)
    assert log.head() == Head(2, second.chain)


def test_both_engines_keep_the_same_chain(log: Log) -> None:
    for number in range(3):
        log.append(append("a", number, f"{number}", key=f"{number}")).result()
    log.append(append("b", 0, "x", "y")).result()
    assert log.head().line == ("5-b3126e73cafb2073ade8a840c057914c08ec4dd974647c1ddd9cb6c7a1338dc6")


def test_a_second_writer_loses_cleanly(log: Log) -> None:
    log.append(append("a", 0)).result()
    with pytest.raises(Conflict) as lost:
        log.append(append("a", 0)).result()
    assert (lost.value.stream, lost.value.expected, lost.value.version) == ("a", 0, 1)
    with pytest.raises(Conflict):
        log.append(append("a", 2)).result()
    assert log.head().position == 1


def test_the_same_key_gets_the_first_answer(log: Log) -> None:
    first = log.append(append("a", 0, "x", "y", key="k")).result()
    again = log.append(append("a", 0, "x", "y", key="k")).result()
    assert again == replace(first, repeated=True)
    # Whoever decided again, on the state that the first one left, gets it as well.
    assert log.append(append("a", 2, "z", key="k")).result() == again
    assert log.answer("a", act("k", b"wager")) == again
    assert log.answer("a", act("other")) is None
    assert log.append(append("b", 0, key="k")).result().repeated is False
    assert log.head().position == 3


def test_a_key_stands_for_one_command_of_one_person(log: Log) -> None:
    log.append(append("a", 0, key="k")).result()
    with pytest.raises(KeyReused):
        log.append(append("a", 1, key="k", command=b"another")).result()
    stranger = replace(append("a", 1), act=act("k", b"wager", actor="bob"))
    with pytest.raises(KeyReused):
        log.append(stranger).result()
    with pytest.raises(KeyReused):
        log.answer("a", act("k", b"another"))


def test_a_refusal_is_not_kept_under_its_key(log: Log) -> None:
    log.append(append("a", 0)).result()
    with pytest.raises(Conflict):
        log.append(append("a", 0, key="k")).result()
    assert log.append(append("a", 1, key="k")).result() == Appended("a", 2, 2, 2)


def test_the_same_key_in_parallel_is_kept_once(url: str) -> None:
    with open_log(url) as one, open_log(url) as other, ThreadPoolExecutor(16) as pool:
        answers = list(
            pool.map(
                lambda n: (one, other)[n % 2].append(append("a", 0, "x", "y", key="k")).result(),
                range(32),
            )
        )
        assert {(answer.first, answer.last) for answer in answers} == {(1, 2)}
        assert sum(not answer.repeated for answer in answers) == 1
        assert one.head().position == 2


def test_two_writers_race_and_every_version_is_written_once(url: str) -> None:
    won: list[tuple[str, int]] = []

    def write(log: Log, name: str) -> None:
        version = 0
        while version < 30:
            try:
                version = log.append(append("a", version, name)).result().last
                won.append((name, version))
            except Conflict as lost:
                version = lost.version

    with open_log(url) as one, open_log(url) as other, ThreadPoolExecutor(2) as pool:
        list(pool.map(write, (one, other), ("one", "other")))
        versions = sorted(version for _, version in won)
        assert versions == list(range(1, len(versions) + 1))
        texts = {event.version: event.payload.decode().strip('"') for event in one.read("a")}
        assert texts == {version: name for name, version in won}
        assert not verify(other).findings


def test_what_waits_is_committed_together_and_answered_by_itself(url: str) -> None:
    commits: list[int] = []
    with open_log(url, on_commit=commits.append) as log:
        log.append(append("a", 0)).result()
        commits.clear()
        with held(log):
            pending: dict[str, Future[Appended]] = {
                f"s{n}": log.append(append(f"s{n}", 0)) for n in range(20)
            }
            late = log.append(append("a", 7))
            unkept = log.append(append("a", 1, key="k"))
            after = log.append(append("a", 2, key="k2"))
            waiting(log, 10)
        assert {name: future.result().first for name, future in pending.items()} == dict.fromkeys(
            pending, 1
        )
        with pytest.raises(Conflict):
            late.result()
        assert (unkept.result().first, after.result().first) == (2, 3)
        log.close()
        # The writer had taken one when the lock was held; everything else went in one commit.
        assert len(commits) <= 2
        assert commits[-1] == 23


def test_one_who_waits_anyway_writes_in_their_own_thread(url: str) -> None:
    commits: list[tuple[int, str]] = []

    def told(position: int) -> None:
        commits.append((position, threading.current_thread().name))

    with open_log(url, on_commit=told) as log, ThreadPoolExecutor(8) as pool:
        here = threading.current_thread().name
        assert log.write(append("a", 0, key="k")) == Appended("a", 1, 1, 1)
        assert commits == [(1, here)]
        assert log.write(append("a", 1, key="k")).repeated
        with pytest.raises(Conflict):
            log.write(append("a", 0))
        with pytest.raises(InvalidAppend):
            log.write(append("", 0))

        def write(number: int) -> int:
            return sum(log.write(append(f"w{number}", version)).last for version in range(10))

        assert list(pool.map(write, range(8))) == [55] * 8
        assert log.append(append("a", 1)).result().first == 2
        assert not verify(log).findings
    with pytest.raises(Closed):
        log.write(append("a", 2))


def test_a_group_is_kept_whole_or_not_at_all(log: Log) -> None:
    both = log.append_together((append("a", 0, key="k"), append("b", 0, "x", "y"))).result()
    assert [(one.stream, one.first, one.last) for one in both] == [("a", 1, 1), ("b", 1, 2)]
    with pytest.raises(Conflict):
        log.append_together((append("a", 1, key="l"), append("b", 0))).result()
    assert log.head().position == 3
    # A key of a group that came to nothing is free.
    assert log.append(append("a", 1, key="l")).result().first == 2
    keyed = (append("c", 0, key="c"), append("d", 0, key="d"))
    first = log.append_together(keyed).result()
    assert [replace(one, repeated=True) for one in first] == [*log.append_together(keyed).result()]
    with pytest.raises(KeyReused):
        log.append_together((append("c", 0, key="c"), append("e", 0, key="e"))).result()


def test_a_follower_misses_nothing_whoever_writes(url: str) -> None:
    seen: list[int] = []
    done = threading.Event()

    def follow(log: Log) -> None:
        while not done.is_set() or log.head().position > len(seen):
            seen.extend(event.position for event in log.after(seen[-1] if seen else 0, 7))

    def write(log: Log, name: str) -> None:
        for version in range(40):
            log.append(append(f"{name}{version % 3}", version // 3)).result()

    with open_log(url) as one, open_log(url) as other, ThreadPoolExecutor(3) as pool:
        following = pool.submit(follow, one)
        list(pool.map(write, (one, other), ("x", "y")))
        done.set()
        following.result()
        assert seen == list(range(1, 81))


def test_a_process_that_slept_long_catches_up(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("commit", "sqlite", "postgres"):
        monkeypatch.setattr(f"punto.store.{name}.NEWER_MAX", 5)
    with open_log(url) as one, open_log(url) as other:
        one.append(append("a", 0)).result()
        for version in range(1, 9):
            other.append(append("a", version)).result()
        assert one.append(append("a", 9)).result().position == 10
        assert not verify(one).findings


def test_asyncio_waits_for_many_at_once(log: Log) -> None:
    async def table(name: str) -> int:
        for version in range(5):
            await asyncio.wrap_future(log.append(append(name, version)))
        return log.backend is not None and version

    async def all_tables() -> list[int]:
        return await asyncio.gather(*(table(f"t{n}") for n in range(30)))

    assert asyncio.run(all_tables()) == [4] * 30
    assert {head.version for head in log.streams()} == {5}


def test_an_append_that_nobody_waits_for_any_more_is_not_written(log: Log) -> None:
    with held(log):
        log.append(append("a", 0))
        while log._writing().queue.qsize():
            threading.Event().wait(0.005)
        given_up = log.append(append("b", 0))
        assert given_up.cancel()
    log.append(append("c", 0)).result()
    with pytest.raises(CancelledError):
        given_up.result()
    assert log.stream("b") is None


def test_huge_events_are_kept_and_monstrous_ones_refused(log: Log) -> None:
    huge = Fresh("said", b"x" * (10 * 1024 * 1024))
    log.append(replace(append("a", 0), events=(huge,))).result()
    assert next(log.read("a")).payload == huge.payload
    too_much = Fresh("said", b"x" * (PAYLOAD_BYTES_MAX + 1))
    with pytest.raises(InvalidAppend):
        log.append(replace(append("a", 1), events=(too_much,)))


@pytest.mark.parametrize(
    "wrong",
    [
        {"stream": ""},
        {"stream": "a\x00b"},
        {"stream": "x" * 201},
        {"stream": "\ud800"},
        {"kind": "two\nlines"},
        {"events": ()},
        {"events": (Fresh("said", b""),)},
        {"events": (Fresh("", b"x"),)},
        {"expected": -1},
        {"rulebook": "nsw\n2024"},
        {"rulebook": "x" * 201},
        {"act": act("")},
        {"act": replace(act(), title="")},
        {"act": replace(act(), entered_by="")},
        {"act": act(actor="")},
        {"act": replace(act(), time_ms=-1)},
        {"act": replace(act(), time_ms=1 << 62)},
    ],
    ids=str,
)
def test_what_cannot_be_kept_is_refused_before_anything_is_written(
    tmp_path: Path, wrong: dict[str, Any]
) -> None:
    with open_log(tmp_path / "store.db") as log, pytest.raises(InvalidAppend):
        log.append(replace(append("a", 0), **wrong))


def test_a_stream_keeps_its_kind(log: Log) -> None:
    log.append(append("a", 0)).result()
    with pytest.raises(InvalidAppend):
        log.append(replace(append("a", 1), kind="table")).result()


def test_a_closed_log_finishes_what_waits_and_takes_no_more(url: str) -> None:
    log = open_log(url)
    pending = [log.append(append(f"s{n}", 0)) for n in range(10)]
    log.close()
    assert all(future.result().first == 1 for future in pending)
    with pytest.raises(Closed):
        log.append(append("a", 0))
    log.close()


def test_a_log_that_was_never_written_is_closed_like_any_other(url: str) -> None:
    before = threading.active_count()
    log = open_log(url)
    log.close()
    for write in (log.append, log.write):
        with pytest.raises(Closed, match="the log is closed"):
            write(append("a", 0))
    assert log.writer_pid is None
    assert threading.active_count() == before, "nobody was started to write"


def test_two_who_write_first_at_once_share_one_writer(log: Log) -> None:
    both = threading.Barrier(2)
    lock = log._lock

    class Late:
        """A lock that is taken once both have seen that nobody writes."""

        def __enter__(self) -> None:
            both.wait()
            lock.acquire()

        def __exit__(self, *_: object) -> None:
            lock.release()

    log._lock = Late()  # type: ignore[assignment]
    with ThreadPoolExecutor(2) as pool:
        one, other = pool.map(lambda _: log._writing(), range(2))
    log._lock = lock
    assert one is other


def test_a_writer_has_a_number_where_others_are_told_of_it(url: str) -> None:
    with open_log(url) as log:
        assert log.writer_pid is None, "nobody writes"
        log.append(append("a", 0)).result()
        if not url.startswith("postgresql"):
            assert log.writer_pid is None, "nobody is told"
            return
        import psycopg

        with psycopg.connect(url, autocommit=True) as listener:
            listener.execute("LISTEN punto_log")
            log.append(append("a", 1)).result()
            [note] = listener.notifies(timeout=120, stop_after=1)
        assert log.writer_pid == note.pid


def test_who_watches_is_told_of_every_commit_whenever_they_began(log: Log) -> None:
    told: list[tuple[str, int]] = []
    log.watch(lambda groups, seconds: told.append(("first", groups)) if seconds > 0 else None)
    log.append(append("a", 0)).result()
    log.watch(lambda groups, seconds: told.append(("second", groups)) if seconds > 0 else None)
    log.append(append("a", 1)).result()
    assert told == [("first", 1), ("second", 1)]


def test_a_log_says_what_keeps_it_from_being_written(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    log.check_writable()
    log.append(append("a", 0)).result()
    log.check_writable()

    def full() -> None:
        raise DiskFull("no room")

    def gone(_: object) -> list[object]:
        raise Unavailable("gone")

    with monkeypatch.context() as broken:
        broken.setattr(log.backend, "check_room", full)
        with pytest.raises(DiskFull):
            log.check_writable()
    with monkeypatch.context() as broken:
        broken.setattr(log, "_rows", gone)
        with pytest.raises(Unavailable):
            log.check_writable()
    writer = log._writing()
    writer.failure, writer.failed_at = TooManyAppends("of late"), float("inf")
    with pytest.raises(TooManyAppends):
        log.check_writable()


def test_a_queue_that_is_full_says_so(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "WAITING_MAX", 3)
    with held(log):
        log.append(append("first", 0))  # The writer may take this one at once.
        for number in range(3):
            with suppress(TooManyAppends):
                log.append(append(f"s{number}", 0))
        with pytest.raises(TooManyAppends):
            [log.append(append(f"t{number}", 0)) for number in range(2)]


def test_one_who_listens_badly_stops_nobody(url: str) -> None:
    def broken(position: int) -> None:
        raise RuntimeError(position)

    with open_log(url, on_commit=broken) as log:
        for version in range(3):
            log.append(append("a", version)).result()


def test_events_are_found_by_stream_person_type_and_day(log: Log) -> None:
    log.append(append("a", 0)).result()
    late = CommandMetadata(actor="sue", title="dealer", time_ms=1_800_000_000_000, entered_by="bob")
    log.append(replace(append("b", 0), act=late, events=(Fresh("told", b"1"),))).result()

    def found(**wanted: Any) -> list[str]:
        return [event.stream for event in log.all_of(Wanted(**wanted))]

    assert found() == ["a", "b"]
    assert found(streams=("b", "c")) == ["b"]
    assert found(person="sue") == found(person="bob") == ["b"]
    assert found(types=("said",)) == ["a"]
    assert found(from_ms=1_750_000_000_000) == ["b"]
    assert found(until_ms=1_800_000_000_000) == ["a"]
    assert found(kind="table") == []


def test_whoever_only_reads_changes_nothing(url: str) -> None:
    with pytest.raises(NoStore):
        read_log(url)
    with open_log(url) as log:
        log.append(append("a", 0)).result()
    with read_log(url) as reader:
        assert reader.head().position == 1
        with pytest.raises(StoreError):
            reader.append(append("a", 1)).result()


def test_listeners_of_postgresql_are_told_the_last_position(databases: Any) -> None:
    import psycopg

    url = databases.new()
    with open_log(url) as log, psycopg.connect(url, autocommit=True) as listener:
        listener.execute("LISTEN punto_log")
        log.append(append("a", 0, "x", "y", "z")).result()
        assert [note.payload for note in listener.notifies(timeout=120, stop_after=1)] == ["3"]


def test_a_database_that_went_away_and_came_back_is_used_again(databases: Any) -> None:
    import psycopg

    url = databases.new()
    with open_log(url) as log:
        log.append(append("a", 0)).result()
        with psycopg.connect(url, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        with pytest.raises(Unavailable):
            log.append(append("a", 1, key="k")).result()
        assert log.append(append("a", 1, key="k")).result().first == 2
        assert not verify(log).findings


steps = st.lists(
    st.tuples(
        st.sampled_from("abc"),
        st.integers(-1, 1),
        st.integers(1, 3),
        st.sampled_from([None, None, "k1", "k2", "k3"]),
        st.sampled_from([b"one", b"two"]),
    ),
    max_size=25,
)
_example = 0


@settings(
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(steps)
def test_a_log_does_what_a_list_would(
    log: Log, taken: list[tuple[str, int, int, str | None, bytes]]
) -> None:
    global _example  # noqa: PLW0603  one store, new streams for each example
    _example += 1
    lengths: dict[str, int] = {}
    keys: dict[tuple[str, str], tuple[bytes, tuple[int, int]]] = {}
    for name, off, count, key, command in taken:
        stream, length = f"{_example}/{name}", lengths.get(name, 0)
        asked = append(stream, max(0, length + off), *["x"] * count, key=key, command=command)
        known = keys.get((name, key)) if key is not None else None
        if known is not None and known[0] != command:
            with pytest.raises(KeyReused):
                log.append(asked).result()
        elif known is not None:
            answer = log.append(asked).result()
            assert (answer.first, answer.last, answer.repeated) == (*known[1], True)
        elif asked.expected != length:
            with pytest.raises(Conflict):
                log.append(asked).result()
        else:
            answer = log.append(asked).result()
            assert (answer.first, answer.last) == (length + 1, length + count)
            lengths[name] = length + count
            if key is not None:
                keys[name, key] = (command, (answer.first, answer.last))
    for name, length in lengths.items():
        assert [event.version for event in log.read(f"{_example}/{name}")] == [
            *range(1, length + 1)
        ]
