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
# Whatever a child starts inherits this, and is stopped with the child.
OF = "PUNTO_CHILD"
# What a child may take beyond what its parent has, so that no mutant fills the machine.
MEMORY = 6 << 30


class Ended(Struct, Generic[T]):
    """A child that ended: what it was about, what it answered if it did, and how long it took."""

    about: T
    answer: bytes | None
    seconds: float
    broken: str = ""


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
                seconds = round(time.monotonic() - begun, 1)
                _stop_all(pid, folder)
                yield Ended(about, _text(folder / "answer"), seconds, _broken(folder))
                shutil.rmtree(folder, ignore_errors=True)
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
            _alone(folder)
            answer(folder, work(folder))
        except BaseException as error:  # noqa: BLE001  the parent is told, nothing else may run
            (folder / "broken").write_text(repr(error))
        finally:
            os._exit(0)
    return pid


def _alone(folder: Path) -> None:
    """Take a child away from what its parent shares with it: session, memory, terminal."""
    os.setsid()
    os.environ[OF] = os.environ["TMPDIR"] = tempfile.tempdir = str(folder)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)


def _stop_all(pid: int, folder: Path) -> None:
    """Stop whatever a child has started, in whichever session it is."""
    with suppress(ProcessLookupError):
        os.killpg(pid, signal.SIGKILL)
    marked = f"{OF}={folder}".encode()
    for process in Path("/proc").iterdir():
        with suppress(OSError):
            if process.name.isdigit() and marked in (process / "environ").read_bytes():
                os.kill(int(process.name), signal.SIGKILL)


def _text(file: Path) -> bytes | None:
    return file.read_bytes() if file.exists() else None


def _broken(folder: Path) -> str:
    return (_text(folder / "broken") or b"").decode()
