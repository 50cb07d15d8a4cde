"""What may be asked of a tournament: the commands of every family under one name."""

from punto.tournament.conduct.commands import *
from punto.tournament.conduct.commands import ConductCommand
from punto.tournament.entry.commands import *
from punto.tournament.entry.commands import EntryCommand
from punto.tournament.money.commands import *
from punto.tournament.money.commands import MoneyCommand
from punto.tournament.placing.commands import *
from punto.tournament.placing.commands import PlacingCommand
from punto.tournament.seating.commands import *
from punto.tournament.seating.commands import SeatingCommand
from punto.tournament.secret.commands import *
from punto.tournament.secret.commands import SecretCommand
from punto.tournament.tables import AtTable as AtTable
from punto.tournament.undoing.commands import *
from punto.tournament.undoing.commands import UndoingCommand
from punto.tournament.wagers.commands import *
from punto.tournament.wagers.commands import WagersCommand

AnyCommand = (
    AtTable
    | EntryCommand
    | SeatingCommand
    | WagersCommand
    | SecretCommand
    | PlacingCommand
    | MoneyCommand
    | ConductCommand
    | UndoingCommand
)
