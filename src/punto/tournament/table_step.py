"""A command at a table of the tournament with its events. The effects are decided from it."""

from msgspec import Struct

from punto.aggregate.actor import Actor
from punto.table.cards.preparation import ShoeTakenOut
from punto.table.cards.replacement import CardsReplaced
from punto.table.deal.coup_reversal import CoupReopened
from punto.table.phase import Betting, Idle
from punto.table.registry import AnyCommand, AnyEvent
from punto.tournament.tournament import Tournament


class TableStep(Struct, frozen=True):
    """A command at a table: its actor, the tournament before it, and its events."""

    table: int
    by: Actor
    command: AnyCommand
    before: Tournament
    events: tuple[AnyEvent, ...]

    def had(self, kind: type | tuple[type, ...]) -> bool:
        """Return whether an event of a type is among the events."""
        return any(isinstance(event, kind) for event in self.events)

    @property
    def cards_came(self) -> bool:
        """Return whether open betting starts again because the cards were replaced."""
        phase = self.before.tables[self.table].phase
        return isinstance(phase, Betting) and self.had((ShoeTakenOut, CardsReplaced))

    @property
    def taken_up(self) -> bool:
        """Return whether a finished coup was reopened or voided before the next one began."""
        phase = self.before.tables[self.table].phase
        return isinstance(phase, Idle | Betting) and self.had(CoupReopened)
