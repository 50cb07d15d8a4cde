"""What is usually done next in a tournament: a command by somebody, or a coup at a table."""

from msgspec import Struct

from punto.aggregate.actor import Actor
from punto.tournament.base_classes import TournamentCommand


class CommandStep(Struct, frozen=True):
    """Somebody gives a command."""

    actor: Actor
    command: TournamentCommand


class Coup(Struct, frozen=True):
    """A coup is played at a table; ``off`` where a tie is played off."""

    table: int
    off: bool = False


Step = CommandStep | Coup
