"""Processes forked from one that has everything in memory, a few at a time."""

import os
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Generic, TypeVar

from msgspec import Struct

T = TypeVar("T")
Work = Callable[[Path], bytes]
# What a child may take beyond what its parent has, so that no mutant fills the machine.
MEMORY = 6 << 30


class Ended(Struct, Generic[T]):
    """A child that ended: what it was about, what it answered if it did, and how long it took."""

    about: T
    answer: bytes | None
    seconds: float


def children(jobs: int, works: Iterable[tuple[T, Work]]) -> Iterator[Ended[T]]:
    """Do each work in a child of its own and yield what they answer, as they end."""
    waiting = iter(works)
    running: dict[int, tuple[T, Path, float]] = {}
    more = True
    while more or running:
        while more and len(running) < jobs:
            about, work = next(waiting, (None, None))
            if about is None or work is None:
                more = False
                break
            folder = Path(tempfile.mkdtemp(prefix="punto-mutant-"))
            running[_fork(folder, work)] = (about, folder, time.monotonic())
        for pid in list(running):
            if os.waitpid(pid, os.WNOHANG) != (0, 0):
                about, folder, begun = running.pop(pid)
                yield Ended(about, _left(pid, folder), round(time.monotonic() - begun, 1))
        time.sleep(0.02)


def answer(folder: Path, said: bytes) -> None:
    """Leave an answer where the parent looks for it."""
    unfinished = folder / "answer.new"
    unfinished.write_bytes(said)
    unfinished.rename(folder / "answer")


def _fork(folder: Path, work: Work) -> int:
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid == 0:
        try:
            _alone()
            answer(folder, work(folder))
        except BaseException as error:  # noqa: BLE001  the parent is told, nothing else may run
            (folder / "broken").write_text(repr(error))
        finally:
            os._exit(0)
    return pid


def _alone() -> None:
    """Take a child away from what its parent shares with it: group, signals, memory, terminal."""
    os.setsid()
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)


def _left(pid: int, folder: Path) -> bytes | None:
    """Return what a child answered; what it started and what it wrote goes with it."""
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    broken, said = folder / "broken", folder / "answer"
    assert not broken.exists(), broken.read_text()
    found = said.read_bytes() if said.exists() else None
    shutil.rmtree(folder, ignore_errors=True)
    return found
