"""A coup rebuilt: its cards put where they belong, in the order in which they left the shoe."""

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from punto.aggregate.command import ErrorArea, Group
from punto.aggregate.roles import CardFace, Reading
from punto.aggregate.topic import Topic
from punto.cards import Card, format_cards
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.coup import due, finish
from punto.coup_reasons import Hand
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, settling_by
from punto.rulebook.vocabulary import Side
from punto.table.authority import require_clauses, require_staff
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.cards.held_cards import CardHeld, CardRetired, HeldCardSwept
from punto.table.context import At, after, changes
from punto.table.deal.coup_completion import automatic_events
from punto.table.deal.coup_reversal import (
    CoupReopened,
    coup_reversal_events,
    coup_reversal_of,
    original_wagers,
)
from punto.table.deal.misplaced_cards import removal_events_for
from punto.table.deal.wager_results import settle_wagers
from punto.table.entries import CoupRebuiltRecorded
from punto.table.errors.corrected_faces import face_corrections
from punto.table.errors.late_errors import passed_cut_off
from punto.table.guards import coup_is_on, error_rules, table_closed_error
from punto.table.ledger import net_cents_by_patron
from punto.table.open_issues import BlockKind, Debt
from punto.table.phase import Closed, Dealing, PastCoup, Settling
from punto.table.register import record, unblock_events
from punto.table.table import Table

rebuilding: Topic[Table, At] = Topic("rebuilding", changes)


class RebuiltHands(Struct, frozen=True):
    """The hands that result from the order of the cards, and the cards that no hand takes."""

    player: Hand
    banker: Hand
    surplus: tuple[Card, ...]


class RebuildCoup(TableCommand, frozen=True, tag="rebuild_coup"):
    """The cards of a coup are put where they belong, in the order they left the shoe.

    A card that no hand takes is surplus. It may be named last or left out.
    """

    group = Group.COUP
    trouble = ErrorArea.ORDER
    powers = ()

    order: Reading[tuple[CardFace, ...]]


@rebuilding.permits(RebuildCoup)
def may_rebuild_coup(at: At) -> Clauses:
    """Raise an error if this person may not rebuild a coup now."""
    rules, table, by = at.rules, at.state, at.by
    clause = require_clauses(rules, rules.says.rebuilt, "whether a coup is rebuilt")
    require_staff(rules, by, "rebuild a coup")
    _check_in_time(rules, table, clause)
    return clause


@rebuilding.decides(RebuildCoup)
def rebuild_coup(at: At, command: RebuildCoup) -> Events:
    """Put the cards of a coup where they belong, and settle it by the rebuilt result."""
    rules, table = at.rules, at.state
    clause = may_rebuild_coup(at)
    coup_cards = _cards_of_coup(table)
    corrected = face_corrections(rules, table, command.order, coup_cards)
    if corrected:
        coup_cards = command.order
    foreign = Counter(command.order) - Counter(coup_cards)
    if foreign:
        burned_clauses = merged(rules.says.burned_stays, clause)
        foreign_text = format_cards(tuple(foreign.elements())[:6])
        text = f"{foreign_text} was not dealt in this coup and stays where it is"
        raise Refused(ErrorCode.CARD_NOT_OF_THIS_COUP, burned_clauses, text)
    rebuilt = rebuilt_hands(rules, command.order, coup_cards)
    if (rebuilt.player, rebuilt.banker) == _current_hands(table):
        raise Refused(
            ErrorCode.NOTHING_TO_REBUILD, clause, "the cards lie where they belong", "confirm_cards"
        )
    clauses = merged(error_rules(rules).misplaced.clause, clause)
    reason = Reason("rebuilt in the order in which the cards left the shoe", clauses)
    reversed_coup = coup_reversal_of(table, laying=True)
    reversed_coup = replace(
        reversed_coup, debts=_debts_of_absent(rules, table, reversed_coup.debts, rebuilt)
    )
    reopened = CoupReopened(
        number=table.number, player=rebuilt.player, banker=rebuilt.banker, reasons=(reason,)
    )
    reversal_events = (*coup_reversal_events(rules, table, reversed_coup), *corrected)
    entry = record(
        CoupRebuiltRecorded, after(table, reversal_events), f"coup {table.number} rebuilt", clauses
    )
    events = (*reversal_events, reopened, entry, *unblock_events(table, BlockKind.ERROR_REPORTED))
    events = (*events, *automatic_events(rules, after(table, events)))
    # Surplus cards are judged by the rebuilt result, which may end the shoe.
    table_after = after(table, events)
    events = (*events, *surplus_events(rules, table, table_after, rebuilt.surplus, clause))
    return (*events, *removal_events_for(rules, error_rules(rules).misplaced))


def _check_in_time(rules: TableRules, table: Table, clause: Clauses) -> None:
    """Refuse to rebuild a coup once the next has begun or the cards are gone."""
    late = rules.edition.late_errors
    cited = merged(late.found_late.clause if late else (), clause)
    running = coup_is_on(table)
    if passed_cut_off(rules, table, table.number) is not None:
        raise Refused(ErrorCode.TOO_LATE, cited, "the cards of that coup are gone")
    settled = not running or (isinstance(table.phase, Settling) and table.phase.begun)
    if settled and late is None:
        raise Refused(ErrorCode.TOO_LATE, cited, "a coup is rebuilt before it is settled")
    if isinstance(table.phase, Closed):
        raise table_closed_error(rules)
    if not running and (table.past.last is None or table.past.last.number != table.number):
        # The coup is void, or its cards are in the next shoe. No clause speaks of it.
        raise Malformed("the cards of that coup are gone", code=ErrorCode.TOO_LATE)
    phase = table.phase
    if isinstance(phase, Dealing) and not phase.all_up:
        raise Malformed(
            "turn the cards first: nobody knows them yet", code=ErrorCode.CARDS_FACE_DOWN
        )


def _settled_coup(table: Table) -> Settling | PastCoup:
    if isinstance(table.phase, Settling):
        return table.phase
    assert table.past.last is not None
    return table.past.last


def _current_hands(table: Table) -> tuple[Hand, Hand]:
    """Return the hands on the table, or of the last coup."""
    phase = table.phase
    if isinstance(phase, Dealing):
        return phase.faces(Side.PLAYER), phase.faces(Side.BANKER)
    coup = _settled_coup(table).coup
    return coup.player, coup.banker


def _cards_of_coup(table: Table) -> tuple[Card, ...]:
    """Return the cards that left the shoe in this coup, with seen cards in excess."""
    player, banker = _current_hands(table)
    seen = tuple(card.card for card in table.next.carried if card.seen and card.card is not None)
    return (*player, *banker, *(() if isinstance(table.phase, Dealing) else seen))


def rebuilt_hands(
    rules: TableRules, order: tuple[Card, ...], dealt: tuple[Card, ...]
) -> RebuiltHands:
    """Return the hands that an order of cards makes. Raise an error if cards are missing in it."""
    if not order:
        raise Malformed("say in which order the cards left the shoe", code=ErrorCode.INCOMPLETE)
    hands: dict[Side, list[Card]] = {Side.PLAYER: [], Side.BANKER: []}
    player, banker = hands[Side.PLAYER], hands[Side.BANKER]
    dealt_count = 0
    while dealt_count < len(order) and (side := due(rules, player, banker)) is not None:
        hands[side].append(order[dealt_count])
        dealt_count += 1
    unnamed = list((Counter(dealt) - Counter(order)).elements())
    if unnamed and due(rules, player, banker) is not None:
        text = f"{len(dealt)} cards left the shoe in this coup, and {len(order)} are named"
        raise Malformed(text, "name every card, in the order they left", code=ErrorCode.INCOMPLETE)
    return RebuiltHands(tuple(player), tuple(banker), (*order[dealt_count:], *unnamed))


def _debts_of_absent(
    rules: TableRules, table: Table, debts: tuple[Debt, ...], rebuilt: RebuiltHands
) -> tuple[Debt, ...]:
    """Return the debts of a rebuilt coup; patrons who left owe only the difference.

    They take no part in the new settlement, so their new results are offset against their debts.
    """
    if due(rules, rebuilt.player, rebuilt.banker) is not None or isinstance(table.phase, Dealing):
        return debts
    settled_coup = _settled_coup(table)
    settled = (
        (*settled_coup.early, *settled_coup.settled)
        if isinstance(settled_coup, Settling)
        else settled_coup.settled
    )
    wagers_of_absent = tuple(
        wager for wager in original_wagers(settled) if table.patron(wager.patron) is None
    )
    settlement = settled_coup.settlement or rules.settlement
    coup = finish(rules, rebuilt.player, rebuilt.banker)
    new_results = net_cents_by_patron(
        settle_wagers(settling_by(rules, settlement), table, wagers_of_absent, coup)
    )
    offset = [replace(debt, cents=debt.cents - new_results.pop(debt.patron, 0)) for debt in debts]
    offset += [Debt(name, -cents, table.number) for name, cents in new_results.items()]
    return tuple(debt for debt in offset if debt.cents)


def surplus_events(
    rules: TableRules, table: Table, table_after: Table, surplus: tuple[Card, ...], clause: Clauses
) -> Events:
    """Return the events for surplus cards: the first opens the next coup, others are retired."""
    remaining = list(surplus)
    events: list[TableEvent] = []
    # Held cards that are surplus stay held; the others belong to this coup after all.
    # Of equal cards, the one that left the shoe first belongs to this coup.
    swept_places = []
    for place, held_card in reversed(list(enumerate(table_after.next.carried))):
        if not held_card.seen or isinstance(table.phase, Dealing):
            continue
        if held_card.card in remaining:
            remaining.remove(held_card.card)
        else:
            swept_places.append(place)
    if swept_places:
        events.append(HeldCardSwept(places=tuple(sorted(swept_places))))
    data = error_rules(rules)
    # Cards in the discards stay burned if the rulebook says so.
    burned = not coup_is_on(table) and rules.says.burned_stays
    for place, card in enumerate(remaining):
        if place or burned or table_after.shoe.coups_left == 0:
            cited = burned or clause
            reason = Reason(f"{card} is surplus and is not dealt again", cited)
            events.append(CardRetired(card=card, seen=True, off_table=True, reasons=(reason,)))
            continue
        reason = Reason(f"{card} is surplus and opens the next coup", data.excess_seen.clause)
        events.append(
            CardHeld(card=card, seen=True, no_bet=True, off_table=True, reasons=(reason,))
        )
    return tuple(events)
