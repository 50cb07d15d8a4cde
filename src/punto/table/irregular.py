"""Cards where they do not belong, cards too many or too few, and coups that end without result."""

from msgspec.structs import replace

from punto import shoe as shoes
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.coup import due
from punto.rulebook import schema
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import ExcessOnBanker, ExcessUnseen, FacesDealt, Misplaced, Side
from punto.table import commands as do
from punto.table import events as happened
from punto.table.handlers import Events
from punto.table.methods import method_of
from punto.table.people import Actor, provided, require, says
from punto.table.state import Betting, Dealing, HeldCard, Idle, Settling, Table


def errors(rules: TableRules) -> schema.Errors:
    """Return the rules about cards gone astray."""
    if rules.edition.errors is None:
        raise not_held(rules.edition, "what follows from an error")
    return rules.edition.errors


def misplaced(rules: TableRules, table: Table, phase: Dealing, command: do.PullCard) -> Events:
    """Give a card to the hand it is due to."""
    data, side = errors(rules), due(rules, phase.player, phase.banker)
    assert side is not None
    if command.to == side.value:
        raise Malformed(f"that card is due to {side.title()}: draw it")
    if command.to == "nobody":
        raise Malformed(f"a card is due to {side.title()}: it has to go there")
    card, _ = shoes.draw(rules, table.shoe)
    up = command.seen or method_of(rules, phase).faces is not FacesDealt.DOWN
    opening = len(phase.player) + len(phase.banker) < 4
    if side is Side.BANKER and not opening and data.player_card_to_banker.value:
        shown = card if up else "a card"
        text = f"{shown}, dealt to Player in error, is Banker's third card"
        reason = Reason(text, data.player_card_to_banker.clause)
        return (happened.CardDrawn(card=card, side=side, up=up, reasons=(reason,)),)
    text = f"{card if up else 'the card'} goes to {side.title()}, where it belongs"
    reason = Reason(text, data.misplaced.clause)
    drawn = happened.CardDrawn(card=card, side=side, up=up, reasons=(reason,))
    if data.misplaced.value is Misplaced.TO_ITS_HAND_WAGERS_REMOVABLE:
        return (drawn, happened.WagersRemovable(reasons=(reason,)))
    return (drawn,)


def excess(rules: TableRules, table: Table, to: str, *, seen: bool, why: Clauses = ()) -> Events:
    """Hold a card in excess for the next coup, or retire it."""
    data = errors(rules)
    if table.carried is not None:
        raise Malformed("a card is held over already", code="already_so")
    card, shoe = shoes.draw(rules, table.shoe)
    over = shoe.coups_left == 0 or (shoe.marker is not None and _past(rules, shoe))
    if over:
        clause = merged(data.shoe_over.clause, why)
        reason = Reason("the shoe is over: the card is not dealt", clause)
        return (happened.CardRetired(card=card, reasons=(reason,)),)
    banker = to == "banker" and data.excess_on_banker.value is ExcessOnBanker.NEVER_BET_ON
    if seen or banker:
        cited = merged(
            why,
            data.excess_seen.clause if seen else (),
            data.excess_on_banker.clause if to == "banker" else (),
        )
        held = HeldCard(card, seen, no_bet=True)
        text = f"{card} opens the next coup, on which nobody bets"
        if not seen:
            text = "a card opens the next coup, on which nobody bets"
        return (happened.CardHeld(carried=held, reasons=(Reason(text, cited),)),)
    unseen = data.excess_unseen
    showing = shoe.marker is not None and shoe.marker <= shoe.drawn
    if unseen.value is ExcessUnseen.OPENS_NEXT_COUP_UNLESS_MARKER and showing:
        reason = Reason("the marker shows: the card is retired unseen", unseen.clause)
        return (happened.CardRetired(card=card, reasons=(reason,)),)
    cited = merged(unseen.clause, data.excess_on_banker.clause if to == "banker" else ())
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
    data = errors(rules)
    source = data.excess_seen if held.no_bet else data.excess_unseen
    card = str(held.card) if held.seen else "a card"
    reason = Reason(f"{card}, held over, opens the coup", source.clause)
    assert isinstance(table.phase, Dealing)
    up = held.seen or method_of(rules, table.phase).faces is not FacesDealt.DOWN
    return (
        happened.CardDrawn(
            card=held.card, side=Side.PLAYER, from_held=True, up=up, reasons=(reason,)
        ),
    )


def void_for_want_of_cards(rules: TableRules, table: Table) -> Events:
    """Void a coup for which a card is missing."""
    data = errors(rules)
    reason = Reason(
        "a card that is due is missing: the coup is void and every stake goes back",
        merged(data.too_few_cards.clause, data.void_returns),
    )
    return (voided(rules, table, "too few cards", reason),)


def voided(rules: TableRules, table: Table, ground: str, reason: Reason) -> happened.CoupVoided:
    """Return the void; a marker that came out in the coup counts all the same, a tie does not."""
    shoe = table.shoe
    if isinstance(table.phase, Settling) and table.phase.before is not None:
        # A result that does not count gives no further coup either.
        shoe = replace(table.phase.before, drawn=shoe.drawn)
    shoe, ending = shoes.complete(rules, shoe, tie=False)
    answers = says(rules, "inspector_answers")
    who = ", ".join(table.house.on_duty)
    answered = (Reason(f"{who} answers for this coup", answers),) if who and answers else ()
    return happened.CoupVoided(ground=ground, shoe=shoe, reasons=(reason, *ending, *answered))


def put_back(rules: TableRules, table: Table, by: Actor, command: do.PutBack) -> Events:
    """Refuse to put a card back into the shoe, always."""
    del by, command
    clause = provided(rules, "put_back", "whether a card goes back into the shoe")
    if not table.shoe.drawn:
        raise Malformed("no card has left the shoe")
    raise Refused("never_back", clause, "a card that was pulled never goes back into the shoe")


def sweep_held(rules: TableRules, table: Table, by: Actor, command: do.SweepHeld) -> Events:
    """Burn a held card that was swept into the discards: it stays burned."""
    del command
    require(rules, by, "deal", "sweep cards away")
    clause = provided(rules, "burned_stays", "what becomes of a card in the discards")
    if table.carried is None:
        raise Malformed("no card is held")
    if not isinstance(table.phase, Idle | Betting):
        raise Refused("coup_running", clause, "a coup is on")
    reason = Reason("the held card is in the discards and stays burned", clause)
    return (happened.HeldCardSwept(reasons=(reason,)),)


def find_face_up(rules: TableRules, table: Table, by: Actor) -> Events:
    """Use a card that lies face up in the shoe in its turn, or hold it for a no-bet coup."""
    require(rules, by, "deal", "deal")
    if not table.shoe.left:
        raise Malformed("the shoe is empty")
    phase = table.phase
    if isinstance(phase, Dealing):
        clause = provided(rules, "face_up_in_turn", "what a card face up in the shoe does")
        side = due(rules, phase.player, phase.banker)
        assert side is not None
        card, _ = shoes.draw(rules, table.shoe)
        reason = Reason(f"{card} lies face up in the shoe and is played in its turn", clause)
        return (happened.CardDrawn(card=card, side=side, reasons=(reason,)),)
    clause = provided(rules, "face_up_between", "what a card face up in the shoe does")
    if isinstance(phase, Settling) and phase.collected:
        raise Malformed("settle this coup first")
    if not isinstance(phase, Settling | Idle | Betting):
        raise Malformed("the table is not open")
    return excess(rules, table, "nobody", seen=True, why=clause)
