"""Cards gone astray, as commands: pulled wrongly, face up, run out; and voids by decision."""

from punto.clause import Malformed, Reason, Refused, merged
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import Source
from punto.table import commands as do
from punto.table import events as happened
from punto.table.completing import check_fault, opening_dealt, proceed
from punto.table.dealing import check_third
from punto.table.evolve import replay
from punto.table.handlers import Events, Handlers
from punto.table.irregular import (
    excess,
    find_face_up,
    misplaced,
    put_back,
    sweep_held,
    void_for_want_of_cards,
)
from punto.table.opening import check_presence
from punto.table.people import Actor, provided, require
from punto.table.state import Block, Dealing, Idle, Settling, Table
from punto.table.undoing import void_coup


def _then(rules: TableRules, table: Table, events: Events) -> Events:
    """Return events with what follows when all cards lie face up."""
    after = replay(table, events)
    if isinstance(after.phase, Dealing):
        return (*events, *proceed(rules, after))
    return events


def pull_card(rules: TableRules, table: Table, by: Actor, command: do.PullCard) -> Events:
    """Judge a card that was put where it is not due."""
    require(rules, by, "deal", "deal")
    check_presence(rules, table)
    check_fault(rules, table)
    if not table.shoe.left:
        raise Malformed("the shoe is empty")
    match table.phase:
        case Dealing() as phase if opening_dealt(phase) and not phase.all_up:
            # Nobody knows yet whether a card is due: it waits, for a third card or the next coup.
            return excess(rules, table, command.to, seen=command.seen)
        case Dealing() as phase:
            check_third(rules, table, phase)
            return _then(rules, table, misplaced(rules, table, phase, command))
        case Settling() as phase if not phase.collected:
            return excess(rules, table, command.to, seen=command.seen)
        case _:
            raise Malformed("no coup is on in which a card could go astray", code="no_coup")


def face_up(rules: TableRules, table: Table, by: Actor, command: do.FindFaceUp) -> Events:
    """Judge a card that lies face up in the shoe."""
    del command
    check_presence(rules, table)
    if isinstance(table.phase, Dealing):
        check_third(rules, table, table.phase)
    return _then(rules, table, find_face_up(rules, table, by))


def run_out(rules: TableRules, table: Table, by: Actor, command: do.RunOut) -> Events:
    """Void a coup for which the shoe, against all counting, has no card."""
    del command
    require(rules, by, "void_coup", "say that the shoe is empty")
    phase = table.phase
    if not isinstance(phase, Dealing):
        raise Malformed("no card is due")
    # Whether a card is due is nobody's to know before the others lie face up.
    check_third(rules, table, phase)
    return void_for_want_of_cards(rules, table)


def order_face_check(
    rules: TableRules, table: Table, by: Actor, command: do.OrderFaceCheck
) -> Events:
    """Have all cards left pulled and looked at, once the coup is over."""
    del command
    clause = require(rules, by, "order_face_check", "have the cards looked at")
    clause = merged(clause, provided(rules, "face_check", "whether cards are looked through"))
    if rules.source is not Source.SHUFFLING_DEVICE:
        raise Refused("not_with_a_card_shoe", clause, "only with a shuffling device")
    if not isinstance(table.phase, Idle):
        raise Refused("coup_running", clause, "once the coup is over")
    reason = Reason("all cards left are pulled and checked", clause)
    block = Block("face_check_due", "deal", "the cards are checked for faces first", clause)
    return (happened.Blocked(block=block, reasons=(reason,)),)


HANDLERS: Handlers = {
    do.PullCard: pull_card,
    do.FindFaceUp: face_up,
    do.OrderFaceCheck: order_face_check,
    do.PutBack: put_back,
    do.SweepHeld: sweep_held,
    do.RunOut: run_out,
    do.VoidCoup: void_coup,
}
