"""Simulated faces of real cards, which the dealer of the demo enters."""

from random import Random

from msgspec.structs import replace

from punto.aggregate.actor import DEALER
from punto.cards import Card
from punto.demo.actors import Actors
from punto.shoe import shoe_rules
from punto.table.audience import Audience
from punto.table.base_classes import TableCommand
from punto.table.cards.burning import Burn
from punto.table.cards.cutting_card import ShowCuttingCard
from punto.table.deal.drawing import Draw
from punto.table.deal.passed_cards import TurnCards
from punto.table.phase import Dealing, Settling
from punto.table.views.due_shoe import Step
from punto.table.views.unseen import unseen


def read(actors: Actors, step: Step, random: Random) -> TableCommand:
    """Return the command of a step with the card faces that it needs."""
    command = step.command
    assert command is not None
    faces = tuple(_random_faces(actors, step.faces, random))
    if isinstance(command, TurnCards):
        return replace(command, faces=faces)
    if isinstance(command, Draw | Burn):
        return replace(command, card=faces[0])
    return command


def _random_faces(actors: Actors, number: int, random: Random) -> list[Card]:
    """Return random cards of those that may still be in the shoe."""
    left = unseen(actors.table, Audience.PUBLIC, None)
    pool = [card for card, count in left.items() for _ in range(count)]
    return random.sample(pool, number)


async def cutting_card(actors: Actors) -> bool:
    """Show the cutting card when the shoe has reached its place, if that place is not recorded."""
    shoe, phase = actors.table.shoe, actors.table.phase
    if shoe.cutting_card is not None or shoe.coups_left is not None:
        return False
    if (
        isinstance(phase, Dealing | Settling)
        or shoe.left > shoe_rules(actors.rules).marker_behind.value
    ):
        return False
    return await actors.act(DEALER, ShowCuttingCard())
