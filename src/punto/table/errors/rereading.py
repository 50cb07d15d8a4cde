"""Faces that were keyed wrongly and come to light when a settled coup is rebuilt."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from punto.cards import Card
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.rulebook.terms import Side
from punto.steps import Hand
from punto.table.cards.copies import check_possible
from punto.table.entries import CardCorrectedRecorded
from punto.table.errors.events import CardCorrected, CoupReopened
from punto.table.errors.undoing import is_settled, last_result
from punto.table.events import AnyEvent, Events
from punto.table.evolve import after
from punto.table.register import record
from punto.table.table import Table


def reread(rules: TableRules, table: Table, order: Sequence[Card], dealt: Sequence[Card]) -> Events:
    """Return the faces of a settled coup as they are, or nothing where they are as keyed.

    Only staff who key cards can have keyed one wrongly, and then every card is named again. Before
    the coup is settled a face is corrected by its place.
    """
    right = list((Counter(order) - Counter(dealt)).elements())
    wrong = list((Counter(dealt) - Counter(order)).elements())
    keyed = rules.origin is Origin.KEYED and is_settled(table)
    if not keyed or not right or len(order) != len(dealt):
        return ()
    coup = last_result(table)
    hands = {Side.PLAYER: coup.player, Side.BANKER: coup.banker}
    again = CoupReopened(number=table.number, player=coup.player, banker=coup.banker)
    events: list[AnyEvent] = [again]
    for was, card in zip(wrong, right, strict=True):
        found = _place(hands, was, order, card)
        if found is None:
            # It is the card that is held over, and that one everybody can look at.
            return ()
        then = after(table, events)
        check_possible(rules, then, card)
        side, place = found
        events.append(CardCorrected(side=side, place=place, was=was, card=card))
        hands[side] = (*hands[side][:place], card, *hands[side][place + 1 :])
        text = f"{side.title()} card {place + 1} is {card}, not {was} as keyed"
        events.append(record(CardCorrectedRecorded, then, text, ()))
    return tuple(events)


def as_dealt(player: Sequence[Any], banker: Sequence[Any]) -> tuple[Any, ...]:
    """Return what lies in two hands in the order in which their cards left the shoe."""
    opening = (card for pair in zip(player[:2], banker[:2], strict=True) for card in pair)
    return (*opening, *player[2:], *banker[2:])


def _place(
    hands: dict[Side, Hand], was: Card, order: Sequence[Card], card: Card
) -> tuple[Side, int] | None:
    """Return in which hand a card lies and where: rather where the order has the right face."""
    places = {side: [(side, place) for place in range(len(hands[side]))] for side in Side}
    lying = [
        (hands[side][place] is was, now is card, (side, place))
        for (side, place), now in zip(
            as_dealt(places[Side.PLAYER], places[Side.BANKER]), order, strict=False
        )
    ]
    found = sorted(lying, key=lambda one: one[:2])
    return found[-1][2] if found[-1][0] else None
