"""The tableau: naturals, and when a hand takes a third card."""

from punto.clause import Cited, Clauses
from punto.rulebook.schema.section import Cell, Cells, Count, Point, RefusedOnly, Section


class PlayerRow(Section, frozen=True):
    """What Player does on some totals of its opening cards."""

    totals: tuple[Point, ...]
    """The totals."""
    act: Cell
    """D to draw, S to stand."""
    clause: Clauses
    """The clauses of the row."""


class BankerRow(Section, frozen=True, kw_only=True):
    """What Banker does on a total: against no third card, and against third cards worth 0 to 9."""

    total: Point
    """Banker's total on two cards."""
    no_card: Cell
    """D or S where Player took no third card."""
    third: Cells
    """Ten letters D or S, for Player's third card worth 0 to 9."""
    clause: Clauses
    """The clauses of the row."""
    reading: str | None = None
    """How an unclear text is read."""


class MeritRow(Section, frozen=True):
    """Totals in falling order of merit, where the text ranks them itself."""

    totals: tuple[Point, ...]
    """The totals, best first."""
    clause: Clauses
    """The clauses of the row."""


class Tableau(Section, frozen=True, kw_only=True):
    """When hands take a third card."""

    player_naturals: Cited[tuple[Point, ...]]
    """Totals of Player's opening cards that end the coup."""
    banker_naturals: Cited[tuple[Point, ...]]
    """Totals of Banker's opening cards that end the coup."""
    cards_max: Cited[Count]
    """How many cards a hand has at most."""
    against_table: Cited[RefusedOnly]
    """A card that the table does not give is refused."""
    player: tuple[PlayerRow, ...]
    """Each total 0 to 7 once."""
    banker: tuple[BankerRow, ...]
    """A row for each total 0 to 7."""
    banker_draws: Clauses = ()
    """Cited besides where Banker draws."""
    banker_stands: Clauses = ()
    """Cited besides where Banker stands."""
    banker_no_card: Clauses = ()
    """Cited instead of the row where Player took no third card."""
    merit: tuple[MeritRow, ...] = ()
    """Each total 0 to 9 once, where the text ranks them itself."""
