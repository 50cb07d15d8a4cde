"""Cards where they do not belong and cards too many: to their hand, held over, or retired."""

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.cards import Card
from punto.clause import Cited, Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.last_coup import complete, ends_behind_cutting_card
from punto.rulebook import schema
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import ExcessOnBanker, ExcessUnseen, FacesDealt, LiveRule, Misplaced
from punto.rulebook.power import Power
from punto.rulebook.terms import Result, Side
from punto.shoe import Stage, shoe_rules
from punto.table.authority import provided, require
from punto.table.cards.cutting_card import cutting_card_met
from punto.table.deal.commands import Draw
from punto.table.deal.events import CardDrawn
from punto.table.deal.faces import due_to, held_face, leaving, lies_up
from punto.table.deal.methods import method_of
from punto.table.errors import commands as do
from punto.table.errors import events as happened
from punto.table.events import AnyEvent, Events
from punto.table.ledger import whole
from punto.table.phase import Betting, Closed, Dealing, Idle, Settling
from punto.table.table import Table
from punto.table.wagers.events import StakesReturned

OPENING_CARDS, THIRD = 4, 3


def errors(rules: TableRules) -> schema.Errors:
    """Return the rules about cards gone astray."""
    if rules.edition.errors is None:
        raise not_held(rules.edition, "what follows from an error")
    return rules.edition.errors


def misplaced(rules: TableRules, table: Table, phase: Dealing, command: do.PullCard) -> Events:
    """Give a card to the hand it is due to."""
    side = due_to(rules, phase)
    assert side is not None
    if command.to == side.value:
        raise Malformed(f"that card is due to {side.title()}: draw it", code=ErrorCode.NOT_NOW)
    if command.to == "nobody":
        raise Malformed(
            f"a card is due to {side.title()}: it has to go there", code=ErrorCode.NOT_NOW
        )
    up = command.seen or method_of(rules, phase).faces is FacesDealt.UP
    card = leaving(rules, table, command.card, up=up)
    shown = str(card) if up else "a card"
    met = cutting_card_met(table, table.shoe.drawn + 1)
    reason, lifting = put_where_due(rules, phase, side, Side(command.to), shown if up else None)
    laid = laid_wrongly(table, Side(command.to), side, card if up else None, reason)
    then = _then(errors(rules), phase, side)
    drawn = CardDrawn(card=card, side=side, up=up, reasons=(reason, *then))
    return (laid, drawn, *met, *lifting)


def laid_wrongly(
    table: Table, laid: Side, due: Side, card: Card | None, reason: Reason
) -> happened.CardMisplaced:
    """Return on record that a card lay on the wrong hand before it was put where it belongs."""
    shown = str(card) if card is not None else "a card"
    words = f"{shown} was laid on {laid.title()} and is due to {due.title()}"
    return happened.CardMisplaced(
        coup=table.number,
        laid_on=laid,
        due_to=due,
        card=card,
        reasons=(Reason(words, reason.clause),),
    )


def put_where_due(
    rules: TableRules, phase: Dealing, side: Side, laid: Side, shown: str | None
) -> tuple[Reason, Events]:
    """Return why a card laid on one hand belongs to the other, and whether wagers may be lifted."""
    data = errors(rules)
    fourth = fourth_card(rules, phase, laid)
    third = side is Side.BANKER and phase.count >= OPENING_CARDS and fourth is None
    if third and data.player_card_to_banker.value:
        text = f"{shown or 'a card'}, dealt to Player in error, is Banker's third card"
        return Reason(text, data.player_card_to_banker.clause), ()
    policy = fourth or data.misplaced
    text = f"{shown or 'the card'} goes to {side.title()}, where it belongs"
    return Reason(text, policy.clause), removable(rules, policy)


def fourth_card(
    rules: TableRules, phase: Dealing | Settling, laid: Side | str
) -> Cited[Misplaced] | None:
    """Return what the rulebook says of a card for a hand that has three, if this is one."""
    hands = {Side.PLAYER: phase.hand(Side.PLAYER), Side.BANKER: phase.hand(Side.BANKER)}
    if laid not in list(Side) or len(hands[Side(laid)]) < THIRD:
        return None
    return errors(rules).fourth_card


def removable(rules: TableRules, policy: Cited[Misplaced]) -> Events:
    """Return that patrons may take their wagers off once a coup was put right, where they may."""
    if policy.value is not Misplaced.TO_ITS_HAND_WAGERS_REMOVABLE:
        return ()
    if LiveRule.LIFTING in rules.sets_aside:
        return ()
    reason = Reason("patrons may take their own wagers off", rules.says.lifted)
    return (happened.WagersRemovable(reasons=(reason,)),)


def _then(data: schema.Errors, phase: Dealing, side: Side) -> tuple[Reason, ...]:
    """Return what follows for Banker when a third card goes to Player after all."""
    if phase.count < 4 or side is not Side.PLAYER or not data.then_by_table:
        return ()
    return (Reason("Banker then draws or stands by the table of play", data.then_by_table),)


def excess(
    rules: TableRules, table: Table, to: str, named: Card | None, *, seen: bool, why: Clauses = ()
) -> Events:
    """Hold a card in excess for the next coup, or retire it."""
    card = leaving(rules, table, named, up=seen)
    phase, lifting = table.phase, tuple[AnyEvent, ...]()
    if isinstance(phase, Dealing | Settling) and (fourth := fourth_card(rules, phase, to)):
        # One more than three is none of the third cards that have rules of their own.
        to, why, lifting = "nobody", merged(why, fourth.clause), removable(rules, fourth)
    judged = _judged(rules, table, to, card, seen=seen, why=why)
    return (*judged, *cutting_card_met(table, table.shoe.drawn + 1), *lifting)


def slipped(rules: TableRules, table: Table, command: do.PullCard) -> Events:
    """Burn a card that was put into the discards by mistake: it is burned, the next is dealt."""
    clause = provided(rules, rules.says.burned_stays, "what becomes of a card in the discards")
    if table.shoe.stage is not Stage.READY or isinstance(table.phase, Closed):
        raise Malformed("no coup is dealt from these cards now", code=ErrorCode.NOT_NOW)
    card = leaving(rules, table, command.card, up=command.seen)
    reason = Reason("the card is in the discards and stays burned; the next one is dealt", clause)
    gone = happened.CardRetired(card=card, seen=command.seen, reasons=(reason,))
    return (*_to_come(rules, table), gone, *cutting_card_met(table, table.shoe.drawn + 1))


def _judged(
    rules: TableRules, table: Table, to: str, card: Card | None, *, seen: bool, why: Clauses
) -> Events:
    data = errors(rules)
    shoe = replace(table.shoe, drawn=table.shoe.drawn + 1)
    ending = _to_come(rules, table)
    left = ending[0].coups_left if ending else shoe.coups_left
    # While a coup has no result nobody knows whether the shoe is over: the card waits.
    if left == 0 and not isinstance(table.phase, Dealing):
        clause = merged(data.shoe_over.clause, why)
        reason = Reason("the shoe is over: the card is not dealt", clause)
        return (*ending, happened.CardRetired(card=card, seen=seen, reasons=(reason,)))
    banker = to == "banker" and data.excess_on_banker.value is ExcessOnBanker.NEVER_BET_ON
    if seen or banker:
        cited = merged(
            why,
            data.excess_seen.clause if seen else (),
            data.excess_on_banker.clause if to == "banker" else (),
        )
        shown = str(card) if seen else "a card"
        reason = Reason(f"{shown} opens the next coup, on which nobody bets", cited)
        held = happened.CardHeld(
            card=card, seen=seen, no_bet=True, to=_laid(table, to), reasons=(reason,)
        )
        return (*_lifted(rules, table, reason), *ending, held)
    unseen = data.excess_unseen
    unless = unseen.value is ExcessUnseen.OPENS_NEXT_COUP_UNLESS_MARKER
    if unless and shoe.cutting_card_shows:
        reason = Reason("the marker shows: the card is retired unseen", unseen.clause)
        return (*ending, happened.CardRetired(card=card, reasons=(reason,)))
    cited = merged(why, unseen.clause, data.excess_on_banker.clause if to == "banker" else ())
    reason = Reason("opens the next coup", cited)
    return (*ending, happened.CardHeld(card=card, to=_laid(table, to), reasons=(reason,)))


def _laid(table: Table, to: str) -> Side | None:
    """Return the hand on which a card lies of which nobody knows yet whether it takes it."""
    return Side(to) if isinstance(table.phase, Dealing) and to in list(Side) else None


def _to_come(rules: TableRules, table: Table) -> tuple[happened.CoupsLeftChanged, ...]:
    """Return how many coups are to come, if a card that leaves the shoe now decides it anew.

    A coup lasts to its discards: a card from behind the cutting card before them is one inside it.
    """
    shoe, phase = replace(table.shoe, drawn=table.shoe.drawn + 1), table.phase
    if isinstance(phase, Settling):
        before = phase.before
        shoe = replace(
            shoe,
            coups_left=before.left,
            extra_given=before.extra_given,
            last_called=table.shoe.last_called,
        )
        ending = complete(rules, shoe, tie=phase.coup.result is Result.TIE, call=False)
        if ending.coups_left == table.shoe.coups_left:
            return ()
        changed = happened.CoupsLeftChanged(
            coups_left=ending.coups_left,
            extra_given=shoe.extra_given or ending.extra_given,
            last_called=ending.last_called,
            reasons=ending.reasons,
        )
        return (changed,)
    between = isinstance(phase, Idle | Betting) and shoe.coups_left != 0
    if not between or not ends_behind_cutting_card(rules, shoe):
        return ()
    after = shoe_rules(rules).coups_after_marker_inside
    reason = Reason("a card from behind the marker is out: the shoe is over", after.clause)
    changed = happened.CoupsLeftChanged(
        coups_left=0, extra_given=shoe.extra_given, reasons=(reason,)
    )
    return (changed,)


def _lifted(rules: TableRules, table: Table, reason: Reason) -> Events:
    """Return wagers on the next coup handed back, because nobody may bet on it now."""
    if not isinstance(table.phase, Idle | Betting) or not table.wagers:
        return ()
    stakes = tuple(whole(wager) for wager in table.wagers)
    off = errors(rules).forced_cleared
    cleared = (Reason("all wagers come off before a coup without bets", off),) if off else ()
    return (StakesReturned(stakes=stakes, reasons=(reason, *cleared)),)


def open_with_carried(rules: TableRules, table: Table, command: Draw) -> Events:
    """Return the card that was held over as first card of a coup."""
    carried = table.next.carried[0]
    data = errors(rules)
    source = data.excess_seen if table.carries_no_bet else data.excess_unseen
    shown = str(carried.card) if carried.seen else "a card"
    reason = Reason(f"{shown}, held over, opens the coup", source.clause)
    assert isinstance(table.phase, Dealing)
    up = carried.seen or lies_up(rules, table.phase, face_down=command.face_down)
    card = held_face(rules, table, command.card, up=up)
    drawn = CardDrawn(card=card, side=Side.PLAYER, from_carried=True, up=up, reasons=(reason,))
    return (drawn,)


def put_back(rules: TableRules, table: Table) -> Events:
    """Refuse to put a card back into the shoe, always."""
    clause = provided(rules, rules.says.put_back, "whether a card goes back into the shoe")
    if not table.shoe.drawn:
        raise Malformed("no card has left the shoe", code=ErrorCode.NOT_NOW)
    raise Refused(
        ErrorCode.NEVER_BACK, clause, "a card that was pulled never goes back into the shoe"
    )


def sweep_held(rules: TableRules, table: Table, by: Actor) -> Events:
    """Burn a held card that was swept into the discards: it stays burned."""
    require(rules, by, Power.DEAL, "sweep cards away")
    clause = provided(rules, rules.says.burned_stays, "what becomes of a card in the discards")
    if not table.next.carried:
        raise Malformed("no card is held", code=ErrorCode.NOT_NOW)
    if not isinstance(table.phase, Idle | Betting):
        raise Refused(ErrorCode.COUP_RUNNING, clause, "a coup is on")
    reason = Reason("the held card is in the discards and stays burned", clause)
    return (happened.HeldCardSwept(reasons=(reason,)),)


def expose_held(rules: TableRules, table: Table, by: Actor, command: do.ExposeHeld) -> Events:
    """Take up that a card held unseen for the next coup was seen: nobody bets on that coup."""
    require(rules, by, Power.DEAL, "deal")
    clause = errors(rules).excess_seen.clause
    unseen = [place for place, card in enumerate(table.next.carried) if not card.seen]
    if not unseen:
        raise Malformed("no card is held face down", code=ErrorCode.NO_SUCH_THING)
    held = table.next.carried[unseen[0]].card
    if held is not None and command.card not in (None, held):
        raise Malformed(f"{command.card} is not the card that is held", code=ErrorCode.OTHER_CARD)
    card = held or leaving(rules, table, command.card, up=True)
    assert card is not None
    reason = Reason(f"{card} was seen: nobody bets on the coup it opens", clause)
    exposed = happened.HeldCardExposed(place=unseen[0], card=card, reasons=(reason,))
    return (*_lifted(rules, table, reason), exposed)


def find_face_up(rules: TableRules, table: Table, by: Actor, named: Card | None) -> Events:
    """Use a card that lies face up in the shoe in its turn, or hold it for a no-bet coup."""
    require(rules, by, Power.DEAL, "deal")
    if table.shoe.stage is not Stage.READY:
        text = "the cards are not in a shoe from which coups are dealt"
        raise Malformed(text, code=ErrorCode.NOT_NOW)
    if not table.shoe.left:
        raise Malformed("the shoe is empty", code=ErrorCode.NOT_NOW)
    phase = table.phase
    if isinstance(phase, Dealing):
        clause = provided(rules, rules.says.face_up_in_turn, "what a card face up in the shoe does")
        side = due_to(rules, phase)
        assert side is not None
        card = leaving(rules, table, named, up=True)
        reason = Reason(f"{card} lies face up in the shoe and is played in its turn", clause)
        drawn = CardDrawn(card=card, side=side, reasons=(reason,))
        return (drawn, *cutting_card_met(table, table.shoe.drawn + 1))
    clause = provided(rules, rules.says.face_up_between, "what a card face up in the shoe does")
    if not isinstance(phase, Settling | Idle | Betting):
        raise Malformed("the table is not open", code=ErrorCode.TABLE_CLOSED)
    return excess(rules, table, "nobody", named, seen=True, why=clause)
