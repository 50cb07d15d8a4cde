"""What happened at a table of the tournament, as those see it who decide what follows."""

from msgspec import Struct

from punto.aggregate.actor import Actor
from punto.table.cards.preparation import ShoeTakenOut
from punto.table.cards.replacement import CardsReplaced
from punto.table.deal.coup_reversal import CoupReopened
from punto.table.phase import Betting, Idle
from punto.table.registry import AnyCommand, AnyEvent
from punto.tournament.tournament import Tournament


class TableStep(Struct, frozen=True):
    """Who did what at which table, how the tournament stood before, and what came of it."""

    table: int
    by: Actor
    command: AnyCommand
    before: Tournament
    events: tuple[AnyEvent, ...]

    def had(self, kind: type | tuple[type, ...]) -> bool:
        """Return whether something of a kind happened."""
        return any(isinstance(event, kind) for event in self.events)

    @property
    def cards_came(self) -> bool:
        """Return whether betting, which was open, begins anew because other cards come."""
        phase = self.before.tables[self.table].phase
        return isinstance(phase, Betting) and self.had((ShoeTakenOut, CardsReplaced))

    @property
    def taken_up(self) -> bool:
        """Return whether a coup that was over is on again, or void: the next has to wait."""
        phase = self.before.tables[self.table].phase
        return isinstance(phase, Idle | Betting) and self.had(CoupReopened)
