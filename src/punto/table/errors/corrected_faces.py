"""Faces that were keyed wrongly and are corrected when a settled coup is rebuilt."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.topic import Topic
from punto.cards import Card
from punto.coup_reasons import Hand
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.rulebook.vocabulary import Side
from punto.table.base_classes import Events, TableEvent
from punto.table.cards.copies_out import check_possible, faces_seen_with
from punto.table.context import At, after, changes
from punto.table.deal.coup_reversal import CoupReopened, is_settled, last_result
from punto.table.entries import CardCorrectedRecorded
from punto.table.phase import Dealing, Dealt
from punto.table.register import record
from punto.table.table import Table

corrected_faces: Topic[Table, At] = Topic("corrected_faces", changes)


class CardCorrected(TableEvent, frozen=True, gc=False, tag="card_corrected"):
    """A face that was keyed wrongly is corrected, by its place in the hand."""

    visibility = Visibility.STAFF
    registers = Unregistered.CONSEQUENCE

    side: Side
    place: int
    was: Card
    card: Card


def face_corrections(
    rules: TableRules, table: Table, order: Sequence[Card], dealt: Sequence[Card]
) -> Events:
    """Return the corrections of wrongly keyed faces in a settled coup; empty if all are right.

    A face can be wrong only if staff key the cards. Then every card is named again. Before the coup
    is settled, a face is corrected by its place.
    """
    new_faces = list((Counter(order) - Counter(dealt)).elements())
    old_faces = list((Counter(dealt) - Counter(order)).elements())
    keyed = rules.origin is Origin.KEYED and is_settled(table)
    if not keyed or not new_faces or len(order) != len(dealt):
        return ()
    coup = last_result(table)
    hands = {Side.PLAYER: coup.player, Side.BANKER: coup.banker}
    reopened = CoupReopened(number=table.number, player=coup.player, banker=coup.banker)
    events: list[TableEvent] = [reopened]
    for old_face, card in zip(old_faces, new_faces, strict=True):
        position = _card_position(hands, old_face, order, card)
        if position is None:
            # It is the held card, and everybody can look at that one.
            return ()
        table_after = after(table, events)
        check_possible(rules, table_after, card)
        side, place = position
        events.append(CardCorrected(side=side, place=place, was=old_face, card=card))
        hands[side] = (*hands[side][:place], card, *hands[side][place + 1 :])
        text = f"{side.title()} card {place + 1} is {card}, not {old_face} as keyed"
        events.append(record(CardCorrectedRecorded, table_after, text, ()))
    return tuple(events)


def in_dealing_order(player: Sequence[Any], banker: Sequence[Any]) -> tuple[Any, ...]:
    """Return the items of two hands in the order in which the cards left the shoe."""
    opening = (card for pair in zip(player[:2], banker[:2], strict=True) for card in pair)
    return (*opening, *player[2:], *banker[2:])


def _card_position(
    hands: dict[Side, Hand], old_face: Card, order: Sequence[Card], card: Card
) -> tuple[Side, int] | None:
    """Return the hand and place of a card; it prefers a place where the order has the new face."""
    places = {side: [(side, place) for place in range(len(hands[side]))] for side in Side}
    candidates = [
        (hands[side][place] is old_face, face is card, (side, place))
        for (side, place), face in zip(
            in_dealing_order(places[Side.PLAYER], places[Side.BANKER]), order, strict=False
        )
    ]
    ranked = sorted(candidates, key=lambda candidate: candidate[:2])
    return ranked[-1][2] if ranked[-1][0] else None


@corrected_faces.applies(CardCorrected)
def card_corrected(table: Table, event: CardCorrected, envelope: Envelope) -> Table:
    phase = table.phase
    assert isinstance(phase, Dealing)
    hand = tuple(
        Dealt(event.card, dealt.up) if place == event.place else dealt
        for place, dealt in enumerate(phase.hand(event.side))
    )
    if event.side is Side.PLAYER:
        phase = replace(phase, player=hand)
    else:
        phase = replace(phase, banker=hand)
    seen = faces_seen_with(table.shoe, (event.card,))
    seen[event.was] -= 1
    seen = {card: count for card, count in seen.items() if count}
    return replace(table, phase=phase, shoe=replace(table.shoe, seen=seen))
