"""The announcements of the dealer: both totals after the opening cards, and the result."""

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
from punto.table.guards import answering_reasons
from punto.table.phase import Dealing
from punto.table.table import Table

announcements: Topic[Table, At] = Topic("announcements", changes)


class PointsAnnounced(TableEvent, frozen=True, gc=False, tag="points_announced"):
    """The totals of Player and Banker are announced."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    player: int
    banker: int

    @property
    def words(self) -> str:
        """Return the words of the announcement; a total may have a name."""
        figures = f"Player {self.player}, Banker {self.banker}"
        return self.reasons[0].text if self.reasons else figures


def points_announcement(rules: TableRules, phase: Dealing) -> PointsAnnounced:
    """Return the announcement of both totals once the opening cards are face up."""
    player, banker = (
        total(rules, phase.faces(Side.PLAYER)[:2]),
        total(rules, phase.faces(Side.BANKER)[:2]),
    )
    text = f"Player {_total_name(rules, player)}, Banker {_total_name(rules, banker)}"
    clause = merged(method_of(rules, phase).called, _zero_name_clauses(rules, player, banker))
    reason = Reason(text, clause)
    return PointsAnnounced(player=player, banker=banker, reasons=(reason,))


def _total_name(rules: TableRules, point: int) -> str:
    """Return the name of a total."""
    zero_name = rules.edition.cards.nought_called if rules.edition.cards else None
    return zero_name.value if zero_name is not None and point == 0 else str(point)


def _zero_name_clauses(rules: TableRules, *totals: int) -> Clauses:
    """Return the clauses that give a total of zero its name, if one of these is zero."""
    zero_name = rules.edition.cards.nought_called if rules.edition.cards else None
    return zero_name.clause if zero_name is not None and 0 in totals else ()


def result_announcement(rules: TableRules, table: Table, coup: CoupResult) -> tuple[Reason, ...]:
    """Return the announcement of the result, and who answers for the coup."""
    reasons = []
    if rules.says.result_called:
        name_clause = _zero_name_clauses(rules, coup.player_total, coup.banker_total)
        words = f", nought is {_total_name(rules, 0)}" if name_clause else ""
        clause = merged(rules.says.result_called, name_clause)
        reasons.append(Reason(f"called: {coup.line}{words}", clause))
    return (*reasons, *answering_reasons(rules, table, "coup"))


@announcements.applies(PointsAnnounced)
def points_announced(table: Table, event: PointsAnnounced, envelope: Envelope) -> Table:
    return replace(table, phase=replace(table.dealing, announced=True))
