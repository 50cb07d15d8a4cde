"""Checks revealed orders against their commitments and against the cards that were dealt."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from punto.cards import Card, parse_cards
from punto.clause import Malformed
from punto.rulebook.load import load
from punto.server.served_tournament import is_end
from punto.server.virtual_shoes import sealed_order
from punto.server.virtual_shoes.sealed_order import ShoeRevealed, ShoeSealed
from punto.store.log import Log
from punto.store.records import StreamHead
from punto.store.stream_kinds import SHOE, TABLE, of_kind
from punto.store.verify import VerificationFault, VerificationFinding
from punto.table.cards.burning import BurnedCardShown, CardsBurned
from punto.table.cards.held_cards import CardHeld, CardRetired
from punto.table.cards.preparation import ShoeTakenOut
from punto.table.cards.replacement import CardsReplaced
from punto.table.deal.drawing import CardDrawn
from punto.table.opening.creation import TableSetUp
from punto.tournament.tables import TableStepped

_SUFFIX = "/shoe"


class Order(Struct):
    """A committed order: the version of the table at which it was committed and revealed."""

    number: int
    at: int
    commitment: str
    shown_at: int | None = None
    cards: tuple[Card, ...] = ()


def verify_shoes(log: Log) -> Iterator[VerificationFinding]:
    """Yield the errors in the revealed virtual shoes of a store."""
    heads = {head.stream: head for head in log.streams()}
    for head in heads.values():
        if head.kind == SHOE:
            yield from _verify_shoe(log, head, heads)


def _verify_shoe(
    log: Log, head: StreamHead, heads: dict[str, StreamHead]
) -> Iterator[VerificationFinding]:
    orders: dict[int, Order] = {}
    for stored in log.read(head.stream):
        try:
            fault = _apply_shoe_event(orders, sealed_order.read(stored.payload))
        except (msgspec.MsgspecError, Malformed, ValueError):
            fault = "cannot be read"
        if fault is not None:
            text = f"{head.stream} version {stored.version}: {fault}"
            yield VerificationFinding(
                VerificationFault.WRONG_ORDER, text, head.stream, stored.version, stored.position
            )
    parent, number = _parent(head.stream, heads)
    if parent is not None:
        dealing = _DealtTable(parent, head.stream, orders)
        yield from dealing.read(log, number)


def _apply_shoe_event(orders: dict[int, Order], event: sealed_order.ShoeEvent) -> str | None:
    """Apply an event of a shoe; return what is wrong with it, or None."""
    order = orders.get(event.number)
    if isinstance(event, ShoeSealed):
        orders[event.number] = Order(event.number, event.at, event.commitment)
        return None if order is None else f"order {event.number} is fixed a second time"
    if order is None:
        return f"order {event.number} was never fixed"
    if order.shown_at is not None:
        return f"order {event.number} is shown a second time"
    order.shown_at = event.at
    cards = tuple(parse_cards(event.order))
    if not _matches(order, event):
        return f"order {event.number} is shown otherwise than it was fixed"
    order.cards = cards
    return None


def _matches(order: Order, shown: ShoeRevealed) -> bool:
    fixed = ShoeSealed(order.number, order.at, 0, order.commitment, "")
    return sealed_order.matches(fixed, shown)


def _parent(stream: str, heads: dict[str, StreamHead]) -> tuple[StreamHead | None, int | None]:
    """Return the table of a shoe, or the tournament and the number of its table."""
    name = stream.removesuffix(_SUFFIX)
    parent = heads.get(name)
    if parent is not None and parent.kind == TABLE:
        return parent, None
    name, _, number = name.rpartition("/")
    parent = heads.get(name)
    return (parent, int(number)) if parent is not None and number.isdigit() else (None, None)


class _DealtTable:
    """A table during the check of its cards."""

    def __init__(self, table: StreamHead, shoe: str, orders: dict[int, Order]) -> None:
        self.table, self.shoe = table, shoe
        self.orders = sorted(orders.values(), key=lambda order: order.number)
        self.drawn = 0
        self.blamed: set[int] = set()

    def read(self, log: Log, number: int | None) -> Iterator[VerificationFinding]:
        """Yield cards that differ from their order, and orders that were not revealed."""
        edition = load(self.table.rulebook)
        read = of_kind(self.table.kind).read_event
        for stored in log.read(self.table.stream):
            try:
                event = read(stored.payload)
            except Malformed:
                continue  # The chain of hashes says which event was altered.
            first = stored.version - stored.part + 1
            table_event = _table_event(event, number)
            if table_event is not None:
                yield from self._check_card(table_event, stored.version)
            over = (
                table_event is not None and sealed_order.is_over(edition, (table_event,))
            ) or is_end(event)
            if over:
                yield from self._unrevealed_orders(first)

    def _unrevealed_orders(self, first: int) -> Iterator[VerificationFinding]:
        """Yield the orders that were not revealed by the command that ended them."""
        for order in self.orders:
            late = order.shown_at is None or order.shown_at > first
            if order.at < first and late and order.number not in self.blamed:
                self.blamed.add(order.number)
                text = f"{self.shoe}: order {order.number} was not shown when it was over,"
                text += f" at {self.table.stream} version {first}"
                yield VerificationFinding(VerificationFault.WITHHELD, text, self.shoe)

    def _check_card(self, event: Any, version: int) -> Iterator[VerificationFinding]:
        """Check the card in an event against the order on the table, if it is revealed."""
        place, card = _drawn_card(self, event)
        if place is None:
            return
        order = next((fixed for fixed in reversed(self.orders) if fixed.at <= version), None)
        if order is None or order.shown_at is None:
            return
        at = f"{self.table.stream} version {version}"
        if order.shown_at <= version and not isinstance(event, BurnedCardShown):
            text = f"{at}: a card was drawn from order {order.number}, which had been shown"
            yield VerificationFinding(VerificationFault.EXPOSED, text, self.table.stream, version)
        due = order.cards[place] if place < len(order.cards) else None
        if order.cards and card is not None and card is not due:
            text = f"{at}: {card} was drawn, and card {place + 1} of order {order.number} is {due}"
            yield VerificationFinding(
                VerificationFault.OTHER_CARD, text, self.table.stream, version
            )


def _table_event(event: Any, number: int | None) -> Any:
    """Return the event at the table of the shoe, or None."""
    if number is None:
        return event
    return event.event if isinstance(event, TableStepped) and event.table == number else None


def _drawn_card(dealing: _DealtTable, event: Any) -> tuple[int | None, Card | None]:
    """Return the position and the card that an event names; update the count of drawn cards."""
    drawn = dealing.drawn
    match event:
        case TableSetUp():
            dealing.drawn = event.in_play.drawn if event.in_play else 0
        case ShoeTakenOut() | CardsReplaced():
            dealing.drawn = 0
        case CardsBurned():
            dealing.drawn = event.count
            return 0, event.shown
        case BurnedCardShown():
            return 0, event.card
        case CardDrawn(from_carried=False):
            dealing.drawn += 1
            return drawn, event.card
        case CardHeld(off_table=False) | CardRetired(off_table=False):
            dealing.drawn += 1
            return drawn, event.card
        case _:
            pass
    return None, None
