"""What may be asked of a table: the commands of every family."""

from punto.table.cards.commands import CardsCommand
from punto.table.conduct.commands import ConductCommand
from punto.table.deal.commands import DealCommand
from punto.table.errors.commands import ErrorsCommand
from punto.table.limits.commands import LimitsCommand
from punto.table.opening.commands import OpeningCommand
from punto.table.seats.commands import SeatsCommand
from punto.table.wagers.commands import WagersCommand

AnyCommand = (
    SeatsCommand
    | OpeningCommand
    | CardsCommand
    | LimitsCommand
    | WagersCommand
    | DealCommand
    | ErrorsCommand
    | ConductCommand
)
