"""Cards counted, checked on order, dropped, or spoilt for a whole shoe."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.shoe import Stage
from punto.table.authority import provided, require, require_staff
from punto.table.cards import commands as do
from punto.table.cards import events as happened
from punto.table.cards.odd_faces import odd_faces
from punto.table.entries import (
    CardCheckRecorded,
    CardsDroppedRecorded,
    CheckOrderedRecorded,
    CountMismatchRecorded,
    ShoeVoidRecorded,
    ShuffleOrderedRecorded,
)
from punto.table.errors.reporting import channel
from punto.table.errors.undoing import undone
from punto.table.events import Events
from punto.table.guards import coup_is_on
from punto.table.matters import BlockKind
from punto.table.phase import Closed
from punto.table.register import Blocked, Unblocked, blocked, freed, record
from punto.table.table import Table


def verify_cards(rules: TableRules, table: Table, by: Actor, command: do.VerifyCards) -> Events:
    """Keep that the cards were looked through, and what came of it."""
    opening = rules.edition.opening
    closed = isinstance(table.phase, Closed)
    counted = opening.cards_counted if closed else opening.cards_counted_after
    clause = require(rules, by, Power.CHECK_CARDS, "verify the cards")
    if command.device:
        clause = rules.says.checked_by_device or clause
    ordered = rules.says.check_made if blocked(table, BlockKind.CHECK_ORDERED) else ()
    clause = merged(counted.clause if counted else clause, ordered)
    if coup_is_on(table):
        raise Refused(ErrorCode.COUP_RUNNING, clause, "cards of a coup are on the table")
    due, decks, shoe = table.shoe.size, table.shoe.decks, table.shoe.number
    who = f"{by.name} with {command.device}" if command.device else by.name
    odd = odd_faces(rules, table, command)
    if command.count != due or odd.clause:
        counted_so = f"{command.count} cards, not {due}" if command.count != due else f"{due} cards"
        text = f"{who} found {counted_so}{odd.words}"
        wrong = record(CountMismatchRecorded, table, text, merged(clause, odd.clause))
        # A table that is short of a card can be closed; it cannot be opened like this.
        short = happened.CardsVerified(
            count=command.count,
            device=command.device,
            settles=not closed,
            shoe=shoe,
            decks=decks,
            surplus=odd.surplus,
            missing=odd.missing,
        )
        return (short, wrong)
    text = f"{who} found {due} cards, {decks} packs of shoe {shoe}"
    verified = happened.CardsVerified(
        count=command.count,
        device=command.device,
        shoe=shoe,
        decks=decks,
        reasons=(Reason(text, clause),),
    )
    entry = record(CardCheckRecorded, table, f"{who}: complete", clause)
    return (verified, *freed(table, BlockKind.CHECK_ORDERED), entry)


def order_card_check(rules: TableRules, table: Table, by: Actor) -> Events:
    """Have the cards checked, whenever somebody who may orders it."""
    clause = require(rules, by, Power.ORDER_CARD_CHECK, "order a check of the cards")
    clause = merged(clause, provided(rules, rules.says.check_ordered, "who orders a check"))
    entry = record(CheckOrderedRecorded, table, f"{by.name} orders a check of the cards", clause)
    text = "the cards are verified before another coup"
    made = rules.says.check_made or clause
    return (entry, Blocked(kind=BlockKind.CHECK_ORDERED, stops="deal", text=text, clause=made))


def order_shuffle(rules: TableRules, table: Table, by: Actor, command: do.OrderShuffle) -> Events:
    """Have the cards shuffled once the coup is over."""
    clause = require(rules, by, Power.ORDER_SHUFFLE, "order a shuffle")
    entry = record(ShuffleOrderedRecorded, table, command.reason, clause)
    text = "the cards are shuffled first, as ordered"
    waits = rules.says.shuffle_waits or clause
    return (entry, Blocked(kind=BlockKind.RESHUFFLE_DUE, stops="shoe", text=text, clause=waits))


def drop_cards(rules: TableRules, table: Table, by: Actor, command: do.DropCards) -> Events:
    """Keep that cards fell; they are not loaded until all are found."""
    clause = provided(rules, rules.says.dropped, "what happens when cards fall")
    require_staff(rules, by, "report dropped cards")
    if command.count < 1 or table.shoe.stage in (Stage.LOADED, Stage.READY):
        raise Malformed("some cards fall while they are shuffled or cut", code=ErrorCode.NOT_NOW)
    verifies = rules.edition.powers.get(Power.VERIFY_DROPPED_CARDS)
    to = verifies.value[:1] if verifies else ()
    entry = record(CardsDroppedRecorded, table, f"{command.count} cards fell", clause, to=to)
    text = "a supervisor confirms that every card was picked up"
    wanted = verifies.clause if verifies else clause
    return (entry, Blocked(kind=BlockKind.CARDS_DROPPED, stops="load", text=text, clause=wanted))


def confirm_picked_up(
    rules: TableRules, table: Table, by: Actor, command: do.ConfirmPickedUp
) -> Events:
    """Confirm that all cards are there again."""
    clause = require(rules, by, Power.VERIFY_DROPPED_CARDS, "confirm that all cards are there")
    if not blocked(table, BlockKind.CARDS_DROPPED):
        raise Malformed("no cards fell", code=ErrorCode.NOT_NOW)
    if command.count != table.shoe.size:
        text = f"{command.count} cards are there, not {table.shoe.size}"
        raise Refused(ErrorCode.CARDS_MISSING, clause, text)
    reason = Reason(f"all {command.count} cards are there", clause)
    return (Unblocked(kind=BlockKind.CARDS_DROPPED, reasons=(reason,)),)


def void_shoe(rules: TableRules, table: Table, by: Actor, command: do.VoidShoe) -> Events:
    """Declare a shoe void whose order patrons saw; finished coups stand."""
    clause = require(rules, by, Power.VOID_SHOE, "void a shoe")
    clause = merged(
        clause, provided(rules, rules.says.order_seen, "what happens when the order is seen")
    )
    told = merged(clause, rules.says.order_seen_told)
    inspector = channel(rules, command.report, rules.says.order_seen_told or clause)
    entry = record(ShoeVoidRecorded, table, command.reason, told, to=(inspector,))
    text = "this shoe is void: shuffle"
    stop = Blocked(kind=BlockKind.SHOE_VOID, stops="shoe", text=text, clause=clause)
    events: Events = (entry, stop)
    if coup_is_on(table):
        return (*events, *undone(rules, table, "the order of the cards was seen", clause))
    return events
