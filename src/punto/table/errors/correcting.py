"""A face that was keyed wrongly, put right before the coup is settled."""

from typing import Literal

from msgspec.structs import replace

from punto.aggregate.command import ErrorArea, Group
from punto.aggregate.roles import CardFace, Number, Reading
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason, merged
from punto.coup_reasons import Hand
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.rulebook.power import Power
from punto.rulebook.vocabulary import Side
from punto.table.authority import require
from punto.table.base_classes import Events, TableCommand
from punto.table.cards.copies_out import check_possible
from punto.table.context import At, after, changes
from punto.table.deal.coup_completion import OPENING_CARDS, automatic_events, check_fault
from punto.table.deal.coup_reversal import (
    CoupReopened,
    coup_reversal_events,
    coup_reversal_of,
    is_settled,
)
from punto.table.deal.misplaced_cards import removal_events_for
from punto.table.entries import CardCorrectedRecorded
from punto.table.errors.corrected_faces import CardCorrected, in_dealing_order
from punto.table.errors.rebuilding import rebuilt_hands, surplus_events
from punto.table.guards import coup_is_on, error_rules
from punto.table.open_issues import BlockKind
from punto.table.phase import Dealing, Settling
from punto.table.register import record, unblock_events
from punto.table.table import Table

correcting: Topic[Table, At] = Topic("correcting", changes)


class CorrectCard(TableCommand, frozen=True, tag="correct_card"):
    """A face was keyed wrongly: the card at a place of a hand, counted from 1, is another."""

    group = Group.COUP
    trouble = ErrorArea.CARD
    powers = (Power.DEAL,)

    hand: Literal["player", "banker"]
    place: Number
    card: Reading[CardFace]


@correcting.permits(CorrectCard)
def may_correct_card(at: At) -> None:
    """Raise an error if this person may not correct a face now."""
    rules, table, by = at.rules, at.state, at.by
    require(rules, by, Power.DEAL, "deal")
    _check_correctable(rules, table)


@correcting.decides(CorrectCard)
def correct_card(at: At, command: CorrectCard) -> Events:
    """Replace a face that was keyed wrongly, and derive what follows from the cards again."""
    rules, table = at.rules, at.state
    may_correct_card(at)
    side = Side(command.hand)
    reopening = _reopen_result(rules, table)
    table_after = after(table, reopening)
    phase = table_after.phase
    assert isinstance(phase, Dealing)
    hand, place = phase.hand(side), command.place - 1
    if not 0 <= place < len(hand) or not hand[place].up:
        raise Malformed(f"no such {side.title()} card lies face up", code=ErrorCode.NO_SUCH_THING)
    old_face = hand[place].card
    assert old_face is not None
    if old_face is command.card:
        raise Malformed(f"it is {old_face} already", code=ErrorCode.ALREADY_SO)
    check_possible(rules, table_after, command.card)
    corrected = CardCorrected(side=side, place=place, was=old_face, card=command.card)
    text = f"{side.title()} card {command.place} is {command.card}, not {old_face} as keyed"
    events: Events = (*reopening, corrected, record(CardCorrectedRecorded, table, text, ()))
    moved = _move_third_cards(rules, table, after(table, events))
    events = (*events, *moved)
    table_after = after(table, events)
    assert isinstance(table_after.phase, Dealing)
    unannounced = replace(table_after, phase=replace(table_after.phase, announced=False))
    events = (*events, *automatic_events(rules, unannounced))
    if not moved:
        return events
    return (
        *events,
        *unblock_events(table, BlockKind.ERROR_REPORTED),
        *removal_events_for(rules, error_rules(rules).misplaced),
    )


def _check_correctable(rules: TableRules, table: Table) -> None:
    """Raise an error if a face cannot be corrected here, or not now."""
    if rules.origin is not Origin.KEYED:
        raise Malformed(
            "cards are not keyed at this table: they are what they are", code=ErrorCode.NOT_NOW
        )
    if not coup_is_on(table) or is_settled(table):
        text = "a face is corrected before the coup is settled"
        raise Malformed(
            text, "afterwards the coup is rebuilt: rebuild_coup", code=ErrorCode.TOO_LATE
        )
    check_fault(rules, table)
    phase = table.phase
    third = isinstance(phase, Dealing) and phase.count > OPENING_CARDS
    if isinstance(phase, Dealing) and third and (phase.out or not phase.all_up):
        # The card may belong to the other hand, or to none.
        text = "turn the third card first: nobody knows yet where it belongs"
        raise Malformed(text, code=ErrorCode.CARDS_FACE_DOWN)


def _reopen_result(rules: TableRules, table: Table) -> Events:
    """Return a coup with a result, or with settled pairs, laid out again and unsettled."""
    phase = table.phase
    if isinstance(phase, Dealing) and phase.early is None:
        return ()
    reversed_coup = coup_reversal_of(table, laying=True)
    if isinstance(phase, Settling):
        hands = phase.coup.player, phase.coup.banker
    else:
        assert isinstance(phase, Dealing)
        hands = phase.faces(Side.PLAYER), phase.faces(Side.BANKER)
    reason = Reason("a card was keyed wrongly", ())
    reopened = CoupReopened(
        number=table.number, player=hands[0], banker=hands[1], reasons=(reason,)
    )
    return (*coup_reversal_events(rules, table, reversed_coup), reopened)


def _move_third_cards(rules: TableRules, table: Table, corrected: Table) -> Events:
    """Move third cards where they belong, if the corrected face changes that."""
    phase = corrected.phase
    assert isinstance(phase, Dealing)
    if phase.count <= OPENING_CARDS:
        return ()
    hands: tuple[Hand, Hand] = phase.faces(Side.PLAYER), phase.faces(Side.BANKER)
    order = in_dealing_order(*hands)
    rebuilt = rebuilt_hands(rules, order, order)
    if (rebuilt.player, rebuilt.banker) == hands:
        return ()
    clause = merged(error_rules(rules).misplaced.clause, rules.says.rebuilt)
    reason = Reason("with the right face, third cards go where they belong", clause)
    reopened = CoupReopened(
        number=table.number, player=rebuilt.player, banker=rebuilt.banker, reasons=(reason,)
    )
    # Whether the shoe is over follows from the result before the correction.
    shoe = replace(corrected.shoe, coups_left=table.shoe.coups_left)
    corrected = replace(corrected, shoe=shoe)
    return (reopened, *surplus_events(rules, corrected, corrected, rebuilt.surplus, clause))
