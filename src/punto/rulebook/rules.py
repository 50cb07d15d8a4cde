"""The rules of a table: an edition, what was elected under it, and its tables for looking up."""

from msgspec import Struct

from punto.cards import DECK, Card
from punto.clause import Clauses, merged
from punto.rulebook.elections import Hours, Origin
from punto.rulebook.policies import LiveRule
from punto.rulebook.power import Power
from punto.rulebook.schema import BankerRow, Edition, Outcome, Says, Tableau
from punto.rulebook.vocabulary import Side, Source, Supply

# The column of the Banker table that is read when Player took no third card.
NO_CARD = 10


class Cell(Struct, frozen=True):
    """Draw or stand, and by which clauses."""

    draws: bool
    clause: Clauses


class Drawing(Struct, frozen=True):
    """Everything needed to play out a coup, indexed by card, total and third-card value."""

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
    """An edition with the elections made under it: what every decision at a table looks at."""

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
    """Who has each power: the titles that the rulebook names, and those that count as one."""
    sets_aside: dict[LiveRule, Clauses] = {}
    """Rules of live play that do not hold at a table of a tournament, and what sets them aside."""
    whole_units: Clauses = ()
    """What leaves at risk only whole units of the minimum, at a table where something does."""
    paid_in: Clauses = ()
    """What has winners paid in the chips of the table alone, where something does."""
    permits: dict[str, Clauses] = {}
    """Under which clauses each wager on offer may be made."""

    @property
    def says(self) -> Says:
        """Return the clauses about each step; none for a step of which nothing is said."""
        return self.edition.says


def entitled(edition: Edition) -> dict[Power, frozenset[str]]:
    """Return the titles that have each power, with those that the rulebook counts as them."""
    return {
        Power(power): frozenset(
            title
            for wanted in held.value
            for title in (
                wanted,
                *(edition.titles[wanted].value if wanted in edition.titles else ()),
            )
        )
        for power, held in edition.powers.items()
    }


def lower(edition: Edition) -> Drawing | None:
    """Return the look-up tables of an edition, or nothing if its text has no drawing rules."""
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
