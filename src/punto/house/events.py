"""What happened in the house: the events of every family under one name. They are facts."""

from punto.house.award.events import *
from punto.house.award.events import AwardEvent
from punto.house.birth import HouseSetUp as HouseSetUp
from punto.house.draw.events import *
from punto.house.draw.events import DrawEvent
from punto.house.matters.events import *
from punto.house.matters.events import MattersEvent
from punto.house.terms.events import *
from punto.house.terms.events import TermsEvent

AnyEvent = HouseSetUp | TermsEvent | DrawEvent | AwardEvent | MattersEvent
Events = tuple[AnyEvent, ...]
