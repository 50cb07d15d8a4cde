"""What goes wrong is told once and in one way: two lines for people, one document for scripts."""

import json
import shlex
import subprocess
import sys

import pytest

from punto.clause import Malformed, Refused
from punto.cli.main import run
from punto.cli.output import refusal, refusal_lines
from punto.error_codes import ErrorCode

Capture = pytest.CaptureFixture[str]

# A mistake of every command, and the exit code it had before there was JSON for it.
MISTAKES = {
    "rules list --frobnicate": 2,
    "rules show nsw-2024 99.9": 2,
    "rules show vic-1999": 2,
    "rules diff nsw-2024 vic-1999": 2,
    "rules in-force nsw yesterday": 2,
    "rules coverage vic-1999": 2,
    "rules mutate vic-1999": 2,
    "scenario run /no/such/file.toml": 2,
    "settle nsw-2024 --cards '1S 2S 3S 4S'": 2,
    "settle nsw-2024 --cards '9S 2H KD 2C' --wager 'ann dragon 5'": 1,
    "settle nsw-2024 --cards '9S 2H KD 2C' --offer roulette": 2,
    "play nsw-2024 --decks 13": 2,
    "play nsw-2024 --wager 'ann player 5' --wager 'ann banker 5'": 1,
    "play act-2000": 1,
    "odds act-2000": 1,
    "odds nsw-2024 --decks 9": 2,
    "odds nsw-2024 --stake 1": 2,
    "odds nsw-2024 --shoe 'KH KH KH KH KH KH KH KH KH'": 2,
    "simulate nsw-2024": 2,
    "simulate act-2000 --coups 10": 1,
    "simulate nsw-2024 --coups 10 --cluster nonsense": 2,
    "vulnerability nsw-2024 --shoes 0": 2,
    "vulnerability act-2000": 1,
    "nonsense": 2,
}


@pytest.mark.parametrize("line", MISTAKES)
@pytest.mark.filterwarnings("ignore")
def test_under_json_a_mistake_is_one_document_on_stdout(line: str, capsys: Capture) -> None:
    assert run([*shlex.split(line), "--json"]) == MISTAKES[line]
    out = capsys.readouterr()
    found = json.loads(out.out)
    assert set(found) == {"kind", "code", "clause", "message", "hint"}
    assert found["kind"] == ("refused" if MISTAKES[line] == 1 else "malformed")
    assert found["code"].replace("_", "").isalpha()
    assert found["message"]
    assert found["clause"] or found["kind"] == "malformed"
    assert out.err == ""
    # Without it, the same is told in words, with the same exit code.
    assert run(shlex.split(line)) == MISTAKES[line]
    words = capsys.readouterr()
    assert words.out == ""
    assert found["message"] in words.err
    assert (found["hint"] or "") in words.err


def test_an_option_that_is_not_permitted_keeps_its_code_and_clause(capsys: Capture) -> None:
    for line in ("odds nsw-2024 --decks 9 --json", "play nsw-2024 --decks 9 --json"):
        assert run(shlex.split(line)) == 2
        found = json.loads(capsys.readouterr().out)
        assert (found["code"], found["clause"]) == ("decks_not_permitted", ["nsw-2024/3.1#1"])
        assert "[" not in found["message"]


def test_a_refusal_of_the_table_is_json_with_its_clauses(capsys: Capture) -> None:
    line = "play nsw-2024 --seed 1 --wager 'ann player 5' --wager 'ann banker 5' --json"
    assert run(shlex.split(line)) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["code"] == "both_hands_not_approved"
    assert all(clause.startswith("nsw-2024/") for clause in found["clause"])


def test_there_is_one_way_to_say_no() -> None:
    no = Refused(ErrorCode.TOO_LATE, ("nsw-2024/5.4",), "ann cannot wager", "wait")
    assert refusal_lines(no) == ["refused: too_late [nsw-2024/5.4] ann cannot wager", "hint: wait"]
    assert refusal(no)["clause"] == ["nsw-2024/5.4"]
    slip = Malformed("'1S' is not a card", code=ErrorCode.NO_SUCH_CARD)
    assert refusal_lines(slip) == ["error: '1S' is not a card"]
    assert refusal(slip)["code"] == "no_such_card"
    # A code that says nothing is not passed on.
    assert refusal(Malformed("what?"))["code"] == "malformed"


def test_the_reason_why_decks_are_not_counted_is_the_real_one(capsys: Capture) -> None:
    for command in ("odds nsw-2024", "simulate nsw-2024 --coups 10", "vulnerability nsw-2024"):
        assert run([*command.split(), "--decks", "9"]) == 2
        text = capsys.readouterr().err
        assert "nsw-2024 does not permit 9 decks" in text
        assert "[nsw-2024/3.1#1]" in text
        assert "permitted: 3, 4, 6, 8; --what-if takes any number from 1 to 8" in text
        assert run([*command.split(), "--decks", "9", "--what-if"]) == 2
        text = capsys.readouterr().err
        assert "2^53 = 9,007,199,254,740,992" in text
        assert "permit" not in text
    assert run(["odds", "nsw-2024", "--decks", "0", "--what-if"]) == 2
    assert "at least one deck" in capsys.readouterr().err
    # The bound is where it is said to be.
    assert _sequences(8 * 52) < 2**53 < _sequences(9 * 52)


def _sequences(cards: int) -> int:
    found = 1
    for gone in range(6):
        found *= cards - gone
    return found


def test_a_wrong_word_points_to_the_help_of_its_command(capsys: Capture) -> None:
    for line, hint in {
        "odds nsw-2024 --frobnicate": "punto odds --help",
        "rules show": "punto rules show --help",
        "rules frobnicate": "punto rules --help",
        "frobnicate": "punto --help",
    }.items():
        assert run(line.split()) == 2
        assert f"hint: {hint} " in capsys.readouterr().err


def test_help_starts_fast_and_imports_nothing_heavy() -> None:
    program = (
        "import sys; from punto.cli.main import run; run(['--help']); "
        "print(sorted({'numpy', 'numba', 'matplotlib', 'punto.odds', 'punto.table'} "
        "& set(sys.modules)), file=sys.stderr)"
    )
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert shown.stderr.decode().strip() == "[]"


COMMANDS = [
    "settle",
    "play",
    "odds",
    "simulate",
    "vulnerability",
    "rules list",
    "rules show",
    "rules diff",
    "rules in-force",
    "rules coverage",
    "rules mutate",
    "scenario run",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_has_an_example_that_works(command: str, capsys: Capture) -> None:
    assert run([*command.split(), "--help"]) == 0
    text = capsys.readouterr().out
    examples = [
        " ".join(line.split())
        for line in text.replace("\\\n", " ").splitlines()
        if line.strip().removeprefix("For example: ").startswith(f"punto {command}")
    ]
    assert examples
    for example in examples:
        words = shlex.split(example.removeprefix("For example: ").split("    ")[0])[1:]
        if command in ("simulate", "rules mutate", "rules coverage", "vulnerability"):
            continue  # Too long for a test; their options are tried elsewhere.
        if "mine.toml" in words:
            assert run(words) == 2
        else:
            assert run(_without_remarks(words)) == 0, example
        capsys.readouterr()


def _without_remarks(words: list[str]) -> list[str]:
    """Return the words of an example without what is said beside it."""
    for remark in ("the", "one"):
        if remark in words:
            return words[: words.index(remark)]
    return words


def test_help_does_not_show_what_every_option_is_not(capsys: Capture) -> None:
    for command in COMMANDS:
        assert run([*command.split(), "--help"]) == 0
        text = capsys.readouterr().out
        assert "[default: False]" not in text
        # An option of that name is no denial of another one.
        assert "--no-" not in text.replace("--no-bets", "")
