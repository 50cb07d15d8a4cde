"""Cards replaced, checked, dropped, mixed once more, or spoilt for a whole shoe."""

from collections import Counter

from msgspec.structs import replace

from punto.cards import Card
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import Replaced, RifflePoint, Source
from punto.shoe import Shoe, Stage, composition, shoe_rules
from punto.table import commands as do
from punto.table import events as happened
from punto.table.blocks import check_blocks
from punto.table.handlers import Events, Handlers
from punto.table.people import Actor, approved, provided, require, require_staff, satisfies
from punto.table.register import record
from punto.table.seating import house_changed, known
from punto.table.state import Block, Dealing, Settling, Table
from punto.table.strange import channel
from punto.table.undoing import undone


def _between_coups(table: Table, clause: Clauses) -> None:
    if isinstance(table.phase, Dealing | Settling):
        raise Refused("coup_running", clause, "cards are not changed while a coup is on")


def replace_cards(rules: TableRules, table: Table, by: Actor, command: do.ReplaceCards) -> Events:
    """Bring other cards to the table, if this is the time and they may be used."""
    cards = rules.edition.cards
    assert cards is not None
    care = cards.care
    if "replace_cards" in rules.edition.powers:
        power = require(rules, by, "replace_cards", "replace the cards")
    else:
        require_staff(rules, by, "replace the cards")
        power = care.handled_replaced.clause if care.handled_replaced else ()
    if not command.back.strip():
        raise Malformed("say which back the new cards have", code="incomplete")
    unfit = provided(rules, "unfit", "when cards are unfit") if command.unfit else ()
    _between_coups(table, unfit or power)
    if any(one.kind == "packs_not_checked" for one in table.blocks):
        check_blocks(table, "shoe")
    clause = unfit or merged(_due(rules, table), _back(rules, table, command))
    shoe = Shoe(cards=composition(rules), number=table.shoe.number + 1)
    reason = Reason(f"other cards, backs {command.back}", clause)
    events: list[happened.AnyEvent] = [
        happened.ShoeChanged(step="replace_cards", shoe=shoe, reasons=(reason,))
    ]
    house = replace(table.house, backs=command.back, handled=False, signed_off=())
    events.append(house_changed("replace_cards", house, "", ()))
    if care.signed_off_by:
        names = " and the ".join(one.replace("_", " ") for one in care.signed_off_by.value)
        text = f"the {names} look at every new card first"
        block = Block("cards_not_signed_off", "deal", text, care.signed_off_by.clause)
        events.append(happened.Blocked(block=block))
    return tuple(events)


def _due(rules: TableRules, table: Table) -> Clauses:
    """Return why cards may be replaced now, or refuse it."""
    cards = rules.edition.cards
    assert cards is not None
    handled, when = cards.care.handled_replaced, cards.care.replaced
    touched = handled and handled.value and table.house.handled
    if when is None:
        if handled is None:
            raise not_held(rules.edition, "when cards are replaced")
        return handled.clause
    over = table.shoe.coups_left == 0 or not table.shoe.coups
    stopped = any(one.stops == "shoe" for one in table.blocks)
    if when.value is Replaced.AFTER_LAST_COUP and not over and not stopped:
        raise Refused("shoe_not_over", when.clause, "cards are replaced when the shoe is over")
    return merged(when.clause, handled.clause if handled and touched else ())


def _back(rules: TableRules, table: Table, command: do.ReplaceCards) -> Clauses:
    """Return what permits the back of new cards, or refuse it."""
    cards = rules.edition.cards
    assert cards is not None
    other, same = cards.care.other_back, cards.care.same_back_with_scanning_shoe
    if other is None or not other.value:
        return ()
    if command.back != table.house.backs:
        return other.clause
    scanning = rules.scanning_shoe and same is not None and same.value
    if not scanning or command.same_back_approved_by is None:
        clause = merged(other.clause, same.clause if same else ())
        raise Refused("same_back", clause, "new cards have a back of another colour")
    assert same is not None
    given = approved(rules, command.same_back_approved_by, "allow_same_back", "the same back")
    return merged(same.clause, given)


def sign_off_cards(rules: TableRules, table: Table, by: Actor, command: do.SignOffCards) -> Events:
    """Keep that somebody has looked at every new card; both must have."""
    del command
    cards = rules.edition.cards
    needed = cards.care.signed_off_by if cards else None
    if needed is None:
        raise not_held(rules.edition, "who looks at new cards")
    if not any(one.kind == "cards_not_signed_off" for one in table.blocks):
        raise Malformed("no new cards wait to be looked at")
    titles = [one for one in needed.value if satisfies(rules.edition, by.title, one)]
    if not titles:
        raise Refused("not_entitled", needed.clause, f"{by.name} does not sign new cards off")
    signed = tuple(dict.fromkeys((*table.house.signed_off, titles[0])))
    house = replace(table.house, signed_off=signed)
    text = f"{by.name} has looked at every new card"
    changed = house_changed("sign_off_cards", house, text, needed.clause)
    if set(needed.value) - set(signed):
        return (changed,)
    return (changed, happened.Unblocked(kind="cards_not_signed_off"))


def order_card_check(
    rules: TableRules, table: Table, by: Actor, command: do.OrderCardCheck
) -> Events:
    """Have the cards checked, whenever somebody who may orders it."""
    del command
    clause = require(rules, by, "order_card_check", "order a check of the cards")
    clause = merged(clause, provided(rules, "check_ordered", "who orders a check"))
    entry = record(table, by, "check_ordered", f"{by.name} orders a check of the cards", clause)
    text = "the cards are verified before another coup"
    return (entry, happened.Blocked(block=Block("check_ordered", "deal", text, clause)))


def order_shuffle(rules: TableRules, table: Table, by: Actor, command: do.OrderShuffle) -> Events:
    """Have the cards shuffled once the coup is over."""
    clause = require(rules, by, "order_shuffle", "order a shuffle")
    entry = record(table, by, "shuffle_ordered", command.reason, clause)
    block = Block("reshuffle_due", "shoe", "the cards are shuffled first, as ordered", clause)
    return (entry, happened.Blocked(block=block))


def drop_cards(rules: TableRules, table: Table, by: Actor, command: do.DropCards) -> Events:
    """Keep that cards fell; they are not loaded until all are found."""
    clause = provided(rules, "dropped", "what happens when cards fall")
    require_staff(rules, by, "report dropped cards")
    if command.count < 1 or table.shoe.stage in (Stage.LOADED, Stage.READY):
        raise Malformed("some cards fall while they are shuffled or cut")
    entry = record(table, by, "cards_dropped", f"{command.count} cards fell", clause)
    text = "a supervisor confirms that every card was picked up"
    return (entry, happened.Blocked(block=Block("cards_dropped", "load", text, clause)))


def confirm_picked_up(
    rules: TableRules, table: Table, by: Actor, command: do.ConfirmPickedUp
) -> Events:
    """Confirm that all cards are there again."""
    clause = require(rules, by, "verify_dropped_cards", "confirm that all cards are there")
    if not any(one.kind == "cards_dropped" for one in table.blocks):
        raise Malformed("no cards fell")
    if command.count != len(table.shoe.cards):
        text = f"{command.count} cards are there, not {len(table.shoe.cards)}"
        raise Refused("cards_missing", clause, text)
    reason = Reason(f"all {command.count} cards are there", clause)
    return (happened.Unblocked(kind="cards_dropped", reasons=(reason,)),)


def void_shoe(rules: TableRules, table: Table, by: Actor, command: do.VoidShoe) -> Events:
    """Declare a shoe void whose order patrons saw; finished coups stand."""
    clause = require(rules, by, "void_shoe", "void a shoe")
    clause = merged(clause, provided(rules, "order_seen", "what happens when the order is seen"))
    inspector = channel(rules, command.report)
    entry = record(table, by, "shoe_void", command.reason, clause, to=(inspector,))
    block = Block("shoe_void", "shoe", "this shoe is void: shuffle", clause)
    events: Events = (entry, happened.Blocked(block=block))
    if isinstance(table.phase, Dealing | Settling):
        return (*events, *undone(rules, table, by, "the order of the cards was seen", clause))
    return events


def _same_cards(table: Table, order: tuple[Card, ...]) -> None:
    if Counter(order) != Counter(table.shoe.cards):
        raise Malformed("mixing must give back the same cards", code="incomplete")


def riffle(rules: TableRules, table: Table, by: Actor, command: do.Riffle) -> Events:
    """Riffle cards that came shuffled, at a permitted point, asked for and approved."""
    require(rules, by, "shuffle", "riffle")
    allowed = shoe_rules(rules).mixing.riffle.get(rules.supply)
    if allowed is None:
        raise not_held(rules.edition, "whether these cards are riffled")
    if command.point not in list(RifflePoint):
        raise Malformed(f"points: {', '.join(RifflePoint)}", code="incomplete")
    if command.point not in allowed.value:
        raise Refused("not_at_this_point", allowed.clause, "these cards are riffled before the cut")
    if command.requested_by is None:
        raise Refused("not_requested", allowed.clause, "a patron asks for it")
    known(table, command.requested_by)
    given = approved(rules, command.approved_by, "approve_riffle", "a riffle")
    if table.shoe.stage not in (Stage.NEW, Stage.SHUFFLED):
        raise Refused("already_cut", allowed.clause, "the cards are cut already")
    _same_cards(table, command.order)
    shoe = replace(table.shoe, cards=command.order)
    reason = Reason("riffled once more", merged(allowed.clause, given))
    return (happened.ShoeChanged(step="riffle", shoe=shoe, reasons=(reason,)),)


def manual_shuffle(rules: TableRules, table: Table, by: Actor, command: do.ManualShuffle) -> Events:
    """Shuffle cards by hand that came shuffled, before they go into a device."""
    require(rules, by, "shuffle", "shuffle")
    allowed = shoe_rules(rules).mixing.manual_before_device
    if allowed is None:
        raise not_held(rules.edition, "whether these cards are shuffled by hand")
    if rules.source is not Source.SHUFFLING_DEVICE or rules.supply not in allowed.value:
        text = "only cards that the casino shuffled, before they go into a device"
        raise Refused("not_these_cards", allowed.clause, text)
    given = approved(rules, command.approved_by, "approve_manual_shuffle", "a manual shuffle")
    if table.shoe.stage is not Stage.NEW:
        raise Refused("already_loaded", allowed.clause, "before they go into the device")
    _same_cards(table, command.order)
    shoe = replace(table.shoe, cards=command.order, stage=Stage.SHUFFLED)
    reason = Reason("shuffled by hand before loading", merged(allowed.clause, given))
    return (happened.ShoeChanged(step="manual_shuffle", shoe=shoe, reasons=(reason,)),)


HANDLERS: Handlers = {
    do.ReplaceCards: replace_cards,
    do.SignOffCards: sign_off_cards,
    do.OrderCardCheck: order_card_check,
    do.OrderShuffle: order_shuffle,
    do.DropCards: drop_cards,
    do.ConfirmPickedUp: confirm_picked_up,
    do.VoidShoe: void_shoe,
    do.Riffle: riffle,
    do.ManualShuffle: manual_shuffle,
}
