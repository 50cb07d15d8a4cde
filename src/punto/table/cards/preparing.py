"""The cards on their way into play: check, shuffle, marker, load, burn, next shoe."""

from typing import Any

from punto import last_coup
from punto import shoe as shoes
from punto.aggregate.actor import Actor
from punto.burning import Burning, burn_first
from punto.burning import burn as burning_of
from punto.cards import Card
from punto.clause import Cited, Clauses, Malformed, NotEntitled, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.terms import Gap
from punto.shoe import Stage, shoe_rules
from punto.table.authority import provided, require
from punto.table.cards import commands as do
from punto.table.cards import events as happened
from punto.table.cards.copies import check_possible
from punto.table.cards.cutting_card import cutting_card_met
from punto.table.entries import MissedBurnRecorded
from punto.table.events import AnyEvent, Events
from punto.table.guards import check_blocks
from punto.table.matters import BlockKind
from punto.table.opening.approvals import check_approved
from punto.table.phase import Betting, Closed, Idle
from punto.table.register import blocked, record
from punto.table.table import Table


def clauses_of(*data: Cited[Any] | None) -> Clauses:
    """Return the clauses of the data that a rulebook has."""
    return merged(*(datum.clause for datum in data if datum is not None))


def reasoned(text: str, clause: Clauses) -> tuple[Reason, ...]:
    """Return a reason where a clause gives one."""
    return (Reason(text, clause),) if clause else ()


def check_free(rules: TableRules, table: Table) -> None:
    """Refuse to touch the stack while a coup is on or wagers lie on the layout."""
    free = isinstance(table.phase, Idle | Closed)
    if not free and not (isinstance(table.phase, Betting) and not table.wagers):
        clause = shoe_rules(rules).shuffle_later.clause
        text = "the cards are not touched while a coup is on or wagers lie on the layout"
        raise Refused(ErrorCode.COUP_RUNNING, clause, text)


def staff(rules: TableRules, by: Actor, power: Power, act: str) -> Clauses:
    """Return the clauses that let somebody work on the cards, or refuse them."""
    if power in rules.edition.powers:
        return require(rules, by, power, act)
    return require(rules, by, Power.DEAL, act) if by.is_patron else ()


def check_cards(rules: TableRules, table: Table, by: Actor) -> Events:
    """Let a patron look the cards over; where that must be done, nobody else does it for them."""
    needed = shoe_rules(rules).player_check
    if needed and needed.value and not by.is_patron:
        raise NotEntitled(needed.clause, f"{by.name} may not do that: it is for patrons")
    shoes.check_looked_over(rules, table.shoe)
    return (happened.CardsLookedOver(),)


def shuffle(rules: TableRules, table: Table, by: Actor, command: do.Shuffle) -> Events:
    """Have the cards shuffled; nobody knows into which order."""
    staff(rules, by, Power.SHUFFLE, "shuffle")
    check_free(rules, table)
    machine: Clauses = ()
    if command.machine is not None:
        machine = _by_machine(rules, table, by, command.machine)
    data, first = shoe_rules(rules), table.shoe.number == 1
    shoes.check_shuffle(rules, table.shoe)
    needed = data.shuffle_first if first else data.shuffle_later
    looked = data.player_check if table.shoe.checked else data.checked_supplies
    cited = merged(clauses_of(needed, looked if first else None), machine)
    return (happened.CardsShuffled(machine=command.machine, reasons=reasoned("shuffled", cited)),)


def _by_machine(rules: TableRules, table: Table, by: Actor, mark_of_it: str) -> Clauses:
    """Return what lets a machine shuffle, or refuse it: an approval, or a decision that is kept."""
    decided = shoe_rules(rules).machine
    if decided is None:
        check_approved(rules, table, by, "machine_shuffle", mark_of_it)
        approvals = rules.edition.opening.approvals.values()
        return merged(*(approval.clause for approval in approvals))
    if Gap.SHUFFLING_MACHINE not in table.papers.decided:
        text = "the dealer shuffles: of machines these rules say nothing"
        hint = f"whoever decides what they leave open: record_decision {Gap.SHUFFLING_MACHINE}"
        raise Refused(ErrorCode.NOT_DECIDED, decided.clause, text, hint)
    gaps = rules.edition.conduct.left_to_operator
    return merged(decided.clause, gaps.clause if gaps else ())


def mark(rules: TableRules, table: Table, by: Actor, command: do.Mark) -> Events:
    """Put the end-of-shoe card in."""
    staff(rules, by, Power.PLACE_MARKER, "place the marker")
    shoes.check_mark(rules, table.shoe, command.behind)
    clause = shoe_rules(rules).marker_behind.clause
    count = "an uncounted number of" if command.behind is None else str(command.behind)
    reason = Reason(f"{count} cards behind the marker", clause)
    return (happened.CuttingCardPlaced(behind=command.behind, reasons=(reason,)),)


def load(rules: TableRules, table: Table, by: Actor, command: do.Load) -> Events:
    """Put the cards into the shoe, or into the device that shuffles them."""
    power = Power.LOAD if Power.LOAD in rules.edition.powers else Power.PLACE_MARKER
    staff(rules, by, power, "load the shoe")
    check_blocks(table, "load")
    if command.uncut:
        return _loaded_uncut(rules, table)
    data = shoe_rules(rules)
    stage = shoes.loaded(rules, table.shoe)
    uncut = table.shoe.stage is not Stage.MARKED
    cited = clauses_of(data.uncut_sources if uncut else data.loaded_first or data.cut_due)
    mixed = shoes.shuffled_in(rules)
    if mixed:
        cited = merged(clauses_of(data.shuffled_in), cited)
    text = "loaded, to be shuffled there" if mixed else "loaded"
    return (happened.CardsLoaded(stage=stage, shuffled=mixed, reasons=reasoned(text, cited)),)


def _loaded_uncut(rules: TableRules, table: Table) -> Events:
    """Return cards in the shoe that are still to be cut: it happened, and nobody noticed it."""
    provided(rules, rules.says.missed_cut, "what follows when cards are not cut")
    try:
        shoes.loaded(rules, table.shoe)
    except Refused as no:
        if no.code != ErrorCode.NOT_CUT:
            raise
    else:
        raise Malformed("no cut of these cards is due", code=ErrorCode.NOT_NOW)
    stage = Stage.LOADED if shoe_rules(rules).burn else Stage.READY
    return (happened.CardsLoaded(stage=stage, reasons=(Reason("loaded without a cut", ()),)),)


def burn(rules: TableRules, table: Table, by: Actor, command: do.Burn) -> Events:
    """Burn by one of the permitted procedures."""
    staff(rules, by, Power.BURN, "burn cards")
    check_free(rules, table)
    first = command.card
    burning = burning_of(rules, table.shoe, command.procedure, first, command.approved_by)
    if first is not None and not burn_first(rules, command.procedure):
        raise Malformed("nobody sees a card of this burn", code=ErrorCode.FACE_UNSEEN)
    if first is not None:
        check_possible(rules, table, first)
    count, missed = burning.count, tuple[AnyEvent, ...]()
    if command.forgotten:
        count, missed = _cut_short(rules, table, burning, command.forgotten)
    burned = happened.CardsBurned(
        count=count,
        shown=burning.shown,
        on_request=burning.on_request,
        clause=burning.asked_under,
        reasons=(burning.reason,),
    )
    return (burned, *cutting_card_met(table, table.shoe.drawn + count), *missed)


def _cut_short(
    rules: TableRules, table: Table, burning: Burning, forgotten: int
) -> tuple[int, Events]:
    """Return how many cards were burned where further ones were forgotten, and that on record."""
    clause = provided(
        rules, rules.says.burn_cut_short, "what follows when further cards are not burned"
    )
    if not 0 < forgotten < burning.count:
        text = f"{burning.count - 1} further cards are to be burned"
        raise Malformed(text, code=ErrorCode.INCOMPLETE)
    text = f"{forgotten} further cards were not burned and stay in play"
    return burning.count - forgotten, (record(MissedBurnRecorded, table, text, clause),)


def ask_burned(rules: TableRules, table: Table, by: Actor, command: do.AskBurned) -> Events:
    """Show a patron the burned card, where it may be seen on request."""
    burned = table.packs.burned
    if burned is not None and burned.on_request and not by.is_patron:
        raise NotEntitled(burned.clause, f"{by.name} may not ask for it: that is for players")
    if burned is None:
        raise Malformed("there is no burned card to ask for", code=ErrorCode.NOT_NOW)
    if burned.shown is not None:
        raise Malformed(f"{burned.shown} was shown already", code=ErrorCode.ALREADY_SO)
    if not burned.on_request:
        raise Refused(ErrorCode.BURNED_CARD_UNSEEN, burned.clause, "this card is burned unseen")
    card = face_named(rules, table, command.card)
    reason = Reason(f"{card} shown on request", burned.clause)
    return (happened.BurnedCardShown(card=card, reasons=(reason,)),)


def face_named(rules: TableRules, table: Table, card: Card | None) -> Card:
    """Return a face that everybody sees now, or say that it is missing or cannot be."""
    if card is None:
        raise Malformed("say which card it is", "card=KH", code=ErrorCode.FACE_MISSING)
    check_possible(rules, table, card)
    return card


def new_shoe(rules: TableRules, table: Table, by: Actor) -> Events:
    """Take the same cards out to make the next shoe, unless they have to be replaced."""
    shoe_rules(rules)
    staff(rules, by, Power.SHUFFLE, "take the cards out")
    check_free(rules, table)
    cards = rules.edition.cards
    handled = cards.care.handled_replaced if cards else None
    if handled and handled.value and table.packs.handled:
        text = "patrons handled cards of this shoe: all of them are replaced"
        raise Refused(ErrorCode.CARDS_WERE_HANDLED, handled.clause, text)
    if blocked(table, BlockKind.PACKS_INCOMPLETE) or blocked(table, BlockKind.PACKS_NOT_CHECKED):
        check_blocks(table, "shoe")
    check_blocks(table, "coup")
    _check_carried(rules, table)
    return (happened.ShoeTakenOut(number=table.shoe.number + 1),)


def _check_carried(rules: TableRules, table: Table) -> None:
    """Refuse to take out a shoe in mid-course whose next coup opens with a card held over."""
    data = rules.edition.errors
    ended = table.shoe.coups_left == 0 or any(block.stops == "shoe" for block in table.open.blocks)
    if table.next.carried and data is not None and not ended:
        held = data.excess_seen if table.carries_no_bet else data.excess_unseen
        text = "a card is held over: it opens the next coup of this shoe first"
        raise Refused(ErrorCode.CARD_HELD_OVER, held.clause, text)


def declare_last(rules: TableRules, table: Table, by: Actor) -> Events:
    """Let the next coup be the last of the shoe."""
    require(rules, by, Power.DEAL, "declare a last coup")
    check_free(rules, table)
    if table.shoe.coups_left is not None:
        raise Malformed("the last coup is known already", code=ErrorCode.ALREADY_SO)
    called = last_coup.declared_last(rules, table.shoe)
    return (happened.LastCoupDeclared(reasons=called),)
