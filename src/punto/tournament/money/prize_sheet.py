"""The prize sheet: every place with a prize, its entrants, and whether they were paid."""

from msgspec import Struct

from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.tournament.entrant_lookup import entrant_named
from punto.tournament.money.prizes import shares_of_pool
from punto.tournament.tournament import Tournament


class PrizeLine(Struct, frozen=True):
    """One line of the prize sheet."""

    place: int
    name: str
    cents: int
    goods: tuple[str, ...] = ()
    paid: bool = False

    @property
    def text(self) -> str:
        """Return the line as text."""
        won = " and ".join([*([dollars(self.cents)] if self.cents else []), *self.goods])
        paid = ", paid" if self.paid else ""
        return f"{self.place} {self.name}: {won or 'nothing'}{paid}"


def prize_sheet(rules: TableRules, tournament: Tournament) -> tuple[PrizeLine, ...]:
    """Return the prizes of all placed entrants, best first: as awarded, or as they would be now."""
    if tournament.purse.awarded:
        return _awarded_lines(tournament)
    return tuple(
        PrizeLine(share.place, name, share.cents, () if share.names[1:] else share.goods)
        for share in shares_of_pool(rules, tournament)
        for name in share.names
    )


def _awarded_lines(tournament: Tournament) -> tuple[PrizeLine, ...]:
    placed = sorted(
        (entrant.place, entrant.number, entrant.name)
        for entrant in tournament.entrants
        if entrant.place is not None and (entrant.prize_cents or entrant.goods)
    )
    lines = []
    for place, _, name in placed:
        entrant = entrant_named(tournament, name)
        paid = entrant.prize_paid
        lines.append(PrizeLine(place, name, entrant.prize_cents, entrant.goods, paid))
    return tuple(lines)
