"""Rulebooks: strict loading, nothing missing, and the three tableaux agree cell by cell."""

import ast
import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from support.editions import ALL

from punto.clause import Malformed, Refused
from punto.rulebook import load
from punto.rulebook.datum_list import data
from punto.rulebook.elect import Elections, elect
from punto.scenario.coverage import DEMANDING


def build(name: str, change: Callable[[dict[str, Any]], object]) -> str:
    """Return the complaint about a rulebook after a change."""
    tree = deepcopy(dict(load.raw(name)))
    change(tree)
    with pytest.raises(load.RulebookError) as error:
        load.build(tree, load.register(name), f"{name}.toml")
    message = str(error.value)
    assert "\n" not in message
    assert message.startswith(f"{name}.toml: ")
    return message


def rows(tree: dict[str, Any], wager: str) -> Any:
    return tree["wagers"][wager]["outcomes"]


MISTAKES: list[tuple[str, Callable[[dict[str, Any]], object], str, str]] = [
    ("unknown key", lambda t: t["shoe"].update(dekcs=1), "shoe", "unknown key `dekcs`"),
    ("a digest of its own", lambda t: t.update(digest="0" * 64), "digest", "unknown key `digest`"),
    ("unknown section", lambda t: t.update(sheo={}), "sheo", "did you mean shoe"),
    ("missing clause", lambda t: t["cards"]["decks"].pop("clause"), "cards.decks", "`clause`"),
    ("empty clause", lambda t: t["cards"]["decks"].update(clause=[]), "cards.decks", "at least"),
    (
        "clause not in the register",
        lambda t: t["cards"]["decks"].update(clause="3.99"),
        "cards.decks.clause",
        "'3.99' is not in the register",
    ),
    (
        "a word for a number",
        lambda t: t["cards"]["modulus"].update({"is": "ten"}),
        "cards.modulus",
        "`int`",
    ),
    (
        "a fraction for a number",
        lambda t: t["cards"]["modulus"].update({"is": 1.5}),
        "cards.modulus",
        "`int`",
    ),
    (
        "a negative count",
        lambda t: t["shoe"]["marker_behind"].update({"is": -1}),
        "shoe.marker_behind",
        ">= 0",
    ),
    (
        "decimal odds",
        lambda t: rows(t, "tie")[0].update(odds="8.5:1"),
        "wagers.tie.outcomes[0].odds",
        "whole numbers",
    ),
    (
        "odds of nothing",
        lambda t: rows(t, "tie")[0].update(odds="0:1"),
        "wagers.tie.outcomes[0].odds",
        "whole numbers",
    ),
    (
        "odds in words",
        lambda t: rows(t, "tie")[0].update(odds="eight to one"),
        "wagers.tie.outcomes[0].odds",
        "whole numbers",
    ),
    (
        "a win without odds",
        lambda t: rows(t, "tie")[0].pop("odds"),
        "wagers.tie.outcomes[0]",
        "odds exactly where",
    ),
    (
        "odds on a loss",
        lambda t: rows(t, "tie")[-1].update(odds="1:1"),
        "wagers.tie.outcomes",
        "odds exactly where",
    ),
    (
        "nine cells",
        lambda t: t["tableau"]["banker"][3].update(third="DDDDDDDDS"),
        "tableau.banker[3].third",
        "ten letters",
    ),
    (
        "a strange cell",
        lambda t: t["tableau"]["banker"][3].update(third="DDDDØDDDSD"),
        "tableau.banker[3].third",
        "ten letters",
    ),
    (
        "a row missing",
        lambda t: t["tableau"]["banker"].pop(),
        "tableau.banker",
        "each total 0 to 7",
    ),
    (
        "a total twice",
        lambda t: t["tableau"]["banker"][1].update(total=0),
        "tableau.banker",
        "each total 0 to 7",
    ),
    (
        "a total nobody handles",
        lambda t: t["tableau"]["player"][1].update(totals=[6]),
        "tableau.player",
        "each total 0 to 7",
    ),
    ("a rank missing", lambda t: t["cards"]["values"].pop("T"), "cards.values", "rank T"),
    (
        "a rank nobody knows",
        lambda t: t["cards"]["values"].update({"1": t["cards"]["values"]["A"]}),
        "cards.values.1",
        "ranks",
    ),
    (
        "an unknown policy",
        lambda t: t["settlement"]["rounding"].update({"is": "down"}),
        "settlement.rounding",
        "down",
    ),
    (
        "an unknown condition",
        lambda t: rows(t, "tie")[0].update(under=["method_z"]),
        "wagers.tie.outcomes[0].under",
        "method_z",
    ),
    (
        "a wager nobody defined",
        lambda t: t["wagering"]["main"]["is"].append("dragon"),
        "wagering.main",
        "dragon",
    ),
    ("three opening cards", lambda t: t["deal"]["order"]["is"].pop(), "deal.order", "four cards"),
    ("no instrument", lambda t: t.pop("instrument"), "", ""),
]


@pytest.mark.parametrize(
    ("change", "key", "expected"), [m[1:] for m in MISTAKES], ids=[m[0] for m in MISTAKES]
)
def test_a_mistake_in_a_file_is_one_clear_line(
    change: Callable[[dict[str, Any]], object], key: str, expected: str
) -> None:
    message = build("nsw-2024", change)
    assert key in message
    assert expected in message


def test_every_edition_has_a_digest_of_its_own() -> None:
    digests = {load.load(name).digest for name in ALL}
    assert len(digests) == len(ALL)
    assert {len(digest) for digest in digests} == {64}
    for name in ALL:
        assert load.build(load.raw(name), load.register(name), name).digest == ""


def test_broken_toml_is_told_with_its_place() -> None:
    with pytest.raises(load.RulebookError, match=r"x\.toml: .*line 1"):
        load.parse("a = = 1", "x.toml")


def test_an_unknown_rulebook_is_told_with_the_known_ones() -> None:
    with pytest.raises(Malformed) as error:
        load.load("vic-1999")
    assert error.value.hint is not None
    assert "nsw-2024" in error.value.hint


@pytest.mark.parametrize("name", ALL)
def test_every_clause_with_parameters_is_held_as_data(name: str) -> None:
    cited = {clause for one in data(load.load(name)) for clause in one.clause}
    missing = [
        row.clause
        for row in load.register(name).values()
        if row.kind in DEMANDING and row.parameters and f"{name}/{row.clause}" not in cited
    ]
    assert not missing


@pytest.mark.parametrize("name", ALL)
def test_every_datum_has_its_own_key_and_a_clause_of_its_rulebook(name: str) -> None:
    found = data(load.load(name))
    keys = [one.key for one in found]
    assert len(keys) == len(set(keys))
    assert all(one.clause for one in found)
    assert all(clause.startswith(f"{name}/") for one in found for clause in one.clause)


@pytest.mark.parametrize("name", ALL)
def test_readings_are_sentences_of_our_own(name: str) -> None:
    for one in data(load.load(name)):
        if one.reading is not None:
            assert len(one.reading) > 15
            assert one.reading.endswith(".")


def tableau(name: str) -> list[tuple[int, str, str]]:
    held = load.load(name).tableau
    assert held is not None
    return [(row.total, row.no_card, row.third) for row in held.banker]


def test_the_three_tableaux_agree_in_all_88_cells() -> None:
    assert tableau("act-2015") == tableau("nsw-2024") == tableau("tas-2018")
    cells = "".join(no_card + third for _, no_card, third in tableau("act-2015"))
    assert (len(cells), cells.count("D"), cells.count("S")) == (88, 57, 31)


def test_the_five_repaired_cells_are_clean_and_noted() -> None:
    held = load.load("act-2015").tableau
    assert held is not None
    noted = {row.total: row.reading for row in held.banker if row.reading}
    assert set(noted) == {5, 6}
    for total, columns in ((5, "1 and 2"), (6, "1, 2 and 4")):
        assert columns in (noted[total] or "")
        row = next(row for row in held.banker if row.total == total)
        for column in re.findall(r"\d", columns):
            assert row.third[int(column)] == "S"


def test_a_house_may_not_elect_what_the_edition_does_not_know() -> None:
    for elections in (
        Elections(offer=("roulette",)),
        Elections(chips_cents=()),
        Elections(chips_cents=(0,)),
        Elections(maximum_cents=0),
        Elections(decks=10**30),
    ):
        with pytest.raises(Refused) as refusal:
            elect(load.load("nsw-2024"), elections)
        assert refusal.value.clause


def test_positions_are_of_an_offer_and_of_a_text_that_gives_them_away() -> None:
    book = load.load("nsw-2024")
    assert elect(book, Elections(offer=("tiger",), positions={"tiger": 1})).positions == {
        "tiger": 1
    }
    assert elect(book, Elections(offer=("tiger",))).positions == {}
    for positions in ({"pairs": 2}, {"tiger": 0}, {"tiger": -1}):
        with pytest.raises(Malformed):
            elect(book, Elections(offer=("tiger",), positions=positions))
    pairs = Elections(settlement="method_a", offer=("perfect_pairs",))
    with pytest.raises(Refused) as refusal:
        elect(load.load("act-2015"), replace(pairs, positions={"perfect_pairs": 2}))
    assert refusal.value.code == "rule_not_held"


def test_an_act_multishuffler_is_refused() -> None:
    with pytest.raises(Refused) as refusal:
        elect(load.load("act-2015"), Elections(settlement="method_a", multishuffler=True))
    assert refusal.value.code == "multishuffler_not_permitted"


def test_no_test_lists_editions_where_it_means_all_of_them() -> None:
    """A fifth edition is tested by whatever ranges over editions, without a change."""
    for path in sorted(Path(__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.List | ast.Set) and len(node.elts) > 1:
                named = [one.value for one in node.elts if isinstance(one, ast.Constant)]
                listed = len(named) == len(node.elts) and set(named) <= set(ALL)
                assert not listed, f"{path.name}:{node.lineno} lists editions; see support/editions"
