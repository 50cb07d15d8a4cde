"""Virtual cards of a table: encrypted and committed before anybody bets, revealed at the end.

A shoe has its own stream. ``ShoeSealed`` contains the digest of order and salt, and the encrypted
order. ``ShoeRevealed`` contains order and salt, so that anybody can check the digest.
"""

import secrets
from base64 import b64decode, b64encode
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from punto.cards import Card, format_cards, parse_cards
from punto.rulebook.schema import Edition
from punto.server.virtual_shoes.encryption import Seal
from punto.store.records import Fresh
from punto.table.cards.extra_shuffle import CardsRiffled, CardsShuffledByHand
from punto.table.cards.preparation import CardsLoaded, CardsShuffled, ShoeTakenOut
from punto.table.cards.replacement import CardsReplaced
from punto.table.register import Blocked
from punto.virtual_cards import Sealed

SALT_BYTES = 32
_MIXED = (CardsShuffled, CardsRiffled, CardsShuffledByHand, CardsReplaced)


class ShoeSealed(Struct, frozen=True, tag="shoe_sealed", tag_field="type"):
    """An order was committed. ``commitment`` is its digest, ``sealed`` the encrypted order.

    ``at`` is the version of the table's stream at which it was committed.
    """

    number: int
    at: int
    cards: int
    commitment: str
    sealed: str


class ShoeRevealed(Struct, frozen=True, tag="shoe_revealed", tag_field="type"):
    """An order that is no longer on the table was revealed, with the salt of its commitment."""

    number: int
    at: int
    order: str
    salt: str


ShoeEvent = ShoeSealed | ShoeRevealed
_decode = msgspec.json.Decoder(ShoeEvent)
_encode = msgspec.json.Encoder().encode


class CommittedOrder(Struct, frozen=True):
    """A committed order: its number, its cards, and the salt of its commitment."""

    number: int
    sealed: Sealed
    salt: bytes


def stream_of(stream: str, shoe: str) -> str:
    """Return the stream name of a shoe: of a table, or of one table of a tournament."""
    return f"{stream}/{shoe}/shoe" if shoe else f"{stream}/shoe"


def _purpose(table: str, number: int) -> str:
    return f"shoe {number} of {table}"


def fixed(
    seal: Seal, table: str, number: int, sealed: Sealed, at: int
) -> tuple[CommittedOrder, ShoeSealed]:
    """Return an order that is used from a version on, and the event that commits it."""
    salt = secrets.token_bytes(SALT_BYTES)
    encrypted = seal.close(_purpose(table, number), salt + _card_bytes(sealed.cards))
    event = ShoeSealed(
        number, at, len(sealed.cards), sealed.commitment(salt), b64encode(encrypted).decode()
    )
    return CommittedOrder(number, sealed, salt), event


def opened(seal: Seal, table: str, event: ShoeSealed) -> CommittedOrder:
    """Return the order that an event committed."""
    text = seal.open(_purpose(table, event.number), b64decode(event.sealed))
    salt, cards = text[:SALT_BYTES], text[SALT_BYTES:]
    return CommittedOrder(event.number, Sealed(tuple(parse_cards(cards.decode()))), salt)


def revealed(kept: CommittedOrder, at: int) -> ShoeRevealed:
    """Return the event that reveals an order which is no longer on the table."""
    return ShoeRevealed(kept.number, at, format_cards(kept.sealed.cards), kept.salt.hex())


def is_over(edition: Edition, events: Iterable[Any]) -> bool:
    """Return whether the order on the table cannot be dealt any more.

    All cards were mixed or replaced, or taken out under a rule that shuffles them again, or
    the shoe was declared void.
    """
    return any(
        isinstance(event, _MIXED)
        or (isinstance(event, Blocked) and event.kind == "shoe_void")
        or (isinstance(event, CardsLoaded) and event.shuffled)
        or (isinstance(event, ShoeTakenOut) and _is_shuffled_later(edition))
        for event in events
    )


def _is_shuffled_later(edition: Edition) -> bool:
    return edition.shoe is not None and edition.shoe.shuffle_later.value


def brought_in(events: Iterable[Any]) -> bool:
    """Return whether other cards came to the table; their order is unknown."""
    return any(isinstance(event, CardsReplaced) for event in events)


def matches(sealed: ShoeSealed, shown: ShoeRevealed) -> bool:
    """Return whether a revealed order is the committed one."""
    order = Sealed(tuple(parse_cards(shown.order)))
    return order.commitment(bytes.fromhex(shown.salt)) == sealed.commitment


def fresh(event: ShoeEvent) -> Fresh:
    """Return an event of a shoe in its stored form."""
    return Fresh(str(event.__struct_config__.tag), _encode(event))


def read(payload: bytes) -> ShoeEvent:
    """Return a stored event of a shoe."""
    event: ShoeEvent = _decode.decode(payload)
    return event


def _card_bytes(cards: tuple[Card, ...]) -> bytes:
    return format_cards(cards).encode()
