"""`punto play --server`: a patron and a dealer at a table that is served."""

import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.server_thread import PASSWORD, Served

from punto.aggregate.command import Group
from punto.clause import Malformed
from punto.cli.main import run
from punto.cli.output import console, talk
from punto.cli.play.remote_help import print_options, print_seen
from punto.client import Client
from punto.http_api.responses import FieldDescription, OptionResponse, OptionsResponse

CODE = "import sys; from punto.cli.main import main; main(sys.argv[1:])"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    made = Served(tmp_path)
    made.start()
    with Client(made.url) as olga:
        olga.sign_in("Olga", PASSWORD)
        olga.open_table("t1", "nsw-2024", ready=True, elect={"minimum": 25, "maximum": 5000})
        keyed = {"minimum": 25, "maximum": 5000, "origin": "keyed"}
        olga.open_table("t2", "nsw-2024", ready=True, elect=keyed)
    yield made
    made.stop()


class Typist:
    """Runs ``punto play --server`` with lines piped in, and returns its code and what it says."""

    def __init__(
        self, served: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.served, self.monkeypatch, self.capsys = served, monkeypatch, capsys

    def __call__(
        self, lines: str, *words: str, table: str = "t1", password: str = PASSWORD
    ) -> tuple[int, str]:
        self.monkeypatch.setenv("COLUMNS", "100")
        self.monkeypatch.setenv("PUNTO_PASSWORD", password)
        self.monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        console.cache_clear()
        talk.cache_clear()
        code = run(["play", table, "--server", self.served.url, *words])
        said = self.capsys.readouterr()
        return code, said.out + said.err


@pytest.fixture
def play(
    served: Served, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Typist:
    return Typist(served, monkeypatch, capsys)


PATRON, STAFF = ("--as", "ann", "--seat", "3"), ("--name", "Dean")


def test_a_patron_and_a_dealer_play_a_coup(served: Served, play: Typist) -> None:
    code, told = play("buy_chips 500\nsee\n? place_wager\nq\n", *PATRON)
    assert code == 0, told
    assert "$500" in told
    assert "place_wager" in told
    lines = "open_betting\nann place_wager banker 100\ndeal\n? all\n"
    code, told = play(lines, *STAFF)
    assert code == 0, told
    assert "result" in told or "Player" in told
    with Client(served.url) as client:
        assert len(client.table("t1").seen().view["results"]) == 1


def test_noes_are_told_and_the_last_is_the_exit_code(play: Typist) -> None:
    code, told = play("draw\n", *STAFF)
    assert code == 1, told
    code, told = play("open_betting\n", *PATRON)
    assert code == 1, told
    assert "not_entitled" in told
    code, told = play("fly\nq\n", *STAFF)
    assert "fly" in told
    code, told = play("ann turn_cards player\n", *STAFF)
    assert code == 1
    assert "you are Dean" in told


def test_real_cards_are_named_as_they_are_dealt(served: Served, play: Typist) -> None:
    play("buy_chips 500\n", *PATRON, table="t2")
    lines = "open_betting; ann place_wager player 100\n9S; 3D; KH; 4C\ndeal\n"
    code, told = play(lines, *STAFF, table="t2")
    assert code == 0, told
    with Client(served.url) as client:
        assert [one["result"] for one in client.table("t2").seen().view["results"]] == ["player"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--name", "Dean", "--seed", "3"), "laid out there"),
        (("--as", "ann"), "where to sit"),
        (("--seat", "3"), "--seat goes with --as"),
        (("--as", "ann", "--seat", "3", "--name", "Dean"), "one of them"),
        (("--name", "Nobody"), "password is wrong"),
    ],
)
def test_what_makes_no_sense_is_told_in_one_line(
    play: Typist, words: tuple[str, ...], said: str
) -> None:
    code, told = play("q\n", *words, password="wrong password")
    assert code == 2, told
    assert said in told
    assert "Traceback" not in told


def test_a_table_that_is_not_there_and_a_server_that_is_not_there(
    served: Served, play: Typist
) -> None:
    code, told = play("q\n", *STAFF, table="t9")
    assert code == 2, told
    served.port, served.url = 1, "http://127.0.0.1:1"
    code, told = play("q\n", *STAFF)
    assert code == 2, told
    assert "cannot be reached" in told


def test_words_of_a_server_go_with_a_server() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CODE, "play", "nsw-2024", "--as", "ann"],
        capture_output=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 2
    assert b"--server" in done.stderr


def choice(name: str, example: dict[str, object] | None = None, **words: Any) -> OptionResponse:
    """Return what a server says of a command: what it does, an example or why there is none."""
    given = {"takes": (), "code": None, "why": "", "clause": (), **words}
    shown = None if example is None else {"type": name, **example}
    return OptionResponse(
        name=name, what=f"What {name} does.", by=None, example=shown, group=Group.DEAL, **given
    )


# What somebody has to say is in no example: something of each sort stands in for it.
OPTIONS = OptionsResponse(
    7,
    (
        choice(
            "place_wager",
            {"patron": "ann", "wager": "banker", "stake_cents": 2_500},
            takes=(
                FieldDescription("patron", True, "person", ("ann", "ben")),
                FieldDescription("stake_cents", True, "cents"),
                FieldDescription("compulsory", False, "yes"),
            ),
        ),
        choice("cut", {}, takes=(FieldDescription("at", False, "number"),), asks=("at",)),
        choice(
            "count_float",
            {"when": "shift"},
            takes=(
                FieldDescription("cents", True, "cents"),
                FieldDescription("counted_with", True, "text"),
            ),
            asks=("cents", "counted_with"),
        ),
        choice(
            "rebuild_coup", {}, takes=(FieldDescription("order", True, "cards"),), asks=("order",)
        ),
        choice(
            "remove_cards", {}, takes=(FieldDescription("agreed", True, "list"),), asks=("agreed",)
        ),
        choice(
            "correct_card",
            {"hand": "player", "place": 2},
            takes=(FieldDescription("card", True, "card"),),
            asks=("card",),
        ),
        choice("choose_stakes", {}, takes=(FieldDescription("keep", True, "yes"),), asks=("keep",)),
        choice(
            "find_card",
            {"text": "a joker", "report": "R 7"},
            takes=(FieldDescription("kind", True, "choice", ("foreign", "missing")),),
            asks=("kind",),
        ),
        choice("draw", why="betting is open", clause=("nsw-2024/5.1", "nsw-2024/5.4")),
        choice("open_table", why="it is open already"),
    ),
)


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the lines that were printed, without those that are drawn."""
    return [line for line in capsys.readouterr().out.splitlines() if line.strip(" ─━-")]


def shown(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Return the lines that were printed, without what sets their columns apart."""
    return [" ".join(line.split()) for line in lines(capsys)]


def set_in(capsys: pytest.CaptureFixture[str]) -> list[int]:
    """Return how far each line that was printed is set in."""
    return [len(line) - len(line.lstrip()) for line in lines(capsys)]


@pytest.fixture
def wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    console.cache_clear()


@pytest.mark.usefixtures("wide")
def test_what_may_be_done_is_listed_as_somebody_types_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_options(OPTIONS, "ann", [])
    possible = shown(capsys)
    assert possible == [
        "type to",
        "place_wager wager=banker stake=25 patron=ann What place_wager does.",
        "cut at=NUMBER What cut does.",
        "count_float when=shift dollars=NUMBER counted_with=WORD What count_float does.",
        "rebuild_coup order=LIST What rebuild_coup does.",
        "remove_cards agreed=LIST What remove_cards does.",
        "correct_card hand=player place=2 card=WORD What correct_card does.",
        "choose_stakes keep=YES/NO What choose_stakes does.",
        "find_card kind=WORD text='a joker' report='R 7' What find_card does.",
    ]
    print_options(OPTIONS, "ann", ["all"])
    assert shown(capsys) == [
        *possible,
        "not now because",
        "draw betting is open [5.1 5.4]",
        "open_table it is open already",
    ]


@pytest.mark.usefixtures("wide")
def test_one_command_is_told_with_the_words_that_it_takes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_options(OPTIONS, "ann", ["place_wager"])
    assert capsys.readouterr().out.splitlines() == [
        "place_wager: What place_wager does.",
        "  patron (person) ann, ben",
        "  stake_cents (cents)",
        "  compulsory (yes, may be left out)",
    ]
    print_options(OPTIONS, "ann", ["draw"])
    print_options(OPTIONS, "ann", ["open_table"])
    assert capsys.readouterr().out.splitlines() == [
        "draw: What draw does.",
        "  not now: betting is open  [5.1 5.4]",
        "open_table: What open_table does.",
        "  not now: it is open already",
    ]
    with pytest.raises(Malformed, match="there is no command 'fly'") as error:
        print_options(OPTIONS, "ann", ["fly"])
    assert (error.value.hint, error.value.code) == ("? lists them", "unknown_word")


@pytest.mark.usefixtures("wide")
def test_long_lists_of_words_are_set_in(capsys: pytest.CaptureFixture[str]) -> None:
    names = tuple(f"patron-{number}" for number in range(12))
    takes = (FieldDescription("patron", True, "person", names),)
    why = "nobody may " + "really " * 20 + "do it"
    print_options(OptionsResponse(1, (choice("join", why=why, takes=takes),)), "ann", ["join"])
    assert set_in(capsys) == [0, 2, 6, 2, 4]
    line = {"text": "minimum " * 20, "clause": ["nsw-2024/5.6"]}
    print_seen({"places": [], "wagers": [], "sign": [line]})
    assert set_in(capsys)[1:] == [2, 6]


@pytest.mark.usefixtures("wide")
def test_people_wagers_and_the_sign_are_seen(capsys: pytest.CaptureFixture[str]) -> None:
    view = {
        "places": [
            {"seat": 3, "name": "ann", "chips_cents": 50_050},
            {"seat": 4, "name": "ben", "chips_cents": None},
        ],
        "wagers": [{"patron": "ann", "wager": "tie", "stake_cents": 2_500}],
        "sign": [{"text": "minimum $25", "clause": ["nsw-2024/5.6"]}],
    }
    people, sign = ["seat who chips", "3 ann $500.50", "4 ben"], "minimum $25 [5.6]"
    print_seen(view)
    assert shown(capsys) == [*people, "who on stake", "ann tie $25", sign]
    print_seen({**view, "wagers": []})
    assert shown(capsys) == [*people, sign]
