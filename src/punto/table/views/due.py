"""What is due at a table now: in words with the clause that orders it, and who does it how.

Nothing is reckoned twice: what stops the next card is asked of the functions that deal it.
"""

from itertools import chain

from msgspec.structs import replace

from punto import last_coup
from punto.aggregate.actor import DEALER, LATEST, Actor
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.coup import drawing, third_cards
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.rulebook.power import Power
from punto.rulebook.vocabulary import Side
from punto.shoe import Stage
from punto.table.context import At
from punto.table.deal.banker_role import AcceptRole, OfferRole
from punto.table.deal.coup_completion import opening_dealt
from punto.table.deal.dealing_methods import (
    Hand,
    designated_patrons,
    designation_clauses,
    method_for_next,
    method_of,
)
from punto.table.deal.drawing import Draw, check_third, may_draw
from punto.table.deal.faces import card_is_dealt_up, next_hand
from punto.table.deal.passed_cards import PassCards, ReturnCards, TurnCards
from punto.table.deal.settling import CollectLosers, Discard, PayWinners, SettlePairs
from punto.table.errors.device_failure import ChooseStakes, CutRest, ShuffleRest
from punto.table.guards import betting_window_clauses, check_presence
from punto.table.opening.creation import AdoptRulebook, check_text
from punto.table.opening.opening import OpenTable
from punto.table.opening.staff_on_duty import SignOn
from punto.table.phase import Betting, Closed, Dealing, Idle, Settling
from punto.table.registry import decide, in_force
from punto.table.table import Table
from punto.table.views.due_shoe import Step, block_due, next_shoe, preparing, staff
from punto.table.wagers.betting import NoMoreBets, OpenBetting

_PLACES = ("first", "second", "third")


def due_now(rules: TableRules, table: Table) -> Reason | None:
    """Return what is due now, with the clause where one orders it; nothing at a closed table."""
    step = next_step(rules, table)
    return step.reason if step else None


def next_step(rules: TableRules, table: Table) -> Step | None:
    """Return what is due now with who does it and how, as far as that is one command."""
    # What is due does not hang on the time of day: that is told when somebody acts.
    rules = replace(in_force(rules, table), hours=None)
    phase = table.phase
    try:
        check_text(rules, table)
    except Malformed as changed:
        return Step(Reason(changed.message, ()), staff(rules, Power.VOID_COUP), AdoptRulebook())
    if isinstance(phase, Closed):
        return _before_opening(rules, table)
    if table.open.fault is not None:
        return _without_device(rules, table)
    blocked = block_due(rules, table)
    if blocked is not None:
        return blocked
    match phase:
        case Settling():
            return _settling(rules, phase)
        case Dealing():
            return _dealing(rules, table, phase)
        case Idle() | Betting():
            return _between(rules, table)


def _before_opening(rules: TableRules, table: Table) -> Step | None:
    """Return what has to be done before the table may be opened."""
    held = rules.edition.opening.bank_held_by
    opens = OpenTable(bank=held.value[0] if held else None)
    try:
        # An approval of any day will do: it is judged when the table opens.
        decide(rules, table, Actor(DEALER, DEALER, LATEST), opens)
    except Refused as no:
        return Step(Reason(f"before it opens: {no.message}", no.clause))
    except Malformed as no:
        return Step(Reason(f"before it opens: {no.message}", ()))
    return None


def _without_device(rules: TableRules, table: Table) -> Step:
    """Return what is due in a coup whose device has failed."""
    fault = table.open.fault
    assert fault is not None
    if fault.undecided:
        name = fault.undecided[0]
        reason = Reason(f"{name} takes all stakes back or leaves them in", rules.says.fault_offer)
        return Step(reason, name, ChooseStakes(keep=True))
    clause = rules.says.fault_shuffled
    if not fault.shuffled:
        return Step(Reason("shuffle what is left", clause), DEALER, ShuffleRest())
    at = None if rules.origin is Origin.KEYED else table.shoe.left // 2
    cut, clause = table.packs.cut, rules.says.fault_cut
    turn = cut.nominee or next(iter(cut.waiting), None)
    if turn is not None:
        return Step(Reason(f"{turn} cuts what is left, or declines", clause), turn, CutRest(at=at))
    return Step(
        Reason("cut what is left", clause), staff(rules, Power.CUT_IN_DEFAULT), CutRest(at=at)
    )


def _settling(rules: TableRules, phase: Settling) -> Step:
    """Return what is due once the result is called."""
    order = rules.edition.settlement.order
    clause: Clauses = order.clause if order else ()
    if not phase.collected:
        return Step(Reason("collect losers", clause), DEALER, CollectLosers())
    if not phase.paid:
        return Step(Reason("pay winners", clause), DEALER, PayWinners())
    deal = rules.edition.deal
    assert deal is not None
    over = deal.before_next or deal.order
    return Step(Reason("discard", over.clause), DEALER, Discard())


def _between(rules: TableRules, table: Table) -> Step:
    """Return what is due between coups: cards made ready, betting, the first card."""
    if table.shoe.stage is not Stage.READY:
        step = preparing(rules, table)
        if table.wagers:
            # Cards are not touched while wagers lie on the layout.
            text = f"{step.reason.text}, once the wagers are off the layout"
            return Step(Reason(text, step.reason.clause))
        return step
    try:
        last_coup.start(rules, table.shoe)
    except Refused as no:
        return next_shoe(rules, table, no)
    try:
        check_presence(rules, table)
    except Refused as no:
        return _on_duty(rules, no)
    stops = _stopping(rules, table)
    if isinstance(table.phase, Idle) and not table.takes_no_wagers:
        reason = Reason("open betting", betting_window_clauses(rules, table))
        return Step(reason, DEALER, OpenBetting())
    return _first_card(rules, table) if stops is None else _before_first(rules, table, stops)


def _stopping(rules: TableRules, table: Table) -> Refused | None:
    """Return what stops the next card, if anything does."""
    try:
        decide(rules, table, Actor(DEALER, DEALER), Draw())
    except Refused as no:
        return no
    except Malformed:
        return None  # Only the face is missing.
    return None


def _on_duty(rules: TableRules, no: Refused) -> Step:
    title = staff(rules, Power.CONDUCT_GAME)
    reason = Reason(f"the {title.replace('_', ' ')} comes on duty", no.clause)
    return Step(reason, title, SignOn())


def _before_first(rules: TableRules, table: Table, no: Refused) -> Step:
    """Return what has to be done before the first card, by what stops it."""
    call = rules.edition.wagering.closing_call
    match no.code:
        case ErrorCode.BETTING_NOT_CLOSED if call:
            return Step(Reason(f'call "{call.value}"', no.clause), DEALER, NoMoreBets())
        case ErrorCode.NO_WAGERS:
            return Step(Reason("wagers, or a no-bet coup", no.clause))
        case ErrorCode.WAGERS_ON_LAYOUT:
            return Step(Reason("all wagers come off", no.clause))
        case ErrorCode.ROLE_NOT_TAKEN if table.role.waiting:
            name = table.role.waiting[0]
            reason = Reason(f"{name} takes the Banker cards or declines them", no.clause)
            return Step(reason, name, AcceptRole())
        case ErrorCode.ROLE_NOT_TAKEN:
            return Step(Reason("offer the Banker cards", no.clause), DEALER, OfferRole())
        case _:
            return Step(Reason(no.message, no.clause))


def _first_card(rules: TableRules, table: Table) -> Step:
    method, _ = method_for_next(rules, table)
    order = drawing(rules)
    carried = next(iter(table.next.carried), None)
    up = card_is_dealt_up(rules, Dealing(method=method), face_down=False)
    text = f"the first card to {order.order[0].title()}"
    if carried is not None:
        text = f"{text}: the one held over"
        up = up or carried.seen
    named = carried is not None and carried.card is not None
    return _card(rules, text, order.order_clause, up=up, named=named)


def _card(rules: TableRules, text: str, clause: Clauses, *, up: bool, named: bool = False) -> Step:
    """Return that a card is due, and whether whoever deals it has to say what it is."""
    reads = rules.origin is Origin.SCANNED or (rules.origin is Origin.KEYED and up)
    reason = Reason(text if up else f"{text}, face down", clause)
    return Step(reason, DEALER, Draw(), faces=int(reads and not named))


def _dealing(rules: TableRules, table: Table, phase: Dealing) -> Step:
    """Return what is due while cards are out."""
    try:
        may_draw(At(rules, table, Actor(DEALER, DEALER)))
        check_third(rules, table, phase)
    except Refused as no:
        return _before_next(rules, table, phase, no)
    side = next_hand(rules, phase)
    assert side is not None, "a complete coup is being settled"
    text = f"the {_PLACES[len(phase.hand(side))]} card to {side.title()}"
    carried = next(iter(table.next.carried), None)
    if not table.shoe.left and carried is None:
        data = rules.edition.errors
        clause = data.too_few_cards.clause if data else ()
        reason = Reason(f"{text}, and the shoe is empty: the coup is void", clause)
        return Step(reason, DEALER, Draw())
    why = drawing(rules).order_clause
    if opening_dealt(phase):
        decisions = third_cards(rules, phase.faces(Side.PLAYER), phase.faces(Side.BANKER))
        why = decisions[-1].clause
    up = card_is_dealt_up(rules, phase, face_down=False)
    if carried is not None:
        text = f"{text}: the one held over"
        up = up or carried.seen
    named = carried is not None and carried.card is not None
    return _card(rules, text, why, up=up, named=named)


def _before_next(rules: TableRules, table: Table, phase: Dealing, no: Refused) -> Step:
    """Return what has to be done before the next card, by what stops it."""
    match no.code:
        case ErrorCode.INSPECTOR_ABSENT:
            return _on_duty(rules, no)
        case ErrorCode.PAIRS_FIRST:
            return Step(Reason("settle pairs", no.clause), DEALER, SettlePairs())
        case ErrorCode.CARDS_OUT:
            return _out(rules, phase, no.clause)
        case ErrorCode.CARDS_FACE_DOWN:
            return _down(rules, table, phase, no.clause)
        case _:
            return Step(Reason(no.message, no.clause))


def _out(rules: TableRules, phase: Dealing, clause: Clauses) -> Step:
    """Return what is due of cards that lie with a patron: turned first, then given back."""
    out = phase.out[0]
    hand, name = _hand(out.side), out.side.title()
    dealt = phase.hand(out.side)
    down = [place for place in out.cards if not dealt[place].up]
    if not down:
        reason = Reason(f"{out.holder} gives the {name} cards back", clause)
        return Step(reason, out.holder, ReturnCards(hand))
    method = method_of(rules, phase)
    turned = method.exposed or method.turned or clause
    reason = Reason(f"{out.holder} turns the {name} cards", turned)
    unread = sum(dealt[place].card is None for place in down)
    return Step(reason, out.holder, TurnCards(hand), faces=unread)


def _down(rules: TableRules, table: Table, phase: Dealing, clause: Clauses) -> Step:
    """Return which hand is turned next, and whether its cards go to a patron first."""
    side = next(side for side in Side if not all(phase.up(side)))
    hand, name = _hand(side), side.title()
    down = {place for place, up in enumerate(phase.up(side)) if not up}
    for to in designated_patrons(rules, table, phase, side)[:1]:
        had = [out.cards for out in phase.been_out if (out.side, out.holder) == (side, to)]
        # Whoever gave cards back without turning them leaves them to the dealer.
        if not down <= set(chain(*had)):
            reason = Reason(
                f"pass the {name} cards to {to}", designation_clauses(rules, table, phase, side)
            )
            return Step(reason, DEALER, PassCards(hand, to))
    unread = sum(dealt.card is None and not dealt.up for dealt in phase.hand(side))
    reason = Reason(f"turn the {name} cards", clause)
    return Step(reason, DEALER, TurnCards(hand), faces=unread)


def _hand(side: Side) -> Hand:
    return "player" if side is Side.PLAYER else "banker"
