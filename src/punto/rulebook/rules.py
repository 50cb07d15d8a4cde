"""The rules of a table: an edition, the elections under it, and lookup tables."""

from msgspec import Struct

from punto.cards import DECK, Card
from punto.clause import Clauses, merged
from punto.rulebook.elections import Hours, Origin
from punto.rulebook.policies import LiveRule
from punto.rulebook.power import Power
from punto.rulebook.schema import BankerRow, Edition, Outcome, Says, Tableau
from punto.rulebook.vocabulary import Side, Source, Supply

# The column of the Banker table for no third card of Player.
NO_CARD = 10


class Cell(Struct, frozen=True):
    """A cell of the tableau: draw or stand, with its clauses."""

    draws: bool
    clause: Clauses


class Drawing(Struct, frozen=True):
    """The lookup tables for a coup, indexed by card, total and third-card value."""

    points: dict[Card, int]
    point_clauses: dict[Card, Clauses]
    modulus: int
    total_clause: Clauses
    plain_clause: Clauses
    reduced_clause: Clauses
    order: tuple[Side, ...]
    order_clause: Clauses
    naturals: dict[Side, tuple[int, ...]]
    natural_clauses: dict[Side, Clauses]
    cards_max: int
    cards_max_clause: Clauses
    against_table: Clauses
    player: tuple[Cell, ...]
    banker: tuple[tuple[Cell, ...], ...]
    merit: tuple[int, ...]
    merit_clauses: dict[int, Clauses]
    opening_face: str | None
    third_face: str | None
    third_face_clause: Clauses


class TableRules(Struct, frozen=True):
    """An edition with the elections under it. Every decision at a table reads it."""

    edition: Edition
    decks: int
    settlement: str
    offers: tuple[str, ...]
    layout: str | None
    seats: int
    source: Source
    supply: Supply
    chips_cents: tuple[int, ...]
    maxima: dict[str, int]
    goes_with: dict[str, str]
    outcomes: dict[str, tuple[Outcome, ...]]
    drawing: Drawing | None
    schemes: dict[str, dict[str, tuple[Outcome, ...]]]
    method: str | None = None
    cashless: bool = False
    drop_box: bool = True
    common_pairs: bool = False
    scanning_shoe: bool = False
    origin: Origin = Origin.VIRTUAL
    positions: dict[str, int] = {}
    hours: Hours | None = None
    entitled: dict[Power, frozenset[str]] = {}
    """The titles that hold each power, including equivalent titles of the rulebook."""
    sets_aside: dict[LiveRule, Clauses] = {}
    """Rules of live play that do not apply in a tournament, with the clauses for that."""
    whole_units: Clauses = ()
    """The clauses by which only whole units of the minimum are at risk, if any."""
    paid_in: Clauses = ()
    """The clauses by which winners are paid only in the chips of the table, if any."""
    permits: dict[str, Clauses] = {}
    """The clauses that permit each offered wager."""

    @property
    def says(self) -> Says:
        """Return the clauses about each step; empty if the rulebook does not mention it."""
        return self.edition.says


def entitled(edition: Edition) -> dict[Power, frozenset[str]]:
    """Return the titles that hold each power, including equivalent titles of the rulebook."""
    return {
        Power(power): frozenset(
            title
            for holder in datum.value
            for title in (
                holder,
                *(edition.titles[holder].value if holder in edition.titles else ()),
            )
        )
        for power, datum in edition.powers.items()
    }


def lower(edition: Edition) -> Drawing | None:
    """Return the lookup tables of an edition, or ``None`` if it has no drawing rules."""
    cards, deal, tableau = edition.cards, edition.deal, edition.tableau
    if cards is None or deal is None or tableau is None:
        return None
    values = {card: cards.values[card.rank] for card in DECK}
    merit = [(total, row.clause) for row in tableau.merit for total in row.totals]
    opening = deal.opening_face
    return Drawing(
        points={card: cited.value for card, cited in values.items()},
        point_clauses={card: cited.clause for card, cited in values.items()},
        modulus=cards.modulus.value,
        total_clause=cards.modulus.clause,
        plain_clause=cards.plain_total,
        reduced_clause=cards.reduced_total,
        order=deal.order.value,
        order_clause=merged(deal.order.clause, opening.clause if opening else ()),
        naturals={
            Side.PLAYER: tableau.player_naturals.value,
            Side.BANKER: tableau.banker_naturals.value,
        },
        natural_clauses={
            Side.PLAYER: tableau.player_naturals.clause,
            Side.BANKER: tableau.banker_naturals.clause,
        },
        cards_max=tableau.cards_max.value,
        cards_max_clause=tableau.cards_max.clause,
        against_table=tableau.against_table.clause,
        player=_player_cells(tableau),
        banker=tuple(
            _banker_cells(tableau, row) for row in sorted(tableau.banker, key=lambda row: row.total)
        ),
        merit=tuple(total for total, _ in merit),
        merit_clauses=dict(merit),
        opening_face=opening.value if opening else None,
        third_face=deal.third_face.value if deal.third_face else None,
        third_face_clause=deal.third_face.clause if deal.third_face else (),
    )


def _player_cells(tableau: Tableau) -> tuple[Cell, ...]:
    cells = {
        total: Cell(row.act == "D", row.clause) for row in tableau.player for total in row.totals
    }
    return tuple(cells[total] for total in sorted(cells))


def _banker_cells(tableau: Tableau, row: BankerRow) -> tuple[Cell, ...]:
    cells = []
    for act in row.third:
        draws = act == "D"
        extra = tableau.banker_draws if draws else tableau.banker_stands
        cells.append(Cell(draws, merged(row.clause, extra)))
    cells.append(Cell(row.no_card == "D", tableau.banker_no_card or row.clause))
    return tuple(cells)
