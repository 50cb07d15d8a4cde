"""Which test runs which function of the package: asked once, and kept for this very tree."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from types import CodeType, FrameType

import pytest
from msgspec import Struct
from msgspec import json as fast

from punto.rulebook import load
from support.mutants.children import Work, children
from support.mutants.inherited.sitecustomize import TOUCHED
from support.mutants.patching import forget, functions
from support.mutants.sample import ROOT, SOURCE
from support.mutants.telling import Telling, import_all
from support.mutants.trial import alone, run_one

# What belongs to this tool: no other test runs it.
OWN = (
    Path(__file__).parent,
    ROOT / "tests/test_mutants.py",
    ROOT / "tests/equivalent_mutants.toml",
)
KEPT = ROOT / ".mutants"
# Not tests: what runs while everything is imported, and while rulebooks are loaded for all tests.
IMPORTED, LOADED = "imported", "loaded"


class Touched(Struct):
    """What one test ran, as ``file:function``, how long it took, and whether it passed."""

    ran: list[str]
    seconds: float
    passed: bool = True


Notes = dict[str, Touched]


def imported() -> Touched:
    """Return what runs while the package is imported: asked in a process that has nothing yet."""
    line = [sys.executable, "-m", "support.mutants.touched"]
    told = subprocess.run(line, cwd=ROOT / "tests", capture_output=True, check=True)
    return fast.decode(told.stdout, type=Touched)


def _importing() -> Touched:
    for name in [name for name in sys.modules if name.split(".")[0] == "punto"]:
        del sys.modules[name]
    codes: set[CodeType] = set()

    def called(frame: FrameType, _event: str, _argument: object) -> None:
        codes.add(frame.f_code)

    sys.settrace(called)
    import_all()
    sys.settrace(None)
    prefix = f"{SOURCE}/"
    ran = {
        f"{code.co_filename.removeprefix(prefix)}:{code.co_qualname.partition('.<locals>')[0]}"
        for code in codes
        if code.co_filename.startswith(prefix)
    }
    return Touched(sorted(ran), 0)


def tree() -> str:
    """Return a digest of everything that decides what a test runs."""
    digest = sha256()
    for folder in ("src/punto", "tests"):
        for path in sorted((ROOT / folder).rglob("*")):
            own = any(path.is_relative_to(one) for one in OWN)
            if not own and path.suffix in {".py", ".toml", ".csv"}:
                digest.update(str(path.relative_to(ROOT)).encode() + path.read_bytes())
    return digest.hexdigest()[:20]


def kept(name: str, tests: Sequence[str]) -> Notes | None:
    """Return the notes about a tree, if there are any about all these tests."""
    notes = KEPT / f"{name}.json"
    found = fast.decode(notes.read_bytes(), type=Notes) if notes.exists() else {}
    return found if found.keys() >= set(tests) else None


def keep(name: str, found: Notes) -> None:
    """Keep notes about a tree, and no others."""
    KEPT.mkdir(exist_ok=True)
    for old in KEPT.glob("*.json"):
        old.unlink()
    (KEPT / f"{name}.json").write_bytes(fast.encode(found))


def watched(session: pytest.Session, jobs: int) -> Notes:
    """Run all tests, each file in a process of its own, and return what they ran."""
    with tempfile.TemporaryDirectory() as code:
        telling = Telling(functions(), Path(code))
        works = [
            (file, _watching(telling, list(items), code, session.config))
            for file, items in groupby(session.items, key=lambda item: item.nodeid.split("::")[0])
        ]
        found: Notes = {LOADED: _loaded(telling)}
        for number, ended in enumerate(children(jobs, works), start=1):
            found |= fast.decode(ended.answer or b"{}", type=Notes)
            print(f"{number}/{len(works)} {ended.about} {ended.seconds}s", file=sys.stderr)
        for item in session.items:
            if not found.setdefault(item.nodeid, Touched([], 0, passed=False)).passed:
                print(f"not asked, it fails without any change: {item.nodeid}", file=sys.stderr)
        return found


def _loaded(telling: Telling) -> Touched:
    forget()
    telling.begin()
    for rulebook in load.ids():
        load.load(rulebook)
        load.citable(rulebook)
    ran = sorted(telling.ran)
    telling.end()
    return Touched(ran, 0)


def _watching(
    telling: Telling, items: Sequence[pytest.Item], code: str, config: pytest.Config
) -> Work:
    def work(folder: Path) -> bytes:
        alone(folder, config)
        calls = folder / "calls"
        calls.write_text("")
        os.environ[TOUCHED] = f"{calls}{os.pathsep}{code}"
        forget()
        telling.begin()
        found: Notes = {}
        for item, after in zip(items, [*items[1:], None], strict=True):
            begun = time.monotonic()
            passed = run_one(item, after)
            seconds = round(time.monotonic() - begun, 3)
            ran = telling.ran | set(calls.read_text().splitlines())
            found[item.nodeid] = Touched(sorted(ran), seconds, passed)
            os.truncate(calls, 0)
            telling.again()
        return fast.encode(found)

    return work


if __name__ == "__main__":
    sys.stdout.buffer.write(fast.encode(_importing()))
