"""The roads: both worked examples, and every property that an implementation must have."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.roads import (
    LOOK_BACKS,
    ROWS,
    Ask,
    Bead,
    Roads,
    bead_plate,
    derived_marks,
    place,
    roads,
)
from punto.rulebook.vocabulary import Result, Side

LETTER = {"B": Result.BANKER, "P": Result.PLAYER, "T": Result.TIE}

ONE = "B P P Tn Bb B B P T T P Pp B P B B Bn P P B T B P Ppb P P B P B Bn T P P B B T"
TWO = (
    "T Tp B B Bb B B B T B B P P Pp P P P T T B Bn B B B P B B B B T B B B Pn P B B P Ppb P "
    "B T P P B P"
)

ONE_CELLS = [
    (1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (3, 3), (4, 1), (4, 2), (4, 3), (5, 1), (6, 1),
    (7, 1), (7, 2), (7, 3), (8, 1), (8, 2), (9, 1), (9, 2), (10, 1), (10, 2), (10, 3), (10, 4),
    (11, 1), (12, 1), (13, 1), (13, 2), (14, 1), (14, 2), (15, 1), (15, 2),
]  # fmt: skip
TWO_CELLS = [
    (1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (1, 6), (2, 6), (3, 6), (2, 1), (2, 2), (2, 3),
    (2, 4), (2, 5), (3, 5), (3, 1), (3, 2), (3, 3), (3, 4), (4, 4), (4, 1), (5, 1), (5, 2),
    (5, 3), (5, 4), (5, 5), (5, 6), (6, 6), (6, 1), (6, 2), (7, 1), (7, 2), (8, 1), (8, 2),
    (8, 3), (9, 1), (10, 1), (10, 2), (11, 1), (12, 1),
]  # fmt: skip


def parse(text: str) -> list[Bead]:
    """Return beads of a notation: outcome, then p and b for pairs, n for a natural."""
    words = text.split() if " " in text else list(text)
    return [
        Bead(
            LETTER[word[0]],
            "p" in word[1:],
            "b" in word[1:],
            (Side.PLAYER,) if "n" in word else (),
        )
        for word in words
    ]


def asked(ask: Ask) -> str:
    found = (ask.big_eye_boy, ask.small_road, ask.cockroach_pig)
    return "".join("-" if one is None else "R" if one else "B" for one in found)


def ties(shown: Roads) -> dict[tuple[int, int], int]:
    return {(cell.column, cell.row): cell.ties for cell in shown.big_road if cell.ties}


def test_the_first_worked_example() -> None:
    shown = roads(parse(ONE))
    assert [(cell.column, cell.row) for cell in shown.big_road] == ONE_CELLS
    assert ties(shown) == {(2, 2): 1, (4, 1): 2, (9, 1): 1, (13, 2): 1, (15, 2): 1}
    assert shown.big_eye_boy.marks == "BBRBBRRRBRBRBRBRRRBRBBRBBRRR"
    assert shown.small_road.marks == "BRBRBBBBBRBBBRBRBRBBBBBBBR"
    assert shown.cockroach_pig.marks == "BRBBBRRRBBBBRRBBBBRBBBB"
    assert asked(shown.next_banker) == "BBR"
    assert asked(shown.next_player) == "RRB"
    assert shown.small_road.places[-2:] == ((14, 6), (14, 1))
    assert [bead.result for bead in shown.bead_plate[3]] == [
        LETTER[letter] for letter in ("P", "B", "T", "B", "P", "P")
    ]
    marked = [(cell.column, cell.row) for cell in shown.big_road if cell.bead.player_pair]
    assert marked == [(4, 3), (10, 2)]


def test_the_second_worked_example() -> None:
    shown = roads(parse(TWO))
    assert [(cell.column, cell.row) for cell in shown.big_road] == TWO_CELLS
    assert ties(shown) == {(1, 1): 2, (1, 6): 1, (3, 5): 2, (5, 4): 1, (9, 1): 1}
    assert shown.big_eye_boy.marks == "RRRRRBRRRRBBBRRRRRBRBRRRBBBBBB"
    assert shown.small_road.marks == "RRRRBBRRRRBRBBBRBRBBBRBR"
    assert shown.cockroach_pig.marks == "BRRRRRBBRBBBRRBBRRB"
    assert asked(shown.next_banker) == "RBR"
    assert asked(shown.next_player) == "BRB"
    # The pair of a tie coup shows on the bead plate only.
    assert shown.bead_plate[0][1].player_pair
    assert not shown.big_road[0].bead.player_pair


@pytest.mark.parametrize(
    ("text", "big_eye", "small", "cockroach"),
    [
        ("BPBBPPPB", "RBBRBB", None, None),
        ("BPBPBP", None, "RRR", "RR"),
        ("BBPPPBPBB", "RBBBRB", "BBB", "BR"),
        ("BBPPPP", "RBR", None, None),
        ("", "", "", ""),
        ("TTT", "", "", ""),
        ("B", "", "", ""),
    ],
)
def test_small_vectors(
    text: str, big_eye: str | None, small: str | None, cockroach: str | None
) -> None:
    shown = roads(parse(text))
    for road, expected in (
        (shown.big_eye_boy, big_eye),
        (shown.small_road, small),
        (shown.cockroach_pig, cockroach),
    ):
        assert expected is None or road.marks == expected


def test_run_lengths_eight_six_three_bend_as_described() -> None:
    places = place([8, 6, 3])
    assert places[8:14] == [(2, 1), (2, 2), (2, 3), (2, 4), (2, 5), (3, 5)]
    assert places[14:] == [(3, 1), (3, 2), (3, 3)]


def test_leading_ties_wait_for_the_first_decided_coup() -> None:
    assert roads(parse("TTT")).pending_ties == 3
    shown = roads(parse("TTP"))
    assert (shown.pending_ties, shown.big_road[0].ties) == (0, 2)


results = st.lists(st.sampled_from("BBBPPPT"), max_size=90).map("".join)


def heights(text: str) -> list[int]:
    found: list[int] = []
    last = ""
    for letter in text.replace("T", ""):
        if letter == last:
            found[-1] += 1
        else:
            found.append(1)
            last = letter
    return found


def derived(shown: Roads) -> list[str]:
    return [one.marks for one in (shown.big_eye_boy, shown.small_road, shown.cockroach_pig)]


def painted(text: str, back: int) -> str:
    """Return the marks of a road the other way: squares beside and above, unbent columns."""
    filled: set[tuple[int, int]] = set()
    column, depth, last, marks = 0, 0, "", ""
    for letter in text.replace("T", ""):
        new = letter != last
        if new and last and (column - back, 1) in filled:
            # What the other side would have given, turned round.
            beside = [(column - back, depth + 1) in filled, (column - back, depth) in filled]
            marks += "B" if beside[0] == beside[1] else "R"
        column, depth = (column + 1, 1) if new else (column, depth + 1)
        last = letter
        if not new and (column - back, 1) in filled:
            beside = [(column - back, depth) in filled, (column - back, depth - 1) in filled]
            marks += "R" if beside[0] == beside[1] else "B"
        filled.add((column, depth))
    return marks


@given(results)
def test_marks_equal_a_second_way_of_finding_them(text: str) -> None:
    assert derived(roads(parse(text))) == [painted(text, back) for back in LOOK_BACKS]


@given(results)
def test_the_number_of_marks_follows_from_the_runs(text: str) -> None:
    runs = heights(text)
    for back in LOOK_BACKS:
        expected = 0 if len(runs) <= back else sum(runs) - sum(runs[:back]) - 1
        assert len(derived_marks(runs, back)) == expected


@given(results)
def test_ties_pairs_and_sides_do_not_matter_to_derived_roads(text: str) -> None:
    shown = derived(roads(parse(text)))
    assert derived(roads(parse(text.replace("T", "")))) == shown
    swapped = text.translate(str.maketrans("BP", "PB"))
    assert derived(roads(parse(swapped))) == shown
    marked = [Bead(bead.result, True, True, (Side.BANKER,)) for bead in parse(text)]
    assert derived(roads(marked)) == shown


@given(results)
def test_another_coup_changes_no_earlier_mark(text: str) -> None:
    before, after = roads(parse(text[:-1])), roads(parse(text))
    for old, new in zip(derived(before), derived(after), strict=True):
        assert new.startswith(old)
    cells = [(cell.column, cell.row, cell.bead) for cell in after.big_road]
    assert cells[: len(before.big_road)] == [(c.column, c.row, c.bead) for c in before.big_road]
    old_places = before.small_road.places
    assert after.small_road.places[: len(old_places)] == old_places


@given(results)
def test_asking_foretells_the_mark_that_comes(text: str) -> None:
    shown = roads(parse(text))
    for letter, ask in (("B", shown.next_banker), ("P", shown.next_player)):
        after = derived(roads(parse(text + letter)))
        for before, now, foretold in zip(derived(shown), after, asked(ask), strict=True):
            assert now[len(before) :] == foretold.replace("-", "")
    for one, two in zip(asked(shown.next_banker), asked(shown.next_player), strict=True):
        assert one == two == "-" or {one, two} == {"R", "B"}
    assert asked(roads(parse(text + "T")).next_banker) == asked(shown.next_banker)


@given(results)
def test_ties_and_beads_are_all_there(text: str) -> None:
    shown = roads(parse(text))
    assert sum(cell.ties for cell in shown.big_road) + shown.pending_ties == text.count("T")
    assert sum(len(column) for column in shown.bead_plate) == len(text)
    assert all(len(column) == ROWS for column in shown.bead_plate[:-1])
    assert bead_plate(parse(text))[:1] == shown.bead_plate[:1]


@given(st.lists(st.integers(1, 14), max_size=30))
def test_runs_never_share_a_cell_and_turn_once(runs: list[int]) -> None:
    places = place(runs)
    assert len(places) == len(set(places)) == sum(runs)
    assert all(1 <= row <= ROWS for _, row in places)
    starts, at = [], 0
    for height in runs:
        cells = places[at : at + height]
        at += height
        starts.append(cells[0][0])
        assert cells[0][1] == 1
        turned = False
        for (c1, r1), (c2, r2) in pairwise(cells):
            down, right = (c2 - c1, r2 - r1) == (0, 1), (c2 - c1, r2 - r1) == (1, 0)
            assert down or right
            assert not (turned and down)
            turned = turned or right
    assert starts == sorted(set(starts))


@given(results)
def test_undoing_the_last_coup_is_dealing_without_it(text: str) -> None:
    assert roads(parse(text)[:-1]) == roads(parse(text[:-1]))


def test_a_run_may_drop_again_where_a_house_wants_it() -> None:
    assert place([8, 6, 6])[-2:] == [(4, 4), (5, 4)]
    assert place([8, 6, 6], redrop=True)[-2:] == [(4, 4), (4, 5)]
