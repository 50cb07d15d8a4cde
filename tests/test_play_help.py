"""``?``: what comes next first, with its choices; every line that it shows works."""

import re
import shlex
from random import Random

import pytest
from msgspec.structs import replace
from support.terminal_user import Terminal

from punto.cards import DECK
from punto.clause import Malformed
from punto.cli.play.available_commands import lines_now
from punto.cli.play.command_groups import ASKED, HOUSE, NEXT, WRONG
from punto.cli.play.command_parser import arguments, parse
from punto.cli.play.open_table import Wanted, begin
from punto.cli.play.terminal_table import FLOAT_CENTS, TerminalTable
from punto.cli.play.vocabulary import DEAL, TABLE
from punto.notation.table_commands import KINDS
from punto.rulebook.elect import Elections, elect
from punto.rulebook.elections import Origin
from punto.rulebook.load import load
from punto.table.views.due import next_step
from punto.table.views.legal import options_of_all

BOOKS = ("act-2015", "nsw-2024", "tas-2018")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys, 80)


def help_of(terminal: Terminal, command: str, *lines: str) -> str:
    """Return what the last line, a question, prints."""
    return terminal.driven(command, *lines).partition(f"> {lines[-1]}\n")[2]


def test_every_command_stands_in_one_group() -> None:
    assert sorted((*NEXT, *ASKED, *WRONG, *HOUSE)) == sorted(TABLE.names)


@pytest.mark.parametrize("name", BOOKS)
def test_help_is_short_and_the_likely_comes_first(terminal: Terminal, name: str) -> None:
    for lines in ([], ["ann place_wager banker 100"], ["ann place_wager banker 100", "deal"]):
        shown = help_of(terminal, f"{name} --seed 5", *lines, "?").splitlines()
        assert len(shown) <= 40
        assert max(map(len, shown)) <= 80
        text = "\n".join(shown)
        places = [text.index(title) for title in ("due:", "next ", "people may ask for", "the hou")]
        assert places == sorted(places)
        assert "? all" in shown[-1]


def test_whoever_may_wager_while_betting_is_not_open_is_listed(terminal: Terminal) -> None:
    shown = help_of(terminal, "nsw-2024 --offer pairs", "?")
    assert "ann place_wager wager=banker stake=100" in shown
    assert "wager: player, banker, tie" in shown
    out = terminal.driven("nsw-2024", "ann place_wager wager=banker stake=100")
    assert "wager accepted" in out
    everything = help_of(terminal, "nsw-2024", "? all")
    assert "place_wager " not in everything.partition("\n\n")[0]


def test_nobody_is_told_that_they_may_wager_when_they_may_not(terminal: Terminal) -> None:
    lines = ["ann place_wager player 100", "draw; draw; draw; draw", "pull_card nobody", "deal"]
    shown = help_of(terminal, 'nsw-2024 --shoe "9S 3D KH 4C ..."', *lines, "?")
    assert "place_wager" not in shown
    why = help_of(terminal, 'nsw-2024 --shoe "9S 3D KH 4C ..."', *lines, "? place_wager")
    assert "nobody may wager on this coup" in why
    loaded = help_of(terminal, "nsw-2024 --choose origin=keyed", "? place_wager")
    assert "not now: betting is not open, and the cards are loaded" in loaded


def test_what_is_due_is_the_first_thing_listed(terminal: Terminal) -> None:
    lines = ["ann place_wager player 100", "draw; draw; draw; draw"]
    shown = help_of(terminal, 'nsw-2024 --shoe "9S 3D KH 4C ..."', *lines, "?").splitlines()
    assert shown[0].startswith("due: collect losers  [11.1.1]")
    assert shown[2].split() == ["collect_losers"]
    lines = ["gaming_supervisor order_shuffle x", "?"]
    shown = help_of(terminal, "nsw-2024 --seed 5", *lines).splitlines()
    assert shown[2].split() == ["new_shoe"]


def test_one_command_is_shown_with_the_choices_of_each_word(terminal: Terminal) -> None:
    shown = help_of(terminal, "nsw-2024", "? burn")
    assert "one_unseen, one_shown_on_request, one_shown_and_its_value" in shown
    assert "gaming_supervisor" in shown
    assert "a card: 9S" in shown
    assert "not now: cards are burned once" in shown
    assert "``" not in shown
    shown = help_of(terminal, "nsw-2024", "? change_method")
    assert "A, B, C" in shown
    shown = help_of(terminal, "nsw-2024 --offer pairs", "? restrict_offer")
    assert "pairs" in shown
    shown = help_of(terminal, "nsw-2024", "? turn_cards")
    assert "banker, player" in shown
    shown = help_of(terminal, "nsw-2024", "ann place_wager tie 5", "? withdraw_wager")
    assert "yes     tie" in shown
    assert "for example: ann withdraw_wager wager=tie" in shown
    assert "for example: deal" in help_of(terminal, "nsw-2024", "ann place_wager tie 5", "? deal")
    # Who would direct it, and who would agree, is for somebody to say.
    assert "not now: a coup without any wager" in help_of(terminal, "nsw-2024", "? deal")


@pytest.mark.parametrize(
    ("name", "ends"),
    [
        ("collect_losers", "wagers are settled when the result is announced  [11.1#1]"),
        ("load", "the marker goes in before loading; these cards are ready  [4.6#2]"),
        ("no_more_bets", "betting is not open"),
        ("adopt_rulebook", "the text has not changed"),
    ],
)
def test_what_is_not_possible_now_ends_with_its_clauses_if_it_has_any(
    terminal: Terminal, name: str, ends: str
) -> None:
    shown = help_of(terminal, "nsw-2024", f"? {name}").partition("\n\n")[0]
    assert shown.rstrip().splitlines()[-1] == f"not now: {ends}"


def test_all_says_why_the_rest_is_not_possible(terminal: Terminal) -> None:
    shown = help_of(terminal, "tas-2018", "? all")
    rest, _, legal = shown.partition("\n\n")
    assert "wagers are settled when the result is announced" in rest
    assert "10.2" in rest
    assert "nothing in this rulebook about: " in rest
    assert "open_betting" in legal
    for name in KINDS:
        assert name in shown


def driven_table(name: str, origin: Origin, seed: int) -> TerminalTable:
    edition = load(name)
    scheme = edition.settlement.schemes.value[0]
    elections = Elections(settlement=scheme, origin=origin)
    return begin(elect(edition, elections), elections, Wanted(seed, None, FLOAT_CENTS)).driven


@pytest.mark.parametrize("origin", [Origin.VIRTUAL, Origin.KEYED])
@pytest.mark.parametrize("name", BOOKS)
def test_every_line_that_is_shown_is_accepted(name: str, origin: Origin) -> None:
    driven, random = driven_table(name, origin, 3), Random(3)
    for _ in range(16):
        found = lines_now(driven)
        assert set(found) == set(TABLE.names)
        assert all(line.typed or line.why for line in found.values())
        listed = options_of_all(driven.rules, driven.table, driven.at)
        asks = {option.name: option.asks for option in listed if option.example and option.asks}
        for command, fields in asks.items():
            typed = found[command].typed or ""
            said = [
                "dollars" if word == "cents" else word.removesuffix("_cents") for word in fields
            ]
            assert all(re.search(rf"\b{word}='?[A-Z]", typed) for word in said), typed
        legal = [line for line in found.values() if line.typed and line.name not in asks]
        for line in random.sample(legal, 6):
            mark = driven.game.savepoint()
            try_line(driven, line.typed or "")
            driven.game.restore(mark)
        go_on(driven, random)


def try_line(driven: TerminalTable, text: str) -> None:
    """Give a line back to the table as somebody would type it."""
    line = parse(shlex.split(text), driven.titles)
    if line.name != DEAL:
        driven.act(line.by, line.name, line.words)
    elif not line.words:
        driven.deal(line.by)


def go_on(driven: TerminalTable, random: Random) -> None:
    """Do what is due, with any face that is wanted."""
    step = next_step(driven.rules, driven.table)
    assert step is not None
    if step.command is None:
        driven.act("ann", "place_wager", {"wager": "banker", "stake": "100"})
        return
    command = step.command
    if step.faces:
        faces = tuple(random.choice(DECK) for _ in range(step.faces))
        single = "card" in command.__struct_fields__
        command = replace(command, **({"card": faces[0]} if single else {"faces": faces}))
    driven.carry_out(step.by, command)


def test_faces_that_were_found_are_typed_with_their_numbers() -> None:
    typed = arguments("verify_cards", ["416", "faces=KH 9, joker 1"], TABLE, own=False)
    assert typed == {"count": 416, "faces": {"KH": 9, "joker": 1}}
    for wrong in ("faces=KH", "faces=KH nine", "faces=KH 9 8"):
        with pytest.raises(Malformed, match="no face with a number"):
            arguments("verify_cards", ["416", wrong], TABLE, own=False)
