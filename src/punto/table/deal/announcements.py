"""What the dealer calls: both totals after the opening cards, and the result."""

from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Reason, merged
from punto.coup import CoupResult, total
from punto.rulebook.elect import TableRules
from punto.rulebook.vocabulary import Side
from punto.table.base_classes import TableEvent
from punto.table.context import At, changes
from punto.table.deal.dealing_methods import method_of
from punto.table.guards import answering
from punto.table.phase import Dealing
from punto.table.table import Table

announcements: Topic[Table, At] = Topic("announcements", changes)


class PointsAnnounced(TableEvent, frozen=True, gc=False, tag="points_announced"):
    """Player's total is called, then Banker's."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    player: int
    banker: int

    @property
    def words(self) -> str:
        """Return the call as it was made: a total may have a name."""
        figures = f"Player {self.player}, Banker {self.banker}"
        return self.reasons[0].text if self.reasons else figures


def points(rules: TableRules, phase: Dealing) -> PointsAnnounced:
    """Return the call of both totals once the opening cards lie face up."""
    player, banker = (
        total(rules, phase.faces(Side.PLAYER)[:2]),
        total(rules, phase.faces(Side.BANKER)[:2]),
    )
    text = f"Player {_name(rules, player)}, Banker {_name(rules, banker)}"
    clause = merged(method_of(rules, phase).called, _named(rules, player, banker))
    reason = Reason(text, clause)
    return PointsAnnounced(player=player, banker=banker, reasons=(reason,))


def _name(rules: TableRules, point: int) -> str:
    """Return what a total is called."""
    nought = rules.edition.cards.nought_called if rules.edition.cards else None
    return nought.value if nought is not None and point == 0 else str(point)


def _named(rules: TableRules, *totals: int) -> Clauses:
    """Return what gives a total of nought its name, where one of these is nought."""
    nought = rules.edition.cards.nought_called if rules.edition.cards else None
    return nought.clause if nought is not None and 0 in totals else ()


def result(rules: TableRules, table: Table, coup: CoupResult) -> tuple[Reason, ...]:
    """Return the call of the result, and who answers for the coup."""
    found = []
    if rules.says.result_called:
        named = _named(rules, coup.player_total, coup.banker_total)
        words = f", nought is {_name(rules, 0)}" if named else ""
        clause = merged(rules.says.result_called, named)
        found.append(Reason(f"called: {coup.line}{words}", clause))
    return (*found, *answering(rules, table, "coup"))


@announcements.applies(PointsAnnounced)
def points_announced(table: Table, event: PointsAnnounced, envelope: Envelope) -> Table:
    return replace(table, phase=replace(table.dealing, announced=True))
