"""Cards out of the shoe into the hands, one by one."""

from msgspec.structs import replace

from punto import last_coup
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import CardFace, Reading
from punto.aggregate.topic import Topic
from punto.cards import Card
from punto.clause import Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import FacesDealt
from punto.rulebook.power import Power
from punto.rulebook.vocabulary import Side
from punto.table.authority import require
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.cards.copies_out import face_of_leaving_card, faces_seen_with, no_card_left_error
from punto.table.cards.cutting_card import cutting_card_events
from punto.table.cards.held_cards import face_of_held_card
from punto.table.context import At, after, changes
from punto.table.deal.coup_completion import (
    OPENING_CARDS,
    automatic_events,
    check_fault,
    face_up_clauses,
    opening_dealt,
    pairs_due,
)
from punto.table.deal.coup_start import coup_start_events
from punto.table.deal.dealing_methods import method_of
from punto.table.deal.faces import card_is_dealt_up, lock_wagers, next_hand
from punto.table.deal.misplaced_cards import card_misplaced_event, put_where_due
from punto.table.deal.void_coup import void_for_missing_card
from punto.table.guards import (
    check_blocks,
    check_presence,
    error_rules,
)
from punto.table.phase import Dealing, Dealt
from punto.table.table import Table

drawing: Topic[Table, At] = Topic("drawing", changes)


class Draw(TableCommand, frozen=True, tag="draw"):
    """The next card leaves the shoe; ``card`` is its face, unless it lies face down unread."""

    group = Group.DEAL
    powers = (Power.DEAL,)

    card: Reading[CardFace | None] = None
    burn_missed: bool = False
    face_down: bool = False


class CardDrawn(TableEvent, frozen=True, gc=False, tag="card_drawn"):
    """A hand took a card: from the shoe, or held over from the last coup."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    side: Side
    card: Card | None = None
    up: bool = True
    from_carried: bool = False
    last_called: bool = False


@drawing.permits(Draw)
def may_draw(at: At) -> None:
    """Raise an error if this person may not draw a card now."""
    rules, table, by = at.rules, at.state, at.by
    require(rules, by, Power.DEAL, "deal")
    check_presence(rules, table)
    check_blocks(table, "coup")


@drawing.decides(Draw)
def draw(at: At, command: Draw) -> Events:
    """Deal the next card; the first one starts the coup, the last one completes it."""
    rules, table, by = at.rules, at.state, at.by
    may_draw(at)
    started = coup_start_events(rules, table, by, command.card, burn_missed=command.burn_missed)
    table = after(table, started)
    phase = table.phase
    assert isinstance(phase, Dealing)
    if table.next.carried and started:
        return (*started, *draw_first_held_card(rules, table, command))
    check_third(rules, table, phase)
    side = next_hand(rules, phase)
    assert side is not None, "a complete coup is being settled"
    if table.next.carried:
        return _draw_held_card(rules, table, phase, side, command)
    if not table.shoe.left:
        if command.card is not None:
            raise no_card_left_error(rules, table, command.card)
        return (*started, *void_for_missing_card(rules, table))
    up = card_is_dealt_up(rules, phase, face_down=command.face_down)
    card = face_of_leaving_card(rules, table, command.card, up=up)
    drawn_count = table.shoe.drawn + 1
    last_call = last_coup.last_at_this_card(rules, replace(table.shoe, drawn=drawn_count))
    drawn = CardDrawn(
        card=card,
        side=side,
        up=up,
        last_called=bool(last_call),
        reasons=(
            *_third_card_reason(rules, phase),
            *_face_down_reason(rules, phase, up=up),
            *last_call,
        ),
    )
    draw_events = (drawn, *cutting_card_events(table, drawn_count))
    if phase.count + 1 < OPENING_CARDS:
        return (*started, *draw_events)
    return (*started, *draw_events, *automatic_events(rules, after(table, draw_events)))


def _draw_held_card(
    rules: TableRules, table: Table, phase: Dealing, side: Side, command: Draw
) -> Events:
    """Return the events that put a card held too early into the hand that takes it."""
    carried = table.next.carried[0]
    up = carried.seen or card_is_dealt_up(rules, phase, face_down=command.face_down)
    card = face_of_held_card(rules, table, command.card, up=up)
    reasons, lifting, misplaced = (
        _third_card_reason(rules, phase),
        tuple[TableEvent, ...](),
        tuple[TableEvent, ...](),
    )
    if carried.to is not None and carried.to is not side:
        card_text = str(card) if up else None
        put_reason, lifting = put_where_due(rules, phase, side, carried.to, card_text)
        reasons = (*reasons, put_reason)
        misplaced = (
            card_misplaced_event(table, carried.to, side, card if up else None, put_reason),
        )
    drawn = CardDrawn(card=card, side=side, from_carried=True, up=up, reasons=reasons)
    return (*misplaced, drawn, *automatic_events(rules, after(table, (drawn,))), *lifting)


def _third_card_reason(rules: TableRules, phase: Dealing) -> tuple[Reason, ...]:
    clause = method_of(rules, phase).third_cards
    if not opening_dealt(phase) or not clause:
        return ()
    return (Reason("third cards are dealt like the first", clause),)


def _face_down_reason(rules: TableRules, phase: Dealing, *, up: bool) -> tuple[Reason, ...]:
    """Return why an opening card is face down; once if all opening cards are."""
    method = method_of(rules, phase)
    if up or opening_dealt(phase) or not method.opening_cards:
        return ()
    if method.faces is not FacesDealt.DOWN:
        return (Reason("the card lies face down", method.opening_cards),)
    last_opening_card = phase.count == OPENING_CARDS - 1
    text = "the opening cards lie face down"
    return (Reason(text, method.opening_cards),) if last_opening_card else ()


def check_third(rules: TableRules, table: Table, phase: Dealing) -> None:
    """Refuse a third card while cards are face down or with a patron, or pairs are not settled."""
    check_fault(rules, table)
    if not opening_dealt(phase):
        return
    if phase.out:
        clause = method_of(rules, phase).handed_back or face_up_clauses(rules, phase)
        raise Refused(ErrorCode.CARDS_OUT, clause, f"{phase.out[0].holder} still has cards")
    if not phase.all_up:
        text = "every card on the table is turned before another is dealt"
        raise Refused(ErrorCode.CARDS_FACE_DOWN, face_up_clauses(rules, phase), text)
    if pairs_due(rules, table):
        order = rules.edition.settlement.order
        assert order is not None
        raise Refused(
            ErrorCode.PAIRS_FIRST, order.clause, "pairs are settled before any third card"
        )


def draw_first_held_card(rules: TableRules, table: Table, command: Draw) -> Events:
    """Return the event that a held card becomes the first card of a coup."""
    carried = table.next.carried[0]
    data = error_rules(rules)
    source = data.excess_seen if table.carries_no_bet else data.excess_unseen
    card_text = str(carried.card) if carried.seen else "a card"
    reason = Reason(f"{card_text}, held over, opens the coup", source.clause)
    assert isinstance(table.phase, Dealing)
    up = carried.seen or card_is_dealt_up(rules, table.phase, face_down=command.face_down)
    card = face_of_held_card(rules, table, command.card, up=up)
    drawn = CardDrawn(card=card, side=Side.PLAYER, from_carried=True, up=up, reasons=(reason,))
    return (drawn,)


@drawing.applies(CardDrawn)
def card_drawn(table: Table, event: CardDrawn, envelope: Envelope) -> Table:
    phase = table.dealing
    dealt = Dealt(event.card, event.up)
    if event.side is Side.PLAYER:
        phase = replace(phase, player=(*phase.player, dealt))
    else:
        phase = replace(phase, banker=(*phase.banker, dealt))
    next_coup = lock_wagers(table.next, up=event.up)
    carried = next_coup.carried[0] if event.from_carried else None
    shown = event.up and event.card is not None and not (carried is not None and carried.seen)
    shoe = table.shoe
    seen = faces_seen_with(shoe, (event.card,)) if shown and event.card is not None else shoe.seen
    if event.from_carried:
        shoe = replace(shoe, seen=seen)
        next_coup = replace(next_coup, carried=next_coup.carried[1:])
        return replace(table, phase=phase, shoe=shoe, next=next_coup)
    last_called = shoe.last_called or event.last_called
    shoe = replace(shoe, drawn=shoe.drawn + 1, last_called=last_called, seen=seen)
    return replace(table, phase=phase, shoe=shoe, next=next_coup)
