"""The layout of a table: seats, and a spot for each wager with its limits and odds."""

from collections.abc import Iterator

from msgspec import Struct

from punto.clause import Clauses
from punto.rulebook.elect import TableRules, kept_apart
from punto.rulebook.policies import SeatsRun
from punto.table.notice import Limits
from punto.table.table import Table

# The group of the wagers that every table accepts.
MAIN = "main"


class Pays(Struct, frozen=True, gc=False):
    """What one outcome of a wager pays, and by which clauses."""

    outcome: str
    odds: str
    clause: Clauses


class Spot(Struct, frozen=True, gc=False):
    """Where one wager is laid: what it takes, what it pays, and what it costs on the average."""

    wager: str
    title: str
    group: str
    minimum_cents: int | None
    maximum_cents: int | None
    pays: tuple[Pays, ...]
    edge_percent: str | None = None


class Layout(Struct, frozen=True, gc=False):
    """The cloth of a table as it lies there now.

    ``clockwise`` says which way the numbers of the seats run, seen from above; ``methods`` are the
    ways of dealing that the rulebook knows, with their titles; ``taken`` are the seats where
    somebody sits, as anybody in the room can see.
    """

    seats: int
    clockwise: bool
    decks: int
    settlement: str
    method: str | None
    methods: dict[str, str]
    step_cents: int | None
    cap_cents: int | None
    per_patron: bool
    denominations_cents: tuple[int, ...]
    taken: tuple[int, ...]
    spots: tuple[Spot, ...]


def layout(rules: TableRules, table: Table) -> Layout:
    """Return the layout of a table under the rules in force."""
    run = rules.edition.table.seats_run if rules.edition.table else None
    limits = table.limits
    deal = rules.edition.deal
    # A rulebook without dealing methods also has a layout.
    ways = deal.methods if deal else {}
    return Layout(
        seats=table.setup.seats,
        clockwise=run is None or run.value is SeatsRun.CLOCKWISE,
        decks=rules.decks,
        settlement=rules.settlement,
        method=table.next.method or rules.method,
        methods={name: method.title for name, method in ways.items()},
        step_cents=limits.step,
        cap_cents=limits.cap,
        per_patron=limits.per_patron,
        denominations_cents=rules.chips_cents,
        taken=tuple(sorted({patron.seat for patron in table.patrons if not patron.standing})),
        spots=tuple(_spots(rules, limits)),
    )


def _spots(rules: TableRules, limits: Limits) -> Iterator[Spot]:
    for name in rules.outcomes:
        offer = rules.goes_with.get(name)
        apart = kept_apart(rules.edition, offer)
        least, most = limits.span(name, offer, apart=apart)
        title = rules.edition.wagers[name].title
        rows = rules.outcomes[name]
        pays = tuple(Pays(row.name, str(row.odds), row.clause) for row in rows if row.odds)
        yield Spot(name, title, offer or MAIN, least, most, pays)
