"""``punto report``: logs read as one journal, every format, clear errors, a page that is true."""

import csv
import io
import json
import re
import shlex
from datetime import UTC, datetime
from pathlib import Path

import pytest
from support.month_of_errors import BOOK, played
from support.sydney_times import midnight

from punto.cli.main import run
from punto.cli.output import console, talk
from punto.cli.report.file_journal import journal_of
from punto.journal import JournalLine, known_before
from punto.log_file import written
from punto.reports.catalogue import REPORTS
from punto.rulebook.load import load

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "reports.md").read_text(encoding="utf-8")
Capture = pytest.CaptureFixture[str]


class Terminal:
    """Runs ``punto`` in a folder with logs, on a terminal of 80 columns."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: Capture, folder: Path) -> None:
        self.monkeypatch, self.capsys, self.folder = monkeypatch, capsys, folder
        self.code, self.err = 0, ""

    def __call__(self, command: str, stdin: str = "") -> str:
        self.monkeypatch.setenv("COLUMNS", "80")
        self.monkeypatch.chdir(self.folder)
        console.cache_clear()
        talk.cache_clear()
        self.monkeypatch.setattr("sys.stdin", io.StringIO(stdin))
        self.code = run(shlex.split(command))
        shown = self.capsys.readouterr()
        self.err = shown.err
        return shown.out


def _without_hash(log: bytes) -> bytes:
    """Return the lines of a log as somebody writes them who knows no hashes."""
    return re.sub(rb',"hash":"[0-9a-f]+"', b"", log)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path: Path) -> Terminal:
    pit = played(1)
    for stream, game in pit.games.items():
        (tmp_path / f"{stream}.jsonl").write_bytes(written(game.log))
    return Terminal(monkeypatch, capsys, tmp_path)


LOGS = "--log " + " ".join(f"t{table}-{day:02d}.jsonl" for day in range(1, 32) for table in (1, 2))


def asked(name: str) -> str:
    span = "--month 2024-10" if REPORTS[name].of == "month" else "--day 2024-10-06"
    return f"report {name} {LOGS} {span}"


@pytest.mark.parametrize("name", REPORTS)
def test_every_report_fits_a_terminal(terminal: Terminal, name: str) -> None:
    out = terminal(asked(name))
    assert terminal.code == 0, terminal.err
    assert REPORTS[name].title in out
    assert all(len(line.rstrip()) <= 80 for line in out.splitlines())


@pytest.mark.parametrize("name", ["shift", "monthly-mispayments", "breach-notification"])
def test_every_format_says_the_same(terminal: Terminal, name: str, tmp_path: Path) -> None:
    found = json.loads(terminal(f"{asked(name)} --json"))
    rows = sum(len(part) for part in found["parts"].values())
    assert rows
    for form in ("json", "csv", "pdf"):
        for file in (f"one.{form}", f"two.{form}"):
            terminal(f"{asked(name)} --format {form} --output {file}")
            assert terminal.code == 0, terminal.err
        one, two = ((tmp_path / f"{word}.{form}").read_bytes() for word in ("one", "two"))
        assert one == two
    assert json.loads((tmp_path / "one.json").read_bytes()) == found
    written = io.StringIO((tmp_path / "one.csv").read_text("utf-8"), newline="")
    assert len(list(csv.DictReader(written))) == rows
    assert (tmp_path / "one.pdf").read_bytes().startswith(b"%PDF")


def test_logs_that_were_cut_at_the_end_of_a_day_give_the_same_bytes(
    terminal: Terminal, tmp_path: Path
) -> None:
    edition, lines = journal_of(sorted(tmp_path.glob("*.jsonl")))
    assert edition.id == BOOK
    cut = tmp_path / "cut"
    cut.mkdir()
    streams: dict[str, list[JournalLine]] = {}
    for line in known_before(lines, midnight(7)):
        streams.setdefault(line.envelope.stream, []).append(line)
    for stream, log in streams.items():
        (cut / f"{stream}.jsonl").write_bytes(written(log))
    logs = " ".join(f"cut/{stream}.jsonl" for stream in streams)
    whole = " ".join(path.name for path in tmp_path.glob("*.jsonl"))
    for name in REPORTS:
        if REPORTS[name].of == "month":
            continue
        then = terminal(f"report {name} --log {logs} --day 2024-10-06 --format csv")
        now = terminal(f"report {name} --log {whole} --day 2024-10-06 --format csv")
        assert then == now, name


def test_a_list_says_what_there_is(terminal: Terminal) -> None:
    out = terminal("report list")
    assert all(name in out for name in REPORTS)
    assert "monthly-mispayments" not in terminal("report list tas-2018")
    assert "inspector" in terminal("report list nsw-2024")
    found = json.loads(terminal("report list --json"))
    assert [one["name"] for one in found] == list(REPORTS)
    terminal("report list xyz-2030")
    assert terminal.code == 2


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("report shfit --log t1-01.jsonl --day 2024-10-01", "no_such_thing"),
        ("report shift --log t1-01.jsonl", "incomplete"),
        ("report shift --log t1-01.jsonl --day 2024-10-01 --month 2024-10", "incomplete"),
        ("report daily-summary --log t1-01.jsonl --month 2024-10", "incomplete"),
        ("report monthly-mispayments --log t1-01.jsonl --day 2024-10-01", "incomplete"),
        ("report shift --log t1-01.jsonl --month 2024-13", "malformed"),
        ("report shift --log t1-01.jsonl --month 0000-01", "no_such_time"),
        ("report shift --log t1-01.jsonl --month 0001-01", "no_such_time"),
        ("report shift --log t1-01.jsonl --day 9999-12-31", "no_such_time"),
        ("report shift --log t1-01.jsonl --day 2024-02-30", "malformed"),
        ("report shift --log t1-01.jsonl --day 2024-10-01 --hours 6-14", "no_such_time"),
        ("report shift --log t1-01.jsonl --day 2024-10-01 --hours 06:00-24:30", "no_such_time"),
        ("report shift --log t1-01.jsonl --month 2024-10 --hours 06:00-14:00", "incomplete"),
        ("report shift --log t1-01.jsonl --day 2024-10-01 --zone Mars/Base", "no_such_zone"),
        ("report shift --log gone.jsonl --day 2024-10-01", "system"),
        ("report shift --log empty.jsonl --day 2024-10-01", "unreadable"),
        ("report shift --log words.txt --day 2024-10-01", "unreadable"),
        ("report shift --log torn.jsonl --day 2024-10-01", "unreadable"),
        ("report shift --log twice.jsonl --day 2024-10-01", "unreadable"),
        ("report shift --log t1-01.jsonl sub/t1-01.jsonl --day 2024-10-01", "same_name"),
        ("report shift --log t1-01.jsonl other.jsonl --day 2024-10-01", "two_rulebooks"),
        (
            "report shift --log t1-01.jsonl --day 2024-10-01 --format csv --output there",
            "file_exists",
        ),
        (
            "report shift --log t1-01.jsonl --day 2024-10-01 --format csv --output no/a.csv",
            "system",
        ),
        ("report shift --log t1-01.jsonl --day 2024-10-01 --format doc", "usage"),
        ("report shift --day 2024-10-01", "incomplete"),
        ("report", "usage"),
    ],
)
def test_what_is_wrong_is_said(terminal: Terminal, tmp_path: Path, command: str, code: str) -> None:
    log = (tmp_path / "t1-01.jsonl").read_bytes()
    (tmp_path / "empty.jsonl").touch()
    (tmp_path / "words.txt").write_text("no log\n")
    (tmp_path / "torn.jsonl").write_bytes(log[:-20])
    (tmp_path / "twice.jsonl").write_bytes(log + log)
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "t1-01.jsonl").write_bytes(log)
    (tmp_path / "other.jsonl").write_bytes(_without_hash(log).replace(b'"nsw-2024"', b'"tas-2018"'))
    (tmp_path / "there").write_text("mine")
    found = json.loads(terminal(f"{command} --json"))
    assert (found["code"], found["kind"], terminal.code) == (code, "malformed", 2)
    assert terminal(command) == ""
    assert (terminal.code, terminal.err[:6]) == (2, "error:")
    assert (tmp_path / "there").read_text() == "mine"


DAY, MONTH = "--day 2024-06-30", "--month 2024-06"
# What is said of a wrong span, and the hint: by the words of the command.
WRONG_SPANS = {
    "shift": ("say of which day or of which month", f"{DAY} or {MONTH}"),
    f"shift {DAY} {MONTH}": ("say of which day or of which month", f"{DAY} or {MONTH}"),
    "daily-summary": ("say of which day or of which month", DAY),
    "monthly-mispayments": ("say of which day or of which month", MONTH),
    f"daily-summary {MONTH}": ("daily-summary is of a day", DAY),
    f"monthly-mispayments {DAY}": ("monthly-mispayments is of a month", MONTH),
    f"shift {MONTH} --hours 06:00-14:00": ("hours are those of a day", DAY),
    "shift --month 2024-00": ("'2024-00' is not a month", "write it as 2024-06"),
    "shift --month 2024-13": ("'2024-13' is not a month", "write it as 2024-06"),
    "shift --month 24-06": ("'24-06' is not a month", "write it as 2024-06"),
    f"shift --month {'9' * 90}": (f"'{'9' * 40}' is not a month", "write it as 2024-06"),
    "shift --month 0000-12": ("there is no year 0", None),
    f"shift {DAY} --hours 6-14": ("'6-14' are no hours", "write them as 06:00-14:00"),
    f"shift {DAY} --hours 06:00-14:60": ("'06:00-14:60' are no hours", "write them as 06:00-14:00"),
    f"shift {DAY} --hours {'9' * 90}": (f"'{'9' * 40}' are no hours", "write them as 06:00-14:00"),
}


@pytest.mark.parametrize("command", WRONG_SPANS)
def test_a_wrong_span_is_told_with_one_that_is_right(terminal: Terminal, command: str) -> None:
    found = json.loads(terminal(f"report {command} --log t1-01.jsonl --json"))
    assert (found["message"], found["hint"]) == WRONG_SPANS[command]


def test_a_report_without_a_log_is_told_where_logs_are(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("PUNTO_STORE", raising=False)
    found = json.loads(terminal(f"report shift {DAY} --json"))
    assert (found["code"], found["message"], found["hint"]) == (
        "incomplete",
        "say which logs, or which store",
        "--log table7.jsonl, or --store house.db",
    )


@pytest.mark.parametrize(
    ("words", "since", "until"),
    [
        ("--day 2024-10-02", "2024-10-02T00:00:00+10:00", "2024-10-03T00:00:00+10:00"),
        ("--month 2024-09", "2024-09-01T00:00:00+10:00", "2024-10-01T00:00:00+10:00"),
        ("--month 2024-12", "2024-12-01T00:00:00+11:00", "2025-01-01T00:00:00+11:00"),
        (
            "--day 2024-10-02 --hours 06:00-14:00",
            "2024-10-02T06:00:00+10:00",
            "2024-10-02T14:00:00+10:00",
        ),
        (
            "--day 2024-10-02 --hours 22:00-06:00 --zone UTC",
            "2024-10-02T22:00:00+00:00",
            "2024-10-03T06:00:00+00:00",
        ),
    ],
)
def test_a_report_is_of_the_span_that_is_asked_for(
    terminal: Terminal, words: str, since: str, until: str
) -> None:
    found = json.loads(terminal(f"report shift --log t1-01.jsonl {words} --json"))
    assert (found["since"], found["until"]) == (since, until)


def test_text_goes_to_the_terminal(terminal: Terminal, tmp_path: Path) -> None:
    assert terminal("report shift --log t1-01.jsonl --day 2024-10-01 --output a.txt") == ""
    assert (terminal.code, terminal.err[:6]) == (2, "error:")
    assert not (tmp_path / "a.txt").exists()


def test_a_duty_that_a_rulebook_has_not_is_refused(terminal: Terminal) -> None:
    script = "ann place_wager player 100\ndeal\n"
    terminal("play tas-2018 --full --seed 1 --log hobart.jsonl", script)
    found = json.loads(
        terminal("report monthly-mispayments --log hobart.jsonl --month 2024-06 --json")
    )
    assert (found["kind"], found["code"], terminal.code) == ("refused", "rule_not_held", 1)
    assert terminal("report shift --log hobart.jsonl --month 2024-06")
    assert terminal.code == 0


def test_a_tournament_is_read_from_its_log(terminal: Terminal) -> None:
    length = "--set session='3 coups' --set entrants_max=8"
    rounds = "--set 'rounds=heats 2 tables 1 on; final 1 tables' --set prizes=100%"
    terminal(f"tournament new nsw-2024 autumn.toml --defaults {length} {rounds}")
    terminal("tournament run autumn.toml --seed 7 --log autumn.jsonl --brief")
    assert terminal.code == 0, terminal.err
    _, lines = journal_of([terminal.folder / "autumn.jsonl"])
    moment = max(line.envelope.at for line in lines)
    month = f"{datetime.fromtimestamp(moment, UTC):%Y-%m}"
    out = terminal(f"report tournament-results --log autumn.jsonl --month {month} --zone UTC")
    assert re.search(r"^autumn +\S.* 1 ", out, re.MULTILINE)
    both = terminal(f"report shift --log autumn.jsonl t1-01.jsonl --month {month} --zone UTC")
    assert "autumn/1" in both
    assert "t1-01" in terminal("report shift --log autumn.jsonl t1-01.jsonl --month 2024-10")


SCRIPT = re.search(r"```\n(clock [\s\S]*?)```", PAGE)
SHOWN = re.findall(r"```console\n\$ punto (.+)\n([\s\S]*?)```", PAGE)


def test_the_page_shows_what_a_reader_gets(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, tmp_path: Path
) -> None:
    terminal = Terminal(monkeypatch, capsys, tmp_path)
    assert SCRIPT is not None
    first, _ = SHOWN[0]
    terminal(first.partition(" < ")[0], SCRIPT[1])
    assert terminal.code == 0, terminal.err
    assert len(SHOWN) > 3
    digest = load(BOOK).digest[:12]
    for command, output in SHOWN[1:]:
        lines = [line.rstrip() for line in terminal(command).strip("\n").splitlines()]
        assert terminal.code == 0, terminal.err
        # The text of a rulebook may grow; its digest is not what the page is about.
        assert [line.replace(digest, "............") for line in lines] == output.splitlines()


def test_the_page_names_every_report() -> None:
    for name, report in REPORTS.items():
        assert f"| `{name}` |" in PAGE, name
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| `{name}` |"))
        assert {"day": "day", "month": "month", "either": "day or month"}[report.of] in row


def test_a_day_without_anything_says_which_days_there_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "t1.jsonl"
    assert (
        run(["play", "nsw-2024", "--seed", "3", "--wager", "ann banker 25", "--log", str(log)]) == 0
    )
    capsys.readouterr()
    assert run(["report", "shift", "--log", str(log), "--day", "2024-06-09"]) == 0
    assert "these logs run from 2024-06-03 to 2024-06-03" in capsys.readouterr().err
    assert run(["report", "shift", "--log", str(log), "--day", "2024-06-03"]) == 0
    assert "hint" not in capsys.readouterr().err


def test_a_store_gives_the_same_report_as_the_logs_it_was_made_of(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logs = [tmp_path / "t1.jsonl", tmp_path / "t2.jsonl"]
    store = str(tmp_path / "house.db")
    for seed, log in enumerate(logs):
        wager = ["--wager", "ann banker 25"]
        assert run(["play", "nsw-2024", "--seed", str(seed), *wager, "--log", str(log)]) == 0
        taken = ["log", "import", str(log), "--store", store, "--stream", log.stem]
        assert run(taken) == 0
    capsys.readouterr()
    for name in ("shift", "mispayments", "duties"):
        asked = ["report", name, "--day", "2024-06-03", "--json"]
        assert run([*asked, "--log", *map(str, logs)]) == 0
        files = json.loads(capsys.readouterr().out)
        assert run([*asked, "--store", store]) == 0
        assert json.loads(capsys.readouterr().out) == files
    other = tmp_path / "t3.jsonl"
    assert (
        run(["play", "tas-2018", "--seed", "1", "--wager", "ann banker 25", "--log", str(other)])
        == 0
    )
    assert run(["log", "import", str(other), "--store", store]) == 0
    capsys.readouterr()
    asked = ["report", "shift", "--day", "2024-06-03", "--store", store]
    assert run(asked) == 2
    assert "--rules nsw-2024" in capsys.readouterr().err
    assert run([*asked, "--rules", "tas-2018"]) == 0
    assert run([*asked, "--rules", "act-2015"]) == 2
    assert run(["report", "shift", "--day", "2024-06-03"]) == 2
    assert run(["report", "shift", "--day", "2024-06-03", "--store", str(tmp_path / "no.db")]) == 2
