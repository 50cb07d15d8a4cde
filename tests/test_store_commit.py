"""A commit that fails is undone, and everybody who waits is told why."""

from collections.abc import Sequence
from typing import Any

import pytest
from support.stores import append

from punto.store.commit import Committer
from punto.store.errors import DiskFull, InvalidAppend, Locked, StoreError, Unavailable
from punto.store.sql import Begun, Row

RAW = object()


class Broken:
    """A database that fails in a way that a test chooses; ``kept`` is what it was given."""

    name = "broken"
    engine: Any = None

    def __init__(self, *failures: Exception | None, undoing: Exception | None = None) -> None:
        self.failures, self.undoing = list(failures), undoing
        self.kept: list[Row] = []
        self.begun: list[int] = []
        self.undone: list[object] = []

    def begin(self, raw: Any, last: int, keyed: Sequence[tuple[str, str]]) -> Begun:
        del raw, keyed
        self.begun.append(last)
        return Begun((), ())

    def ask(self, raw: Any, statement: str, values: Sequence[Any] = ()) -> Sequence[Row]:
        del raw, statement, values
        return ()

    def finish(self, raw: Any, rows: Sequence[Row]) -> None:
        del raw
        failure = self.failures.pop(0) if self.failures else None
        if failure is not None:
            raise failure
        self.kept += rows

    begin_and_finish = finish

    def undo(self, raw: Any) -> None:
        self.undone.append(raw)
        if self.undoing is not None:
            raise self.undoing

    def hurry(self, raw: Any, *, hurried: bool) -> None: ...

    def check_room(self) -> None: ...

    def pid(self, raw: Any) -> int | None:
        del raw
        return None

    def problem(self, error: BaseException) -> StoreError:
        return Unavailable(f"the database said {error}")


def group(name: str) -> tuple[Any, ...]:
    return (append(name, 0),)


def test_what_failed_is_undone_and_nothing_is_remembered_of_it() -> None:
    backend = Broken(None, OSError("no"))
    committer = Committer(backend)
    [[first]] = committer.commit(RAW, [group("a")])  # type: ignore[misc]
    assert (first.stream, first.first) == ("a", 1)
    assert committer.last == 1
    assert backend.begun == [0], "nobody was asked about before"
    failed = committer.commit(RAW, [group("b"), group("c")])
    assert backend.begun == [0], "it was tried in hope"
    assert [(type(one), str(one)) for one in failed] == [
        (Unavailable, "the database said no"),
        (Unavailable, "the database said no"),
    ]
    assert backend.undone == [RAW]
    remembered = Committer(backend)
    assert vars(committer) == vars(remembered), "nothing of it is remembered"
    assert len(backend.kept) == 1
    assert not committer.alone
    committer.commit(RAW, [group("b")])
    assert backend.begun == [0, 0], "from here on it is asked again"


@pytest.mark.parametrize("failure", [Locked("somebody holds it"), DiskFull("no room")])
def test_what_the_store_itself_says_is_told_as_it_is(failure: StoreError) -> None:
    backend = Broken(failure)
    assert Committer(backend).commit(RAW, [group("a")]) == [failure]
    assert backend.undone == [RAW]


def test_a_connection_that_is_gone_is_told_of_and_not_what_went_before() -> None:
    backend = Broken(OSError("no"), undoing=OSError("gone"))
    [told] = Committer(backend).commit(RAW, [group("a")])
    assert str(told) == "the database said gone"
    lost = Unavailable("lost")
    backend = Broken(InvalidAppend("too much"), undoing=lost)
    assert Committer(backend).commit(RAW, [group("a"), group("b")]) == [lost, lost]


@pytest.mark.parametrize("failure", [InvalidAppend("too much"), DiskFull("no room")])
def test_one_of_several_that_cannot_be_kept_fails_alone(failure: StoreError) -> None:
    backend = Broken(failure, None, failure, None)
    answers = Committer(backend).commit(RAW, [group("a"), group("b"), group("c")])
    assert [isinstance(one, StoreError) for one in answers] == [False, True, False]
    assert answers[1] is failure
    assert [row[1] for row in backend.kept] == ["a", "c"]
    assert backend.undone == [RAW, RAW]
    # Alone, or for another reason, nobody is tried again.
    backend = Broken(failure, None)
    assert Committer(backend).commit(RAW, [group("a")]) == [failure]
    assert backend.kept == []
    locked = Locked("somebody holds it")
    backend = Broken(locked, None)
    assert Committer(backend).commit(RAW, [group("a"), group("b")]) == [locked, locked]
    assert backend.kept == []
