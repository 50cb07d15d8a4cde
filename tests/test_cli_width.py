"""Everything the terminal prints fits 80 columns, and no number is ever cut in two."""

import re
import shlex

import pytest
from rich.text import Text

from punto.cli.main import run
from punto.cli.output import console, talk
from punto.cli.text_table import Sheet, indented, wrap
from punto.rulebook import load

Capture = pytest.CaptureFixture[str]

LONG = "--wager 'maximilian player_pair 1234567.89' --wager 'anna-karenina banker 1000000.20'"
# What is printed, and numbers (or other words) of it that must appear whole.
PRINTED = {
    "odds nsw-2024": ["2,292,252,566,437,888", "4,729,165,971,047,680", "10.3614", "three-card"],
    "odds act-2015 --wager banker": ["2,292,252,566,437,888", "114753351728/10847218479825"],
    "odds tas-2018 --covariance": ["+15.630", "-0.882", "1:1 less 50%"],
    "odds nsw-2024 --covariance": ["+51.245", "+39.929", "-0.824"],
    "odds nsw-2024 --odds tie=9:1": ["14.3596", "-9.5156"],
    "odds nsw-2024 --stake 100 --chip 1": ["14.3596", "$20", "-1.2351 %"],
    "odds nsw-2024 --wager banker --stake 40 --chip 1": ["-1.2351", "$39"],
    "odds tas-2018 --stake 100 --chip 0.25": ["4.0964", "$5", "$0.50"],
    "odds nsw-2024 --shoe 'seed 7'": ["player 7-6", "14.36"],
    "odds tas-2018 --without 'KH 10H 9♠' --wager tie": ["413"],
    "simulate nsw-2024 --coups 1000 --seed 1 --workers 1": ["14.3596", "behind"],
    "simulate tas-2018 --coups 1000 --seed 1 --workers 1": ["4.0964"],
    "vulnerability nsw-2024 --shoes 20": ["198", "396", "player_pair"],
    "vulnerability tas-2018 --shoes 20": ["409", "(perfect_pairs)"],
    "rules list": [str(len(load.register("nsw-2024"))), "2000"],
    "rules show nsw-2024": ["11.2.2", "wagers.banker.outcomes.banker"],
    "rules show act-2015": ["7.3[5]", "SSSSDDDDSS"],
    "rules show nsw-2024 4": ["4.7.5", "shoe.shuffled_supplies"],
    "rules show act-2015 7.3[5]": ["SSSSDDDDSS"],
    "rules diff act-2015 nsw-2024": ["14.3.2", "3, 4, 6, 8"],
    "rules diff act-2015 tas-2018 --everything": ["[14.2(b)]"],
    "rules coverage act-2000": ["14/14", "act-2000/AL-delete"],
    "rules in-force act 2015-02-11": ["2012-04-05", "NI2012-170"],
    "settle nsw-2024 --settlement even_money --cards '2H 6S 3D KD KC' --wager 'ann banker 25'": [
        "$12.50",
        "11.2.2",
    ],
    f"settle tas-2018 --chips 0.01 --offer perfect_pairs --cards '2H 6S 2D KD KC' {LONG}": [
        "$1,234,567.89",
        "$950,000.19",
    ],
    "--help": ["vulnerability"],
    "odds --help": ["--removal"],
}


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> "Printer":
    return Printer(monkeypatch, capsys)


class Printer:
    """What a command prints on a terminal of a given width."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
        self.monkeypatch, self.capsys = monkeypatch, capsys

    def __call__(self, line: str, columns: int) -> str:
        self.monkeypatch.setenv("COLUMNS", str(columns))
        console.cache_clear()
        talk.cache_clear()
        assert run(shlex.split(line)) == 0
        return self.capsys.readouterr().out


@pytest.mark.parametrize("line", PRINTED)
def test_what_is_printed_fits_80_columns_and_no_number_is_split(
    line: str, printed: Printer
) -> None:
    out = printed(line, 80)
    assert max(map(len, out.splitlines())) <= 80
    for number in PRINTED[line]:
        assert number in out
    assert "Traceback" not in printed(line, 60)


@pytest.mark.parametrize("line", [line for line in PRINTED if line.startswith("odds nsw-2024")])
def test_a_narrow_terminal_shows_the_same_numbers_as_a_wide_one(
    line: str, printed: Printer
) -> None:
    if line == "odds --help":
        return
    wide, narrow, tiny = (sorted(set(_numbers(printed(line, width)))) for width in (240, 80, 60))
    assert wide == narrow == tiny


def _numbers(text: str) -> list[str]:
    return re.findall(r"[-+$]?\d[\d,./:]*", text)


def test_the_width_of_a_pipe_is_wide_unless_it_is_said(printed: Printer, capsys: Capture) -> None:
    assert run(["rules", "diff", "act-2015", "nsw-2024"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) > 100
    assert max(map(len, printed("rules diff act-2015 nsw-2024", 100).splitlines())) <= 100


def test_words_wrap_at_blanks_and_long_ones_where_a_letter_follows() -> None:
    def lines(text: str, width: int) -> list[str]:
        return [line.plain for line in wrap(Text(text), width)]

    assert lines("to be or not", 5) == ["to be", "or", "not"]
    assert lines("powers.name_who", 10) == ["powers.", "name_who"]
    assert lines("nsw-2024/11.2.2", 5) == ["nsw-2024/11.2.2"]
    assert lines("2,292,252,566", 5) == ["2,292,252,566"]
    assert lines("edge -1.2351 % now", 9) == ["edge", "-1.2351 %", "now"]
    assert lines("a\n\n  b", 9) == ["a", "", "  b"]
    assert indented("one two three", 2, 24, hang=2) == "  one two three"
    assert indented("one two three four five six", 2, 24, hang=2).endswith("\n    five six")


def test_a_table_too_wide_goes_on_below_with_its_first_columns(capsys: Capture) -> None:
    made = Sheet(["coup", "tie", "banker"], right=("tie", "banker"), keys=1)
    made.add_row(Text("1"), Text("14.3596"), Text("1.0579"))
    console().print(made, width=14)
    assert capsys.readouterr().out.splitlines() == [
        "coup      tie",
        "1     14.3596",
        "",
        "coup  banker",
        "1     1.0579",
    ]


def test_the_widest_column_gives_way_and_the_narrow_ones_stay(capsys: Capture) -> None:
    made = Sheet(["n", "why"], right=("n",))
    made.add_row(Text("7"), Text("because the dealer said so"))
    console().print(made, width=20)
    shown = capsys.readouterr().out.splitlines()
    assert shown == ["n  why", "7  because the", "   dealer said so"]


def test_nothing_is_cut_off_where_a_number_is_wider_than_the_terminal(capsys: Capture) -> None:
    made = Sheet(["sequences"])
    made.add_row(Text("2,292,252,566,437,888"))
    console().print(made, width=12)
    assert "2,292,252,566,437,888" in capsys.readouterr().out
