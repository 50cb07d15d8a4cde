"""The tableau: naturals, and the rules of third cards."""

from punto.clause import Cited, Clauses
from punto.rulebook.schema.section import Cell, Cells, Count, Point, RefusedOnly, Section


class PlayerRow(Section, frozen=True):
    """A row for Player: draw or stand on some totals of the opening cards."""

    totals: tuple[Point, ...]
    """The totals."""
    act: Cell
    """D to draw, S to stand."""
    clause: Clauses
    """The clauses of the row."""


class BankerRow(Section, frozen=True, kw_only=True):
    """A row for Banker: draw or stand against no third card, and against third cards 0 to 9."""

    total: Point
    """Banker's total on two cards."""
    no_card: Cell
    """D or S if Player took no third card."""
    third: Cells
    """Ten letters D or S, for Player's third card worth 0 to 9."""
    clause: Clauses
    """The clauses of the row."""
    reading: str | None = None
    """How an unclear text is read."""


class MeritRow(Section, frozen=True):
    """Totals in descending order of merit, if the rulebook ranks them."""

    totals: tuple[Point, ...]
    """The totals, best first."""
    clause: Clauses
    """The clauses of the row."""


class Tableau(Section, frozen=True, kw_only=True):
    """The naturals and the rules of third cards."""

    player_naturals: Cited[tuple[Point, ...]]
    """Totals of Player's opening cards that end the coup."""
    banker_naturals: Cited[tuple[Point, ...]]
    """Totals of Banker's opening cards that end the coup."""
    cards_max: Cited[Count]
    """The maximum number of cards of a hand."""
    against_table: Cited[RefusedOnly]
    """A card against the tableau is refused."""
    player: tuple[PlayerRow, ...]
    """Each total 0 to 7 once."""
    banker: tuple[BankerRow, ...]
    """A row for each total 0 to 7."""
    banker_draws: Clauses = ()
    """Also cited if Banker draws."""
    banker_stands: Clauses = ()
    """Also cited if Banker stands."""
    banker_no_card: Clauses = ()
    """Cited instead of the row if Player took no third card."""
    merit: tuple[MeritRow, ...] = ()
    """Each total 0 to 9 once, if the rulebook ranks them."""
