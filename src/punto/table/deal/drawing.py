"""Cards out of the shoe into the hands, one by one."""

from msgspec.structs import replace

from punto import last_coup
from punto.aggregate.actor import Actor
from punto.clause import Reason, Refused, merged
from punto.coup import drawing
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import FacesDealt
from punto.rulebook.power import Power
from punto.rulebook.terms import Side
from punto.shoe import Stage, shoe_rules
from punto.table.authority import require
from punto.table.cards.copies import left_over
from punto.table.cards.cutting_card import cutting_card_met
from punto.table.deal import commands as do
from punto.table.deal import events as happened
from punto.table.deal.completing import (
    OPENING_CARDS,
    check_fault,
    opening_dealt,
    pairs_due,
    proceed,
    why_down,
)
from punto.table.deal.faces import due_to, held_face, leaving, lies_up
from punto.table.deal.methods import method_for_next, method_of
from punto.table.deal.no_bets import check_deal
from punto.table.deal.role import check_role
from punto.table.entries import MissedBurnRecorded
from punto.table.errors.excess import laid_wrongly, open_with_carried, put_where_due
from punto.table.errors.undoing import void_for_want_of_cards
from punto.table.events import AnyEvent, Events
from punto.table.evolve import after
from punto.table.guards import (
    check_blocks,
    check_hours,
    check_presence,
    not_open,
    still_running,
    window,
)
from punto.table.limits.caps import check_cap
from punto.table.limits.posting import check_method_chosen, check_sign
from punto.table.phase import Betting, Closed, Dealing, Idle, Settling
from punto.table.register import record
from punto.table.table import Table
from punto.table.wagers.offers import stranded
from punto.table.wagers.positions import displaced


def draw(rules: TableRules, table: Table, by: Actor, command: do.Draw) -> Events:
    """Deal the next card; the first one starts the coup, the last one completes it."""
    require(rules, by, Power.DEAL, "deal")
    check_presence(rules, table)
    check_blocks(table, "coup")
    started = _started(rules, table, by, command)
    table = after(table, started)
    phase = table.phase
    assert isinstance(phase, Dealing)
    if table.next.carried and started:
        return (*started, *open_with_carried(rules, table, command))
    check_third(rules, table, phase)
    side = due_to(rules, phase)
    assert side is not None, "a complete coup is being settled"
    if table.next.carried:
        return _held_drawn(rules, table, phase, side, command)
    if not table.shoe.left:
        if command.card is not None:
            raise left_over(rules, table, command.card)
        return (*started, *void_for_want_of_cards(rules, table))
    up = lies_up(rules, phase, face_down=command.face_down)
    card = leaving(rules, table, command.card, up=up)
    out = table.shoe.drawn + 1
    last = last_coup.last_at_this_card(rules, replace(table.shoe, drawn=out))
    drawn = happened.CardDrawn(
        card=card,
        side=side,
        up=up,
        last_called=bool(last),
        reasons=(*_third(rules, phase), *_face_down(rules, phase, up=up), *last),
    )
    met = (drawn, *cutting_card_met(table, out))
    if phase.count + 1 < OPENING_CARDS:
        return (*started, *met)
    return (*started, *met, *proceed(rules, after(table, met)))


def _held_drawn(
    rules: TableRules, table: Table, phase: Dealing, side: Side, command: do.Draw
) -> Events:
    """Return a card that left the shoe before its time in the hand that takes it."""
    carried = table.next.carried[0]
    up = carried.seen or lies_up(rules, phase, face_down=command.face_down)
    card = held_face(rules, table, command.card, up=up)
    reasons, lifting, laid = _third(rules, phase), tuple[AnyEvent, ...](), tuple[AnyEvent, ...]()
    if carried.to is not None and carried.to is not side:
        shown = str(card) if up else None
        put, lifting = put_where_due(rules, phase, side, carried.to, shown)
        reasons = (*reasons, put)
        laid = (laid_wrongly(table, carried.to, side, card if up else None, put),)
    drawn = happened.CardDrawn(card=card, side=side, from_carried=True, up=up, reasons=reasons)
    return (*laid, drawn, *proceed(rules, after(table, (drawn,))), *lifting)


def _third(rules: TableRules, phase: Dealing) -> tuple[Reason, ...]:
    clause = method_of(rules, phase).third_cards
    if not opening_dealt(phase) or not clause:
        return ()
    return (Reason("third cards are dealt like the first", clause),)


def _face_down(rules: TableRules, phase: Dealing, *, up: bool) -> tuple[Reason, ...]:
    """Return why an opening card lies face down: said once where they all do."""
    method = method_of(rules, phase)
    if up or opening_dealt(phase) or not method.opening_cards:
        return ()
    if method.faces is not FacesDealt.DOWN:
        return (Reason("the card lies face down", method.opening_cards),)
    last = phase.count == OPENING_CARDS - 1
    text = "the opening cards lie face down"
    return (Reason(text, method.opening_cards),) if last else ()


def check_third(rules: TableRules, table: Table, phase: Dealing) -> None:
    """Refuse a third card while cards lie face down, are out, or pairs wait to be settled."""
    check_fault(rules, table)
    if not opening_dealt(phase):
        return
    if phase.out:
        clause = method_of(rules, phase).handed_back or why_down(rules, phase)
        raise Refused(ErrorCode.CARDS_OUT, clause, f"{phase.out[0].holder} still has cards")
    if not phase.all_up:
        text = "every card on the table is turned before another is dealt"
        raise Refused(ErrorCode.CARDS_FACE_DOWN, why_down(rules, phase), text)
    if pairs_due(rules, table):
        order = rules.edition.settlement.order
        assert order is not None
        raise Refused(
            ErrorCode.PAIRS_FIRST, order.clause, "pairs are settled before any third card"
        )


def _started(rules: TableRules, table: Table, by: Actor, command: do.Draw) -> Events:
    match table.phase:
        case Dealing():
            return ()
        case Settling():
            if command.card is not None:
                text = f"no hand takes {command.card}: the coup is complete"
                raise Refused(ErrorCode.CARD_NOT_DUE, drawing(rules).against_table, text)
            raise still_running(rules)
        case Closed():
            raise not_open(rules)
        case Idle() | Betting():
            pass
    _window(rules, table)
    check_blocks(table, "shoe", "deal")
    check_hours(rules, by)
    check_sign(rules, table)
    check_method_chosen(rules, table)
    if table.carries_no_bet and table.wagers and rules.edition.errors:
        data = rules.edition.errors
        clause = data.forced_cleared or data.forced_wagers.clause
        raise Refused(ErrorCode.WAGERS_ON_LAYOUT, clause, "all wagers come off before this coup")
    check_cap(rules, table)
    # A wager that goes back with the first card is no wager on the coup.
    stranding = stranded(rules, table)
    stranding = (*stranding, *displaced(rules, after(table, stranding)))
    left = after(table, stranding)
    unbet = check_deal(rules, left)
    check_role(rules, left)
    begun = last_coup.start(
        rules,
        table.shoe,
        burn_missed=command.burn_missed,
        carried=len(table.next.carried),
    )
    method, cited = method_for_next(rules, table)
    as_dealt = (Reason("no patron handles cards in this coup", cited),) if cited else ()
    begins = rules.says.coup_begins
    first = (Reason("the coup begins with its first card", begins),) if begins else ()
    back = (*_burn_missed(rules, table), *stranding)
    started = happened.CoupStarted(
        number=table.number + 1,
        method=method if method != rules.method else None,
        coups_left=begun.coups_left,
        last_called=begun.last_called,
        reasons=(*first, *unbet, *as_dealt, *begun.reasons),
    )
    return (*back, started)


def _burn_missed(rules: TableRules, table: Table) -> Events:
    """Return on record that the burn of a shoe was forgotten."""
    burn = shoe_rules(rules).burn
    if burn is None or table.shoe.stage is not Stage.LOADED:
        return ()
    clause, coup = burn.missed.clause, table.number + 1
    return (record(MissedBurnRecorded, table, "no card was burned", clause, coup=coup),)


def _window(rules: TableRules, table: Table) -> None:
    """Refuse the first card before patrons could wager, or before betting was called closed."""
    wagering = rules.edition.wagering
    if table.takes_no_wagers and isinstance(table.phase, Idle):
        return  # There is nothing to open, and so nothing to call closed.
    first = window(rules, table)
    if first and isinstance(table.phase, Idle):
        text = "patrons are given the opportunity to wager before a card is dealt"
        raise Refused(ErrorCode.BETTING_NOT_OPENED, first, text)
    call = wagering.closing_call_due
    if call and call.value and not (isinstance(table.phase, Betting) and table.phase.closed):
        text = "betting is called closed before a card is dealt"
        raise Refused(ErrorCode.BETTING_NOT_CLOSED, merged(call.clause), text)
