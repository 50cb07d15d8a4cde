"""Cards in excess: held for the next coup, or retired."""

from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.topic import Topic
from punto.cards import Card
from punto.clause import Clauses, Reason, merged
from punto.last_coup import complete, ends_behind_cutting_card
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import ExcessOnBanker, ExcessUnseen
from punto.rulebook.vocabulary import Result, Side
from punto.shoe import shoe_rules
from punto.table.base_classes import Events, TableEvent
from punto.table.cards.copies_out import face_of_leaving_card
from punto.table.cards.cutting_card import cutting_card_events
from punto.table.cards.held_cards import (
    CardHeld,
    CardRetired,
    return_all_wagers,
)
from punto.table.context import At, changes
from punto.table.deal.misplaced_cards import fourth_card, removal_events_for
from punto.table.guards import error_rules
from punto.table.phase import Betting, Dealing, Idle, Settling
from punto.table.table import Table

surplus_cards: Topic[Table, At] = Topic("surplus_cards", changes)


class CoupsLeftChanged(TableEvent, frozen=True, gc=False, tag="coups_left_changed"):
    """A card that left the shoe out of turn changes how many coups remain."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.CONSEQUENCE

    coups_left: int | None
    extra_given: bool = False
    last_called: bool = False


def hold_or_retire_excess(
    rules: TableRules,
    table: Table,
    to: str,
    keyed: Card | None,
    *,
    seen: bool,
    clauses: Clauses = (),
) -> Events:
    """Hold a card in excess for the next coup, or retire it."""
    card = face_of_leaving_card(rules, table, keyed, up=seen)
    phase, removal = table.phase, tuple[TableEvent, ...]()
    if isinstance(phase, Dealing | Settling) and (fourth := fourth_card(rules, phase, to)):
        # A fourth card is not subject to the rules for third cards.
        to, clauses, removal = (
            "nobody",
            merged(clauses, fourth.clause),
            removal_events_for(rules, fourth),
        )
    events = _judged(rules, table, to, card, seen=seen, clauses=clauses)
    return (*events, *cutting_card_events(table, table.shoe.drawn + 1), *removal)


def _judged(
    rules: TableRules, table: Table, to: str, card: Card | None, *, seen: bool, clauses: Clauses
) -> Events:
    data = error_rules(rules)
    shoe = replace(table.shoe, drawn=table.shoe.drawn + 1)
    ending = coups_left_events(rules, table)
    coups_left = ending[0].coups_left if ending else shoe.coups_left
    # Before the result it is not known whether the shoe is over, so the card is held.
    if coups_left == 0 and not isinstance(table.phase, Dealing):
        clause = merged(data.shoe_over.clause, clauses)
        reason = Reason("the shoe is over: the card is not dealt", clause)
        return (*ending, CardRetired(card=card, seen=seen, reasons=(reason,)))
    on_banker = to == "banker" and data.excess_on_banker.value is ExcessOnBanker.NEVER_BET_ON
    if seen or on_banker:
        cited = merged(
            clauses,
            data.excess_seen.clause if seen else (),
            data.excess_on_banker.clause if to == "banker" else (),
        )
        card_text = str(card) if seen else "a card"
        reason = Reason(f"{card_text} opens the next coup, on which nobody bets", cited)
        held = CardHeld(
            card=card, seen=seen, no_bet=True, to=_hand_of_card(table, to), reasons=(reason,)
        )
        return (*return_all_wagers(rules, table, reason), *ending, held)
    unseen_rule = data.excess_unseen
    retired_after_marker = unseen_rule.value is ExcessUnseen.OPENS_NEXT_COUP_UNLESS_MARKER
    if retired_after_marker and shoe.cutting_card_shows:
        reason = Reason("the marker shows: the card is retired unseen", unseen_rule.clause)
        return (*ending, CardRetired(card=card, reasons=(reason,)))
    cited = merged(
        clauses, unseen_rule.clause, data.excess_on_banker.clause if to == "banker" else ()
    )
    reason = Reason("opens the next coup", cited)
    return (*ending, CardHeld(card=card, to=_hand_of_card(table, to), reasons=(reason,)))


def _hand_of_card(table: Table, to: str) -> Side | None:
    """Return the hand on which a card was laid before it is known whether the hand takes it."""
    return Side(to) if isinstance(table.phase, Dealing) and to in list(Side) else None


def coups_left_events(rules: TableRules, table: Table) -> tuple[CoupsLeftChanged, ...]:
    """Return the new number of coups to come, if a card that leaves the shoe now changes it.

    A coup lasts until its cards are discarded. A card from behind the cutting card before that
    counts as inside the coup.
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
        changed = CoupsLeftChanged(
            coups_left=ending.coups_left,
            extra_given=shoe.extra_given or ending.extra_given,
            last_called=ending.last_called,
            reasons=ending.reasons,
        )
        return (changed,)
    between = isinstance(phase, Idle | Betting) and shoe.coups_left != 0
    if not between or not ends_behind_cutting_card(rules, shoe):
        return ()
    policy = shoe_rules(rules).coups_after_marker_inside
    reason = Reason("a card from behind the marker is out: the shoe is over", policy.clause)
    changed = CoupsLeftChanged(coups_left=0, extra_given=shoe.extra_given, reasons=(reason,))
    return (changed,)


@surplus_cards.applies(CoupsLeftChanged)
def coups_left_changed(table: Table, event: CoupsLeftChanged, envelope: Envelope) -> Table:
    """Store how many coups remain in the shoe."""
    shoe = replace(
        table.shoe,
        coups_left=event.coups_left,
        extra_given=event.extra_given,
        last_called=table.shoe.last_called or event.last_called,
    )
    return replace(table, shoe=shoe)
