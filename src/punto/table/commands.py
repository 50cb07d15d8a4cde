"""What may be asked of a table: the commands of every family under one name.

A family adds a command in its own folder and nowhere else, so this page lists families only.
"""

from punto.aggregate.command import Command as Command
from punto.table.cards.commands import *
from punto.table.cards.commands import CardsCommand
from punto.table.conduct.commands import *
from punto.table.conduct.commands import ConductCommand
from punto.table.deal.commands import *
from punto.table.deal.commands import DealCommand
from punto.table.errors.commands import *
from punto.table.errors.commands import ErrorsCommand
from punto.table.float.commands import *
from punto.table.float.commands import FloatCommand
from punto.table.limits.commands import *
from punto.table.limits.commands import LimitsCommand
from punto.table.opening.commands import *
from punto.table.opening.commands import OpeningCommand
from punto.table.seats.commands import *
from punto.table.seats.commands import SeatsCommand
from punto.table.wagers.commands import *
from punto.table.wagers.commands import WagersCommand

AnyCommand = (
    WagersCommand
    | DealCommand
    | SeatsCommand
    | OpeningCommand
    | CardsCommand
    | LimitsCommand
    | ErrorsCommand
    | ConductCommand
    | FloatCommand
)
