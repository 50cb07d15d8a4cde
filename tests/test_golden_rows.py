"""Registers, reports and receipts say of the golden logs what they said before, row by row."""

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.golden_keys import COMMANDS, KEYS
from support.golden_keys import text as keys_text
from support.golden_rows import MADE, path_of, registers, text
from support.stores import append

from punto.cli.main import app
from punto.registers.catalogue import REGISTERS
from punto.reports.catalogue import REPORTS
from punto.rulebook.load import ids
from punto.store.address import open_log
from punto.store.chain import asked
from punto.store.export import document


@pytest.mark.parametrize("rulebook", ids())
@pytest.mark.parametrize("name", MADE)
def test_every_row_is_whole_and_as_it_was(name: str, rulebook: str) -> None:
    # `make golden-rows` writes them anew, where a change is meant.
    kept = path_of(name, rulebook).read_text(encoding="utf-8").splitlines()
    assert text(name, rulebook).splitlines() == kept


def test_every_register_has_a_row_and_every_report_is_made() -> None:
    assert {name for rulebook in ids() for name, _ in registers(rulebook)} == set(REGISTERS)
    kept = [path_of("reports", rulebook).read_text(encoding="utf-8") for rulebook in ids()]
    assert {line.split()[0] for said in kept for line in said.splitlines()} == set(REPORTS)


def test_every_json_document_has_the_keys_that_it_had(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert keys_text().splitlines() == KEYS.read_text(encoding="utf-8").splitlines()


def commands(group: Any, way: tuple[str, ...] = ()) -> Iterator[str]:
    """Yield every command that prints a document where it is asked to."""
    for name in (one for one in group if not one.startswith("-")):
        inner, here = group[name], (*way, name)
        yield from commands(inner, here)
        if inner.default_command and "json" in inspect.signature(inner.default_command).parameters:
            yield " ".join(here)


def test_every_command_that_prints_a_document_is_among_those_compared() -> None:
    # The list of words takes long, and a test of its own compares it with every command there is.
    left_out = {"scenario words"}
    found = set(commands(app))
    compared = {name for name in found for line in COMMANDS if f"{line} ".startswith(f"{name} ")}
    assert found - compared == left_out


def test_an_exported_event_has_every_field_of_its_envelope(tmp_path: Path) -> None:
    with open_log(tmp_path / "s.db") as log:
        given = append("a", 0)
        log.append(given).result()
        [event] = log.read("a")
    # Of what was asked a digest is kept, which stands for who asked as well.
    assert document(event) == {
        "position": 1,
        "stream": "a",
        "kind": "house",
        "version": 1,
        "time": "2023-11-14T22:13:20.000Z",
        "actor": "ann",
        "title": "patron",
        "entered_by": None,
        "key": None,
        "command": asked(given.act).hex(),
        "part": 1,
        "parts": 1,
        "rulebook": "nsw-2024",
        "type": "said",
        "clauses": [],
        "event": "said",
        "hash": event.hash.hex(),
        "chain": event.chain.hex(),
    }
