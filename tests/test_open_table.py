"""The table with which ``punto play`` begins: its cards, its float, its log and its checks."""

from random import Random

import pytest
from support.terminal_user import Terminal

from punto.cards import format_cards
from punto.cli.play.open_table import Begun, Wanted, begin
from punto.cli.play.terminal_table import START
from punto.rulebook.elect import elect
from punto.rulebook.elections import Elections, Origin
from punto.rulebook.load import load
from punto.shoe import Stage
from punto.table.cards.burning import CardsBurned
from punto.table.opening.creation import TableSetUp

# Where the cutting card lies in a shoe of eight decks, and how many cards are burned.
BOOKS = {"nsw-2024": (396, 1), "act-2015": (404, 1), "tas-2018": (409, 0)}
FLOAT_CENTS = 1_234_500
MANY = 1_000_000_000


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys, 80)


def begun(
    name: str, seed: int = 3, shoe: str | None = None, origin: Origin = Origin.VIRTUAL
) -> Begun:
    """Return a table of a rulebook that has just begun."""
    edition = load(name)
    elections = Elections(
        settlement=edition.settlement.schemes.value[0],
        origin=origin,
        scanning_shoe=origin is Origin.SCANNED,
    )
    return begin(elect(edition, elections), elections, Wanted(seed, shoe, FLOAT_CENTS))


def events(found: Begun) -> list[type]:
    """Return the types of what happened so far, all of it at the first moment."""
    log = found.driven.game.log
    assert {entry.envelope.at for entry in log} == {START}
    return [type(entry.event) for entry in log]


@pytest.mark.parametrize("name", BOOKS)
def test_a_table_begins_with_a_shuffled_shoe_that_is_burned(name: str) -> None:
    found = begun(name)
    cutting_card, burned = BOOKS[name]
    table = found.driven.table
    shoe = table.shoe
    assert (shoe.stage, shoe.cutting_card) == (Stage.READY, cutting_card)
    assert (shoe.drawn, shoe.burned, shoe.seen) == (burned, burned, {})
    assert events(found) == [TableSetUp, *[CardsBurned] * burned]
    assert (table.ledger.float_cents, found.continued) == (FLOAT_CENTS, 0)
    assert found.reasons[0].text == "416 cards shuffled"
    # Shuffled, cut, marked and burned.
    assert len(found.reasons) == 3 + burned


@pytest.mark.parametrize("name", BOOKS)
def test_a_seed_gives_the_same_cards_and_later_shuffles_again(name: str) -> None:
    games = [begun(name, seed).driven.game for seed in (3, 3, 4)]
    first, again, other = [game.cards for game in games]
    assert first == again != other
    later = [game.randbelow(MANY) for game in games if game.randbelow is not None]
    assert later[0] == later[1] != later[2]


@pytest.mark.parametrize("name", BOOKS)
def test_a_given_order_is_dealt_from_its_first_card_whatever_the_seed(name: str) -> None:
    for seed in (3, 4):
        found = begun(name, seed, "9S 3D KH 4C ...")
        table, game = found.driven.table, found.driven.game
        assert (table.shoe.stage, table.shoe.drawn, table.shoe.burned) == (Stage.READY, 0, 0)
        assert game.cards is not None
        assert format_cards(game.cards.cards[:4]) == "9S 3D KH 4C"
        assert events(found) == [TableSetUp]
        assert (table.ledger.float_cents, found.reasons) == (FLOAT_CENTS, ())
        assert game.randbelow is not None
        assert game.randbelow(MANY) == Random(0).randrange(MANY)


@pytest.mark.parametrize("origin", [Origin.SCANNED, Origin.KEYED])
@pytest.mark.parametrize("name", BOOKS)
def test_real_cards_are_loaded_and_burned_by_hand(name: str, origin: Origin) -> None:
    found = begun(name, origin=origin)
    table, game = found.driven.table, found.driven.game
    stage = Stage.LOADED if BOOKS[name][1] else Stage.READY
    assert (table.shoe.stage, table.shoe.drawn, table.shoe.burned) == (stage, 0, 0)
    assert table.shoe.cutting_card is None
    assert (game.cards, game.randbelow, found.reasons) == (None, None, ())
    assert (events(found), table.ledger.float_cents) == ([TableSetUp], FLOAT_CENTS)


BY_HAND = "--full is driven by hand: it goes without --coups, --wager and --json"
ORDER = "--shoe gives the order of the cards, so it goes without --seed"
REAL = "you deal real cards, so it goes without --seed and --shoe"
# What goes wrong before a table is opened.
WRONG = {
    "--coups 0": "--coups must be at least 1, not 0",
    "--seed -1": "--seed must not be negative, not -1",
    "--seed 0 --shoe '9S ...'": ORDER,
    "--shoe ' '": ORDER,
    "--full --coups 1": BY_HAND,
    "--full --wager 'ann tie 5'": BY_HAND,
    "--full --no-bets 'casino_supervisor'": BY_HAND,
    "--choose method=B": "--choose goes with --full",
    "--full --choose origin=keyed --seed 0": f"origin=keyed: {REAL}",
    "--full --choose origin=keyed --shoe '9S ...'": f"origin=keyed: {REAL}",
    "--float 0": "--float must be more than nothing, not 0",
    "--float -1": "--float must be more than nothing, not -1",
    "--as ann": "--as, --seat and --name go with --server",
    "--seat 0": "--as, --seat and --name go with --server",
    "--name Dean": "--as, --seat and --name go with --server",
}


@pytest.mark.parametrize("words", WRONG)
def test_what_does_not_go_together_is_told(terminal: Terminal, words: str) -> None:
    assert terminal(f"nsw-2024 {words}") == ""
    assert terminal.code == 2
    assert terminal.err.splitlines()[0] == f"error: {WRONG[words]}"


def test_the_least_that_may_be_asked_for_is_dealt(terminal: Terminal) -> None:
    for words in ("--float 20000", ""):
        line = f"act-2015 --coups 1 --seed 0 --wager 'ann banker 1' --brief {words}"
        out = terminal(line)
        assert terminal.code == 0, terminal.err
        assert "1 coup" in out
    terminal("act-2015 --coups 1 --wager 'ann banker 1' --float 0.01")
    assert terminal.err.startswith("error: the float of $0.01 is too small")


def test_a_table_is_opened_with_its_rulebook_and_its_seed(terminal: Terminal) -> None:
    out = terminal("nsw-2024 --seed 3 --coups 1 --wager 'ann tie 5'").splitlines()
    assert out[:2] == [
        "nsw-2024  Baccarat, The Star, 2024",
        "8 decks, settlement commission",
    ]
    assert out[2] == "  416 cards shuffled  [4.1 4.1.1#1]"
    assert terminal.err == "seed 3: the same shoe again with --seed 3\n"
    out = terminal(
        "nsw-2024 --settlement even_money --coups 1 --shoe '9S 3D KH 4C ...' --wager 'ann tie 5'"
    ).splitlines()
    assert out[1] == "8 decks, settlement even money"
    assert not out[2].startswith("  ")
    assert terminal.err == ""
    terminal("nsw-2024 --full --choose origin=keyed")
    assert terminal.err == ""
