"""What happened in a tournament: the events of every family under one name. They are facts."""

from punto.tournament.birth import TournamentSetUp as TournamentSetUp
from punto.tournament.conduct.events import *
from punto.tournament.conduct.events import ConductEvent
from punto.tournament.entry.events import *
from punto.tournament.entry.events import EntryEvent
from punto.tournament.money.events import *
from punto.tournament.money.events import MoneyEvent
from punto.tournament.placing.events import *
from punto.tournament.placing.events import PlacingEvent
from punto.tournament.seating.events import *
from punto.tournament.seating.events import SeatingEvent
from punto.tournament.secret.events import *
from punto.tournament.secret.events import SecretEvent
from punto.tournament.tables import TableStepped
from punto.tournament.undoing.events import StepUndone as StepUndone
from punto.tournament.wagers.events import *
from punto.tournament.wagers.events import WagersEvent

AnyEvent = (
    TableStepped
    | TournamentSetUp
    | EntryEvent
    | SeatingEvent
    | WagersEvent
    | SecretEvent
    | PlacingEvent
    | MoneyEvent
    | ConductEvent
    | StepUndone
)
Events = tuple[AnyEvent, ...]
