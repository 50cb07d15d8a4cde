"""The results display: a pure function of the completed coups of one shoe."""

from collections.abc import Sequence

from msgspec import Struct

from punto.rulebook.policies import Result, Side

ROWS = 6


class Bead(Struct, frozen=True):
    """One completed coup on the bead plate."""

    result: Result
    naturals: tuple[Side, ...] = ()


def bead_plate(beads: Sequence[Bead]) -> tuple[tuple[Bead, ...], ...]:
    """Return the columns of the bead plate, six beads to a column, the last one unfilled."""
    return tuple(tuple(beads[start : start + ROWS]) for start in range(0, len(beads), ROWS))
