"""What may be asked of the house: the commands of every family under one name."""

from punto.house.award.commands import *
from punto.house.award.commands import AwardCommand
from punto.house.draw.commands import *
from punto.house.draw.commands import DrawCommand
from punto.house.matters.commands import *
from punto.house.matters.commands import MattersCommand
from punto.house.terms.commands import *
from punto.house.terms.commands import TermsCommand

AnyCommand = TermsCommand | DrawCommand | AwardCommand | MattersCommand
