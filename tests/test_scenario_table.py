"""The table that a scenario plays on: who acts, and who sits down without being told to."""

from pathlib import Path

import pytest
from scenario_text import problems
from support.editions import DEALING

from punto.aggregate.actor import DEALER, PATRON, Actor
from punto.clause import Refused
from punto.rulebook.elect import Elections, elect
from punto.rulebook.load import load
from punto.rulebook.power import Power
from punto.scenario.commands import Words
from punto.scenario.errors import ScenarioError
from punto.scenario.table import CHIPS_CENTS, ScenarioTable
from punto.shoe_preparation import prepare
from punto.table.base_classes import TableCommand
from punto.table.cards.cutting import Cut
from punto.table.deal.drawing import Draw
from punto.table.phase import Betting, Idle
from punto.table.table import Table
from punto.table.wagers.placing import PlaceWager


def world(rulebook: str = "nsw-2024", **people: str) -> ScenarioTable:
    edition = load(rulebook)
    chosen = Elections(settlement=edition.settlement.schemes.value[0])
    rules = elect(edition, chosen)
    return ScenarioTable(rules, prepare(rules, lambda _: 0), people, chosen)


def table(made: ScenarioTable) -> Table:
    assert made.table is not None
    return made.table


def wagers(made: ScenarioTable, by: str | None, **words: object) -> None:
    made.act(by, Words("place_wager", {"wager": "player", "stake": 100, **words}))


@pytest.mark.parametrize(
    ("by", "command", "name", "title"),
    [
        (None, Draw(), DEALER, DEALER),
        ("dealer", Draw(), DEALER, DEALER),
        ("inspector", Draw(), "inspector", "inspector"),
        ("surveillance", Draw(), "surveillance", "surveillance"),
        ("ann", Draw(), "ann", PATRON),
        ("sue", Draw(), "sue", "casino_supervisor"),
        ("ann", Cut(), "ann", PATRON),
        ("dealer", PlaceWager("player", 1), DEALER, DEALER),
    ],
)
def test_somebody_acts_under_their_title(
    by: str | None, command: TableCommand, name: str, title: str
) -> None:
    made = world(sue="casino_supervisor")
    made.at = 7
    assert made.actor(by, command) == Actor(name, title, 7)


@pytest.mark.parametrize("rulebook", DEALING)
def test_cards_that_nobody_cuts_are_cut_by_whoever_does_so_in_default(rulebook: str) -> None:
    made = world(rulebook)
    first = load(rulebook).powers[Power.CUT_IN_DEFAULT].value[0]
    assert made.actor(None, Cut()) == Actor(first, first, made.at)
    assert made.actor(None, Draw()).name == DEALER


def test_a_patron_is_known_by_a_wager_whoever_enters_it() -> None:
    made = world()
    made.actor("dealer", PlaceWager("player", 1, patron="ann"))
    made.actor("ben", PlaceWager("player", 1))
    made.actor("cleo", Draw())
    assert made.patrons == {"ann", "ben"}


def test_whoever_wagers_sits_down_on_the_first_free_seat_with_chips() -> None:
    made = world()
    made.act("dora", Words("join", {"seat": 2}))
    for name in ("ann", "ben"):
        wagers(made, name)
    wagers(made, "dealer", patron="cleo")
    assert [(one.name, one.seat) for one in table(made).patrons] == [
        ("dora", 2),
        ("ann", 1),
        ("ben", 3),
        ("cleo", 4),
    ]
    chips = {one.name: one.chips_cents for one in table(made).patrons}
    assert chips == {"dora": 0, **dict.fromkeys(("ann", "ben", "cleo"), CHIPS_CENTS - 10_000)}
    bought = [one.event for one in made.log if one.event.tag() == "chips_bought"]
    assert [getattr(one, "cash", None) for one in bought] == [False] * 3
    assert {one.envelope.actor for one in made.log if one.event.tag() == "patron_joined"} == {
        "dora",
        DEALER,
    }
    assert isinstance(table(made).phase, Betting)
    # Whoever sits there already buys nothing more.
    with pytest.raises(Refused):
        wagers(made, "dora")
    assert len(table(made).patrons) == 4


@pytest.mark.parametrize("by", ["inspector", "surveillance", "sue"])
def test_nobody_of_the_house_sits_down_to_wager(by: str) -> None:
    made = world(sue="casino_supervisor")
    with pytest.raises(Refused):
        wagers(made, by)
    assert table(made).patrons == ()
    assert isinstance(table(made).phase, Idle), "what was refused has changed nothing"


def test_somebody_who_is_called_a_patron_sits_down_as_one() -> None:
    made = world(zoe=PATRON)
    wagers(made, "zoe")
    assert [one.name for one in table(made).patrons] == ["zoe"]


def test_whoever_finds_no_seat_is_a_mistake_of_the_scenario() -> None:
    made = world()
    seats = table(made).seats
    for number in range(seats):
        wagers(made, f"p{number}")
    assert [one.seat for one in table(made).patrons] == [*range(1, seats + 1)]
    with pytest.raises(ScenarioError, match=f"zoe finds no seat: all {seats} are taken"):
        wagers(made, "zoe")


SECOND_TABLE = """
[[scenario]]
name = "forms of the table that is dealt are examined and announced, not those of another"
cites = ["15.8.1#1"]
tournament = "Harbour Cup"
elect = { settlement = "commission" }
tables = 2
entrants = ["ann", "bob", "cy", "dan"]
drawn = ["ann", "bob", "cy", "dan"]
shoe = "9S 3D KH 4C 9S 3D KH 4C ..."
shoes = { "2" = "3D 9S 4C KH 9S 3D KH 4C ..." }
steps = [
  { by = "cy", do = "hand_in_form", wager = "banker", stake = 100 },
  { do = "deal", table = 2, wagers = ["dan player 100"] },
  { expect = { secrets = { cy = 1 }, chips = { cy = 1095, dan = 900 } } },
]

[scenario.conditions]
entry_fee = 500
chips = 1000
minimum = 100
maximum = 500
session = "20 coups"
secret_wagers = 2
rounds = [{ name = "heat", advance = 1, tables = 2 }, { name = "final", tables = 1 }]
prizes = [{ place = 1, share = 10000 }]
"""


def test_a_coup_at_another_table_of_a_tournament_has_its_own_forms_announced(
    tmp_path: Path,
) -> None:
    assert problems(tmp_path, SECOND_TABLE) == []
