"""``punto play``: whole shoes, brief and at length; what is chosen, and what is kept of it."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.editions import DEALING
from support.terminal_user import Terminal

from punto.clause import Malformed, Refused
from punto.cli.play.choose_option import choices, chosen, names, with_choices
from punto.cli.play.coup_loop import Manner
from punto.cli.unpermitted import Unpermitted
from punto.error_codes import ErrorCode
from punto.log_file import read_file
from punto.rulebook.amounts import WagerLimits
from punto.rulebook.elections import Elections, LeftOpen, Origin
from punto.rulebook.load import load
from punto.rulebook.vocabulary import Source, Supply
from punto.table.opening.creation import TableSetUp
from punto.table.registry import replay

SOURCE = Path(__file__).parent.parent / "src" / "punto"
PUNTO = Path(sys.executable).parent / "punto"


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys, 80)


@pytest.mark.parametrize("name", DEALING)
def test_brief_is_one_line_a_coup(terminal: Terminal, name: str) -> None:
    wagers = "--wager 'ann banker 100' --wager 'bob tie 5' --wager 'maximilian player 1000'"
    out = terminal(f"{name} --seed 3 --brief {wagers}")
    coups = out.partition("won and lost\n")[2].splitlines()
    shown = [line for line in coups if line[:4].strip().isdigit()]
    [total] = [line for line in coups if " cards left" in line]
    assert f"{len(shown)} coups: " in total
    assert len(out.splitlines()) < len(shown) + 25
    assert max(map(len, out.splitlines())) <= 80
    told = terminal(f"{name} --seed 3 --json {wagers}").splitlines()
    documents = [json.loads(line) for line in told]
    assert len(documents) == len(shown)
    for line, document in zip(shown, documents, strict=True):
        assert document["line"] in line
        assert " ".join(document["banker"]) in line


def test_brief_says_what_does_not_fit(terminal: Terminal) -> None:
    wagers = " ".join(f"--wager 'patron-{letter} tie 1000'" for letter in "abcdef")
    out = terminal(f"nsw-2024 --seed 3 --coups 2 --brief {wagers}")
    assert out.count("more") == 2
    wagers = "--wager 'ann tie 5' --wager 'bob tie 5'"
    out = terminal(f"nsw-2024 --seed 3 --coups 1 --brief {wagers}")
    assert "   1  5D TD 4H  7C JC     player 9-7  ann -$5, bob -$5\n" in out
    terminal("nsw-2024 --brief --json")
    assert terminal.code == 2


def test_brief_keeps_the_call_of_the_last_coup(terminal: Terminal) -> None:
    unbet = '--no-bets "casino_supervisor marker=yes"'
    out = terminal(f'nsw-2024 --shoe "CUT 9S 3D KH 4C ..." --brief {unbet}')
    assert '   1  9S KH     3D 4C     player 9-7  "last coup"\n' in out


def test_nothing_is_printed_that_says_nothing(terminal: Terminal) -> None:
    out = terminal("act-2015 --seed 3 --coups 1 --wager 'ann banker 100'")
    why = out.partition("why ")[2].partition("PLAYER WINS")[0].splitlines()[1:]
    assert all(line.strip()[0] == line[0] for line in why if line)
    assert why.index(next(line for line in why if line.startswith("cards fall"))) < why.index(
        next(line for line in why if line.startswith("the coup is over"))
    )
    document = json.loads(terminal("act-2015 --seed 3 --coups 1 --json"))
    assert all(reason["text"] for reason in document["shoe_reasons"])


def test_whoever_runs_short_buys_more_and_the_float_is_watched(terminal: Terminal) -> None:
    out = terminal("nsw-2024 --seed 3 --brief --wager 'ann tie 4000'")
    assert terminal.code == 0
    assert "ann buys $10,000" in terminal.err
    assert "coups: " in out
    terminal("nsw-2024 --seed 3 --wager 'ann tie 200000'")
    assert terminal.code == 2
    assert "the float of $800,000 is too small to pay these wagers" in terminal.err
    terminal("nsw-2024 --seed 3 --coups 1 --float 9000000 --wager 'ann tie 200000'")
    assert terminal.code == 0
    for wrong in ("0", "-5", "x"):
        terminal(f"nsw-2024 --float {wrong}")
        assert terminal.code == 2


CHOICES = {
    "nsw-2024 --choose method=Z": ["method_not_permitted", "permitted: A, B, C"],
    "nsw-2024 --choose mthod=B": ["did you mean method?", "choose: seats, source, supply"],
    "nsw-2024 --choose method": ["write method=VALUE", "method: A, B, C"],
    "nsw-2024 --choose origin=real": ["origin: virtual, scanned, keyed"],
    "nsw-2024 --choose minimum=x": ["minimum: dollars, such as 25"],
    "nsw-2024 --choose low_limit=maybe": ["low_limit: yes, no"],
    "nsw-2024 --choose seats=many": ["seats: "],
    "nsw-2024 --choose positions=tiger": ["an optional wager and a number, such as tiger:6"],
    "nsw-2024 --choose positions=tiger:2": ["tiger is not offered"],
    "nsw-2024 --choose seats=99": ["seats_not_permitted [nsw-2024/", "permitted: "],
    "tas-2018 --choose source=dice": ["source: card_shoe"],
    "tas-2018 --choose source=shuffling_device": [
        "source_not_permitted [tas-2018/4.5]",
        "hint: source: card_shoe",
    ],
    "tas-2018 --choose method=squeeze": ["method_on_request [tas-2018/9.3#1]", "method: face_up"],
    "nsw-2024 --choose backs=red,blue": ["backs_differ [nsw-2024/"],
    "nsw-2024 --choose backs=": ["say which backs the packs have"],
    "nsw-2024 --choose backs": ["backs: the back of all packs, or of each: red,red,blue"],
    "nsw-2024 --choose decks=6": ["an option of its own", "--decks 6"],
    "nsw-2024 --choose hours=3": ["there is no such choice"],
    "nsw-2024 --choose method=B --choose method=C": ["method is given twice"],
    "nsw-2024 --choose origin=keyed --seed 4": ["goes without --seed and --shoe"],
}


@pytest.mark.parametrize("command", CHOICES)
def test_a_wrong_choice_is_answered_with_the_right_ones(terminal: Terminal, command: str) -> None:
    assert terminal(f"{command} --full") == ""
    assert terminal.code == 2
    for text in CHOICES[command]:
        assert text in terminal.err


CHOSEN: dict[str, dict[str, Any]] = {
    "method=B": {"method": "B"},
    "method=none": {"left_open": (LeftOpen.METHOD,)},
    "minimum=25": {"minimum_cents": 2_500},
    "maximum=25.50": {"maximum_cents": 2_550},
    "step=none": {"left_open": (LeftOpen.STEP,)},
    "low_limit=YES": {"low_limit": True},
    "cashless=true": {"cashless": True},
    "drop_box=No": {"drop_box": False},
    "area_per_box=false": {"area_per_box": False},
    "origin=scanned": {"origin": Origin.SCANNED},
    "source=shuffling_device": {"source": Source.SHUFFLING_DEVICE},
    "supply=plain": {"supply": Supply.PLAIN},
    "seats=3": {"seats": 3},
    "seats=999": {"seats": 999},
    "positions=tiger:0": {"positions": {"tiger": 0}},
    "positions=tiger:999,big_tiger:4": {"positions": {"tiger": 999, "big_tiger": 4}},
    "limits=tie 5-100": {"limits": {"tie": WagerLimits(500, 10_000)}},
    "backs=red": {"backs": ("red",)},
    "backs=red,red": {"backs": ("red", "red")},
}


@pytest.mark.parametrize("text", CHOSEN)
def test_what_is_chosen_is_what_the_house_elects(text: str) -> None:
    elected = chosen(load("nsw-2024"), [text], "commission")
    assert elected == Elections(settlement="commission", **CHOSEN[text])
    other = "optional_maximum=100"
    both = chosen(load("nsw-2024"), [other, text], None)
    assert both == Elections(optional_maximum_cents=10_000, **CHOSEN[text])


PERMITTED = {
    "nsw-2024": ("A, B, C", "card_shoe, shuffling_device", "3, 5, 6, 7, 8, 9"),
    "tas-2018": ("face_up", "card_shoe", "7, 9"),
    "act-2015": ("face_up, face_down", "card_shoe", "a number"),
    "act-2000": ("nothing", "nothing", "a number"),
}
MONEY = {"minimum", "maximum", "optional_minimum", "optional_maximum", "step", "cap"}


@pytest.mark.parametrize("name", PERMITTED)
def test_every_choice_says_what_may_stand_there(name: str) -> None:
    said = {choice: choices(load(name), choice) for choice in names()}
    assert (said["method"], said["source"], said["seats"]) == PERMITTED[name]
    assert said["origin"] == "virtual, scanned, keyed"
    assert said["supply"].partition(",")[0] == ("nothing" if name == "act-2000" else "plain")
    assert said["limits"] == "wagers or offers with their limits, such as tie 5-100"
    dollars = {choice for choice, text in said.items() if text == "dollars, such as 25"}
    assert dollars == {*MONEY, "area_maximum"}
    assert {choice for choice, text in said.items() if text == "yes, no"} == {
        choice for choice in said if isinstance(getattr(Elections(), choice, None), bool)
    } | {"area_per_box"}
    assert not {"decks", "offer", "layout", "chips", "settlement", "hours", "left_open"} & set(said)


@pytest.mark.parametrize(
    "text",
    [
        *("low_limit=none", "low_limit=maybe", "low_limit=", "origin=none", "origin=VIRTUAL"),
        *("seats=", "seats=x", "seats=-1", "seats=1000", "seats=²", "seats=٣", "seats=none"),
        *("positions=tiger", "positions=tiger:", "positions=tiger:-1", "positions=tiger:1000"),
        *("positions=tiger:²", "positions=tiger:٣", "positions=tiger:6,tiger:6", "positions="),
        *("positions=none", "minimum=x", "minimum=", "cap=none"),
    ],
)
def test_what_a_choice_cannot_be_is_told_with_what_it_may(text: str) -> None:
    edition, name = load("nsw-2024"), text.partition("=")[0]
    with pytest.raises(Malformed) as error:
        chosen(edition, [text], None)
    assert error.value.message == f"--choose {text}: {name} is something else"
    assert error.value.hint == f"{name}: {choices(edition, name)}"


def test_a_long_choice_is_cut_where_it_is_told() -> None:
    edition = load("nsw-2024")
    for text, shown in (
        (f"seats={'9' * 90}", f"--choose seats={'9' * 40}: seats is something else"),
        ("x" * 90, f"--choose {'x' * 40}: there is no such choice"),
        ("hours=3", "--choose hours=3: there is no such choice"),
        ("seats", "--choose seats: write seats=VALUE"),
        ("decks=6", "--choose decks: that is an option of its own"),
    ):
        with pytest.raises(Malformed) as error:
            chosen(edition, [text], None)
        assert error.value.message == shown
    assert error.value.hint == "--decks 6"
    with pytest.raises(Malformed, match="limits"):
        chosen(edition, ["limits=tie 5"], None)


@pytest.mark.parametrize(
    ("texts", "code", "hint"),
    [
        (["seats=4"], ErrorCode.SEATS_NOT_PERMITTED, "seats: 3, 5, 6, 7, 8, 9"),
        (["source=dice", "seats=4"], ErrorCode.SEATS_NOT_PERMITTED, "seats: 3, 5, 6, 7, 8, 9"),
        (["seats=4"], ErrorCode.DECKS_NOT_PERMITTED, None),
        (["multishuffler=yes"], ErrorCode.MULTISHUFFLER_NOT_PERMITTED, None),
        (["method=Z"], ErrorCode.METHOD_NOT_PERMITTED, "method: A, B, C"),
        (
            ["source=dice"],
            ErrorCode.SOURCE_NOT_PERMITTED,
            "source: card_shoe, shuffling_device",
        ),
        (
            ["supply=plain"],
            ErrorCode.SUPPLY_NOT_PERMITTED,
            "supply: plain, casino_pre_shuffled, angel_pre_shuffled",
        ),
    ],
)
def test_a_refusal_of_a_choice_gets_a_hint_where_it_has_none(
    texts: list[str], code: ErrorCode, hint: str | None
) -> None:
    edition = load("nsw-2024")
    told = Unpermitted(Refused(code, ("nsw-2024/3.1",), "no"))
    assert with_choices(edition, texts, told) is told
    assert told.hint == hint
    held = Unpermitted(Refused(code, ("nsw-2024/3.1",), "no", "ask the house"))
    assert with_choices(edition, texts, held).hint == "ask the house"


def test_choices_need_full(terminal: Terminal) -> None:
    terminal("nsw-2024 --choose method=B")
    assert terminal.code == 2
    assert "--choose goes with --full" in terminal.err


def test_what_the_rulebook_does_not_permit_keeps_its_code_and_clause(terminal: Terminal) -> None:
    for command in ("nsw-2024 --decks 9", "nsw-2024 --offer roulette", "act-2015 --decks 6"):
        found = json.loads(terminal(f"{command} --json"))
        assert terminal.code == 2
        assert found["clause"]
        assert found["code"].replace("_", "").isalpha()
        assert found["code"] not in found["message"]
        terminal(command)
        clauses = ", ".join(found["clause"])
        assert f"error: {found['code']} [{clauses}] {found['message']}\n" in terminal.err


def test_play_stands_on_the_product_and_not_on_its_tests() -> None:
    for path in (SOURCE / "cli" / "play").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                assert not (node.module or "").startswith("punto.scenario"), path


def test_a_log_is_written_as_it_goes_and_never_overwritten(
    terminal: Terminal, tmp_path: Path
) -> None:
    path = tmp_path / "table.jsonl"
    lines = ["ann place_wager banker 100", "draw", "?", "ann draw", "deal"]
    terminal.driven(f"nsw-2024 --seed 5 --log {path}", *lines)
    log = read_file(path).entries
    assert isinstance(log[0].event, TableSetUp)
    table = replay(log)
    assert table.number == 1
    assert table.patrons[0].name == "ann"
    before = path.read_bytes()
    terminal.driven(f"nsw-2024 --seed 5 --log {path}", *lines)
    assert terminal.code == 2
    assert "cannot be continued: the order of its cards is not in it" in terminal.err
    assert path.read_bytes() == before
    terminal(f"nsw-2024 --seed 5 --coups 2 --log {tmp_path}/shoe.jsonl --wager 'ann tie 5'")
    assert replay(read_file(tmp_path / "shoe.jsonl").entries).number == 2


def test_a_table_that_does_not_begin_leaves_no_log(terminal: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    terminal(f"nsw-2024 --log {path} --wager 'ann player 5' --wager 'ann banker 5'")
    assert terminal.code == 1
    assert not path.exists()


def test_the_log_of_keyed_cards_is_gone_on_with(terminal: Terminal, tmp_path: Path) -> None:
    command = f"nsw-2024 --choose origin=keyed --log {tmp_path}/real.jsonl"
    terminal.driven(command, "burn one_unseen", "ann place_wager banker 100", "9S; 3D", "clock +30")
    out = terminal(f"{command} --full", "KH; 4C", "see ann", "report_error misdeal 'x y'")
    assert "gone on with after 9 events" in out
    assert "dealing, coup 1 of shoe 1 (ready), number 1, 413 cards left" in out
    assert "player 9-7" in out
    assert terminal.code == 0
    terminal.driven(command.replace("nsw-2024", "act-2015"))
    assert terminal.code == 2
    assert "was begun under nsw-2024 with other elections" in terminal.err
    terminal.driven(f"{command} --choose method=B")
    assert terminal.code == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"nonsense\n", "is no log: line 1"),
        (b"", "is empty"),
        (b'{"type":"betting_opened"}\n', "is no log: line 1"),
        (b"\xff\xfe", "is no log: line 1"),
    ],
)
def test_a_file_that_is_no_log_is_told(
    terminal: Terminal, tmp_path: Path, text: bytes, said: str
) -> None:
    path = tmp_path / "x"
    path.write_bytes(text)
    terminal(f"nsw-2024 --full --choose origin=keyed --log {path}")
    assert terminal.code == 2
    assert said in terminal.err
    assert path.read_bytes() == text
    found = json.loads(terminal(f"nsw-2024 --json --log {tmp_path}/no/such/folder"))
    assert "No such file or directory" in found["message"]
    found = json.loads(terminal(f"nsw-2024 --json --log {tmp_path}/\udcff/x"))
    assert "\\udcff/x: No such file" in found["message"]


def at_a_terminal(command: str, typed: bytes) -> tuple[int, str]:
    """Return the exit code and what a terminal shows when keys are pressed."""
    with subprocess.Popen(
        ["script", "-qec", f"{PUNTO} {command}", "/dev/null"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "80"},
    ) as process:
        assert process.stdout is not None
        # Whoever presses a key has seen something: Python itself is not interrupted as it starts.
        first = process.stdout.read(1)
        shown, _ = process.communicate(typed, timeout=600)
    return process.returncode, (first + shown).decode(errors="replace")


@pytest.mark.parametrize("command", ["play nsw-2024 --seed 1", "play nsw-2024 --seed 1 --full"])
@pytest.mark.parametrize("keys", [b"\x03", b"\x04", b"\n\n\x04", b"see\n\x03", b"\xff\xfe\nq\n"])
def test_ctrl_c_and_the_end_of_the_input_are_no_traceback(command: str, keys: bytes) -> None:
    code, shown = at_a_terminal(command, keys)
    assert "Traceback" not in shown
    assert code in (0, 130)


@pytest.mark.parametrize("text", [b"\xff\xfe join 1\n", b"\x00\n", b"\x1b[2J\n", b"", b"\n" * 50])
def test_whatever_is_piped_in_is_no_traceback(text: bytes, tmp_path: Path) -> None:
    for encoding in ("utf-8:strict", "utf-8:surrogateescape"):
        path = tmp_path / encoding
        line = [str(PUNTO), "play", "nsw-2024", "--full", "--log", str(path)]
        environment = {**os.environ, "PYTHONIOENCODING": encoding}
        shown = subprocess.run(line, input=text, capture_output=True, check=False, env=environment)
        assert shown.returncode in (0, 1), shown.stderr
        assert b"Traceback" not in shown.stderr
        assert replay(read_file(path).entries)


def test_a_closed_input_is_its_end() -> None:
    for options in ("--coups 1 --wager 'ann tie 5'", "--full"):
        line = f"{PUNTO} play nsw-2024 {options} <&-"
        shown = subprocess.run(["bash", "-c", line], capture_output=True, check=False)
        assert shown.returncode == 0, shown.stderr
        assert b"Traceback" not in shown.stderr


@pytest.mark.parametrize(
    ("name", "code", "says"),
    [
        ("nsw-2024", 1, "casino_supervisor marker=yes"),
        ("tas-2018", 1, "management_representative"),
        ("act-2015", 0, ""),
    ],
)
def test_nobody_is_made_to_direct_a_coup_without_wagers(
    terminal: Terminal, tmp_path: Path, name: str, code: int, says: str
) -> None:
    log = tmp_path / "t1.jsonl"
    terminal(f"{name} --seed 3 --coups 1 --brief --log {log}")
    assert terminal.code == code
    if not says:
        return
    assert f'--no-bets "{says}"' in " ".join(terminal.err.split())
    assert b'"no_bet_directed"' not in log.read_bytes()
    out = terminal(f"{name} --seed 3 --coups 2 --brief --no-bets '{says}'")
    assert terminal.code == 0
    assert "2 coups: " in out
    # Nothing is directed where a wager lies.
    terminal(f"{name} --seed 3 --coups 1 --no-bets '{says}' --wager 'ann tie 5' --log {log}2")
    assert b"no_bet" not in Path(f"{log}2").read_bytes()


def test_whoever_types_is_asked_who_directs_a_coup_without_wagers(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Manner, "asks", True)
    lines = iter(("", "casino_supervisor direct_no_bet marker=yes", "", "q"))
    monkeypatch.setattr("rich.console.Console.input", lambda *_, **__: next(lines))
    out = " ".join(terminal("nsw-2024 --seed 3").split())
    assert "place a wager, or: casino_supervisor direct_no_bet marker=yes" in out
    assert "1 coup: " in out
