"""``punto tournament``: conditions asked for and checked, tournaments rehearsed and driven."""

import io
import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from punto.cli.main import run
from punto.cli.output import console, talk
from punto.cli.tournament.files import log_from, plan_from
from punto.notation.conditions_file import read_plan
from punto.tournament.registry import replay
from punto.tournament.tournament import TournamentStage

Capture = pytest.CaptureFixture[str]
BOOKS = ("act-2015", "nsw-2024", "tas-2018")
SMALL = "--set entrants_max=8 --set 'rounds=heats 2 tables 1 on; final 1 tables' --set prizes=100%"


class Terminal:
    """Runs ``punto tournament`` with lines piped in, on a terminal of 80 columns."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: Capture, folder: Path) -> None:
        self.monkeypatch, self.capsys, self.folder = monkeypatch, capsys, folder
        self.code = 0
        self.err = ""

    def __call__(self, command: str, *lines: str) -> str:
        self.monkeypatch.setenv("COLUMNS", "80")
        self.monkeypatch.chdir(self.folder)
        console.cache_clear()
        talk.cache_clear()
        self.monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        self.code = run(["tournament", *shlex.split(command)])
        shown = self.capsys.readouterr()
        self.err = shown.err
        return shown.out

    def document(self, command: str) -> Any:
        return json.loads(self(f"{command} --json"))

    def small(self, name: str) -> str:
        """Return a file with the conditions of a small tournament."""
        length = "6 minutes" if name == "tas-2018" else "3 coups"
        file = f"{name}.toml"
        self(f"new {name} {file} --defaults {SMALL} --set 'session={length}'")
        assert self.code == 0, self.err
        return file


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path: Path) -> Terminal:
    return Terminal(monkeypatch, capsys, tmp_path)


@pytest.mark.parametrize("name", BOOKS)
def test_what_is_proposed_is_a_file_that_can_be_checked(terminal: Terminal, name: str) -> None:
    text = terminal(f"new {name} --defaults")
    assert terminal.code == 0
    assert f'rulebook = "{name}"' in text
    (terminal.folder / "x.toml").write_text(text, encoding="utf-8")
    out = terminal("check x.toml")
    assert terminal.code == 0
    assert "entry fee $220" in out
    assert "everything is stated that must be" in out
    assert max(map(len, out.splitlines())) <= 80
    assert terminal("check x.toml") == out


@pytest.mark.parametrize(
    ("name", "fee", "clause"),
    [
        ("tas-2018", "220", "tas-2018/16.2.p1#4"),
        ("tas-2018", "0", None),
        ("act-2015", "0", "act-2015/15.9#1"),
        ("nsw-2024", "220", None),
    ],
)
def test_a_start_is_wanted_where_a_deadline_counts_from_it(
    terminal: Terminal, name: str, fee: str, clause: str | None
) -> None:
    left_out = "" if name == "nsw-2024" else " --set start=-"
    text = terminal(f"new {name} --defaults --set entry_fee={fee}{left_out}")
    assert "start =" not in text
    (terminal.folder / "x.toml").write_text(text, encoding="utf-8")
    terminal("check x.toml")
    assert terminal.code == (1 if clause else 0), terminal.err
    if clause:
        assert f"condition_missing [{clause}] the conditions do not state: start" in terminal.err


def test_every_question_has_its_clause_beside_the_answer(terminal: Terminal) -> None:
    text = terminal("new nsw-2024 --defaults")
    assert "# 15.4.2(a): The entry fee, or that there is none\nentry_fee = 220" in text
    assert "# 15.4.2(h)(i): That only people who may enter" in text


def test_answers_are_piped_in_one_a_line_and_an_empty_one_takes_what_is_proposed(
    terminal: Terminal,
) -> None:
    text = terminal("new act-2015", "Autumn Cup", "", "2026-06-30 19:00", "110.50", "10")
    assert 'name = "Autumn Cup"' in text
    assert 'start = "2026-06-30 19:00"' in text
    assert 'entry_fee = "110.50"' in text
    assert "commission = 10" in text
    assert "entrants_max = 100" in text


def test_answers_are_set_or_read_from_a_file_and_a_hyphen_leaves_one_out(
    terminal: Terminal,
) -> None:
    answers = "# ours\nentry_fee = 55\nconditions.chips = 2000\n"
    (terminal.folder / "ours.txt").write_text(answers, encoding="utf-8")
    text = terminal("new act-2015 --answers ours.txt --set entry_fee=60 --set entrants_min=-")
    assert "entry_fee = 60" in text
    assert "chips = 2000" in text
    assert "entrants_min" not in text


@pytest.mark.parametrize(
    ("line", "code", "says"),
    [
        ("new nsw-2024 --defaults --set eligibility=-", 1, "[nsw-2024/15.4.2(h)(i), nsw-2024"),
        ("new nsw-2024 --defaults --set chips=- --set secret_wagers=-", 1, "chips, secret wagers"),
        ("new tas-2018 --defaults --set entrants_max=-", 1, "[tas-2018/16.2.2(d)#1, tas-2018/16.2"),
        ("new tas-2018 --defaults --set 'session=20 coups'", 1, "session_unit [tas-2018/16.1"),
        ("new act-2015 --defaults --set 'session=40 minutes'", 1, "session_unit [act-2015/dict"),
        ("new nsw-2024 --defaults --set 'prizes=50% 30%'", 1, "prizes_do_not_add_up [nsw-2024"),
        ("new nsw-2024 --defaults --set entry_fee=-5", 2, "entry fee cannot be -$5"),
        ("new nsw-2024 --defaults --set entry_fee=lots", 2, "not an amount of dollars"),
        ("new nsw-2024 --defaults --set entrants_max=many", 2, "hint: a whole number"),
        ("new nsw-2024 --defaults --set compulsory=perhaps", 2, "hint: yes or no"),
        ("new nsw-2024 --defaults --set rounds=;", 2, "hint: heats 15 tables 2 on"),
        ("new nsw-2024 --defaults --set start=soon", 2, "nobody asks for start"),
        ("new act-2015 --defaults --set start=soon", 2, "is no time"),
        ("new nsw-2024 --defaults --set entryfee=5", 2, "did you mean entry_fee?"),
        ("new nsw-2024 --defaults --set 5", 2, "is no answer"),
        ("new nsw-2024 --answers none.txt", 2, "No such file"),
        ("new act-2000 --defaults", 1, "rule_not_held [act-2000"),
        ("new vic-1999 --defaults", 2, "vic-1999"),
        ("check none.toml", 2, "none.toml: No such file"),
        ("run none.toml", 2, "none.toml: No such file"),
        ("simulate none.toml --tournaments 1", 2, "none.toml: No such file"),
        ("sheets none.jsonl --to out", 2, "none.jsonl: No such file"),
        ("frob", 2, "punto tournament --help"),
    ],
)
def test_what_cannot_be_is_told_in_a_line_with_its_clause(
    terminal: Terminal, line: str, code: int, says: str
) -> None:
    terminal(line)
    assert terminal.code == code
    assert says in terminal.err
    assert "Traceback" not in terminal.err
    assert len(terminal.err.splitlines()) <= 2


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("name = ", "this is not TOML"),
        ('name = "x"', "says rulebook = ..."),
        ('name = "x"\nrulebook = "nsw-2025"', "nsw-2025"),
        ('name = "x"\nrulebook = "nsw-2024"\nfee = 3', "there is no fee"),
        ('name = "x"\nrulebook = "nsw-2024"\n[conditions]\nentryfee = 3', "did you mean entry_fee"),
        ('name = "x"\nrulebook = "nsw-2024"\nconditions = 3', "named values are wanted"),
        ('name = "x"\nrulebook = "nsw-2024"\n[conditions]\nsession = "long"', "is no length"),
        (
            'name = "x"\nrulebook = "nsw-2024"\n[conditions]\nprizes = [{place=1, share="half"}]',
            "is no share",
        ),
        ('name = "x"\nrulebook = "nsw-2024"\n[elect]\nchairs = 3', "there is no chairs"),
    ],
)
def test_a_file_that_makes_no_sense_says_where(terminal: Terminal, text: str, says: str) -> None:
    (terminal.folder / "x.toml").write_text(text, encoding="utf-8")
    terminal("check x.toml")
    assert terminal.code == 2
    assert says in terminal.err
    assert "x.toml" in terminal.err or "nsw-2025" in terminal.err


@pytest.mark.parametrize("name", BOOKS)
def test_a_file_that_says_nothing_of_settling_means_the_first_way_of_its_rulebook(
    name: str,
) -> None:
    first, other = {
        "act-2015": ("method_a", "method_b"),
        "nsw-2024": ("commission", "even_money"),
        "tas-2018": ("commission", "federal"),
    }[name]
    said = f'name = "x"\nrulebook = "{name}"\n'
    assert read_plan(said).elect.settlement == first
    assert read_plan(f"{said}[elect]\nminimum = 25\n").elect.settlement == first
    assert read_plan(f'{said}[elect]\nsettlement = "{other}"\n').elect.settlement == other


def test_no_file_is_ever_overwritten(terminal: Terminal) -> None:
    file = terminal.small("nsw-2024")
    before = (terminal.folder / file).read_text(encoding="utf-8")
    terminal(f"new nsw-2024 {file} --defaults")
    assert terminal.code == 2
    assert "is there already" in terminal.err
    assert (terminal.folder / file).read_text(encoding="utf-8") == before
    terminal(f"run {file} --seed 1 --brief --log a.jsonl --sheets out")
    assert terminal.code == 0
    terminal(f"run {file} --seed 1 --brief --log a.jsonl")
    assert terminal.code == 2
    assert "a.jsonl" in terminal.err
    terminal("sheets a.jsonl --to out")
    assert terminal.code == 2
    assert "is there already" in terminal.err


@pytest.mark.parametrize("name", BOOKS)
def test_a_rehearsal_leads_to_a_prize_sheet_and_its_log_to_the_same(
    terminal: Terminal, name: str
) -> None:
    file = terminal.small(name)
    out = terminal(f"run {file} --seed 5 --log a.jsonl")
    assert terminal.code == 0
    assert max(map(len, out.splitlines())) <= 80
    for words in ("heats, session 1: the draw", "final, session 2: over", "standings", "prizes"):
        assert words in out
    assert "$1,760" in out
    assert "drawn by the seed" in out
    tournament = replay(log_from(terminal.folder / "a.jsonl"))
    assert tournament.stage is TournamentStage.FINISHED
    assert tournament.purse.paid_cents == 176_000
    assert terminal(f"run {file} --seed 5") == out


@pytest.mark.parametrize("name", BOOKS)
def test_a_hundred_entrants_are_rehearsed_from_heats_to_final(
    terminal: Terminal, name: str
) -> None:
    terminal(f"new {name} a.toml --defaults")
    found = terminal.document("run a.toml --seed 1")
    assert [one["round"] for one in found["sessions"]] == ["heats", "semi-finals", "final"]
    assert [len(one["seats"]) for one in found["sessions"]] == [100, 30, 5]
    assert len(found["places"]) == 100
    prizes = sorted(one["prize_cents"] for one in found["places"])[-3:]
    assert prizes == [440_000, 660_000, 1_100_000]
    assert found["seconds"] > 0


def test_the_document_of_a_rehearsal_holds_draws_chips_places_and_money(
    terminal: Terminal,
) -> None:
    file = terminal.small("nsw-2024")
    found = terminal.document(f"run {file} --seed 5")
    assert (found["rulebook"], found["seed"], found["entrants"]) == ("nsw-2024", 5, 8)
    assert [one["round"] for one in found["sessions"]] == ["heats", "final"]
    heats = found["sessions"][0]
    assert len(heats["seats"]) == 8
    assert len(heats["through"]) == 2
    assert set(heats["through"]) <= set(heats["seats"])
    assert len(found["places"]) == 8
    assert found["places"][0]["prize_cents"] == found["purse"]["paid_cents"] == 176_000
    assert found["coups"] >= 9


def test_more_people_than_the_conditions_allow_are_refused(terminal: Terminal) -> None:
    file = terminal.small("nsw-2024")
    terminal(f"run {file} --entrants 9")
    assert terminal.code == 1
    assert "field_full [nsw-2024/15.4.2(i)#4]" in terminal.err
    terminal(f"run {file} --entrants 1")
    assert terminal.code == 1
    assert "field_too_small" in terminal.err
    terminal(f"run {file} --entrants 0")
    assert terminal.code == 2


def test_an_approval_that_is_missing_is_told_and_one_on_file_is_used(terminal: Terminal) -> None:
    file = terminal.small("act-2015")
    terminal(f"run {file} --brief --seed 1")
    assert "rehearsed as if there were one" in terminal.err
    assert "15.3" in terminal.err
    given = "--set approvals.conditions.reference=A7 --set approvals.conditions.given=2000-05-01"
    text = terminal(f"new act-2015 --defaults {SMALL} --set commission=20 {given}")
    (terminal.folder / "b.toml").write_text(text, encoding="utf-8")
    plan = plan_from(terminal.folder / "b.toml")
    assert plan.approvals["commission"].cents == 2_000
    terminal("run b.toml --brief --seed 1 --log b.jsonl")
    assert terminal.code == 0
    assert "rehearsed as if" not in terminal.err
    tournament = replay(log_from(terminal.folder / "b.jsonl"))
    assert tournament.purse.kept_cents == 8 * 2_000
    assert tournament.purse.paid_cents == 8 * 20_000


def test_a_house_keeps_its_share_and_not_a_cent_more(terminal: Terminal) -> None:
    terminal(
        f"new tas-2018 a.toml --defaults {SMALL} --set 'session=6 minutes' --set retention=10%"
    )
    assert terminal.code == 0
    found = terminal.document("run a.toml --seed 1")
    assert found["purse"]["kept_cents"] == 17_600
    assert found["purse"]["paid_cents"] == 158_400
    terminal(
        f"new tas-2018 b.toml --defaults {SMALL} --set 'session=6 minutes' --set retention=11%"
    )
    assert terminal.code == 0
    terminal("check b.toml")
    assert terminal.code == 1
    assert "too_much_kept [tas-2018/16.2.1#1]" in terminal.err


def test_scripted_people_wager_what_their_script_says(terminal: Terminal) -> None:
    file = terminal.folder / terminal.small("nsw-2024")
    text = file.read_text(encoding="utf-8").replace("entrants = 8", "entrants = 3")
    text += '[rehearsal.scripted]\nmax = ["player 500", "banker 700"]\n'
    file.write_text(text, encoding="utf-8")
    terminal("run nsw-2024.toml --seed 1 --log a.jsonl")
    assert terminal.code == 0
    laid = [
        line
        for line in (terminal.folder / "a.jsonl").read_text("utf-8").splitlines()
        if '"wager_placed"' in line and '"max"' in line
    ]
    assert '"player","stake_cents":50000' in laid[0]
    assert '"banker","stake_cents":70000' in laid[1]
    assert all('"stake_cents":70000' in line for line in laid[2:3])


def driven(terminal: Terminal, file: str, *lines: str) -> str:
    out = terminal(f"run {file} --full --seed 1 --brief", *lines)
    return out.partition("staff here:")[2]


def test_a_tournament_is_driven_by_hand_from_conditions_to_prizes(terminal: Terminal) -> None:
    file = terminal.small("nsw-2024")
    out = driven(
        terminal,
        file,
        "set_conditions",
        "publish_conditions",
        "next 2",
        "enter zoe",
        "tournament_manager accept_entry zoe",
        *["go"] * 12,
        "standings",
        "prizes",
        "go",
    )
    assert "conditions published" in out
    assert "zoe is entered" in out
    assert "heats, session 1: the draw" in out
    assert "finished" in out
    assert "the tournament is over" in out
    assert terminal.code == 1
    assert max(map(len, out.splitlines())) <= 80


def test_the_last_step_is_undone_with_a_reason_and_lots_are_not(terminal: Terminal) -> None:
    file = terminal.small("nsw-2024")
    out = driven(
        terminal,
        file,
        "set_conditions",
        'undo "the wrong file"',
        "undo",
        "go",
        "next",
        'undo "bad luck"',
    )
    assert "step undone" in out
    assert "undo_step needs reason" in out
    assert "lots were drawn, and everybody has seen them" in out.replace("\n  ", " ")
    assert terminal.code == 1


def test_what_is_typed_wrongly_is_told_and_changes_nothing(terminal: Terminal) -> None:
    file = terminal.small("nsw-2024")
    lines = {
        "dance": "dance does what?",
        "zoe dance": "there is no command 'dance'",
        "begin_session": "no seats are drawn",
        "apply": "apply: say who",
        "tournament_director attend": "is no title under nsw-2024",
        "next 0": "1 to 100,000 steps",
        "deal 1": "table 1 is not one of the tournament",
        "coup": "no session is on",
        "board": "no session is on",
        "prizes": "nobody is placed yet",
        "draw": "no seats are drawn",
        "enter dealer": "dealer is a title",
        "see mars": "mars does not look at this tournament",
        "clock noon": "is no time",
        "clock 11:00": "the clock does not go back",
        "? dance": "there is no command 'dance'",
        "allocate_seats ann": "table and seat of each",
        "stock_chips 100": "50 chips of $100",
    }
    out = driven(terminal, file, *lines)
    for line, says in lines.items():
        assert says in out.replace("\n  ", " "), line
    assert terminal.code == 1
    assert "draft" in out


def test_help_lists_what_may_be_typed_and_what_a_command_takes(terminal: Terminal) -> None:
    out = driven(terminal, terminal.small("tas-2018"), "?", "? draw_ballot", "? place_wager")
    assert "draw_ballot" in out
    assert "seed   yes" in out
    assert "table" in out.partition("place_wager:")[2]


def test_wagers_typed_by_hand_are_dealt_and_settled(terminal: Terminal) -> None:
    terminal(f"new nsw-2024 a.toml --defaults {SMALL} --set wagering_order=no")
    file = terminal.folder / "a.toml"
    text = file.read_text(encoding="utf-8").replace("entrants = 8", "entrants = 2")
    file.write_text(text, encoding="utf-8")
    out = driven(
        terminal,
        "a.toml",
        *["go"] * 2,
        "next 3",
        "ann place_wager banker 50000",
        "ann place_wager banker 500",
        "bob place_wager player 300",
        "deal 1",
        "board",
    )
    assert terminal.code == 0
    assert "above_maximum [nsw-2024/15.6.4#2" in out
    assert "table 1: player" in out or "table 1: banker" in out or "table 1: tie" in out
    assert "1      1" in out
    assert "10,000" not in out.partition("board")[2] or "tie" in out


def test_everybody_sees_what_they_may_see(terminal: Terminal) -> None:
    file = terminal.small("tas-2018")
    out = driven(terminal, file, "go", "go", "next 9", "see ann", "see public", "see", "board")
    assert "ann sees" in out
    assert "public sees" in out
    assert "supervisor sees" in out
    assert terminal.code == 0


def test_strategies_are_compared_and_the_seed_gives_the_same_again(terminal: Terminal) -> None:
    file = terminal.small("nsw-2024")
    one = terminal.document(f"simulate {file} --tournaments 4 --seed 3 --workers 1")
    two = terminal.document(f"simulate {file} --tournaments 4 --seed 3 --workers 2")
    assert one["strategies"] == two["strategies"]
    assert one["tournaments"] == 4
    assert one["complete"]
    assert sum(s["entries"] for s in one["strategies"]) == 4 * 8
    wins = sum(s["win_percent"] * s["entries"] for s in one["strategies"]) / 100
    assert wins == pytest.approx(4, abs=0.01)
    advanced = sum(s["advance_percent"] * s["entries"] for s in one["strategies"]) / 100
    assert advanced == pytest.approx(8, abs=0.01)
    out = terminal(f"simulate {file} --tournaments 2 --seed 3 --workers 1")
    assert "proportional" in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    "line",
    [
        "--tournaments 0",
        "--tournaments -1",
        "--tournaments 2 --workers 0",
        "--tournaments 2 --seed -1",
        "--tournaments 2 --entrants 0",
        "",
    ],
)
def test_a_comparison_that_makes_no_sense_is_told(terminal: Terminal, line: str) -> None:
    file = terminal.small("nsw-2024")
    terminal(f"simulate {file} {line}")
    assert terminal.code == 2


@pytest.mark.parametrize("name", ["new", "check", "run", "simulate", "sheets"])
def test_every_command_has_help_with_an_example(terminal: Terminal, name: str) -> None:
    out = terminal(f"{name} --help")
    assert f"punto tournament {name}" in out
    assert "--json" in out
    assert max(map(len, out.splitlines())) <= 80
