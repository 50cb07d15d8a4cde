"""The first card of a shoe, and the cards that are burned with it."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import (
    BurnProcedure,
    CardFace,
    Consent,
    Count,
    Number,
    Reading,
    StaffTitle,
)
from punto.aggregate.topic import Topic
from punto.burning import Burning, burn_first
from punto.burning import burn as burning_of
from punto.cards import Card
from punto.clause import Clauses, Malformed, NotEntitled, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.shoe import Stage
from punto.table.authority import require_clauses
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.cards.copies_out import check_possible, faces_seen_with
from punto.table.cards.cutting_card import cutting_card_events
from punto.table.cards.preparation import card_handling_clauses, check_cards_free
from punto.table.context import At, changes
from punto.table.entries import MissedBurnRecorded
from punto.table.register import record
from punto.table.table import BurnedCard, Table

burning: Topic[Table, At] = Topic("burning", changes)


class Burn(TableCommand, frozen=True, tag="burn"):
    """Cards are burned by one of the permitted procedures; ``card`` is the first, if it is seen.

    ``forgotten`` is the number of further cards that should have been burned and were not.
    """

    group = Group.CARDS
    powers = (Power.BURN,)

    procedure: BurnProcedure
    approved_by: Consent[StaffTitle | None] = None
    card: Reading[CardFace | None] = None
    forgotten: Count[Number] = 0


class AskBurned(TableCommand, frozen=True, tag="ask_burned"):
    """A patron asks to see the card that was burned; ``card`` is what it turns out to be."""

    group = Group.DEAL
    powers = ()

    card: Reading[CardFace | None] = None


class CardsBurned(TableEvent, frozen=True, gc=False, tag="cards_burned"):
    """Cards were burned. ``shown`` is the first, if it was shown; ``on_request`` if it may be."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    count: int
    shown: Card | None = None
    on_request: bool = False
    clause: Clauses = ()


class BurnedCardShown(TableEvent, frozen=True, gc=False, tag="burned_card_shown"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    card: Card


@burning.permits(Burn)
def may_burn(at: At) -> None:
    """Raise an error if this person may not burn cards now."""
    rules, table, by = at.rules, at.state, at.by
    card_handling_clauses(rules, by, Power.BURN, "burn cards")
    check_cards_free(rules, table)


@burning.decides(Burn)
def burn(at: At, command: Burn) -> Events:
    """Burn by one of the permitted procedures."""
    rules, table = at.rules, at.state
    may_burn(at)
    first_card = command.card
    burning = burning_of(rules, table.shoe, command.procedure, first_card, command.approved_by)
    if first_card is not None and not burn_first(rules, command.procedure):
        raise Malformed("nobody sees a card of this burn", code=ErrorCode.FACE_UNSEEN)
    if first_card is not None:
        check_possible(rules, table, first_card)
    count, missed_burn = burning.count, tuple[TableEvent, ...]()
    if command.forgotten:
        count, missed_burn = _incomplete_burn(rules, table, burning, command.forgotten)
    burned = CardsBurned(
        count=count,
        shown=burning.shown,
        on_request=burning.on_request,
        clause=burning.asked_under,
        reasons=(burning.reason,),
    )
    return (burned, *cutting_card_events(table, table.shoe.drawn + count), *missed_burn)


def _incomplete_burn(
    rules: TableRules, table: Table, burning: Burning, forgotten: int
) -> tuple[int, Events]:
    """Return how many cards an incomplete burn burned, and the line for the register."""
    clause = require_clauses(
        rules, rules.says.burn_cut_short, "what follows when further cards are not burned"
    )
    if not 0 < forgotten < burning.count:
        text = f"{burning.count - 1} further cards are to be burned"
        raise Malformed(text, code=ErrorCode.INCOMPLETE)
    text = f"{forgotten} further cards were not burned and stay in play"
    return burning.count - forgotten, (record(MissedBurnRecorded, table, text, clause),)


@burning.permits(AskBurned)
def may_ask_burned(at: At) -> None:
    """Raise an error if this person may not ask to see the burned card now."""
    table, by = at.state, at.by
    burned = table.packs.burned
    if burned is not None and burned.on_request and not by.is_patron:
        raise NotEntitled(burned.clause, f"{by.name} may not ask for it: that is for players")
    if burned is None:
        raise Malformed("there is no burned card to ask for", code=ErrorCode.NOT_NOW)
    if burned.shown is not None:
        raise Malformed(f"{burned.shown} was shown already", code=ErrorCode.ALREADY_SO)
    if not burned.on_request:
        raise Refused(ErrorCode.BURNED_CARD_UNSEEN, burned.clause, "this card is burned unseen")


@burning.decides(AskBurned)
def ask_burned(at: At, command: AskBurned) -> Events:
    """Show a patron the burned card, if it may be seen on request."""
    rules, table = at.rules, at.state
    may_ask_burned(at)
    burned = table.packs.burned
    assert burned is not None
    assert burned.on_request
    card = require_face(rules, table, command.card)
    reason = Reason(f"{card} shown on request", burned.clause)
    return (BurnedCardShown(card=card, reasons=(reason,)),)


def require_face(rules: TableRules, table: Table, card: Card | None) -> Card:
    """Return a face that everybody sees now. Raise an error if it is missing or impossible."""
    if card is None:
        raise Malformed("say which card it is", "card=KH", code=ErrorCode.FACE_MISSING)
    check_possible(rules, table, card)
    return card


@burning.applies(CardsBurned)
def cards_burned(table: Table, event: CardsBurned, envelope: Envelope) -> Table:
    shoe = table.shoe
    seen = faces_seen_with(shoe, (event.shown,)) if event.shown else shoe.seen
    count = event.count
    after = replace(shoe, stage=Stage.READY, drawn=count, burned=count, seen=seen)
    burned = BurnedCard(event.on_request, event.shown, event.clause)
    return replace(table, shoe=after, packs=replace(table.packs, burned=burned))


@burning.applies(BurnedCardShown)
def burned_card_shown(table: Table, event: BurnedCardShown, envelope: Envelope) -> Table:
    assert table.packs.burned is not None
    burned = replace(table.packs.burned, shown=event.card)
    shoe = replace(table.shoe, seen=faces_seen_with(table.shoe, (event.card,)))
    return replace(table, shoe=shoe, packs=replace(table.packs, burned=burned))
