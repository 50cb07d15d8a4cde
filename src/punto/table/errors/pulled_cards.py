"""Cards gone astray: pulled wrongly, face up in the shoe, missing from it."""

from typing import Literal

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.command import ErrorArea, Group
from punto.aggregate.permission import anybody
from punto.aggregate.roles import CardFace, Reading
from punto.aggregate.topic import Topic
from punto.cards import Card
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook import schema
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.rulebook.policies import FacesDealt
from punto.rulebook.power import Power
from punto.rulebook.vocabulary import Side, Source
from punto.shoe import Stage
from punto.table.authority import has_power, require, require_clauses
from punto.table.base_classes import Events, TableCommand
from punto.table.cards.copies_out import face_of_leaving_card
from punto.table.cards.cutting_card import cutting_card_events
from punto.table.cards.held_cards import CardRetired
from punto.table.context import At, after, changes
from punto.table.deal.coup_completion import automatic_events, check_fault, opening_dealt, pairs_due
from punto.table.deal.coup_reversal import reopen_coup_with_result
from punto.table.deal.dealing_methods import method_of
from punto.table.deal.drawing import CardDrawn, check_third
from punto.table.deal.faces import next_hand
from punto.table.deal.misplaced_cards import card_misplaced_event, fourth_card, put_where_due
from punto.table.deal.void_coup import void_for_missing_card
from punto.table.entries import ShoeRanOutRecorded
from punto.table.errors.surplus_cards import coups_left_events, hold_or_retire_excess
from punto.table.guards import answering_reasons, check_presence, error_rules
from punto.table.open_issues import BlockKind
from punto.table.phase import Betting, Closed, Dealing, Idle, Settling
from punto.table.register import Blocked, record
from punto.table.table import Table

pulled_cards: Topic[Table, At] = Topic("pulled_cards", changes)


class PullCard(TableCommand, frozen=True, tag="pull_card"):
    """The dealer pulls the next card and puts it where it is not due, nowhere, or away."""

    group = Group.DEAL
    trouble = ErrorArea.CARD
    powers = (Power.DEAL,)

    to: Literal["player", "banker", "nobody", "discards"]
    seen: bool = True
    card: Reading[CardFace | None] = None


class FindFaceUp(TableCommand, frozen=True, tag="find_face_up"):
    """The next card in the shoe lies face up."""

    group = Group.DEAL
    trouble = ErrorArea.CARD
    powers = (Power.DEAL,)

    card: Reading[CardFace | None] = None


class OrderFaceCheck(TableCommand, frozen=True, tag="order_face_check"):
    """All cards left are pulled and looked at for others that lie the wrong way."""

    group = Group.CARDS
    trouble = ErrorArea.CARD
    powers = (Power.ORDER_FACE_CHECK,)


class RunOut(TableCommand, frozen=True, tag="run_out"):
    """The shoe has no card left although one is due."""

    group = Group.COUP
    trouble = ErrorArea.CARD
    powers = (Power.DEAL, Power.VOID_COUP)


def _with_followups(rules: TableRules, table: Table, events: Events) -> Events:
    """Return the events of an irregularity, with who answers for it and the automatic steps."""
    first = events[0]
    answer_reasons = answering_reasons(rules, table, "irregularity")
    events = (replace(first, reasons=(*first.reasons, *answer_reasons)), *events[1:])
    table_after = after(table, events)
    if isinstance(table.phase, Dealing) and isinstance(table_after.phase, Dealing):
        return (*events, *automatic_events(rules, table_after))
    return events


def _check_no_held_card(table: Table) -> None:
    """Raise an error if a card that was pulled too early must be drawn first."""
    if table.next.carried:
        raise Malformed("the card that was pulled is due: draw it", code=ErrorCode.NOT_NOW)


def _before_cards_due(rules: TableRules, table: Table, phase: Dealing) -> bool:
    """Return whether no card can be due yet: faces are unknown, or pairs are not settled."""
    return opening_dealt(phase) and (not phase.all_up or pairs_due(rules, table))


@pulled_cards.permits(PullCard)
def may_pull_card(at: At) -> None:
    """Raise an error if this person may not report a card pulled too soon now."""
    rules, table, by = at.rules, at.state, at.by
    require(rules, by, Power.DEAL, "deal")
    check_presence(rules, table)
    check_fault(rules, table)
    if not table.shoe.left:
        raise Malformed("the shoe is empty", code=ErrorCode.NOT_NOW)


@pulled_cards.decides(PullCard)
def pull_card(at: At, command: PullCard) -> Events:
    """Judge a card that was put where it is not due."""
    rules, table = at.rules, at.state
    may_pull_card(at)
    if command.to == "discards":
        return _with_followups(rules, table, burn_by_mistake(rules, table, command))
    match table.phase:
        case Dealing() as phase if _before_cards_due(rules, table, phase):
            # No card is due yet: it is held, for a third card or the next coup.
            judged = hold_or_retire_excess(
                rules, table, command.to, command.card, seen=command.seen
            )
        case Dealing() as phase:
            check_third(rules, table, phase)
            _check_no_held_card(table)
            judged = place_misplaced_card(rules, table, phase, command)
        case Settling() as phase if phase.begun and fourth_card(rules, phase, command.to):
            # The coup is not over: payments are reversed, so that wagers can be withdrawn.
            reopening = reopen_coup_with_result(rules, table)
            reopening = (*reopening, *automatic_events(rules, after(table, reopening)))
            table_after = after(table, reopening)
            excess_events = hold_or_retire_excess(
                rules, table_after, command.to, command.card, seen=command.seen
            )
            judged = (*reopening, *excess_events)
        case Settling():
            judged = hold_or_retire_excess(
                rules, table, command.to, command.card, seen=command.seen
            )
        case Idle() | Betting() if table.shoe.stage is Stage.READY:
            # No hand is being dealt: the card belongs to no hand yet.
            judged = hold_or_retire_excess(rules, table, "nobody", command.card, seen=command.seen)
        case _:
            raise Malformed("no coup is on in which a card could go astray", code=ErrorCode.NO_COUP)
    return _with_followups(rules, table, judged)


@pulled_cards.permits(FindFaceUp)
def may_face_up_found(at: At) -> None:
    """Raise an error if this person may not report a face-up card in the shoe now."""
    rules, table = at.rules, at.state
    check_presence(rules, table)


@pulled_cards.decides(FindFaceUp)
def handle_face_up_card(at: At, command: FindFaceUp) -> Events:
    """Judge a card that is face up in the shoe."""
    rules, table, by = at.rules, at.state, at.by
    may_face_up_found(at)
    if isinstance(table.phase, Dealing):
        check_third(rules, table, table.phase)
        _check_no_held_card(table)
    return _with_followups(rules, table, use_face_up_card(rules, table, by, command.card))


pulled_cards.permits(RunOut)(anybody)


@pulled_cards.decides(RunOut)
def run_out(at: At, command: RunOut) -> Events:
    """Void a coup because the shoe is empty, although the count says otherwise."""
    rules, table, by = at.rules, at.state, at.by
    # The coup is void automatically. The dealer may report it, unless others conduct the game.
    dealer_may = (
        has_power(rules, by.title, Power.DEAL) and Power.CONDUCT_GAME not in rules.edition.powers
    )
    if not dealer_may:
        require(rules, by, Power.VOID_COUP, "say that the shoe is empty")
    phase = table.phase
    if not isinstance(phase, Dealing):
        raise Malformed("no card is due", code=ErrorCode.NOT_NOW)
    # Whether a card is due is known only after the other cards are face up.
    check_third(rules, table, phase)
    _check_no_held_card(table)
    if table.shoe.left and rules.origin is not Origin.KEYED:
        text = f"{table.shoe.left} cards are left in the shoe"
        raise Malformed(text, code=ErrorCode.CARDS_LEFT)
    void = void_for_missing_card(rules, table)
    if not table.shoe.left:
        return void
    # The count is wrong or a card is missing. The packs are checked before another coup.
    clause = error_rules(rules).too_few_cards.clause
    text = f"the shoe is empty, and {table.shoe.left} cards should be in it"
    check = Blocked(
        kind=BlockKind.PACKS_NOT_CHECKED,
        stops="shoe",
        text="all cards come out and are checked",
        clause=clause,
    )
    return (*void, record(ShoeRanOutRecorded, table, text, clause), check)


@pulled_cards.permits(OrderFaceCheck)
def may_order_face_check(at: At) -> Clauses:
    """Raise an error if this person may not have the cards looked at now."""
    rules, table, by = at.rules, at.state, at.by
    power_clause = require(rules, by, Power.ORDER_FACE_CHECK, "have the cards looked at")
    require_clauses(rules, rules.says.face_check, "whether cards are looked through")
    if rules.source is not Source.SHUFFLING_DEVICE:
        cited = rules.says.face_check_source
        raise Refused(ErrorCode.NOT_WITH_A_CARD_SHOE, cited, "only with a shuffling device")
    if not isinstance(table.phase, Idle | Betting):
        raise Refused(ErrorCode.COUP_RUNNING, rules.says.face_check_time, "once the coup is over")
    return power_clause


@pulled_cards.decides(OrderFaceCheck)
def order_face_check(at: At, command: OrderFaceCheck) -> Events:
    """Order a check of all remaining cards, once the coup is over."""
    rules = at.rules
    power_clause, clause = may_order_face_check(at), rules.says.face_check
    reason = Reason("all cards left are pulled and checked", merged(power_clause, clause))
    text = "the cards are checked for faces first"
    check = Blocked(
        kind=BlockKind.FACE_CHECK_DUE, stops="deal", text=text, clause=clause, reasons=(reason,)
    )
    return (check,)


def place_misplaced_card(
    rules: TableRules, table: Table, phase: Dealing, command: PullCard
) -> Events:
    """Give a card to the hand that it is due to."""
    side = next_hand(rules, phase)
    assert side is not None
    if command.to == side.value:
        raise Malformed(f"that card is due to {side.title()}: draw it", code=ErrorCode.NOT_NOW)
    if command.to == "nobody":
        raise Malformed(
            f"a card is due to {side.title()}: it has to go there", code=ErrorCode.NOT_NOW
        )
    up = command.seen or method_of(rules, phase).faces is FacesDealt.UP
    card = face_of_leaving_card(rules, table, command.card, up=up)
    card_text = str(card) if up else "a card"
    cutting_card = cutting_card_events(table, table.shoe.drawn + 1)
    reason, removal = put_where_due(rules, phase, side, Side(command.to), card_text if up else None)
    placement = card_misplaced_event(table, Side(command.to), side, card if up else None, reason)
    banker_reasons = _banker_reason(error_rules(rules), phase, side)
    drawn = CardDrawn(card=card, side=side, up=up, reasons=(reason, *banker_reasons))
    return (placement, drawn, *cutting_card, *removal)


def _banker_reason(data: schema.Errors, phase: Dealing, side: Side) -> tuple[Reason, ...]:
    """Return the reason that Banker follows the table of play after a third card for Player."""
    if phase.count < 4 or side is not Side.PLAYER or not data.then_by_table:
        return ()
    return (Reason("Banker then draws or stands by the table of play", data.then_by_table),)


def burn_by_mistake(rules: TableRules, table: Table, command: PullCard) -> Events:
    """Burn a card that was put into the discards by mistake. The next card is dealt instead."""
    clause = require_clauses(
        rules, rules.says.burned_stays, "what becomes of a card in the discards"
    )
    if table.shoe.stage is not Stage.READY or isinstance(table.phase, Closed):
        raise Malformed("no coup is dealt from these cards now", code=ErrorCode.NOT_NOW)
    card = face_of_leaving_card(rules, table, command.card, up=command.seen)
    reason = Reason("the card is in the discards and stays burned; the next one is dealt", clause)
    retired = CardRetired(card=card, seen=command.seen, reasons=(reason,))
    return (
        *coups_left_events(rules, table),
        retired,
        *cutting_card_events(table, table.shoe.drawn + 1),
    )


def use_face_up_card(rules: TableRules, table: Table, by: Actor, keyed: Card | None) -> Events:
    """Deal a card that is face up in the shoe in its turn, or hold it for a no-bet coup."""
    require(rules, by, Power.DEAL, "deal")
    if table.shoe.stage is not Stage.READY:
        text = "the cards are not in a shoe from which coups are dealt"
        raise Malformed(text, code=ErrorCode.NOT_NOW)
    if not table.shoe.left:
        raise Malformed("the shoe is empty", code=ErrorCode.NOT_NOW)
    phase = table.phase
    if isinstance(phase, Dealing):
        clause = require_clauses(
            rules, rules.says.face_up_in_turn, "what a card face up in the shoe does"
        )
        side = next_hand(rules, phase)
        assert side is not None
        card = face_of_leaving_card(rules, table, keyed, up=True)
        reason = Reason(f"{card} lies face up in the shoe and is played in its turn", clause)
        drawn = CardDrawn(card=card, side=side, reasons=(reason,))
        return (drawn, *cutting_card_events(table, table.shoe.drawn + 1))
    clause = require_clauses(
        rules, rules.says.face_up_between, "what a card face up in the shoe does"
    )
    if not isinstance(phase, Settling | Idle | Betting):
        raise Malformed("the table is not open", code=ErrorCode.TABLE_CLOSED)
    return hold_or_retire_excess(rules, table, "nobody", keyed, seen=True, clauses=clause)
