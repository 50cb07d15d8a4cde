"""``punto play --full``: a table driven line by line."""

import re
from pathlib import Path

import pytest
from support.terminal_user import Terminal

from punto.cards import DECK, format_cards
from punto.cli.output import cited

BOOKS = ("act-2015", "nsw-2024", "tas-2018")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys, 80)


def test_long_runs_of_clauses_are_written_as_a_span() -> None:
    many = tuple(f"nsw-2024/{n}" for n in ("5.2", 17, 18, 19, 20, "20.1", 7, 8, 9))
    assert cited(many) == "5.2 17-20 20.1 7 8 9"
    assert cited(()) == ""


def test_a_squeezed_coup_from_the_first_wager_to_the_discards(terminal: Terminal) -> None:
    out = terminal.driven(
        "nsw-2024 --choose method=B --seed 5",
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
    )
    assert terminal.code == 0
    assert "P ?? ??  B ?? ??" in out
    assert "ben is not at the table" in out
    assert "the Player cards go to ann, face down" in out
    assert '"Player 5, Banker 3"' in out
    assert "8.15.3" in out


def test_what_is_refused_is_told_with_its_clause_and_the_exit_code_says_so(
    terminal: Terminal,
) -> None:
    out = terminal.driven("nsw-2024", "ann draw")
    assert terminal.code == 1
    assert "refused: not_entitled [nsw-2024/7.3" in out
    terminal.driven("nsw-2024", "ann draw", "see")
    assert terminal.code == 0


BAD_LINES = [
    ("zoe", "zoe does what?"),
    ("zoe dance", "there is no command 'dance'"),
    ('"open', "close what is quoted"),
    ("ann void_coup 'it", "close what is quoted"),
    ("clock noon", "is no time"),
    ("clock", "clock 14:20"),
    ("clock 11:00", "the clock does not go back"),
    ("? dance", "there is no command 'dance'"),
    ("draw AS no no more", "draw takes no"),
    ("draw AS maybe", "burn_missed is yes or no"),
    ("draw 11H", "'11H' is not a card"),
    ('draw "9S 3D"', "'9S 3D' is not a card"),
    ("ann place_wager wager=tie wager=tie", "wager is given twice"),
    ("plce_wager", "did you mean place_wager"),
    ("see nobody", "nobody is not at the table"),
    ("dealer join patron=dealer seat=1", "a title is nobody"),
    ("ben join patron=ann seat=1", "ben may not act for ann"),
    ("ann deal", "ann may not deal"),
    ("turn_cards", "turn_cards needs hand"),
    ("turn_cards both", "hand: banker, player"),
    ("# only a remark", "idle> q"),
    (";;", "idle> q"),
    ("ann place_wager banker -5", "more than nothing"),
    ("ann place_wager banker x", "not an amount of dollars"),
    ("ann join seat=zero", "a number is wanted"),
    ("ann join seat=²", "a number is wanted"),
    (f"ann join seat={'9' * 5000}", "a number is wanted"),
    ("wrong_scale 1,x", "a number is wanted, not 'x'"),
    ("rebuild_coup 9S,XX", "'XX' is not a card"),
    ("ann leave", "ann is not at the table"),
    ("Ωμέγα join 1", "Ωμέγα sits at 1"),
    ("名前 place_wager banker 100", "名前 sits at 1, 名前 buys $10,000"),
    ("gaming_supervisr void_coup x", "did you mean gaming_supervisor?"),
    ("management_representative void_coup x", "is no title under nsw-2024"),
    ("x" * 30_000, "at most 20,000 characters"),
    ("x" * 10_000, "does what?"),
    (f"ann {'x' * 10_000}", "there is no command"),
]


@pytest.mark.parametrize(("line", "expected"), BAD_LINES, ids=[line[:40] for line, _ in BAD_LINES])
def test_bad_lines_are_told_and_nothing_breaks(
    terminal: Terminal, line: str, expected: str
) -> None:
    out = terminal.driven("nsw-2024 --seed 5", line, "# a remark", "", "q")
    assert expected in " ".join(out.split())
    assert max(map(len, out.splitlines())) <= 240
    assert "Traceback" not in out


def test_a_line_ends_with_its_first_no(terminal: Terminal) -> None:
    out = terminal.driven("nsw-2024", "ann join 1; draw; ben join 2", "see")
    assert "refused: no_wagers" in out
    assert "ben" not in out.partition("refused: no_wagers")[2]


def test_the_status_line_says_where_the_table_is_and_what_is_due(terminal: Terminal) -> None:
    out = terminal.driven(
        'nsw-2024 --shoe "2S 3D 2H 3C 9S 9S 3D KH 4C ..."',
        "ann place_wager player 100",
        "draw; draw; draw; draw",
        "draw",
        "deal",
        "ann place_wager player 100",
        "deal",
        "new_shoe",
        "shuffle",
    )
    lines = [line.strip() for line in out.splitlines()]
    assert "idle, coup 0 of shoe 1 (ready), number 0, 416 cards left" in lines
    assert "dealing, coup 1 of shoe 1 (ready), number 1, 412 cards left, layout $100" in lines
    assert "P 2S 2H  B 3D 3C" in lines
    assert "due: the third card to Player  [9.3 9.3.1]  type: draw" in lines
    assert "due: collect losers  [11.1.1]  type: collect_losers" in lines
    assert "P 2S 2H 9S  B 3D 3C  banker 6-3" in lines
    assert "idle, coup 0 of shoe 2 (shuffled), number 2, 416 cards left" in lines
    cut = "due: the cut by the casino supervisor, or offered to a patron  [4.5#1]"
    assert any(line.startswith(cut) for line in lines)


def test_matters_that_are_open_stand_in_the_status_line(terminal: Terminal) -> None:
    out = terminal.driven(
        'nsw-2024 --shoe "9S 3D KH 4C ..."',
        "ann place_wager player 100",
        "draw; draw; draw; draw",
        "collect_losers",
        'pay_winners paid="ann player 150"',
        "ann raise_dispute 'I should have more'",
    )
    assert "1 wrong payment open, 1 dispute open" in " ".join(out.split())


@pytest.mark.parametrize("name", BOOKS)
def test_what_was_really_paid_is_told_beside_what_was_due(terminal: Terminal, name: str) -> None:
    settlement = {"act-2015": "method_a"}.get(name, "commission")
    lines = ["ann place_wager player 100", "bob place_wager banker 100", "no_more_bets"]
    lines += ["draw; draw; draw; draw", 'collect_losers collected="bob banker 75"']
    lines += ['pay_winners paid="ann player 150"']
    command = f'{name} --settlement {settlement} --shoe "9S 3D KH 4C ..."'
    for manner in ("", " --brief"):
        out = " ".join(terminal.driven(f"{command}{manner}", *lines).split())
        assert "of bob banker $75 is collected, not $100" in out
        assert "ann player is paid $150, not $100" in out
        assert "2 wrong payments open" in out


@pytest.mark.parametrize("name", BOOKS)
def test_the_examples_of_the_banner_work_under_every_rulebook(
    terminal: Terminal, name: str
) -> None:
    banner = terminal(f"{name} --full --choose minimum=300 --choose maximum=500")
    typed = [line.partition("  ")[0] for line in banner.splitlines()]
    [wager] = [line for line in typed if "place_wager" in line and not line.startswith("?")]
    [power] = [line for line in typed if "void_coup" in line or "order_card_check" in line]
    lines = [wager, "no_more_bets", "draw", power, "? place_wager", "see ann", "clock +20"]
    # A void leaves nothing on the layout, and a coup without wagers would have to be directed.
    lines += [wager, "deal"] if "void_coup" in power else ["deal"]
    out = terminal.driven(f"{name} --choose minimum=300 --choose maximum=500 --seed 1", *lines)
    assert terminal.code == 0
    assert "refused" not in out
    assert "error" not in out


def test_somebody_who_just_wagers_gets_sensible_chips(terminal: Terminal) -> None:
    out = terminal.driven(
        "nsw-2024 --seed 1",
        "ann place_wager banker 100",
        "ben place_wager banker 25000",
        "ann place_wager tie 9950",
        "see",
    )
    assert "ann sits at 1, ann buys $10,000" in out
    assert "ben sits at 2, ben buys $25,000" in out
    assert "refused: not_enough_chips" in out
    assert "hint: ann buy_chips 500" in out
    seen = out.partition("supervisor sees")[2]
    assert "$9,900" in seen
    assert max(map(len, seen.splitlines())) <= 80
    terminal.driven("nsw-2024", "ann place_wager banker 9000000")
    assert terminal.code == 1
    out = terminal.driven("nsw-2024 --float 50000000", "ann place_wager banker 9000000")
    assert "ann buys $9,000,000" in out


def test_a_full_table_says_how_to_stand(terminal: Terminal) -> None:
    names = [f"p{letter}" for letter in "abcdefgh"]
    out = terminal.driven("nsw-2024", *(f"{name} place_wager banker 100" for name in names))
    assert "ph finds no seat: all 7 are taken" in out
    assert "hint: ph join 1 standing=yes" in out


def test_a_burned_card_is_known_to_be_burned(terminal: Terminal) -> None:
    out = terminal.driven("nsw-2024 --seed 1", "ann join 1", "ann ask_burned")
    assert "refused: burned_card_unseen" in out


def test_a_later_shoe_is_shuffled_again(terminal: Terminal) -> None:
    coup = ["ann place_wager player 100", "draw; draw; draw; draw"]
    brought = ["casino_supervisor order_shuffle x", "new_shoe", "shuffle"]
    cut = ["casino_supervisor cut 100", "mark 20"]
    later = ["deal", *brought, *cut, "load", "burn one_unseen", *coup]
    lines = [*coup, *later, *later]

    def hands() -> list[str]:
        out = terminal.driven('nsw-2024 --shoe "9S 3D KH 4C ..."', *lines)
        assert terminal.code == 0
        assert "refused" not in out
        return re.findall(r"^  (P \S+ \S+  B \S+ \S+)(?:  |$)", out, re.MULTILINE)

    # What would lie on top of new packs that nobody shuffles, after the cut and the burned card.
    player, banker = [DECK[place % 52] for place in (101, 103)], [DECK[102 % 52], DECK[104 % 52]]
    unshuffled = f"P {format_cards(player)}  B {format_cards(banker)}"
    found = hands()
    assert found[0] == "P 9S KH  B 3D 4C"
    assert len(found) == len(set(found)) == 3
    assert unshuffled not in found
    # After a given order every later shuffle is the same again.
    assert hands() == found


def test_brief_leaves_the_reasons_out(terminal: Terminal) -> None:
    lines = ["ann place_wager player 100", "draw; draw; draw; draw", "report_error misdeal 'x y'"]
    command = 'nsw-2024 --shoe "9S 3D KH 4C ..."'
    full, brief = terminal.driven(command, *lines), terminal.driven(f"{command} --brief", *lines)
    assert "counts 9" in full
    assert "counts 9" not in brief
    assert '"player 9-7"' in brief
    assert "  dealing error recorded, blocked\n" in brief
    assert len(brief.splitlines()) < len(full.splitlines())


@pytest.mark.parametrize("arguments", ["--coups 3", "--wager 'ann tie 5'", "--json"])
def test_full_goes_without_what_deals_by_itself(terminal: Terminal, arguments: str) -> None:
    out = terminal(f"nsw-2024 --full {arguments}")
    assert terminal.code == 2
    assert "--full is driven by hand" in (out if "--json" in arguments else terminal.err)


def test_cards_are_read_as_the_screen_shows_them(terminal: Terminal) -> None:
    shoe = "10H 3♦ k♥ 4C ..."
    out = terminal.driven(
        f'nsw-2024 --shoe "{shoe}"',
        "ann place_wager player 100",
        "draw 10h; draw 3D; draw K♥; draw",
        "deal",
    )
    assert "P TH KH  B 3D 4C" in out
    assert "refused" not in out


@pytest.mark.parametrize("book", BOOKS)
def test_the_float_is_filled_counted_and_cashed_into(terminal: Terminal, book: str) -> None:
    chosen = " --settlement method_a" if book == "act-2015" else ""
    out = terminal.driven(
        f"{book}{chosen} --seed 5 --float 10000",
        "ann join 1",
        "ann buy_chips 500",
        "fill_float F-1 2500 cass",
        "fill_float f-1 2500 cass",
        "count_float shift 11990 sue",
        "ann cash_out 200",
        "ann cash_out",
        "credit_float slip=C-1 dollars=490 taken_by=cass",
        "see dealer",
        "see ann",
    )
    assert "fill F-1: $2,500 into the float" in out
    assert "slip f-1 was used before" in out
    assert "shift count: the float holds $11,990, $10 short" in out
    assert "ann cashes out $300" in out
    assert "credit C-1: $490 to the cage" in out
    assert out.count("float: $12,000") == 1


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("nsw-2024", "casino_supervisor direct_no_bet agreed=ann,ben"),
        ("tas-2018", "management_representative direct_no_bet"),
    ],
)
def test_a_whole_coup_without_wagers_waits_for_who_directs_it_and_who_agrees(
    terminal: Terminal, tmp_path: Path, name: str, hint: str
) -> None:
    log = tmp_path / "t1.jsonl"
    asked = ["ann join 1", "ben join 2", "deal"]
    out = terminal.driven(f"{name} --seed 2 --log {log}", *asked)
    assert terminal.code == 1
    assert "refused: no_wagers" in out
    assert f"hint: place a wager, or: {hint}" in " ".join(out.split())
    assert b"no_bet" not in log.read_bytes()
    out = terminal.driven(f"{name} --seed 2", *asked, hint, "deal")
    assert terminal.code == 0
    assert "coup 1 of shoe 1" in out


def test_a_whole_coup_takes_the_banker_cards_for_nobody(terminal: Terminal, tmp_path: Path) -> None:
    log, banker = tmp_path / "t1.jsonl", "ann place_wager banker 100"
    table = "nsw-2024 --choose method=C --seed 2"
    out = terminal.driven(f"{table} --log {log}", banker, "deal")
    assert terminal.code == 1
    assert "refused: role_not_taken" in out
    assert "hint: offer_role, then: PATRON accept_role, or PATRON decline_role" in out
    assert b"role_taken" not in log.read_bytes()
    terminal.driven(table, banker, "offer_role", "deal")
    assert terminal.code == 1
    out = terminal.driven(table, banker, "offer_role", "ann accept_role", "deal")
    assert terminal.code == 0
    assert "coup 1 of shoe 1" in out


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("management_representative agree_limits ann 20000 10", "agreed=yes, or agreed=no"),
        (
            "exchange_voucher ann 50 50 conditions='after ten'",
            "conditions_met=yes, or conditions_met=no",
        ),
    ],
)
def test_what_somebody_agreed_or_met_is_asked_for(terminal: Terminal, line: str, hint: str) -> None:
    name = "tas-2018" if "agree" in line else "nsw-2024"
    out = terminal.driven(f"{name} --choose maximum=500", "ann join 1", line)
    assert terminal.code == 1, out
    assert "error: say whether" in out
    assert hint in " ".join(out.split())
    said = hint.partition(",")[0]
    terminal.driven(f"{name} --choose maximum=500", "ann join 1", f"{line} {said}")
    assert terminal.code == 0


def test_what_is_due_leaves_statements_to_whoever_types(terminal: Terminal) -> None:
    out = terminal.driven("nsw-2024 --seed 1", "new_shoe", "shuffle")
    assert "type: casino_supervisor cut at=NUMBER" in " ".join(out.split())
    out = terminal.driven("nsw-2024 --seed 1", "casino_supervisor order_card_check")
    assert "verify_cards count=NUMBER" in " ".join(out.split())


@pytest.mark.parametrize(
    ("rulebook", "cutter"), [("nsw-2024", "casino_supervisor"), ("tas-2018", "inspector")]
)
def test_nobody_cuts_by_being_left_out(terminal: Terminal, rulebook: str, cutter: str) -> None:
    lines = ["ann join 1", "new_shoe", "shuffle"]
    if rulebook == "tas-2018":
        lines += ["offer_cut", "ann decline_cut"]
    out = " ".join(terminal.driven(rulebook, *lines, "cut 100").split())
    assert terminal.code == 1
    assert "refused: not_entitled" in out
    assert f"hint: {cutter} cut 100" in out
    terminal.driven(rulebook, *lines, f"{cutter} cut 100")
    assert terminal.code == 0
    if rulebook == "tas-2018":
        out = terminal.driven(rulebook, *lines[:-1], "cut 100")
        assert "hint: ann cut 100" in " ".join(out.split())
