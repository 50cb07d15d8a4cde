"""The page for embedders runs as it stands, and its names are all there are."""

import re
from collections import Counter
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec import inspect
from support.editions import DEALING

import punto
from punto import codec
from punto.aggregate.actor import Actor
from punto.table.deal.coup_start import CoupStarted
from punto.table.deal.drawing import Draw
from punto.table.register import RegisterEntry
from punto.table.registry import registry
from punto.table.table import Table
from punto.table.wagers.placing import PlaceWager

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
    assert punto.__version__ == version("punto")
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
    stored = {"event", "command", "snapshot", "view"}
    of_tournaments = {f"tournament_{what}" for what in stored}
    of_houses = {f"house_{what}" for what in stored}
    assert set(found["properties"]) == {*stored, "heard", *of_tournaments, *of_houses}
    text = repr(found)
    for name in re.findall(r"#/\$defs/([\w.]+)", text):
        assert name in found["$defs"]


def test_times_and_titles_come_from_outside() -> None:
    table = punto.open_table("tas-2018", randbelow=Random(1).randrange)
    inspector = Actor("ines", "inspector", 1_700_000_000)
    [event] = table.act(inspector, "sign_on")
    assert event.reasons
    assert table.actor("inspector").title == "inspector"
    assert table.actor("zoe").title == "patron"


def test_a_table_resumed_shuffles_its_next_shoe_and_takes_no_other_cards() -> None:
    table = punto.open_table("nsw-2024", randbelow=Random(1).randrange)
    assert table.cards is not None
    again = punto.resume(table.log, table.cards, randbelow=Random(2).randrange)
    again.act("dealer", "new_shoe")
    before = again.cards
    again.act("dealer", "shuffle")
    assert again.cards is not None
    assert again.cards != before
    assert Counter(again.cards.cards) == Counter(table.cards.cards)
    with pytest.raises(punto.Malformed, match="10 cards"):
        punto.resume(table.log, punto.Sealed(table.cards.cards[:10]))
    keyed = punto.open_table("nsw-2024", origin="keyed")
    with pytest.raises(punto.Malformed, match="real"):
        punto.resume(keyed.log, table.cards)


def test_a_log_with_a_hole_is_unreadable() -> None:
    table = punto.open_table("nsw-2024")
    table.act("dealer", "join", patron="ann", seat=1)
    table.act("dealer", "buy_chips", patron="ann", dollars=500)
    table.act("dealer", "open_betting")
    table.act("ann", "place_wager", wager="tie", stake=100)
    table.act("dealer", "draw")
    without = [entry for entry in table.log if not isinstance(entry.event, CoupStarted)]
    assert len(without) < len(table.log)
    with pytest.raises(punto.Malformed) as no:
        punto.resume(without, table.cards)
    assert no.value.code == "unreadable"


def test_whoever_looks_is_an_audience_or_at_the_table_and_nobody_is_called_an_audience() -> None:
    table = punto.open_table("nsw-2024")
    for name in ("nobody", "gaming_supervisor", "patron", ""):
        with pytest.raises(punto.Malformed) as no:
            table.view(name)
        assert no.value.hint == "public, dealer, supervisor, surveillance, or a patron"
        with pytest.raises(punto.Malformed):
            table.unseen(name)
    for name in punto.Audience:
        with pytest.raises(punto.Malformed):
            table.act("dealer", "join", patron=str(name), seat=1)
    table.act("dealer", "join", patron="ann", seat=1)
    assert table.view("ann").audience == punto.Audience.PATRON


@pytest.mark.parametrize("rulebook", DEALING)
def test_nothing_is_known_of_real_cards_before_they_show(rulebook: str) -> None:
    table = punto.open_table(rulebook, origin="keyed")
    assert table.table.shoe.cutting_card is None
    assert table.table.shoe.seen == {}
    events = table.act("dealer", "show_cutting_card")
    assert [event for event in events if isinstance(event, RegisterEntry)] == []


def test_the_words_of_a_cut_are_not_the_time() -> None:
    table = punto.new_table("act-2015")
    with pytest.raises((punto.Malformed, punto.Refused)) as no:
        table.act("dealer", "cut", at=100)
    assert "where" not in str(no.value)
    with pytest.raises(punto.Malformed) as late:
        table.act("dealer", "shuffle", clock="noon")  # type: ignore[arg-type]
    assert late.value.code == "no_such_time"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("shuffle", {"order": 4}),
        ("shuffle", {"order": ["1S"]}),
        ("change_sign", {"change": "z", "minimum": 3}),
        ("draw", {"card": 7}),
        ("place_wager", {"wager": "tie", "stake": None}),
    ],
)
def test_words_that_make_no_sense_are_malformed(name: str, words: dict[str, Any]) -> None:
    table = punto.open_table("nsw-2024")
    with pytest.raises(punto.Malformed):
        table.act("dealer", name, **words)
    assert len(table.log) == 1


def test_commands_made_in_python_are_held_to_their_types() -> None:
    table = punto.open_table("nsw-2024")
    wrong: list[Any] = [7, None, PlaceWager("tie", 2500.0), PlaceWager("tie", "x")]  # type: ignore[arg-type]
    for command in wrong:
        with pytest.raises(punto.Malformed):
            table.act("dealer", command)
    for amount in (1.234, "x", True, None):
        with pytest.raises(punto.Malformed):
            punto.open_table("nsw-2024", float_dollars=amount)  # type: ignore[arg-type]


def test_nobody_names_the_order_of_real_cards() -> None:
    table = punto.open_table("nsw-2024", origin="keyed")
    table.act("dealer", "new_shoe")
    with pytest.raises(punto.Malformed) as no:
        table.act("dealer", "shuffle", order="9S")
    assert no.value.code == "order_unknown"


def test_elections_are_answered_in_plain_words() -> None:
    for elected in ({"offer": "tiger"}, {"origin": "keyd"}, {"decks": "x"}, {"minmum": 5}):
        with pytest.raises(punto.Malformed) as no:
            punto.open_table("nsw-2024", **elected)
        assert "`" not in str(no.value)
        assert "Expected" not in str(no.value)


def signed(table: punto.Game) -> list[str]:
    return [line.text for line in table.view().sign]


def test_where_a_text_wants_limits_on_the_sign_a_wide_one_is_put_up() -> None:
    wide = signed(punto.open_table("act-2015", offer=["perfect_pairs"], chips=[5, 25]))
    assert "minimum $5, maximum $1,000,000" in wide
    assert "in steps of $5" in wide
    assert "Perfect Pairs, minimum $5, maximum $1,000,000" in wide
    # What is said stands, and the rest goes along with it.
    assert "minimum $0.50, maximum $0.50" in signed(punto.open_table("act-2015", maximum="0.50"))
    assert "minimum $25, maximum $1,000,000" in signed(punto.open_table("act-2015", minimum=25))
    huge = signed(punto.open_table("act-2015", minimum=2_000_000))
    assert "minimum $2,000,000, maximum $2,000,000" in huge


def test_a_limit_that_is_left_open_is_not_put_up_and_nobody_plays() -> None:
    table = punto.open_table("act-2015", minimum="none")
    assert "maximum $1,000,000" in signed(table)
    with pytest.raises(punto.Refused) as no:
        table.act("dealer", "open_betting")
    assert (no.value.code, no.value.clause) == ("sign_empty", ("act-2015/3.1#1",))
    # Written and read again, the table is the same.
    assert punto.replay(punto.read_log(punto.write_log(table))) == table.table
    with pytest.raises(punto.Malformed):
        punto.open_table("act-2015", minimum=25, left_open=["minimum"])
    # Where the text does not want them before anybody plays, nothing is put up.
    assert signed(punto.open_table("nsw-2024", settlement="commission")) == []


def test_whatever_is_stored_is_closed_to_the_last_field() -> None:
    closed: dict[type, bool] = {}

    def walk(kind: Any) -> None:
        if isinstance(kind, inspect.StructType):
            if kind.cls in closed:
                return
            closed[kind.cls] = kind.forbid_unknown_fields
            for field in kind.fields:
                walk(field.type)
        for name in ("type", "types", "item_type", "item_types", "key_type", "value_type"):
            inner = getattr(kind, name, ())
            for other in inner if isinstance(inner, tuple) else (inner,):
                walk(other)

    for kind in (*registry.events, *registry.commands, Table):
        walk(inspect.type_info(kind))
    assert len(closed) > 100
    assert [kind.__name__ for kind, shut in closed.items() if not shut] == []
