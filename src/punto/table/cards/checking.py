"""Cards counted, checked on order, or dropped."""

from msgspec import Struct, field
from msgspec.structs import replace

from punto.aggregate.command import ErrorArea, Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.roles import Count, GivenReason, Number, Text
from punto.aggregate.topic import Topic
from punto.cards import parse_card
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.power import Power
from punto.shoe import Stage
from punto.table.authority import require, require_clauses, require_staff
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.entries import (
    CardCheckRecorded,
    CardsDroppedRecorded,
    CheckOrderedRecorded,
    CountMismatchRecorded,
    ShuffleOrderedRecorded,
)
from punto.table.guards import coup_is_on
from punto.table.open_issues import BlockKind
from punto.table.phase import Closed
from punto.table.register import Blocked, Unblocked, blocked, record, unblock_events
from punto.table.table import Table

checking: Topic[Table, At] = Topic("checking", changes)
JOKER = "joker"


class FaceCounts(Struct, frozen=True):
    """The faces of a set of cards that occur too often or not often enough, with the clauses."""

    surplus: dict[str, int] = {}
    missing: dict[str, int] = {}
    clause: Clauses = ()

    @property
    def words(self) -> str:
        """Return in words which faces are surplus and which are missing."""
        parts = [
            f"{label}: {', '.join(f'{face} ({count})' for face, count in faces.items())}"
            for label, faces in (("too many", self.surplus), ("missing", self.missing))
            if faces
        ]
        return f"; {'; '.join(parts)}" if parts else ""


class VerifyCards(TableCommand, frozen=True, tag="verify_cards"):
    """Staff, or a checking device, verify the cards one by one.

    ``faces`` are counts of faces that differ from the decks, also of ``joker``.
    """

    group = Group.CARDS
    powers = (Power.CHECK_CARDS,)

    count: Count[Number]
    device: Text | None = None
    faces: Count[dict[Text, Number]] = field(default_factory=dict)


class OrderCardCheck(TableCommand, frozen=True, tag="order_card_check"):
    """The cards are to be checked, at any moment."""

    group = Group.CARDS
    powers = (Power.ORDER_CARD_CHECK,)


class OrderShuffle(TableCommand, frozen=True, tag="order_shuffle"):
    """The cards are to be shuffled once the coup is over."""

    group = Group.CARDS
    powers = (Power.ORDER_SHUFFLE,)

    reason: GivenReason[Text]


class DropCards(TableCommand, frozen=True, tag="drop_cards"):
    """Cards fell or were fumbled."""

    group = Group.CARDS
    trouble = ErrorArea.CARD
    powers = ()

    count: Count[Number]


class ConfirmPickedUp(TableCommand, frozen=True, tag="confirm_picked_up"):
    """All cards that fell have been picked up."""

    group = Group.CARDS
    trouble = ErrorArea.CARD
    powers = (Power.VERIFY_DROPPED_CARDS,)

    count: Count[Number]


class CardsVerified(TableEvent, frozen=True, gc=False, tag="cards_verified"):
    """The cards were checked one by one; ``settles`` if no further check is due.

    ``surplus`` and ``missing`` are the faces that occur too often or not often enough.
    ``decks`` is the number of packs of the shoe; earlier logs do not contain it.
    """

    visibility = Visibility.EVERYBODY
    registers = (Register.CARD_CHECKS,)

    count: int
    device: str | None = None
    settles: bool = True
    surplus: dict[str, int] = {}
    missing: dict[str, int] = {}
    shoe: int = 0
    decks: int = 0


@checking.permits(VerifyCards)
def may_verify_cards(at: At) -> Clauses:
    """Raise an error if this person may not verify the cards now."""
    rules, table, by = at.rules, at.state, at.by
    isinstance(table.phase, Closed)
    return require(rules, by, Power.CHECK_CARDS, "verify the cards")


@checking.decides(VerifyCards)
def verify_cards(at: At, command: VerifyCards) -> Events:
    """Record a check of the cards one by one, and its result."""
    rules, table, by = at.rules, at.state, at.by
    clause = may_verify_cards(at)
    opening = rules.edition.opening
    closed = isinstance(table.phase, Closed)
    counted = opening.cards_counted if closed else opening.cards_counted_after
    if command.device:
        clause = rules.says.checked_by_device or clause
    order_clause = rules.says.check_made if blocked(table, BlockKind.CHECK_ORDERED) else ()
    clause = merged(counted.clause if counted else clause, order_clause)
    if coup_is_on(table):
        raise Refused(ErrorCode.COUP_RUNNING, clause, "cards of a coup are on the table")
    expected, decks, shoe = table.shoe.size, table.shoe.decks, table.shoe.number
    checker = f"{by.name} with {command.device}" if command.device else by.name
    odd = face_counts(rules, table, command)
    if command.count != expected or odd.clause:
        count_text = (
            f"{command.count} cards, not {expected}"
            if command.count != expected
            else f"{expected} cards"
        )
        text = f"{checker} found {count_text}{odd.words}"
        mismatch = record(CountMismatchRecorded, table, text, merged(clause, odd.clause))
        # A table that lacks a card can be closed, but not opened.
        failed_check = CardsVerified(
            count=command.count,
            device=command.device,
            settles=not closed,
            shoe=shoe,
            decks=decks,
            surplus=odd.surplus,
            missing=odd.missing,
        )
        return (failed_check, mismatch)
    text = f"{checker} found {expected} cards, {decks} packs of shoe {shoe}"
    verified = CardsVerified(
        count=command.count,
        device=command.device,
        shoe=shoe,
        decks=decks,
        reasons=(Reason(text, clause),),
    )
    entry = record(CardCheckRecorded, table, f"{checker}: complete", clause)
    return (verified, *unblock_events(table, BlockKind.CHECK_ORDERED), entry)


@checking.permits(OrderCardCheck)
def may_order_card_check(at: At) -> Clauses:
    """Raise an error if this person may not order a check of the cards now."""
    rules, by = at.rules, at.by
    clause = require(rules, by, Power.ORDER_CARD_CHECK, "order a check of the cards")
    return merged(clause, require_clauses(rules, rules.says.check_ordered, "who orders a check"))


@checking.decides(OrderCardCheck)
def order_card_check(at: At, command: OrderCardCheck) -> Events:
    """Order a check of the cards."""
    rules, table, by = at.rules, at.state, at.by
    clause = may_order_card_check(at)
    entry = record(CheckOrderedRecorded, table, f"{by.name} orders a check of the cards", clause)
    text = "the cards are verified before another coup"
    block_clause = rules.says.check_made or clause
    return (
        entry,
        Blocked(kind=BlockKind.CHECK_ORDERED, stops="deal", text=text, clause=block_clause),
    )


@checking.permits(OrderShuffle)
def may_order_shuffle(at: At) -> Clauses:
    """Raise an error if this person may not order a shuffle now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.ORDER_SHUFFLE, "order a shuffle")


@checking.decides(OrderShuffle)
def order_shuffle(at: At, command: OrderShuffle) -> Events:
    """Order a shuffle after the coup."""
    rules, table = at.rules, at.state
    clause = may_order_shuffle(at)
    entry = record(ShuffleOrderedRecorded, table, command.reason, clause)
    text = "the cards are shuffled first, as ordered"
    block_clause = rules.says.shuffle_waits or clause
    return (
        entry,
        Blocked(kind=BlockKind.RESHUFFLE_DUE, stops="shoe", text=text, clause=block_clause),
    )


@checking.permits(DropCards)
def may_drop_cards(at: At) -> Clauses:
    """Raise an error if this person may not report dropped cards now."""
    rules, by = at.rules, at.by
    clause = require_clauses(rules, rules.says.dropped, "what happens when cards fall")
    require_staff(rules, by, "report dropped cards")
    return clause


@checking.decides(DropCards)
def drop_cards(at: At, command: DropCards) -> Events:
    """Record that cards fell. They are not loaded until all are found."""
    rules, table = at.rules, at.state
    clause = may_drop_cards(at)
    if command.count < 1 or table.shoe.stage in (Stage.LOADED, Stage.READY):
        raise Malformed("some cards fall while they are shuffled or cut", code=ErrorCode.NOT_NOW)
    verify_power = rules.edition.powers.get(Power.VERIFY_DROPPED_CARDS)
    to = verify_power.value[:1] if verify_power else ()
    entry = record(CardsDroppedRecorded, table, f"{command.count} cards fell", clause, to=to)
    text = "a supervisor confirms that every card was picked up"
    block_clause = verify_power.clause if verify_power else clause
    return (
        entry,
        Blocked(kind=BlockKind.CARDS_DROPPED, stops="load", text=text, clause=block_clause),
    )


@checking.permits(ConfirmPickedUp)
def may_confirm_picked_up(at: At) -> Clauses:
    """Raise an error if this person may not confirm that all cards are there now."""
    rules, table, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.VERIFY_DROPPED_CARDS, "confirm that all cards are there")
    if not blocked(table, BlockKind.CARDS_DROPPED):
        raise Malformed("no cards fell", code=ErrorCode.NOT_NOW)
    return clause


@checking.decides(ConfirmPickedUp)
def confirm_picked_up(at: At, command: ConfirmPickedUp) -> Events:
    """Confirm that all cards are complete again."""
    table = at.state
    clause = may_confirm_picked_up(at)
    if command.count != table.shoe.size:
        text = f"{command.count} cards are there, not {table.shoe.size}"
        raise Refused(ErrorCode.CARDS_MISSING, clause, text)
    reason = Reason(f"all {command.count} cards are there", clause)
    return (Unblocked(kind=BlockKind.CARDS_DROPPED, reasons=(reason,)),)


def face_counts(rules: TableRules, table: Table, command: VerifyCards) -> FaceCounts:
    """Return the faces found too often or not often enough. The total must agree with them."""
    cards = rules.edition.cards
    if cards is None:
        raise not_held(rules.edition, "which cards are used")
    if not command.faces:
        return FaceCounts()
    decks = table.shoe.decks
    surplus: dict[str, int] = {}
    missing: dict[str, int] = {}
    for name, count in command.faces.items():
        joker = name == JOKER
        face = name if joker else str(parse_card(name))
        difference = count - (0 if joker else decks)
        if count < 0 or face in surplus or face in missing:
            raise Malformed(f"say once how many of {face} were found", code=ErrorCode.INCOMPLETE)
        if difference > 0:
            surplus[face] = difference
        elif difference < 0:
            missing[face] = -difference
    total = table.shoe.size + sum(surplus.values()) - sum(missing.values())
    if total != command.count:
        text = f"with these faces there are {total} cards, and {command.count} were counted"
        raise Malformed(text, code=ErrorCode.INCOMPLETE)
    return FaceCounts(surplus, missing, _broken_clauses(rules, surplus, missing))


def _broken_clauses(rules: TableRules, surplus: dict[str, int], missing: dict[str, int]) -> Clauses:
    """Return the clauses that a set of cards violates: about whole decks, about jokers."""
    cards = rules.edition.cards
    assert cards is not None
    joker = cards.joker_found.clause if JOKER in surplus and cards.joker_found else ()
    odd_cards = set(surplus) | set(missing)
    if joker:
        odd_cards.discard(JOKER)
    return merged(cards.whole_decks.clause if odd_cards else (), joker)


@checking.applies(CardsVerified)
def cards_verified(table: Table, event: CardsVerified, envelope: Envelope) -> Table:
    counted = table.number if event.settles else table.packs.counted
    return replace(table, packs=replace(table.packs, counted=counted))
