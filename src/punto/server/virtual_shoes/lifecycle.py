"""The orders of virtual cards of a stream: when they are committed and when they are revealed.

An order is committed when its cards arrive at the table. It is revealed when none of them can be
dealt any more: all cards were mixed, replaced or taken out, or the table itself is over.
"""

from collections.abc import Iterable
from typing import Any, Protocol

from msgspec import Struct

from punto.clause import Malformed
from punto.driver.driver import Decided
from punto.error_codes import ErrorCode
from punto.server.aggregate import Aggregate
from punto.server.virtual_shoes import sealed_order
from punto.server.virtual_shoes.encryption import Seal
from punto.store.log import Log
from punto.store.records import Append, CommandMetadata
from punto.store.stream_kinds import SHOE
from punto.virtual_cards import Sealed


class ShoeState(Struct, frozen=True):
    """A shoe: its current order, and the orders that are committed and not yet revealed.

    ``version`` is the version of its own stream, ``number`` the number of the current order.
    """

    version: int
    number: int
    cards: Sealed
    hidden: tuple[sealed_order.CommittedOrder, ...]

    @property
    def shown(self) -> bool:
        """Return whether the current order is revealed."""
        return not self.hidden or self.hidden[-1].number != self.number


Shoes = dict[str, ShoeState]


class CardStream(Protocol):
    """A stream whose cards are sealed."""

    log: Log
    stream: str
    aggregate: Aggregate
    shoes: Shoes

    @property
    def version(self) -> int: ...


def read_on(seal: Seal, place: CardStream, names: Iterable[str], version: int) -> Shoes:
    """Return the shoes of a stream at one of its versions."""
    shoes = dict(place.shoes)
    for name in names:
        shoe = shoes.get(name)
        stream = sealed_order.stream_of(place.stream, name)
        for stored in place.log.read(stream, shoe.version if shoe else 0):
            event = sealed_order.read(stored.payload)
            if event.at > version:
                break
            shoe = _apply(seal, stream, shoe, event, stored.version)
        if shoe is not None:
            shoes[name] = shoe
    return shoes


def _apply(
    seal: Seal, stream: str, shoe: ShoeState | None, event: sealed_order.ShoeEvent, version: int
) -> ShoeState:
    if isinstance(event, sealed_order.ShoeSealed):
        order = sealed_order.opened(seal, stream, event)
        return ShoeState(
            version, order.number, order.sealed, (*(shoe.hidden if shoe else ()), order)
        )
    assert shoe is not None, "an order is fixed before it is shown"
    hidden = tuple(order for order in shoe.hidden if order.number != event.number)
    return ShoeState(version, shoe.number, shoe.cards, hidden)


class ShoeAppends(Struct, frozen=True):
    """The shoes after a command is stored, and the appends to their streams."""

    shoes: Shoes
    appends: tuple[Append, ...]


def shoe_appends(
    seal: Seal, place: CardStream, decided: Decided[Any, Any], act: CommandMetadata
) -> ShoeAppends:
    """Return the changes of the shoes by a command; a revealed order cannot be dealt.

    A cut alone reveals nothing, because the old order would reveal the new one.
    """
    if not decided.shoes and not place.shoes:
        return _NOTHING
    shoes, appends = dict(place.shoes), []
    at = place.version + 1
    over = place.aggregate.over(decided.events)
    for name in {**place.shoes, **decided.shoes}:
        shoe, cards = shoes.get(name), decided.shoes.get(name)
        events: list[sealed_order.ShoeEvent] = []
        hidden = shoe.hidden if shoe else ()
        if cards is None or name in over:
            events += [sealed_order.revealed(order, at) for order in hidden]
            hidden = ()
        number = shoe.number if shoe else 0
        if cards is not None and (shoe is None or _is_other_order(cards, shoe.cards)):
            number += 1
            stream = sealed_order.stream_of(place.stream, name)
            order, sealed = sealed_order.fixed(seal, stream, number, cards, at)
            events.append(sealed)
            hidden = (*hidden, order)
        elif shoe is not None and shoe.shown:
            _check_not_dealt(place.aggregate, name, decided.state)
        if not events:
            continue
        version = shoe.version if shoe else 0
        appends.append(_append(place, name, version, events, act))
        shoes[name] = ShoeState(version + len(events), number, _latest_cards(shoe, cards), hidden)
    return ShoeAppends(shoes, tuple(appends))


_NOTHING = ShoeAppends({}, ())


def _is_other_order(cards: Sealed, before: Sealed) -> bool:
    # The identity check avoids the comparison in most cases.
    return cards is not before and cards != before


def _latest_cards(before: ShoeState | None, cards: Sealed | None) -> Sealed:
    """Return the cards on a table; if it does not exist any more, its last cards."""
    if cards is not None:
        return cards
    assert before is not None
    return before.cards


def _check_not_dealt(aggregate: Aggregate, name: str, state: Any) -> None:
    if aggregate.drawn(state, name) > aggregate.drawn(aggregate.state, name):
        text = "the order of these cards was shown: shuffle or replace them"
        raise Malformed(text, code=ErrorCode.SHOE_SHOWN)


def _append(
    place: CardStream,
    name: str,
    version: int,
    events: Iterable[sealed_order.ShoeEvent],
    act: CommandMetadata,
) -> Append:
    return Append(
        stream=sealed_order.stream_of(place.stream, name),
        kind=SHOE,
        expected=version,
        events=tuple(sealed_order.fresh(event) for event in events),
        act=CommandMetadata(actor=act.actor, title=act.title, time_ms=act.time_ms, key=act.key),
        rulebook=place.aggregate.rules.edition.id,
    )
