"""`punto play --server` as a process: a patron and a dealer at a table that is served."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.server_thread import PASSWORD, Served

from punto.client import Client

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


def play(
    served: Served, lines: str, *words: str, table: str = "t1", password: str = PASSWORD
) -> tuple[int, str]:
    command = ["play", table, "--server", served.url, *words]
    done = subprocess.run(
        [sys.executable, "-c", CODE, *command],
        input=lines.encode(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "PUNTO_PASSWORD": password, "COLUMNS": "100"},
        timeout=600,
        check=False,
    )
    return done.returncode, done.stdout.decode()


PATRON, STAFF = ("--as", "ann", "--seat", "3"), ("--name", "Dean")


def test_a_patron_and_a_dealer_play_a_coup(served: Served) -> None:
    code, told = play(served, "buy_chips 500\nsee\n? place_wager\nq\n", *PATRON)
    assert code == 0, told
    assert "$500" in told
    assert "place_wager" in told
    lines = "open_betting\nann place_wager banker 100\ndeal\n? all\n"
    code, told = play(served, lines, *STAFF)
    assert code == 0, told
    assert "result" in told or "Player" in told
    with Client(served.url) as client:
        assert len(client.table("t1").seen().view["results"]) == 1


def test_noes_are_told_and_the_last_is_the_exit_code(served: Served) -> None:
    code, told = play(served, "draw\n", *STAFF)
    assert code == 1, told
    code, told = play(served, "open_betting\n", *PATRON)
    assert code == 1, told
    assert "not_entitled" in told
    code, told = play(served, "fly\nq\n", *STAFF)
    assert "fly" in told
    code, told = play(served, "ann turn_cards player\n", *STAFF)
    assert code == 1
    assert "you are Dean" in told


def test_real_cards_are_named_as_they_are_dealt(served: Served) -> None:
    play(served, "buy_chips 500\n", *PATRON, table="t2")
    lines = "open_betting; ann place_wager player 100\n9S; 3D; KH; 4C\ndeal\n"
    code, told = play(served, lines, *STAFF, table="t2")
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
    served: Served, words: tuple[str, ...], said: str
) -> None:
    code, told = play(served, "q\n", *words, password="wrong password")
    assert code == 2, told
    assert said in told
    assert "Traceback" not in told


def test_a_table_that_is_not_there_and_a_server_that_is_not_there(served: Served) -> None:
    code, told = play(served, "q\n", *STAFF, table="t9")
    assert code == 2, told
    served.port, served.url = 1, "http://127.0.0.1:1"
    code, told = play(served, "q\n", *STAFF)
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
