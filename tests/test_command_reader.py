"""Commands in words: every field is read by its role and its shape, whatever it is called."""

import shlex
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec import inspect as shapes
from support.editions import ALL
from support.random_commands import Anything

from punto.aggregate.command import Command
from punto.aggregate.roles import Field, Role, fields_of
from punto.clause import Malformed
from punto.cli.play.command_parser import arguments
from punto.cli.play.vocabulary import TABLE
from punto.house.registry import registry as house_registry
from punto.house.terms.prizes import OfferPrize
from punto.notation.command_reader import (
    owner_word,
    read_command,
    spread,
    takes,
    tree_of,
    words_of,
)
from punto.notation.command_text import written
from punto.notation.table_commands import KINDS, understood
from punto.rulebook.elect import Elections, elect
from punto.rulebook.load import load
from punto.rulebook.word_lists import WordList, words_in
from punto.table.cards.preparation import Shuffle
from punto.table.limits.notices import PostNotice
from punto.table.registry import registry as table_registry
from punto.tournament.conditions import Conditions
from punto.tournament.money.stock import StockChips
from punto.tournament.registry import registry as tournament_registry

COMMANDS: list[type[Command]] = [
    *table_registry.commands,
    *tournament_registry.commands,
    *house_registry.commands,
]


def inner(kind: Any) -> Iterator[Field]:
    """Yield the fields of a command and of the parts of it."""
    for field in fields_of(kind).values():
        yield field
        if isinstance(field.shape, shapes.StructType) and field.role is not Role.MACHINE:
            yield from inner(field.shape.cls)


def test_every_field_has_a_role_unless_its_type_says_what_it_holds() -> None:
    for kind in COMMANDS:
        for field in fields_of(kind).values():
            plain = isinstance(field.shape, shapes.IntType | shapes.StrType)
            assert field.role is not None or not plain, (kind.__name__, field.name)


def test_money_is_known_by_its_role() -> None:
    """A reader may call a field as he likes: what is stored in cents says so, and nothing else."""
    for kind in COMMANDS:
        for field in inner(kind):
            if field.role in (Role.MONEY, Role.STAKE) and isinstance(field.shape, shapes.IntType):
                assert field.name.endswith("cents"), (kind.__name__, field.name)
            elif field.name.endswith("cents"):
                pytest.fail(f"{kind.__name__}.{field.name} holds no money")


def test_no_two_fields_of_a_command_have_the_same_word() -> None:
    for kind in COMMANDS:
        parts = [spread(field) for field in fields_of(kind).values()]
        many = sum(len(fields_of(part)) if part else 1 for part in parts)
        assert len(words_of(kind)) == many, kind.__name__


def test_a_command_about_oneself_names_whoever_gives_it() -> None:
    own = [kind for kind in COMMANDS if kind.own]
    assert len(own) > 15
    for kind in own:
        word = owner_word(kind)
        assert word is not None
        assert fields_of(kind)[word].required
    join = KINDS["join"]
    assert read_command(join, {"seat": 3}, "ann")[0].patron == "ann"
    assert read_command(join, {"seat": 3, "patron": "ben"}, "ann")[0].patron == "ben"
    assert owner_word(KINDS["draw"]) is None


def test_an_order_is_read_for_what_mixes_cards_and_nothing_else() -> None:
    assert takes(Shuffle)[0] == "order"
    assert "order" not in takes(KINDS["draw"])
    for said in ("9S 3D", ["9S", "3D"]):
        _, order = read_command(Shuffle, {"order": said})
        assert [str(card) for card in order or ()] == ["9S", "3D"]
    with pytest.raises(Malformed, match="an order is a list of cards"):
        read_command(Shuffle, {"order": 5})
    assert read_command(Shuffle, {})[1] is None


def test_the_words_of_a_part_stand_beside_those_of_the_command() -> None:
    said = {"minimum": "12.50", "wager": "tie", "from": "14:20"}
    notice = read_command(PostNotice, said)[0]
    assert (notice.change.minimum_cents, notice.change.wager) == (1_250, "tie")
    assert notice.effective_at is not None
    assert notice.effective_at % 86_400 == 14 * 3_600 + 20 * 60
    inside = read_command(PostNotice, {"change": {"maximum_cents": 5}, "minimum": 1})[0].change
    assert (inside.maximum_cents, inside.minimum_cents) == (5, 100)
    prize = read_command(OfferPrize, {"promotion": 1, "title": "wine", "litres": "20.25"})[0].prize
    assert (prize.title, prize.liquor_centilitres) == ("wine", 2_025)
    with pytest.raises(Malformed, match="no number of litres"):
        read_command(OfferPrize, {"promotion": 1, "title": "wine", "litres": "many"})
    with pytest.raises(Malformed, match="named values is wanted"):
        read_command(PostNotice, {"change": 5})
    with pytest.raises(Malformed, match="'0' is no time"):
        read_command(PostNotice, {"closing": True, "from": 0})


def test_conditions_are_read_part_by_part() -> None:
    tree = tree_of(
        Conditions,
        {
            "start": "2024-06-30 12:00",
            "entry_fee": 220,
            "session": "20 coups",
            "prizes": [{"place": 1, "share": "62.5%"}, {"place": 2, "dollars": "7.05"}],
            "rises": [{"minimum": 1, "maximum": "2"}],
            "texts": {"dollars": "5"},
            "chips_cents": 7,
            "typo": 1,
        },
    )
    assert tree["start"] % 86_400 == 12 * 3_600
    assert tree["entry_fee_cents"] == 22_000
    assert tree["session"] == {"number": 20, "unit": "coups"}
    assert tree["prizes"] == [{"place": 1, "share": 6_250}, {"place": 2, "cents": 705}]
    assert tree["rises"] == [{"minimum_cents": 100, "maximum_cents": 200}]
    assert tree["texts"] == {"dollars": "5"}, "what people read stays as it is"
    assert (tree["chips_cents"], tree["typo"]) == (7, 1)
    for share in ("62.555%", "62", "%", "1000%"):
        with pytest.raises(Malformed, match="no share"):
            tree_of(Conditions, {"prizes": [{"place": 1, "share": share}]})


def test_tables_are_read_by_their_keys() -> None:
    assert read_command(StockChips, {"pieces": {"2.50": 40}})[0].pieces == {250: 40}
    assert written("sue", StockChips({250: 40, 10_000: 1})) == (
        "sue stock_chips pieces='2.50 40, 100 1'"
    )


@pytest.mark.parametrize("name", ALL)
def test_what_is_written_is_read_as_the_same_command(name: str) -> None:
    edition = load(name)
    scheme = edition.settlement.schemes.value[0]
    anything = Anything(elect(edition, Elections(settlement=scheme)), Random(5))
    read = 0
    for kind in table_registry.commands:
        for _ in range(10):
            command = anything.of(kind)
            try:
                _, tag, *words = shlex.split(written("ann", command))
                given = arguments(tag, words, TABLE, own=False)
                again = understood(tag, given, None, "ann").command
            except (Malformed, ValueError):
                # Some values mean nothing, and quotation marks in names are not written.
                continue
            assert again == command
            read += 1
    assert read > 1_000


@pytest.mark.parametrize("name", ALL)
def test_every_list_of_words_can_be_asked_of_every_rulebook(name: str) -> None:
    edition = load(name)
    for which in WordList:
        found = words_in(edition, which)
        assert all(found), which
        assert len(set(found)) == len(found), which


def test_every_list_of_words_belongs_to_a_field() -> None:
    used = {field.words for kind in COMMANDS for field in inner(kind) if field.words}
    assert used == set(WordList)
