"""The orders of virtual cards beside a stream: which lie on its tables, and what is told of them.

An order is fixed when it comes to lie on a table, and shown when nothing of it can be dealt any
more: all cards were mixed, replaced or taken out, or the table itself is over.
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
    """A shoe: the order that lies on its table, and those that were fixed and not yet shown.

    ``version`` is that of its own stream, ``number`` that of the order on the table.
    """

    version: int
    number: int
    cards: Sealed
    hidden: tuple[sealed_order.CommittedOrder, ...]

    @property
    def shown(self) -> bool:
        """Return whether everybody may know the order that lies on the table."""
        return not self.hidden or self.hidden[-1].number != self.number


Shoes = dict[str, ShoeState]


class CardStream(Protocol):
    """What is known of a stream whose cards are sealed."""

    log: Log
    stream: str
    aggregate: Aggregate
    shoes: Shoes

    @property
    def version(self) -> int: ...


def read_on(seal: Seal, place: CardStream, names: Iterable[str], version: int) -> Shoes:
    """Return the shoes beside a stream as they lie at a version of it; no later ones."""
    found = dict(place.shoes)
    for name in names:
        lying = found.get(name)
        stream = sealed_order.stream_of(place.stream, name)
        for one in place.log.read(stream, lying.version if lying else 0):
            event = sealed_order.read(one.payload)
            if event.at > version:
                break
            lying = _after(seal, stream, lying, event, one.version)
        if lying is not None:
            found[name] = lying
    return found


def _after(
    seal: Seal, stream: str, lying: ShoeState | None, event: sealed_order.ShoeEvent, version: int
) -> ShoeState:
    if isinstance(event, sealed_order.ShoeSealed):
        kept = sealed_order.opened(seal, stream, event)
        return ShoeState(
            version, kept.number, kept.sealed, (*(lying.hidden if lying else ()), kept)
        )
    assert lying is not None, "an order is fixed before it is shown"
    left = tuple(kept for kept in lying.hidden if kept.number != event.number)
    return ShoeState(version, lying.number, lying.cards, left)


class ShoeAppends(Struct, frozen=True):
    """How the shoes lie once a command is kept, and what their streams are told of it."""

    shoes: Shoes
    appends: tuple[Append, ...]


def shoe_appends(
    seal: Seal, place: CardStream, decided: Decided[Any, Any], act: CommandMetadata
) -> ShoeAppends:
    """Return what becomes of the shoes by a command; a shown order is dealt by none.

    A cut alone shows nothing: the order before it would tell the one after it.
    """
    if not decided.shoes and not place.shoes:
        return _NOTHING
    found, told = dict(place.shoes), []
    at = place.version + 1
    over = place.aggregate.over(decided.events)
    for name in {**place.shoes, **decided.shoes}:
        lying, cards = found.get(name), decided.shoes.get(name)
        said: list[sealed_order.ShoeEvent] = []
        hidden = lying.hidden if lying else ()
        if cards is None or name in over:
            said += [sealed_order.revealed(order, at) for order in hidden]
            hidden = ()
        number = lying.number if lying else 0
        if cards is not None and (lying is None or _other(cards, lying.cards)):
            number += 1
            stream = sealed_order.stream_of(place.stream, name)
            kept, fixed = sealed_order.fixed(seal, stream, number, cards, at)
            said.append(fixed)
            hidden = (*hidden, kept)
        elif lying is not None and lying.shown:
            _check_not_dealt(place.aggregate, name, decided.state)
        if not said:
            continue
        version = lying.version if lying else 0
        told.append(_append(place, name, version, said, act))
        found[name] = ShoeState(version + len(said), number, _lying(lying, cards), hidden)
    return ShoeAppends(found, tuple(told))


_NOTHING = ShoeAppends({}, ())


def _other(cards: Sealed, before: Sealed) -> bool:
    # Hardly ever are they not the very same, and then nobody has to compare them.
    return cards is not before and cards != before


def _lying(before: ShoeState | None, cards: Sealed | None) -> Sealed:
    """Return the cards on a table, or those that lay on it last where it is gone."""
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
    said: Iterable[sealed_order.ShoeEvent],
    act: CommandMetadata,
) -> Append:
    return Append(
        stream=sealed_order.stream_of(place.stream, name),
        kind=SHOE,
        expected=version,
        events=tuple(sealed_order.fresh(event) for event in said),
        act=CommandMetadata(actor=act.actor, title=act.title, time_ms=act.time_ms, key=act.key),
        rulebook=place.aggregate.rules.edition.id,
    )
