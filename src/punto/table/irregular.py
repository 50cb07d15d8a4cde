"""Cards where they do not belong, cards too many, and coups that cannot be finished."""

from punto import shoe as shoes
from punto.clause import Malformed, Reason, Refused, merged
from punto.coup import due
from punto.rulebook import live
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import ExcessOnBanker, ExcessUnseen, Misplaced, Side
from punto.table import commands as do
from punto.table import events as happened
from punto.table.people import Actor, require
from punto.table.state import Dealing, HeldCard, Settling, Table

Events = tuple[happened.AnyEvent, ...]


def _errors(rules: TableRules) -> live.Errors:
    if rules.edition.errors is None:
        raise Malformed("this rulebook holds no rules for errors")
    return rules.edition.errors


def pull_card(rules: TableRules, table: Table, command: do.PullCard) -> Events:
    """Judge a card that was put where it is not due."""
    if not table.shoe.left:
        raise Malformed("the shoe is empty")
    match table.phase:
        case Dealing() as phase:
            return _misplaced(rules, table, phase, command)
        case Settling() as phase if not phase.collected:
            return _excess(rules, table, command)
        case _:
            raise Malformed("no coup is on in which a card could go astray")


def _misplaced(rules: TableRules, table: Table, phase: Dealing, command: do.PullCard) -> Events:
    """Give a card to the hand it is due to."""
    data, side = _errors(rules), due(rules, phase.player, phase.banker)
    assert side is not None
    if command.to == side.value:
        raise Malformed(f"that card is due to {side.title()}: draw it")
    if command.to == "nobody":
        raise Malformed(f"a card is due to {side.title()}: it has to go there")
    card, _ = shoes.draw(rules, table.shoe)
    opening = len(phase.player) + len(phase.banker) < 4
    if side is Side.BANKER and not opening and data.player_card_to_banker.value:
        text = f"{card}, dealt to Player in error, is Banker's third card"
        reason = Reason(text, data.player_card_to_banker.clause)
        return (happened.CardDrawn(card=card, side=side, reasons=(reason,)),)
    reason = Reason(f"{card} goes to {side.title()}, where it belongs", data.misplaced.clause)
    drawn = happened.CardDrawn(card=card, side=side, reasons=(reason,))
    if data.misplaced.value is Misplaced.TO_ITS_HAND_WAGERS_REMOVABLE:
        return (drawn, happened.WagersRemovable(reasons=(reason,)))
    return (drawn,)


def _excess(rules: TableRules, table: Table, command: do.PullCard) -> Events:
    """Hold a card in excess for the next coup, or retire it."""
    data = _errors(rules)
    if table.carried is not None:
        raise Malformed("a card is held over already")
    card, shoe = shoes.draw(rules, table.shoe)
    over = shoe.coups_left == 0 or (shoe.marker is not None and _past(rules, shoe))
    if over:
        reason = Reason("the shoe is over: the card is not dealt", data.shoe_over.clause)
        return (happened.CardRetired(card=card, reasons=(reason,)),)
    banker = command.to == "banker" and data.excess_on_banker.value is ExcessOnBanker.NEVER_BET_ON
    if command.seen or banker:
        cited = merged(
            data.excess_seen.clause if command.seen else (),
            data.excess_on_banker.clause if command.to == "banker" else (),
        )
        held = HeldCard(card, command.seen, no_bet=True)
        text = f"{card} opens the next coup, on which nobody bets"
        return (happened.CardHeld(carried=held, reasons=(Reason(text, cited),)),)
    unseen = data.excess_unseen
    showing = shoe.marker is not None and shoe.marker <= shoe.drawn
    if unseen.value is ExcessUnseen.OPENS_NEXT_COUP_UNLESS_MARKER and showing:
        reason = Reason("the marker shows: the card is retired unseen", unseen.clause)
        return (happened.CardRetired(card=card, reasons=(reason,)),)
    cited = merged(unseen.clause, data.excess_on_banker.clause if command.to == "banker" else ())
    held = HeldCard(card, seen=False, no_bet=False)
    return (happened.CardHeld(carried=held, reasons=(Reason("opens the next coup", cited),)),)


def _past(rules: TableRules, shoe: shoes.Shoe) -> bool:
    """Return whether a card behind the marker is out and no coup may start after that."""
    data = shoes.shoe_rules(rules)
    ends = data.coups_after_marker_inside.value == 0 and not data.coups_after_tie
    return ends and shoe.marker is not None and shoe.drawn > shoe.marker


def open_with_held(rules: TableRules, table: Table) -> Events:
    """Return the held card as first card of a coup."""
    held = table.carried
    assert held is not None
    data = _errors(rules)
    source = data.excess_seen if held.no_bet else data.excess_unseen
    reason = Reason(f"{held.card}, held over, opens the coup", source.clause)
    return (
        happened.CardDrawn(card=held.card, side=Side.PLAYER, from_held=True, reasons=(reason,)),
    )


def void_for_want_of_cards(rules: TableRules, table: Table) -> Events:
    """Void a coup for which a card is missing."""
    data = _errors(rules)
    reason = Reason(
        "a card that is due is missing: the coup is void and every stake goes back",
        merged(data.too_few_cards.clause, data.void_returns),
    )
    return (_voided(rules, table, "too few cards", reason),)


def _voided(rules: TableRules, table: Table, ground: str, reason: Reason) -> happened.CoupVoided:
    """Return the void; a marker that came out in the coup counts all the same, a tie does not."""
    shoe, ending = shoes.complete(rules, table.shoe, tie=False)
    return happened.CoupVoided(ground=ground, shoe=shoe, reasons=(reason, *ending))


def void_coup(rules: TableRules, table: Table, by: Actor, command: do.VoidCoup) -> Events:
    """Void a running coup by the decision of whoever may."""
    data = _errors(rules)
    require(rules.edition, by, data.void_by.value, data.void_by.clause, "void a coup")
    if not isinstance(table.phase, Dealing | Settling):
        raise Malformed("no coup is on")
    if isinstance(table.phase, Settling) and table.phase.collected:
        raise Refused("already_settled", data.void_by.clause, "the wagers are being settled")
    if not command.ground.strip():
        raise Malformed("say why the coup is void")
    clause = merged(data.void_by.clause, data.void_returns)
    reason = Reason(f"void, every stake goes back: {command.ground}", clause)
    return (_voided(rules, table, command.ground, reason),)
