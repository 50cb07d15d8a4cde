"""The cards on their way into play: check, shuffle, cut, marker, load, burn, next shoe."""

from typing import Any

from punto import shoe as shoes
from punto.clause import Cited, Clauses, Malformed, Reason, Refused, merged
from punto.rulebook.elect import TableRules
from punto.shoe import Stage, shoe_rules
from punto.table import commands as do
from punto.table import events as happened
from punto.table.blocks import check_blocks
from punto.table.cutting import decline, may_cut, nominate, offer
from punto.table.handlers import Events, Handlers
from punto.table.opening import check_approved
from punto.table.people import Actor, require
from punto.table.state import Betting, Closed, CutOffer, Idle, Table


def _clauses(*data: Cited[Any] | None) -> Clauses:
    """Return the clauses of the data that a rulebook has."""
    return merged(*(one.clause for one in data if one is not None))


def _changed(step: str, shoe: shoes.Shoe, text: str, clause: Clauses) -> Events:
    reasons = (Reason(text, clause),) if clause else ()
    return (happened.ShoeChanged(step=step, shoe=shoe, reasons=reasons),)


def _between_coups(rules: TableRules, table: Table) -> None:
    """Refuse to touch the stack while a coup is on."""
    free = isinstance(table.phase, Idle | Closed)
    if not free and not (isinstance(table.phase, Betting) and not table.wagers):
        clause = shoe_rules(rules).shuffle_later.clause
        text = "the cards are not touched while a coup is on or wagers lie on the layout"
        raise Refused("coup_running", clause, text)


def _staff(rules: TableRules, by: Actor, power: str, act: str) -> Clauses:
    """Return the clauses that let somebody work on the cards, or refuse them."""
    if power in rules.edition.powers:
        return require(rules, by, power, act)
    return require(rules, by, "deal", act) if by.is_patron else ()


def check_cards(rules: TableRules, table: Table, by: Actor, command: do.CheckCards) -> Events:
    """Let a patron look the cards over."""
    del by, command
    shoe = shoes.check_cards(rules, table.shoe)
    return _changed("check_cards", shoe, "a patron looked the cards over", ())


def shuffle(rules: TableRules, table: Table, by: Actor, command: do.Shuffle) -> Events:
    """Put the cards into the order a shuffle gave."""
    _staff(rules, by, "shuffle", "shuffle")
    _between_coups(rules, table)
    machine: Clauses = ()
    if command.machine is not None:
        check_approved(rules, table, by, "machine_shuffle", command.machine)
        machine = merged(*(one.clause for one in rules.edition.opening.approvals.values()))
    data, first = shoe_rules(rules), table.shoe.number == 1
    shoe = shoes.shuffle(rules, table.shoe, command.order)
    needed = data.shuffle_first if first else data.shuffle_later
    looked = data.player_check if table.shoe.checked else data.checked_supplies
    cited = merged(_clauses(needed, looked if first else None), machine)
    return _changed("shuffle", shoe, "shuffled", cited)


def offer_cut(rules: TableRules, table: Table, by: Actor, command: do.OfferCut) -> Events:
    """Offer the stack to patrons."""
    if table.shoe.stage is not Stage.SHUFFLED:
        clause = shoe_rules(rules).cut_due.clause
        raise Refused("nothing_to_cut", clause, "the cut is offered after the shuffle")
    found = offer(rules, table, by, command.to)
    data = shoe_rules(rules).cutting
    first = data.first if table.shoe.number == 1 else data.later
    reason = Reason(f"the cut is offered to {found.waiting[0]}", _clauses(first, data.choice))
    return (happened.CutOffered(offer=found, reasons=(reason,)),)


def decline_cut(rules: TableRules, table: Table, by: Actor, command: do.DeclineCut) -> Events:
    """Pass the cut on."""
    del command
    found = decline(table, by)
    following = f"it goes to {found.waiting[0]}" if found.waiting else "nobody is left to ask"
    clause = _clauses(shoe_rules(rules).cutting.after)
    reason = Reason(f"{by.name} declines the cut; {following}", clause)
    return (happened.CutOffered(offer=found, reasons=(reason,)),)


def nominate_cutter(
    rules: TableRules, table: Table, by: Actor, command: do.NominateCutter
) -> Events:
    """Let somebody else cut in one's place."""
    found = nominate(rules, table, by, command.patron)
    reason = Reason(
        f"{by.name} names {command.patron}", _clauses(shoe_rules(rules).cutting.nominee)
    )
    return (happened.CutOffered(offer=found, reasons=(reason,)),)


def cut(rules: TableRules, table: Table, by: Actor, command: do.Cut) -> Events:
    """Cut the cards, if it is this person's turn to."""
    _between_coups(rules, table)
    data = shoe_rules(rules)
    exempt = data.shuffled_supplies if table.shoe.stage is Stage.NEW else None
    shoe = shoes.cut(rules, table.shoe, command.at)
    entitled = may_cut(rules, table, by)
    cited = merged(_clauses(data.cut_from_each_end, data.cut_order, exempt), entitled)
    patron = table.patron(by.name) if by.is_patron else None
    seat = patron.seat if patron and not patron.standing else None
    done = happened.CutOffered(offer=CutOffer(last_cutter_seat=seat))
    return (*_changed("cut", shoe, f"{by.name} cuts after card {command.at}", cited), done)


def mark(rules: TableRules, table: Table, by: Actor, command: do.Mark) -> Events:
    """Put the end-of-shoe card in."""
    _staff(rules, by, "place_marker", "place the marker")
    shoe = shoes.mark(rules, table.shoe, command.behind)
    text = f"{command.behind} cards behind the marker"
    return _changed("mark", shoe, text, shoe_rules(rules).marker_behind.clause)


def load(rules: TableRules, table: Table, by: Actor, command: do.Load) -> Events:
    """Put the cards into the shoe or the device."""
    del command
    _staff(rules, by, "place_marker", "load the shoe")
    check_blocks(table, "load")
    data = shoe_rules(rules)
    shoe = shoes.load(rules, table.shoe)
    uncut = table.shoe.stage is not Stage.MARKED
    return _changed("load", shoe, "loaded", _clauses(data.uncut_sources if uncut else data.cut_due))


def burn(rules: TableRules, table: Table, by: Actor, command: do.Burn) -> Events:
    """Burn by one of the permitted procedures."""
    _staff(rules, by, "burn", "burn cards")
    _between_coups(rules, table)
    burned = shoes.burn(rules, table.shoe, command.procedure, command.approved_by)
    return (happened.CardsBurned(burned=burned, reasons=(burned.reason,)),)


def ask_burned(rules: TableRules, table: Table, by: Actor, command: do.AskBurned) -> Events:
    """Show a patron the burned card, where it may be seen on request."""
    del rules, by, command
    if table.burned is None:
        raise Malformed("no card was burned yet")
    card = shoes.show_burned(table.burned)
    reason = Reason(f"{card} shown on request", table.burned.reason.clause)
    return (happened.BurnedCardShown(card=card, reasons=(reason,)),)


def new_shoe(rules: TableRules, table: Table, by: Actor, command: do.NewShoe) -> Events:
    """Take the same cards out to make the next shoe, unless they have to be replaced."""
    del command
    _staff(rules, by, "shuffle", "take the cards out")
    _between_coups(rules, table)
    cards = rules.edition.cards
    handled = cards.care.handled_replaced if cards else None
    if handled and handled.value and table.house.handled:
        text = "patrons handled cards of this shoe: all of them are replaced"
        raise Refused("cards_were_handled", handled.clause, text)
    if any(one.kind == "packs_incomplete" for one in table.blocks):
        check_blocks(table, "shoe")
    if any(one.kind == "packs_not_checked" for one in table.blocks):
        check_blocks(table, "shoe")
    shoe = shoes.next_shoe(rules, table.shoe)
    return _changed("new_shoe", shoe, "the cards are taken out", ())


def declare_last(rules: TableRules, table: Table, by: Actor, command: do.DeclareLast) -> Events:
    """Let the next coup be the last of the shoe."""
    del command
    require(rules, by, "deal", "declare a last coup")
    _between_coups(rules, table)
    if table.shoe.coups_left is not None:
        raise Malformed("the last coup is known already", code="already_so")
    shoe, called = shoes.declared_last(rules, table.shoe)
    return (happened.ShoeChanged(step="declare_last", shoe=shoe, reasons=called),)


HANDLERS: Handlers = {
    do.CheckCards: check_cards,
    do.Shuffle: shuffle,
    do.OfferCut: offer_cut,
    do.DeclineCut: decline_cut,
    do.NominateCutter: nominate_cutter,
    do.Cut: cut,
    do.Mark: mark,
    do.Load: load,
    do.Burn: burn,
    do.AskBurned: ask_burned,
    do.NewShoe: new_shoe,
    do.DeclareLast: declare_last,
}
