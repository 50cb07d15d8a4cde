"""What happened at a table: the events of every family. They are facts, so replay asks no rule."""

from punto.table.cards.events import CardsEvent
from punto.table.conduct.events import ConductEvent
from punto.table.deal.events import DealEvent
from punto.table.errors.events import ErrorsEvent
from punto.table.limits.events import LimitsEvent
from punto.table.opening.events import OpeningEvent
from punto.table.register import RegisterEvent
from punto.table.seats.events import SeatsEvent
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
    | RegisterEvent
)
Events = tuple[AnyEvent, ...]
