"""``python -m support.mutants``: draw mutants, judge them, and tell what no test noticed."""

import argparse
import os
from collections.abc import Sequence
from pathlib import Path

from msgspec import json as fast

import punto
from support.mutants.equivalent import Equivalent, listed
from support.mutants.judge import Judged, all_tests, judge
from support.mutants.mutant import Mutant
from support.mutants.sample import SOURCE, package, sample


def main() -> None:
    """Read the options and report."""
    read = argparse.ArgumentParser(prog="support.mutants", description=__doc__)
    read.add_argument("--sample", type=int, default=300, help="how many mutants")
    read.add_argument("--seed", type=int, default=1, help="the same seed draws the same mutants")
    text = "a package, engine or outer; may be said again"
    read.add_argument("--package", action="append", default=[], help=text)
    text = "a kind of change (wrong_clause is only drawn by name); may be said again"
    read.add_argument("--kind", action="append", default=[], help=text)
    read.add_argument("--list", action="store_true", help="only show which mutants are drawn")
    read.add_argument("--jobs", type=int, default=min(2, os.cpu_count() or 1))
    read.add_argument("--json", type=Path, help="write everything that was found to a file")
    text = "ask only these files or folders of tests, by their whole path; for a first look"
    read.add_argument("--tests", type=Path, action="append", default=[], help=text)
    asked = read.parse_args()
    if not Path(punto.__file__).is_relative_to(SOURCE):
        read.error(f"punto comes from {punto.__file__}: set PYTHONPATH to {SOURCE.parent}")
    drawn = sample(asked.sample, asked.seed, asked.package, asked.kind)
    if asked.list:
        print(*(made.name for made in drawn), sep="\n")
        return
    judged = judge(drawn, asked.jobs, asked.tests or all_tests())
    print(*report(judged, listed()), sep="\n")
    if asked.json:
        asked.json.write_bytes(fast.format(fast.encode(judged), indent=1))


def report(judged: Sequence[Judged], known: Sequence[Equivalent]) -> list[str]:
    """Return each mutant that no test noticed, and a line for each package."""
    survived = [one for one in judged if not one.outcome.noticed]
    same = [one for one in survived if _is_known(one.mutant, known)]
    left = [one for one in survived if one not in same]
    lines = [_told(one) for one in left]
    lines += ["", f"{'package':12}{'mutants':>9}{'equivalent':>12}{'noticed':>9}{'survived':>10}"]
    homes = sorted({package(one.mutant.file) for one in judged})
    for home in (*homes, "all"):
        count = [
            sum(home in ("all", package(one.mutant.file)) for one in some)
            for some in (judged, same, left)
        ]
        every, equal, gone = count
        share = f"{100 * gone / max(1, every - equal):.1f} %"
        noticed = every - equal - gone
        lines.append(f"{home:12}{every:9}{equal:12}{noticed:9}{gone:10}  {share}")
    return lines


def _is_known(made: Mutant, known: Sequence[Equivalent]) -> bool:
    return any(entry.is_of(made) for entry in known)


def _told(one: Judged) -> str:
    asked = f"{one.outcome.asked} tests run it" if one.outcome.asked else "no test runs it"
    broken = f" ({one.outcome.by})" if one.outcome.by.startswith("broken") else ""
    return f"src/punto/{one.mutant.name}  ({asked}){broken}"


if __name__ == "__main__":
    main()
