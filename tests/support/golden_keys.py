"""The keys of every JSON document that the terminal prints, of one run of each command.

Of a document only its keys are kept, each with its whole way: ``wagers[].outcomes[].odds``. What is
keyed by names of things and not by words of ours is written ``{}``.
"""

import contextlib
import io
import json
import shlex
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import punto
from punto.cli.main import run
from punto.cli.output import console, talk
from support.golden_rows import ROWS

KEYS = ROWS / "keys-of-json.txt"
SMALL = "--set entrants_max=8 --set 'rounds=heats 2 tables 1 on; final 1 tables' --set prizes=100%"
PLACES = {
    "rulebook": Path(punto.__file__).parent / "rulebooks/act-2000.toml",
    "scenarios": ROWS.parent.parent / "scenarios/act-2000",
}
# One after another in one folder: what one leaves the next reads.
COMMANDS = (
    "play nsw-2024 --seed 1 --wager 'ann tie 25' --coups 2 --log t.jsonl",
    "settle act-2000 --settlement method_b --totals 'player 4 banker 6' --wager 'ann banker 60'",
    "odds nsw-2024",
    "odds nsw-2024 --wager tie --odds tie=9:1",
    "odds nsw-2024 --wager tie --shoe '9S 3D KH 4C'",
    "odds nsw-2024 --wager tie --stake 10 --chip 5",
    "odds nsw-2024 --covariance",
    "simulate nsw-2024 --coups 1000 --workers 1",
    "vulnerability nsw-2024 --shoes 3",
    "log import t.jsonl --store s.db --stream table/t1",
    "log show --store s.db",
    "log verify --store s.db",
    "log head --store s.db",
    "log export e.jsonl --store s.db",
    "log backup b.db --store s.db",
    "log restore b.db --store r.db",
    "log copy --store s.db --to c.db",
    "report list",
    "report shift --log t.jsonl --day 1970-01-02",
    "report mispayments --log t.jsonl --day 1970-01-02",
    "rules list",
    "rules show nsw-2024 11.2.2",
    "rules in-force nsw 2024-05-16",
    "rules diff act-2000 act-2015",
    "rules check {rulebook}",
    "rules coverage act-2000",
    "rules mutate act-2000",
    "rules keys shoe",
    "scenario run {scenarios}",
    "staff add Sue --title dealer --password-stdin --store s.db",
    "staff list --store s.db",
    "staff titles Sue --title inspector --store s.db",
    "staff password Sue --password-stdin --store s.db",
    "staff disable Sue --store s.db",
    "staff enable Sue --store s.db",
    "staff token add report --title inspector --days 9 --store s.db",
    "staff token list --store s.db",
    "staff token revoke report --store s.db",
    "staff copy --store s.db --to r.db",
    f"tournament new nsw-2024 c.toml --defaults {SMALL} --set 'session=3 coups'",
    "tournament check c.toml",
    "tournament run c.toml --seed 1 --log c.jsonl",
    "tournament sheets c.jsonl --to sheets",
    "tournament simulate c.toml --tournaments 1 --seed 1 --workers 1",
    "play nsw-2024 --decks 9",
)


def keys(document: Any, way: str = "") -> Iterator[str]:
    """Yield the way of every key of a document, and what its plain values are."""
    match document:
        case dict():
            for name, value in document.items():
                yield from keys(value, f"{way}.{name}" if _ours(name) else f"{way}.{{}}")
        case [_, *_]:
            for value in document:
                yield from keys(value, f"{way}[]")
        case _:
            yield way


def _ours(name: str) -> bool:
    """Return whether a key is a word of ours, and not the number or the clause of something."""
    return name.replace("_", "").isalpha() and name.islower()


def printed(line: str) -> str:
    """Return what a command prints as JSON."""
    said = io.StringIO()
    console.cache_clear()
    talk.cache_clear()
    typed = io.TextIOWrapper(io.BytesIO(b"correct horse battery\n"))
    quiet = contextlib.redirect_stderr(io.StringIO())
    with contextlib.redirect_stdout(said), quiet, patch("sys.stdin", typed):
        run([*shlex.split(line.format(**PLACES)), "--json"])
    return said.getvalue()


def text() -> str:
    """Return the keys of every document, command by command; files are made where we are."""
    parts = []
    for line in COMMANDS:
        documents = [json.loads(one) for one in printed(line).splitlines()]
        found = sorted({way for document in documents for way in keys(document)})
        parts.append(f"{line}\n" + "".join(f"    {way.removeprefix('.')}\n" for way in found))
    return "".join(parts)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        made = text()
    KEYS.write_text(made, encoding="utf-8")
