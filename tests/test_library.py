"""The page for embedders runs as it stands, and its names are all there are."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import punto
from punto import codec
from punto.table.authority import Actor
from punto.table.commands import Draw, PlaceWager

PAGE = (Path(__file__).parent.parent / "docs" / "library.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n([\s\S]*?)```", PAGE)


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
def test_the_examples_run(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    scope: dict[str, Any] = {}
    exec(example, scope)
    for line, said in re.findall(r"^(.*?)  # (\d+)$", example, re.MULTILINE):
        assert said in capsys.readouterr().out, line


def test_every_public_name_is_there_and_a_misspelt_one_is_not() -> None:
    for name in punto.__all__:
        assert getattr(punto, name) is not None
    assert set(dir(punto)) == set(punto.__all__)
    with pytest.raises(AttributeError, match="opentable"):
        _ = punto.opentable


def test_five_lines_open_a_table() -> None:
    first = EXAMPLES[0].strip().splitlines()
    assert len([line for line in first if line]) <= 5


def test_a_log_of_a_virtual_table_needs_its_cards_and_another_start_is_unreadable() -> None:
    table = punto.open_table("nsw-2024", randbelow=Random(1).randrange)
    with pytest.raises(punto.Malformed):
        punto.resume(table.log)
    for log in ([], table.log[1:]):
        with pytest.raises(punto.Malformed):
            punto.resume(log)
    with pytest.raises(punto.Malformed) as no:
        punto.read_log(b'{"type":"no_such_event"}\n')
    assert no.value.code == "unreadable"
    with pytest.raises(punto.Malformed):
        punto.read_log(b"{not json\n")


def test_commands_are_read_from_json_and_nothing_else_is() -> None:
    wager = PlaceWager("banker", 10_000)
    assert codec.read_command(codec.encode(wager)) == wager
    assert codec.read_command(b'{"type":"draw","card":"9S"}') == Draw(card=punto_card("9S"))
    for text in (
        b'{"type":"draw","card":"1S"}',
        b'{"type":"draw","cards":"9S"}',
        b'{"type":"dance"}',
        b'{"type":"place_wager","wager":"tie"}',
        b'{"type":"place_wager","wager":"tie","stake_cents":"5"}',
        b"[]",
        b"",
    ):
        with pytest.raises(punto.Malformed) as no:
            codec.read_command(text)
        assert no.value.code == "unreadable"
        assert "Invalid enum value" not in no.value.message


def punto_card(text: str) -> Any:
    from punto.cards import Card

    return Card(text)


def test_json_schema_covers_everything_that_is_stored_or_sent() -> None:
    found = codec.schemas()
    assert set(found["properties"]) == {"event", "command", "snapshot", "view", "heard"}
    text = repr(found)
    for name in re.findall(r"#/\$defs/(\w+)", text):
        assert name in found["$defs"]


def test_times_and_titles_come_from_outside() -> None:
    table = punto.open_table("tas-2018", randbelow=Random(1).randrange)
    inspector = Actor("ines", "inspector", 1_700_000_000)
    [event] = table.act(inspector, "sign_on")
    assert event.reasons
    assert table.actor("inspector").title == "inspector"
    assert table.actor("zoe").title == "patron"
