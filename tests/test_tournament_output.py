"""What the terminal prints of a tournament: views, draws, boards, sessions, places, prizes."""

from types import SimpleNamespace
from typing import Any

import pytest

from punto.clause import Malformed
from punto.cli.output import console
from punto.cli.tournament import tournament_output
from punto.cli.tournament.show_view import see
from punto.rulebook.load import load
from punto.tournament.audience import TournamentAudience
from punto.tournament.money.prize_sheet import PrizeLine
from punto.tournament.session import Seat

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _wide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    console.cache_clear()


def some(**fields: Any) -> Any:
    """Return a stand-in for a part of a tournament."""
    return SimpleNamespace(**fields)


def lines(capsys: Capture) -> list[str]:
    """Return what was printed: how far it is set in, and its words without what is drawn."""
    printed = [line for line in capsys.readouterr().out.splitlines() if line.strip(" ─━-")]
    words = [" ".join(line.strip(" ─━-").split()) for line in printed]
    before = [" " * (len(line) - len(line.lstrip())) for line in printed]
    return [space + text for space, text in zip(before, words, strict=True)]


def watching(looked: list[object], **seen: Any) -> Any:
    """Return a tournament that is seen in one way by everybody, and notes who looks."""
    view = {"entrants": (), "stage": "open", "tables": (), "forms": (), **seen}

    def looks(audience: object) -> Any:
        looked.append(audience)
        return some(**view)

    driver = some(view=looks, rules=some(edition=load("tas-2018")))
    return some(driver=driver, titles={"dealer", "onlooker", "casino_supervisor"})


def test_everybody_looks_at_a_tournament_as_those_do_whose_work_they_have() -> None:
    wanted = {
        "public": TournamentAudience.PUBLIC,
        "dealer": TournamentAudience.DEALER,
        "surveillance": TournamentAudience.SURVEILLANCE,
        "competition_director": TournamentAudience.DIRECTOR,
        "onlooker": TournamentAudience.PUBLIC,
        "casino_supervisor": TournamentAudience.SUPERVISOR,
        "ann": "ann",
    }
    looked: list[object] = []
    for who in wanted:
        see(watching(looked), who)
    assert looked == list(wanted.values())


def test_a_tournament_is_seen_with_its_tables_and_forms(capsys: Capture) -> None:
    see(watching([]), "public")
    assert lines(capsys) == ["public sees", "open"]

    def sits(name: str, seat: int, *, secret: bool = False, passed: bool = False) -> Any:
        return some(name=name, seat=seat, chips_cents=100_050, secret=secret, passed=passed)

    def form(name: str, **told: Any) -> Any:
        plain = {"wager": None, "stake_cents": None, "words": None}
        return some(name=name, **{**plain, "examined": False, "announced": False, **told})

    seated = (sits("ann", 1), sits("bob", 2, secret=True, passed=True), sits("cy", 3, passed=True))
    tables = (
        some(number=1, turn="ann", marker=2, seated=seated),
        some(number=2, turn=None, marker=None, seated=(sits("dan", 1),)),
        some(number=3, turn=None, marker=1, seated=()),
    )
    forms = (
        form("ann", wager="tie", stake_cents=2_500, words="twenty-five"),
        form("bob", examined=True),
        form("cy", examined=True, announced=True, stake_cents=0),
    )
    standing = [some(standing=word) for word in ("playing", "out", "playing")]
    see(watching([], entrants=standing, tables=tables, forms=forms), "ann")
    assert lines(capsys) == [
        "ann sees",
        "open, 2 playing, 1 out",
        "table turn entrants in order of seats",
        "    1 ann 1 ann 1,000.50, 2 bob 1,000.50 (marker, secret, passes), 3 cy 1,000.50 (passes)",
        "    2 1 dan 1,000.50",
        "form of wager amount in words so far",
        "ann tie $25 twenty-five handed in",
        "bob examined",
        "cy $0 announced",
    ]


def playing(**changed: Any) -> Any:
    """Return a tournament of which a session is on."""
    seats = {"cy": Seat(2, 1), "bob": Seat(1, 2), "ann": Seat(1, 1)}
    held = {"number": 3, "round": 0, "seats": seats, "ended": False, "coups": {1: 5}, "ranked": {}}
    session = some(**{**held, **changed})
    return some(
        session=session,
        conditions=some(rounds=(some(name="heats"),)),
        counted={"ann": 100_000},
        tables={
            1: some(patrons=[some(name=name) for name in ("bob", "cy", "ann")]),
            2: some(patrons=[]),
            3: some(patrons=[some(name="dan")]),
        },
    )


def test_a_draw_is_shown_by_table_with_its_seed(capsys: Capture) -> None:
    tournament_output.show_draw(playing(), "abc")
    assert lines(capsys) == [
        "heats, session 3: the draw",
        "table seats",
        "    1 1 ann 2 bob",
        "    2 1 cy",
        "drawn by the seed abc",
    ]


def test_the_board_shows_the_chips_at_every_table_most_first(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    chips = {"ann": 50_000, "bob": 50_000, "cy": 70_000, "dan": 0}
    monkeypatch.setattr(tournament_output, "value_cents", lambda _, name: chips[name])
    tournament_output.show_board(playing())
    assert lines(capsys) == [
        "table coups chips",
        "    1 5 cy 700, ann 500, bob 500",
        "    3 0 dan 0",
    ]
    tournament_output.show_board(playing(ended=True, ranked={1: (("ann",),)}))
    assert lines(capsys)[0] == "heats, session 3: over"
    nobody = playing()
    nobody.tables = {}
    tournament_output.show_board(nobody)
    assert lines(capsys) == []
    nobody.session = None
    with pytest.raises(Malformed, match="no session is on") as error:
        tournament_output.show_board(nobody)
    assert (error.value.hint, error.value.code) == ("next, or go", "not_now")


def test_a_session_is_over_with_ranks_that_those_who_are_level_share(capsys: Capture) -> None:
    ranked = {1: (("ann",), ("bob", "cy"), ("dan",)), 4: (("eve",),)}
    counted = {"ann": 90_000, "bob": 50_000, "cy": 50_000, "eve": 0}
    tournament_output.show_session(playing(ranked=ranked), counted, {"ann", "eve"})
    assert lines(capsys) == [
        "heats, session 3: over",
        "table rank, entrant, chips",
        "    1 1 ann* 900, 2 bob 500, 2 cy 500, 4 dan out",
        "    4 1 eve* 0",
        "* go on: 2",
    ]
    tournament_output.show_session(playing(ranked=ranked), counted, ())
    assert lines(capsys)[2:] == ["    1 1 ann 900, 2 bob 500, 2 cy 500, 4 dan out", "    4 1 eve 0"]


def entrant(number: int, name: str, place: int | None, prize_cents: int = 0) -> Any:
    """Return somebody who entered."""
    goods = ("a car",) if place == 1 else ()
    return some(number=number, name=name, place=place, prize_cents=prize_cents, goods=goods)


def test_standings_are_those_who_are_placed_best_first(capsys: Capture) -> None:
    people = [entrant(4, "dan", None), entrant(3, "cy", 1, 500), entrant(2, "bob", 2)]
    tournament = some(entrants=[*people, entrant(1, "ann", 2)])
    field: Any = {"ann": some(strategy="flat")}
    found = tournament_output.standings(tournament, field)
    assert found == [
        {"place": 1, "name": "cy", "strategy": None, "prize_cents": 500, "goods": ["a car"]},
        {"place": 2, "name": "ann", "strategy": "flat", "prize_cents": 0, "goods": []},
        {"place": 2, "name": "bob", "strategy": None, "prize_cents": 0, "goods": []},
    ]
    tournament_output.show_standings(tournament, field)
    head = ["standings", "place entrant strategy"]
    assert lines(capsys) == [*head, "    1 cy", "    2 ann flat", "    2 bob"]
    many = some(entrants=[entrant(number, f"p{number}", number) for number in range(1, 13)])
    tournament_output.show_standings(many, field)
    listed = [f"{number:5} p{number}" for number in range(1, 11)]
    assert lines(capsys) == [*head, *listed, "and 2 more"]
    many.entrants = many.entrants[:10]
    tournament_output.show_standings(many, field)
    assert lines(capsys) == [*head, *listed]


def test_entries_are_counted_by_how_they_wager(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tournament_output, "pool_cents", lambda _: 150_000)
    field: Any = {
        name: some(strategy=way) for name, way in zip("abc", ("x", "y", "x"), strict=True)
    }
    tournament = some(entrants=(1, 2, 3, 4), purse=some(fees_cents=160_000))
    tournament_output.show_entries(tournament, field)
    assert lines(capsys) == ["4 entrants (x 2, y 1)", "fees $1,600, pool $1,500"]


def test_prizes_are_listed_with_what_became_of_the_money(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = (PrizeLine(1, "ann", 90_000, ("a car", "a cup")), PrizeLine(2, "bob", 0))
    monkeypatch.setattr(tournament_output, "prize_sheet", lambda *_: sheet)
    names = ("fees", "added", "refunded", "kept", "borne", "odd", "paid")
    purse = {f"{name}_cents": 100 * number for number, name in enumerate(names, start=1)}
    tournament = some(entrants=[entrant(1, "ann", 1)], purse=some(**purse))
    rules: Any = None
    tournament_output.show_prizes(rules, tournament)
    table = ["prizes", "place entrant prize", "    1 ann $900 and a car and a cup", "    2 bob $0"]
    money = "fees $1, added $2, given back $3, kept $4, borne by the house $5"
    assert lines(capsys) == [*table, f"{money}, left over and reported $6, paid $7"]
    tournament.purse = some(**dict.fromkeys(purse, 0))
    tournament_output.show_prizes(rules, tournament)
    assert lines(capsys) == [*table, "nothing was paid in, and nothing out"]
    tournament.entrants = [entrant(1, "ann", None)]
    with pytest.raises(Malformed, match="nobody is placed yet") as error:
        tournament_output.show_prizes(rules, tournament)
    assert (error.value.hint, error.value.code) == ("next, or go", "not_now")
