"""Cards gone astray: pulled wrongly, face up in the shoe, missing from it."""

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.rulebook.power import Power
from punto.rulebook.terms import Source
from punto.shoe import Stage
from punto.table.authority import has_power, provided, require
from punto.table.deal.completing import check_fault, opening_dealt, pairs_due, proceed
from punto.table.deal.drawing import check_third
from punto.table.entries import ShoeRanOutRecorded
from punto.table.errors import commands as do
from punto.table.errors.excess import (
    errors,
    excess,
    find_face_up,
    fourth_card,
    misplaced,
    slipped,
)
from punto.table.errors.undoing import laid_out, void_for_want_of_cards
from punto.table.events import Events
from punto.table.evolve import after
from punto.table.guards import answering, check_presence
from punto.table.matters import BlockKind
from punto.table.phase import Betting, Dealing, Idle, Settling
from punto.table.register import Blocked, record
from punto.table.table import Table


def _answered(rules: TableRules, table: Table, events: Events) -> Events:
    """Return what an irregularity does, who answers for it, and what follows of itself."""
    first = events[0]
    answered = answering(rules, table, "irregularity")
    events = (replace(first, reasons=(*first.reasons, *answered)), *events[1:])
    then = after(table, events)
    if isinstance(table.phase, Dealing) and isinstance(then.phase, Dealing):
        return (*events, *proceed(rules, then))
    return events


def _held_first(table: Table) -> None:
    """Say that a card pulled too early left the shoe first, and so is the one that is due."""
    if table.next.carried:
        raise Malformed("the card that was pulled is due: draw it", code=ErrorCode.NOT_NOW)


def _too_early(rules: TableRules, table: Table, phase: Dealing) -> bool:
    """Return whether a card comes before it can be due: faces unknown, or pairs not settled."""
    return opening_dealt(phase) and (not phase.all_up or pairs_due(rules, table))


def pull_card(rules: TableRules, table: Table, by: Actor, command: do.PullCard) -> Events:
    """Judge a card that was put where it is not due."""
    require(rules, by, Power.DEAL, "deal")
    check_presence(rules, table)
    check_fault(rules, table)
    if not table.shoe.left:
        raise Malformed("the shoe is empty", code=ErrorCode.NOT_NOW)
    if command.to == "discards":
        return _answered(rules, table, slipped(rules, table, command))
    match table.phase:
        case Dealing() as phase if _too_early(rules, table, phase):
            # No card is due yet: it waits, for a third card or the next coup.
            found = excess(rules, table, command.to, command.card, seen=command.seen)
        case Dealing() as phase:
            check_third(rules, table, phase)
            _held_first(table)
            found = misplaced(rules, table, phase, command)
        case Settling() as phase if phase.begun and fourth_card(rules, phase, command.to):
            # The coup is not over: what was moved goes back, so that wagers can be lifted.
            opened = laid_out(rules, table)
            opened = (*opened, *proceed(rules, after(table, opened)))
            then = after(table, opened)
            excessive = excess(rules, then, command.to, command.card, seen=command.seen)
            found = (*opened, *excessive)
        case Settling():
            found = excess(rules, table, command.to, command.card, seen=command.seen)
        case Idle() | Betting() if table.shoe.stage is Stage.READY:
            # No hand is being dealt: the card belongs to nobody yet.
            found = excess(rules, table, "nobody", command.card, seen=command.seen)
        case _:
            raise Malformed("no coup is on in which a card could go astray", code=ErrorCode.NO_COUP)
    return _answered(rules, table, found)


def face_up_found(rules: TableRules, table: Table, by: Actor, command: do.FindFaceUp) -> Events:
    """Judge a card that lies face up in the shoe."""
    check_presence(rules, table)
    if isinstance(table.phase, Dealing):
        check_third(rules, table, table.phase)
        _held_first(table)
    return _answered(rules, table, find_face_up(rules, table, by, command.card))


def run_out(rules: TableRules, table: Table, by: Actor) -> Events:
    """Void a coup for which the shoe, against all counting, has no card."""
    # The coup is void of itself: whoever deals finds it out, unless others answer for the game.
    deals = (
        has_power(rules, by.title, Power.DEAL) and Power.CONDUCT_GAME not in rules.edition.powers
    )
    if not deals:
        require(rules, by, Power.VOID_COUP, "say that the shoe is empty")
    phase = table.phase
    if not isinstance(phase, Dealing):
        raise Malformed("no card is due", code=ErrorCode.NOT_NOW)
    # Whether a card is due is nobody's to know before the others lie face up.
    check_third(rules, table, phase)
    _held_first(table)
    if table.shoe.left and rules.origin is not Origin.KEYED:
        text = f"{table.shoe.left} cards are left in the shoe"
        raise Malformed(text, code=ErrorCode.CARDS_LEFT)
    void = void_for_want_of_cards(rules, table)
    if not table.shoe.left:
        return void
    # Counted wrongly or a card gone: before another coup the packs are checked.
    clause = errors(rules).too_few_cards.clause
    text = f"the shoe is empty, and {table.shoe.left} cards should be in it"
    check = Blocked(
        kind=BlockKind.PACKS_NOT_CHECKED,
        stops="shoe",
        text="all cards come out and are checked",
        clause=clause,
    )
    return (*void, record(ShoeRanOutRecorded, table, text, clause), check)


def order_face_check(rules: TableRules, table: Table, by: Actor) -> Events:
    """Have all cards left pulled and looked at, once the coup is over."""
    power = require(rules, by, Power.ORDER_FACE_CHECK, "have the cards looked at")
    clause = provided(rules, rules.says.face_check, "whether cards are looked through")
    if rules.source is not Source.SHUFFLING_DEVICE:
        cited = rules.says.face_check_source
        raise Refused(ErrorCode.NOT_WITH_A_CARD_SHOE, cited, "only with a shuffling device")
    if not isinstance(table.phase, Idle | Betting):
        raise Refused(ErrorCode.COUP_RUNNING, rules.says.face_check_time, "once the coup is over")
    reason = Reason("all cards left are pulled and checked", merged(power, clause))
    text = "the cards are checked for faces first"
    check = Blocked(
        kind=BlockKind.FACE_CHECK_DUE, stops="deal", text=text, clause=clause, reasons=(reason,)
    )
    return (check,)
