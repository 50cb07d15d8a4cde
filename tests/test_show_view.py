"""What ``see`` prints of a table, and as whom somebody looks."""

from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from punto.clause import Malformed, Reason
from punto.cli.output import console
from punto.cli.play.open_table import Wanted, begin
from punto.cli.play.show_view import see
from punto.cli.play.terminal_table import FLOAT_CENTS, TerminalTable
from punto.rulebook.elect import elect
from punto.rulebook.elections import Elections
from punto.rulebook.load import load
from punto.table.audience import Audience
from punto.table.views.view import View, view
from punto.table.views.view_types import Place

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def driven(monkeypatch: pytest.MonkeyPatch) -> TerminalTable:
    monkeypatch.setenv("COLUMNS", "100")
    console.cache_clear()
    elections = Elections(settlement="commission")
    rules = elect(load("nsw-2024"), elections)
    made = begin(rules, elections, Wanted(3, None, FLOAT_CENTS)).driven
    made.act("ann", "join", {"seat": 3})
    return made


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Audience, str | None]]:
    """As whom views were asked for, in order."""
    found = []

    def seen(rules: Any, table: Any, audience: Audience, patron: str | None = None) -> View:
        found.append((audience, patron))
        return view(rules, table, audience, patron)

    monkeypatch.setattr("punto.cli.play.show_view.view", seen)
    return found


def lines(capsys: Capture) -> list[str]:
    """Return what was printed, without what sets columns apart."""
    printed = capsys.readouterr().out.splitlines()
    return [" ".join(line.split()) for line in printed if line.strip(" ─━-")]


def test_everybody_looks_as_those_do_whose_work_they_have(
    driven: TerminalTable, looked: list[tuple[Audience, str | None]]
) -> None:
    wanted = {
        "ann": (Audience.PATRON, "ann"),
        "public": (Audience.PUBLIC, None),
        "onlooker": (Audience.PUBLIC, None),
        "supervisor": (Audience.SUPERVISOR, None),
        "casino_supervisor": (Audience.SUPERVISOR, None),
        "inspector": (Audience.SURVEILLANCE, None),
        "commission": (Audience.SURVEILLANCE, None),
        "surveillance": (Audience.SURVEILLANCE, None),
        "dealer": (Audience.DEALER, None),
    }
    for who in wanted:
        see(driven, who)
    assert looked == list(wanted.values())
    known = ", ".join(one for one in Audience if one is not Audience.PATRON)
    for who in ("zoe" * 30, "patron"):
        with pytest.raises(Malformed) as error:
            see(driven, who)
        assert error.value.message == f"{who[:40]} is not at the table"
        assert error.value.hint == f"or one of: ann, {known}"
        assert error.value.code == "unknown_patron"


def shown(monkeypatch: pytest.MonkeyPatch, driven: TerminalTable, **changed: Any) -> None:
    """Have the table be seen with something changed."""
    plain = view(driven.rules, driven.table, Audience.SUPERVISOR)
    nothing = dict.fromkeys(("sign", "places", "at_hand", "blocks"), ())
    changed = {"float_cents": None, **nothing, **changed}
    made = replace(plain, **changed)
    monkeypatch.setattr("punto.cli.play.show_view.view", lambda *_: made)


STANDING = "coup 0 of shoe 1 (ready), number 0"


def test_only_what_there_is_is_seen(
    driven: TerminalTable, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown(monkeypatch, driven, phase="idle", result="player 9-2", cards_left=400)
    see(driven, "public")
    assert lines(capsys) == ["── public sees " + "─" * 57, f"idle, {STANDING}, 400 cards left"]


def test_everything_that_there_is_is_seen(
    driven: TerminalTable, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    clause = ("nsw-2024/5.6",)
    ruling = SimpleNamespace(text="pay [b]ann")
    dispute = SimpleNamespace(
        number=4, person="ann", state="open", facts="not paid", rulings=(ruling,)
    )
    shown(
        monkeypatch,
        driven,
        phase="dealing",
        player=("9S", "3D"),
        banker=(),
        sign=(Reason("minimum $25", clause),),
        notices=("limits [b]change",),
        held_card="4C",
        float_cents=1_234_550,
        places=(
            Place("ann", 3, False, (Reason("a", ()), Reason("b", ())), 50_050, None),
            Place("ben", 4, True, (), None, None),
        ),
        wagers=(
            SimpleNamespace(patron="ann", wager="tie", stake_cents=2_500),
            SimpleNamespace(patron="ben", wager="player", stake_cents=10_000),
            SimpleNamespace(patron="ann", wager="banker", stake_cents=50),
        ),
        disputes=(dispute,),
        blocks=(SimpleNamespace(text="cards [b]counted", clause=clause),),
        at_hand=(Reason("rules of the game", clause),),
    )
    see(driven, "public")
    assert lines(capsys)[1:] == [
        f"dealing, {STANDING}, {driven.table.shoe.left} cards left",
        "P 9S 3D B -",
        "sign clause",
        "minimum $25 5.6",
        "notice: limits [b]change",
        "a card waits: 4C",
        "float: $12,345.50",
        "seat name chips markers wagers",
        "3 ann $500.50 a, b tie $25, banker $0.50",
        "4 standing ben player $100",
        "dispute 4 of ann, open: not paid; pay [b]ann",
        "waits: cards [b]counted [5.6]",
        "at hand clause",
        "rules of the game 5.6",
    ]
    shown(monkeypatch, driven, phase="betting", banker=("KH",), held_card="4C", float_cents=0)
    see(driven, "public")
    assert lines(capsys)[2:] == ["P - B KH", "held for the next coup: 4C", "float: $0"]


def test_those_who_watch_see_the_register_and_a_result_when_it_is_there(
    driven: TerminalTable, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = [
        SimpleNamespace(kind="dispute", person="ann", text="not paid", clause=("nsw-2024/5.6",)),
        SimpleNamespace(kind="void", person=None, text="fire", clause=()),
    ]
    monkeypatch.setattr("punto.cli.play.show_view.entries", lambda _: kept)
    shown(monkeypatch, driven)
    register = ["register about text clause", "dispute ann not paid 5.6", "void fire"]
    for who, seen in (("supervisor", register), ("surveillance", register), ("ann", [])):
        see(driven, who)
        assert lines(capsys)[2:] == seen, who
    shown(monkeypatch, driven, phase="settling", result="player [b] 9-2")
    monkeypatch.setattr("punto.cli.play.show_view.Settling", type(driven.table.phase))
    see(driven, "ann")
    assert lines(capsys)[2:] == ["player [b] 9-2"]
    shown(monkeypatch, driven, phase="settling", result=None)
    see(driven, "ann")
    assert lines(capsys)[2:] == []
