"""Cards out of the shoe into the hands, one by one."""

from punto import shoe as shoes
from punto.clause import Reason, Refused, merged
from punto.coup import drawing, due
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import FacesDealt
from punto.table import commands as do
from punto.table import events as happened
from punto.table.blocks import check_blocks
from punto.table.completing import check_fault, opening_dealt, pairs_due, proceed, why_down
from punto.table.evolve import replay
from punto.table.handlers import Events, Handlers
from punto.table.hours import check_hours
from punto.table.irregular import open_with_held, void_for_want_of_cards
from punto.table.limits import check_cap
from punto.table.methods import method_for_next, method_of
from punto.table.no_bets import check_deal
from punto.table.offers import stranded
from punto.table.opening import check_presence
from punto.table.people import Actor, require
from punto.table.register import record
from punto.table.role import check_role
from punto.table.state import Betting, Closed, Dealing, Idle, Settling, Table
from punto.table.wagering import still_running


def draw(rules: TableRules, table: Table, by: Actor, command: do.Draw) -> Events:
    """Deal the next card; the first one starts the coup, the last one completes it."""
    require(rules, by, "deal", "deal")
    check_presence(rules, table)
    started = _started(rules, table, by, command)
    table = replay(table, started)
    phase = table.phase
    assert isinstance(phase, Dealing)
    if table.carried is not None and started:
        return (*started, *open_with_held(rules, table))
    check_third(rules, table, phase)
    side = due(rules, phase.player, phase.banker)
    assert side is not None, "a complete coup is being settled"
    if table.carried is not None:
        drawn = happened.CardDrawn(
            card=table.carried.card,
            side=side,
            from_held=True,
            up=table.carried.seen or face_up(rules, phase, face_down=command.face_down),
            reasons=_third(rules, phase),
        )
        return (drawn, *proceed(rules, replay(table, (drawn,))))
    if not table.shoe.left:
        return (*started, *void_for_want_of_cards(rules, table))
    card, after = shoes.draw(rules, table.shoe, command.card)
    up = face_up(rules, phase, face_down=command.face_down)
    last = shoes.last_at_this_card(rules, after)
    drawn = happened.CardDrawn(
        card=card,
        side=side,
        up=up,
        last_called=bool(last),
        reasons=(*_third(rules, phase), *last),
    )
    return (*started, drawn, *proceed(rules, replay(table, (drawn,))))


def _third(rules: TableRules, phase: Dealing) -> tuple[Reason, ...]:
    clause = method_of(rules, phase).third_cards
    if not opening_dealt(phase) or not clause:
        return ()
    return (Reason("third cards are dealt like the first", clause),)


def face_up(rules: TableRules, phase: Dealing, *, face_down: bool) -> bool:
    """Return how a card lies, or refuse the way a dealer wants to lay it."""
    method = method_of(rules, phase)
    if face_down and method.faces is FacesDealt.UP:
        raise Refused("dealt_face_up", method.clause, f"cards are dealt face up: {method.title}")
    return method.faces is not FacesDealt.DOWN and not face_down


def check_third(rules: TableRules, table: Table, phase: Dealing) -> None:
    """Refuse a third card while cards lie face down, are out, or pairs wait to be settled."""
    check_fault(rules, table)
    if not opening_dealt(phase):
        return
    if phase.out:
        clause = method_of(rules, phase).handed_back or why_down(rules, phase)
        raise Refused("cards_out", clause, f"{phase.out[0].holder} still has cards")
    if not phase.all_up:
        text = "every card on the table is turned before another is dealt"
        raise Refused("cards_face_down", why_down(rules, phase), text)
    if pairs_due(rules, table):
        order = rules.edition.settlement.order
        assert order is not None
        raise Refused("pairs_first", order.clause, "pairs are settled before any third card")


def _started(rules: TableRules, table: Table, by: Actor, command: do.Draw) -> Events:
    match table.phase:
        case Dealing():
            return ()
        case Settling():
            if command.card is not None:
                text = f"no hand takes {command.card}: the coup is complete"
                raise Refused("card_not_due", drawing(rules).against_table, text)
            raise still_running(rules)
        case Closed():
            closing = rules.edition.changes.get("closure")
            clause = closing.notice.clause if closing else drawing(rules).order_clause
            raise Refused("table_closed", clause, "the table is not open")
        case Idle() | Betting():
            pass
    _window(rules, table)
    check_blocks(table, "shoe", "deal")
    check_hours(rules, by)
    held = table.carried
    if held and held.no_bet and table.wagers and rules.edition.errors:
        clause = rules.edition.errors.forced_wagers.clause
        raise Refused("wagers_on_layout", clause, "all wagers come off before this coup")
    check_cap(rules, table)
    without = check_deal(rules, table)
    check_role(rules, table)
    begun = shoes.start(rules, table.shoe, burn_missed=command.burn_missed)
    method, cited = method_for_next(rules, table)
    as_dealt = (Reason("no patron handles cards in this coup", cited),) if cited else ()
    back = (*_burn_missed(rules, table, by), *stranded(rules, table))
    started = happened.CoupStarted(
        shoe=begun.shoe, method=method, reasons=(*without, *as_dealt, *begun.reasons)
    )
    return (*back, started)


def _burn_missed(rules: TableRules, table: Table, by: Actor) -> Events:
    """Return on record that the burn of a shoe was forgotten."""
    burn = shoes.shoe_rules(rules).burn
    if burn is None or table.shoe.stage is not shoes.Stage.LOADED:
        return ()
    return (record(table, by, "missed_burn", "no card was burned", burn.missed.clause),)


def _window(rules: TableRules, table: Table) -> None:
    """Refuse the first card before patrons could wager, or before betting was called closed."""
    wagering = rules.edition.wagering
    window = wagering.window_first
    if window and window.value and isinstance(table.phase, Idle):
        text = "patrons are given the opportunity to wager before a card is dealt"
        raise Refused("betting_not_opened", window.clause, text)
    call = wagering.closing_call_due
    if call and call.value and not (isinstance(table.phase, Betting) and table.phase.closed):
        text = "betting is called closed before a card is dealt"
        raise Refused("betting_not_closed", merged(call.clause), text)


def announce(reasons: tuple[Reason, ...]) -> tuple[str, ...]:
    """Return what is called out: the reasons that are quotations."""
    return tuple(one.text.strip('"') for one in reasons if one.text.startswith('"'))


HANDLERS: Handlers = {do.Draw: draw}
