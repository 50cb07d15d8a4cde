"""What happened at a table: the events of every family under one name. They are facts.

A family adds an event in its own folder and nowhere else, so this page lists families only.
"""

from punto.aggregate.event import Event as Event
from punto.table.cards.events import *
from punto.table.cards.events import CardsEvent
from punto.table.conduct.events import *
from punto.table.conduct.events import ConductEvent
from punto.table.deal.events import *
from punto.table.deal.events import DealEvent
from punto.table.entries import *
from punto.table.entries import RegisterEvent
from punto.table.errors.events import *
from punto.table.errors.events import ErrorsEvent
from punto.table.float.events import *
from punto.table.float.events import FloatEvent
from punto.table.limits.events import *
from punto.table.limits.events import LimitsEvent
from punto.table.opening.events import *
from punto.table.opening.events import OpeningEvent
from punto.table.register import RegisterEntry as RegisterEntry
from punto.table.seats.events import *
from punto.table.seats.events import SeatsEvent
from punto.table.wagers.events import *
from punto.table.wagers.events import WagersEvent

AnyEvent = (
    WagersEvent
    | DealEvent
    | SeatsEvent
    | OpeningEvent
    | CardsEvent
    | LimitsEvent
    | ErrorsEvent
    | ConductEvent
    | FloatEvent
    | RegisterEvent
)
Events = tuple[AnyEvent, ...]
