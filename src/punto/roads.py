"""The results display: a pure function of the completed coups of one shoe.

Everything is worked out anew from the list of coups; a drawn grid is never patched. Columns and
rows are counted from 1. Red and blue in the derived roads mean regular and irregular, never
Banker and Player.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from punto.rulebook.vocabulary import Result, Side

ROWS = 6

# How many columns back each derived road looks.
BIG_EYE_BOY, SMALL_ROAD, COCKROACH_PIG = 1, 2, 3
LOOK_BACKS = (BIG_EYE_BOY, SMALL_ROAD, COCKROACH_PIG)

Place = tuple[int, int]

# Looked up once: an enum's members are slow to reach through its class.
_TIE = Result.TIE
_COLUMN = re.compile("R+|B+")
_FULL = tuple((1 << height) - 1 for height in range(ROWS + 1))
# The cells of a short column, made once: a shoe has some three hundred of them.
_CELLS = tuple(
    tuple(tuple((column, row) for row in range(1, height + 1)) for height in range(ROWS + 1))
    for column in range(128)
)
_SIDE_OF = {Result.BANKER: Side.BANKER, Result.PLAYER: Side.PLAYER}


class Bead(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One completed coup; a void coup is no result and never gets here."""

    result: Result
    player_pair: bool = False
    banker_pair: bool = False
    naturals: tuple[Side, ...] = ()


class BigCell(Struct, frozen=True, gc=False):
    """One decided coup on the big road, with the ties that followed it.

    Its marks are those of its own coup; the pairs of a tie show on the bead plate only.
    """

    column: int
    row: int
    ties: int
    bead: Bead


class DerivedRoad(Struct, frozen=True, gc=False):
    """A derived road: its marks in order, R red and B blue, and where each one lies.

    The text of the marks is also what those get who cannot see the grid.
    """

    marks: str
    places: tuple[Place, ...]


class Ask(Struct, frozen=True, gc=False):
    """The marks that the next decided coup would give, by look-back; nothing if none yet."""

    big_eye_boy: bool | None
    small_road: bool | None
    cockroach_pig: bool | None


class Roads(Struct, frozen=True, gc=False):
    """All roads of a shoe. ``pending_ties`` came before the first decided coup."""

    bead_plate: tuple[tuple[Bead, ...], ...]
    big_road: tuple[BigCell, ...]
    pending_ties: int
    big_eye_boy: DerivedRoad
    small_road: DerivedRoad
    cockroach_pig: DerivedRoad
    next_banker: Ask
    next_player: Ask


def roads(beads: Sequence[Bead], *, redrop: bool = False) -> Roads:
    """Return every road of a shoe; ``redrop`` lets a run that turned go down again, as some do."""
    runs = _runs(beads)
    heights, sides = runs.heights, runs.sides
    first, second, third = (derived_marks(heights, back) for back in LOOK_BACKS)
    return Roads(
        bead_plate(beads),
        _big_road(runs, redrop=redrop),
        runs.pending,
        _derived_road(first, redrop=redrop),
        _derived_road(second, redrop=redrop),
        _derived_road(third, redrop=redrop),
        ask(heights, sides, Side.BANKER),
        ask(heights, sides, Side.PLAYER),
    )


def bead_plate(beads: Sequence[Bead]) -> tuple[tuple[Bead, ...], ...]:
    """Return the columns of the bead plate, six beads to a column, the last one unfilled."""
    return tuple([tuple(beads[start : start + ROWS]) for start in range(0, len(beads), ROWS)])


class _Runs(Struct):
    """The decided coups of a shoe: runs by height and side, and per coup its bead and ties."""

    heights: list[int]
    sides: list[Side]
    beads: list[Bead]
    ties: list[int]
    pending: int


def _runs(coups: Sequence[Bead]) -> _Runs:
    """Return the runs of a shoe; a tie belongs to the decided coup before it."""
    heights: list[int] = []
    sides: list[Side] = []
    beads: list[Bead] = []
    ties: list[int] = []
    pending, last = 0, _TIE
    for bead in coups:
        result = bead.result
        if result is _TIE:
            if ties:
                ties[-1] += 1
            else:
                pending += 1
            continue
        if result is last:
            heights[-1] += 1
        else:
            heights.append(1)
            sides.append(_SIDE_OF[result])
            last = result
        beads.append(bead)
        ties.append(0)
    if ties and pending:
        # Ties before the first decided coup move to its cell when it appears.
        ties[0] += pending
        pending = 0
    return _Runs(heights, sides, beads, ties, pending)


def derived_marks(heights: Sequence[int], back: int) -> str:
    """Return the marks of a derived road in order, R or B, from the heights of the runs."""
    marks: list[str] = []
    for n in range(back, len(heights)):
        height, beside = heights[n], heights[n - back]
        if n > back:
            # A new column is red where the two columns before it are as long as each other.
            marks.append("R" if heights[n - 1] == heights[n - 1 - back] else "B")
        # Going down is red beside a cell, blue one step past the end, red again straight down.
        if height <= beside:
            marks.append("R" * (height - 1))
        else:
            marks.append("R" * (beside - 1) + "B" + "R" * (height - 1 - beside))
    return "".join(marks)


def ask(heights: Sequence[int], sides: Sequence[Side], side: Side) -> Ask:
    """Return the marks that the roads would get if a side won next."""
    found: list[bool | None] = []
    last = len(heights) - 1
    for back in LOOK_BACKS:
        if last < back:
            found.append(None)
        elif sides[-1] is side:
            found.append(heights[-1] + 1 != heights[last - back] + 1)
        else:
            found.append(heights[-1] == heights[last - back])
    return Ask(*found)


def place(heights: Sequence[int], *, rows: int = ROWS, redrop: bool = False) -> list[Place]:
    """Return where the results of runs lie on a grid, in order, dragon tails and all."""
    places: list[Place] = []
    append, extend = places.append, places.extend
    # One number a column, one bit a row: cheap to ask which cells are taken.
    taken = [0] * (sum(heights) + 2)
    start, bottom, short = 0, 1 << (rows - 1), min(rows, ROWS)
    for height in heights:
        start += 1
        while taken[start] & 1:
            start += 1
        if height <= short and not taken[start] and start < len(_CELLS):
            # Nearly every run: the column is free and long enough.
            taken[start] = _FULL[height]
            extend(_CELLS[start][height])
            continue
        append((start, 1))
        column, row, bit, held = start, 1, 1, taken[start] | 1
        left = height - 1
        while left:
            # Down while the cell below is there and free, then right along the row.
            while left and bit < bottom and not held & bit << 1:
                bit <<= 1
                row += 1
                held |= bit
                append((column, row))
                left -= 1
            while left:
                taken[column] = held
                column += 1
                held = taken[column] | bit
                append((column, row))
                left -= 1
                if redrop:
                    break
        taken[column] = held
    return places


def _big_road(runs: _Runs, *, redrop: bool) -> tuple[BigCell, ...]:
    places = place(runs.heights, redrop=redrop)
    cells = zip(places, runs.ties, runs.beads, strict=True)
    return tuple([BigCell(column, row, ties, bead) for (column, row), ties, bead in cells])


def _derived_road(marks: str, *, redrop: bool) -> DerivedRoad:
    """Return marks laid out in columns of one colour each."""
    heights = [len(run) for run in _COLUMN.findall(marks)]
    return DerivedRoad(marks, tuple(place(heights, redrop=redrop)))
