"""``punto play --full``: a table driven line by line, with ? for what is legal and why not."""

import io
import shlex
from random import Random

import pytest
from support.editions import DEALING

from punto.clause import Malformed, Refused
from punto.cli.main import run
from punto.cli.output import cited, console, talk
from punto.notation.written import written
from punto.rulebook.elect import Elections, elect
from punto.rulebook.load import load
from punto.scenario import commands
from punto.scenario.layout import laid_out
from punto.scenario.world import World
from punto.table.views.legal import KINDS, options_of_all

Typed = tuple[int, str]


def test_long_runs_of_clauses_are_written_as_a_span() -> None:
    many = tuple(f"nsw-2024/{n}" for n in ("5.2", 17, 18, 19, 20, "20.1", 7, 8, 9))
    assert cited(many) == "5.2 17-20 20.1 7 8 9"
    assert cited(()) == ""


def typed(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    lines: list[str],
    *arguments: str,
) -> Typed:
    """Return the exit code and what was printed when somebody types lines."""
    console.cache_clear()
    talk.cache_clear()
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    code = run(["play", *arguments, "--full", "--seed", "5"])
    return code, capsys.readouterr().out


def test_a_squeezed_coup_from_the_first_wager_to_the_discards(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = [
        "ann join 3",
        "ann buy_chips 500",
        "ann place_wager player 100",
        *["draw"] * 4,
        "see ben",
        "pass_cards player ann",
        "see ann",
        "ann turn_cards player",
        "return_cards player",
        "turn_cards banker",
    ]
    code, out = typed(monkeypatch, capsys, lines, "nsw-2024", "--choose", "method=B")
    assert code == 0
    assert "P ?? ??  B ?? ??" in out
    assert "the Player cards go to ann, face down" in out
    assert '"Player 5, Banker 3"' in out
    assert "8.15.3" in out


def test_what_is_refused_is_told_with_its_clause_and_the_exit_code_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = typed(monkeypatch, capsys, ["ann draw"], "nsw-2024")
    assert code == 1
    assert "refused: not_entitled [nsw-2024/7.3" in out


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("zoe", "zoe does what?"),
        ("zoe dance", "there is no command 'dance'"),
        ('"open', "close what is quoted"),
        ("clock noon", "is no time"),
        ("clock", "clock 14:20"),
        ("? dance", "there is no command 'dance'"),
        ("draw AS no no more", "draw takes no"),
        ("draw AS maybe", "burn_missed is yes or no"),
        ("ann place_wager wager=tie wager=tie", "wager is given twice"),
        ("plce_wager", "did you mean place_wager"),
        ("see nobody", "nobody is not at the table"),
        ("dealer join patron=dealer seat=1", "a title is nobody"),
        ("ben join patron=ann seat=1", "ben may not act for ann"),
        ("ann deal", "ann may not deal"),
        ("clock 11:00", "the clock does not go back"),
        ("turn_cards", "turn_cards needs hand"),
        ("# only a remark", "idle> q"),
        ("ann place_wager banker -5", "more than nothing"),
        ("ann place_wager banker x", "not an amount of dollars"),
        ("ann join seat=zero", "a number is wanted"),
        ("ann leave", "ann is not at the table"),
        ("Ωμέγα join 1", "takes a place"),
    ],
)
def test_bad_lines_are_told_and_change_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], line: str, expected: str
) -> None:
    _, out = typed(monkeypatch, capsys, [line, "# a remark", "", "q"], "nsw-2024")
    assert expected in out


def test_help_lists_what_is_legal_and_why_the_rest_is_not(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out = typed(monkeypatch, capsys, ["?", "? place_wager", "clock +20", "see"], "tas-2018")
    assert code == 0
    rest, _, legal = out.rpartition("legal now")
    assert "dealer open_betting" in legal
    assert "wagers are settled when the result is announced" in rest
    assert "10.2" in rest
    assert "A patron puts chips on a wager" in legal


SHEETS = [
    (
        "nsw-2024",
        [
            "ann join 1",
            "gaming_supervisor post_notice closing=yes from=12:20",
            "see public",
            "clock +20",
            "gaming_supervisor close_table",
        ],
        ["notice: the table closes from 2024-06-03 12:20 UTC", "closed"],
    ),
    (
        "nsw-2024",
        [
            "ann place_wager player 100",
            *["draw"] * 4,
            "collect_losers",
            'pay_winners paid="ann player 150"',
            "gaming_supervisor enquire_mispayment 1 miscounted",
            "gaming_supervisor cure_mispayment 1 rectified",
        ],
        ["settled over by $50", "12.18.2"],
    ),
    (
        "tas-2018",
        [
            "ann place_wager player 100",
            "tell management_representative squeeze",
            "change_method squeeze ann",
            "tell surveillance squeeze",
            "change_method squeeze ann",
            *["draw"] * 4,
            "pass_cards player ann",
            "ann turn_cards player",
        ],
        ["hint: tell surveillance squeeze", "go to ann, face down", "9.3(a)#1"],
    ),
    (
        "act-2015",
        ["ann place_wager player_pair 10", "deal", "see"],
        ["pairs before any third card", "9.9"],
    ),
]


@pytest.mark.parametrize(("name", "lines", "expected"), SHEETS)
def test_the_sheets_of_the_guide_work(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    name: str,
    lines: list[str],
    expected: list[str],
) -> None:
    shoe = ["--offer", "perfect_pairs"] if name == "act-2015" else []
    monkeypatch.setattr("sys.stdin", io.StringIO("\n".join(lines) + "\n"))
    console.cache_clear()
    talk.cache_clear()
    code = run(["play", name, "--full", "--shoe", "9S 3D KH 4C ...", *shoe])
    out = capsys.readouterr().out
    assert code == 0, out
    for text in expected:
        assert text in out


@pytest.mark.parametrize("arguments", [["--coups", "3"], ["--wager", "ann tie 5"], ["--json"]])
def test_full_goes_without_what_deals_by_itself(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["play", "nsw-2024", "--full", *arguments]) == 2
    shown = capsys.readouterr()
    assert "--full is driven by hand" in (shown.out if "--json" in arguments else shown.err)


def test_choices_need_full_and_sense(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["play", "nsw-2024", "--choose", "method=B"]) == 2
    assert "--choose goes with --full" in capsys.readouterr().err
    assert run(["play", "nsw-2024", "--full", "--choose", "method=Z"]) == 2
    assert "method_not_permitted" in capsys.readouterr().err
    assert run(["play", "nsw-2024", "--full", "--choose", "decks=6"]) == 2


@pytest.mark.parametrize("name", DEALING)
def test_every_example_that_is_called_legal_is_accepted(name: str) -> None:
    edition = load(name)
    scheme = edition.settlement.schemes.value[0]
    rules = elect(edition, Elections(settlement=scheme))
    world = World(rules, laid_out(rules, None, "ready"))
    steps = [("ann", "place_wager", {"wager": "player", "stake": 100}), (None, "no_more_bets", {})]
    steps += [(None, "draw", {})] * 3
    random = Random(1)
    for by, command, arguments in steps:
        assert world.table is not None
        found = options_of_all(rules, world.table, world.at)
        assert len(found) == len(KINDS)
        assert all(one.example or one.why for one in found)
        legal = [one for one in found if one.example]
        for one in random.sample(legal, min(8, len(legal))):
            assert one.example is not None
            assert one.by is not None
            assert world.game is not None
            mark = world.game.mark()
            _again(world, one.by, written(one.by, one.example))
            world.game.back_to(mark)
        world.act(by, commands.command(command, dict(arguments)))


def _again(world: World, who: str, line: str) -> None:
    """Give an example back to the table as somebody would type it."""
    from punto.cli.full import _act

    try:
        _act(world, shlex.split(line))
    except (Refused, Malformed) as no:
        message = f"{who}: {line}: {no}"
        raise AssertionError(message) from no
