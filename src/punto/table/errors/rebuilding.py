"""A coup rebuilt: its cards put where they belong, in the order in which they left the shoe."""

from collections import Counter

from msgspec import Struct
from msgspec.structs import replace

from punto.aggregate.command import Group, Trouble
from punto.aggregate.roles import CardFace, Reading
from punto.aggregate.topic import Topic
from punto.cards import Card, format_cards
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.coup import due, finish
from punto.coup_reasons import Hand
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, settling_by
from punto.rulebook.vocabulary import Side
from punto.table.authority import provided, require_staff
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.cards.held_cards import CardHeld, CardRetired, HeldCardSwept
from punto.table.context import At, after, changes
from punto.table.deal.coup_completion import proceed
from punto.table.deal.coup_reversal import CoupReopened, laid, unwinding, unwound
from punto.table.deal.misplaced_cards import removable
from punto.table.deal.wager_results import settle_wagers
from punto.table.entries import CoupRebuiltRecorded
from punto.table.errors.corrected_faces import reread
from punto.table.errors.late_errors import too_late
from punto.table.guards import coup_is_on, error_rules, not_open
from punto.table.ledger import nets
from punto.table.open_issues import BlockKind, Debt
from punto.table.phase import Closed, Dealing, PastCoup, Settling
from punto.table.register import freed, record
from punto.table.table import Table

rebuilding: Topic[Table, At] = Topic("rebuilding", changes)


class Rebuilt(Struct, frozen=True):
    """The hands that cards make in the order they left the shoe, and what no hand takes."""

    player: Hand
    banker: Hand
    surplus: tuple[Card, ...]


class RebuildCoup(TableCommand, frozen=True, tag="rebuild_coup"):
    """The cards of a coup are put where they belong, in the order they left the shoe.

    A card that no hand takes is surplus, whether it is named last or left out.
    """

    group = Group.COUP
    trouble = Trouble.ORDER
    powers = ()

    order: Reading[tuple[CardFace, ...]]


@rebuilding.permits(RebuildCoup)
def may_rebuild_coup(at: At) -> Clauses:
    """Raise an error if this person may not rebuild a coup now."""
    rules, table, by = at.rules, at.state, at.by
    clause = provided(rules, rules.says.rebuilt, "whether a coup is rebuilt")
    require_staff(rules, by, "rebuild a coup")
    _in_time(rules, table, clause)
    return clause


@rebuilding.decides(RebuildCoup)
def rebuild_coup(at: At, command: RebuildCoup) -> Events:
    """Put the cards of a coup where they belong, and let it be settled as it should have been."""
    rules, table = at.rules, at.state
    clause = may_rebuild_coup(at)
    dealt = _dealt(table)
    corrected = reread(rules, table, command.order, dealt)
    if corrected:
        dealt = command.order
    extra = Counter(command.order) - Counter(dealt)
    if extra:
        burned = merged(rules.says.burned_stays, clause)
        named = format_cards(tuple(extra.elements())[:6])
        text = f"{named} was not dealt in this coup and stays where it is"
        raise Refused(ErrorCode.CARD_NOT_OF_THIS_COUP, burned, text)
    made = placed(rules, command.order, dealt)
    if (made.player, made.banker) == _lying(table):
        raise Refused(
            ErrorCode.NOTHING_TO_REBUILD, clause, "the cards lie where they belong", "confirm_cards"
        )
    why = merged(error_rules(rules).misplaced.clause, clause)
    reason = Reason("rebuilt in the order in which the cards left the shoe", why)
    undo = unwound(table, laying=True)
    undo = replace(undo, debts=_fair(rules, table, undo.debts, made))
    opened = CoupReopened(
        number=table.number, player=made.player, banker=made.banker, reasons=(reason,)
    )
    back = (*unwinding(rules, table, undo), *corrected)
    entry = record(CoupRebuiltRecorded, after(table, back), f"coup {table.number} rebuilt", why)
    events = (*back, opened, entry, *freed(table, BlockKind.ERROR_REPORTED))
    events = (*events, *proceed(rules, after(table, events)))
    # What is surplus is judged by the rebuilt result: it may have ended the shoe, or not.
    then = after(table, events)
    events = (*events, *surplus_of(rules, table, then, made.surplus, clause))
    return (*events, *removable(rules, error_rules(rules).misplaced))


def _in_time(rules: TableRules, table: Table, clause: Clauses) -> None:
    """Refuse to rebuild a coup once the next has begun or the cards are gone."""
    late = rules.edition.late_errors
    cited = merged(late.found_late.clause if late else (), clause)
    running = coup_is_on(table)
    if too_late(rules, table, table.number) is not None:
        raise Refused(ErrorCode.TOO_LATE, cited, "the cards of that coup are gone")
    settled = not running or (isinstance(table.phase, Settling) and table.phase.begun)
    if settled and late is None:
        raise Refused(ErrorCode.TOO_LATE, cited, "a coup is rebuilt before it is settled")
    if isinstance(table.phase, Closed):
        raise not_open(rules)
    if not running and (table.past.last is None or table.past.last.number != table.number):
        # Void, or its cards lie in the next shoe: no clause says so, they are not there.
        raise Malformed("the cards of that coup are gone", code=ErrorCode.TOO_LATE)
    phase = table.phase
    if isinstance(phase, Dealing) and not phase.all_up:
        raise Malformed(
            "turn the cards first: nobody knows them yet", code=ErrorCode.CARDS_FACE_DOWN
        )


def _coup(table: Table) -> Settling | PastCoup:
    if isinstance(table.phase, Settling):
        return table.phase
    assert table.past.last is not None
    return table.past.last


def _lying(table: Table) -> tuple[Hand, Hand]:
    """Return the hands as they lie, or lay."""
    phase = table.phase
    if isinstance(phase, Dealing):
        return phase.faces(Side.PLAYER), phase.faces(Side.BANKER)
    coup = _coup(table).coup
    return coup.player, coup.banker


def _dealt(table: Table) -> tuple[Card, ...]:
    """Return the cards that left the shoe in this coup, a card in excess that was seen included."""
    player, banker = _lying(table)
    seen = tuple(card.card for card in table.next.carried if card.seen and card.card is not None)
    return (*player, *banker, *(() if isinstance(table.phase, Dealing) else seen))


def placed(rules: TableRules, order: tuple[Card, ...], dealt: tuple[Card, ...]) -> Rebuilt:
    """Return what cards make in the order they left the shoe, or say that some are not named."""
    if not order:
        raise Malformed("say in which order the cards left the shoe", code=ErrorCode.INCOMPLETE)
    hands: dict[Side, list[Card]] = {Side.PLAYER: [], Side.BANKER: []}
    player, banker = hands[Side.PLAYER], hands[Side.BANKER]
    taken = 0
    while taken < len(order) and (side := due(rules, player, banker)) is not None:
        hands[side].append(order[taken])
        taken += 1
    left = list((Counter(dealt) - Counter(order)).elements())
    if left and due(rules, player, banker) is not None:
        text = f"{len(dealt)} cards left the shoe in this coup, and {len(order)} are named"
        raise Malformed(text, "name every card, in the order they left", code=ErrorCode.INCOMPLETE)
    return Rebuilt(tuple(player), tuple(banker), (*order[taken:], *left))


def _fair(
    rules: TableRules, table: Table, debts: tuple[Debt, ...], made: Rebuilt
) -> tuple[Debt, ...]:
    """Return debts in which whoever has left owes the difference, once the rebuilt result is known.

    They take no part in what follows, so what they would have come to is reckoned against them.
    """
    if due(rules, made.player, made.banker) is not None or isinstance(table.phase, Dealing):
        return debts
    was = _coup(table)
    settled = (*was.early, *was.settled) if isinstance(was, Settling) else was.settled
    gone = tuple(wager for wager in laid(settled) if table.patron(wager.patron) is None)
    scheme = was.settlement or rules.settlement
    coup = finish(rules, made.player, made.banker)
    fresh = nets(settle_wagers(settling_by(rules, scheme), table, gone, coup))
    fair = [replace(debt, cents=debt.cents - fresh.pop(debt.patron, 0)) for debt in debts]
    fair += [Debt(name, -cents, table.number) for name, cents in fresh.items()]
    return tuple(debt for debt in fair if debt.cents)


def surplus_of(
    rules: TableRules, table: Table, then: Table, surplus: tuple[Card, ...], clause: Clauses
) -> Events:
    """Return what becomes of cards that no hand should have had: the first opens the next coup."""
    left = list(surplus)
    events: list[TableEvent] = []
    # Cards held over that belong to nobody stay held; others turned out to belong to this coup.
    # Of equal cards the one that left the shoe first belongs to this coup.
    belonging = []
    for place, held in reversed(list(enumerate(then.next.carried))):
        if not held.seen or isinstance(table.phase, Dealing):
            continue
        if held.card in left:
            left.remove(held.card)
        else:
            belonging.append(place)
    if belonging:
        events.append(HeldCardSwept(places=tuple(sorted(belonging))))
    data = error_rules(rules)
    # What lies in the discards is burned where the text says that it stays so.
    burned = not coup_is_on(table) and rules.says.burned_stays
    for place, card in enumerate(left):
        if place or burned or then.shoe.coups_left == 0:
            cited = burned or clause
            reason = Reason(f"{card} is surplus and is not dealt again", cited)
            events.append(CardRetired(card=card, seen=True, off_table=True, reasons=(reason,)))
            continue
        reason = Reason(f"{card} is surplus and opens the next coup", data.excess_seen.clause)
        events.append(
            CardHeld(card=card, seen=True, no_bet=True, off_table=True, reasons=(reason,))
        )
    return tuple(events)
