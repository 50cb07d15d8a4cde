"""Cards in the hands of patrons: passed, declined, turned, given back."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import CardFace, Number, PatronName, Reading
from punto.aggregate.topic import Topic
from punto.cards import Card
from punto.clause import Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import OutCounted, TurnedBy
from punto.rulebook.power import Power
from punto.rulebook.vocabulary import Side
from punto.table.authority import require, require_clauses
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.cards.copies_out import check_possible, faces_seen_with
from punto.table.context import At, after, changes
from punto.table.deal.coup_completion import automatic_events, dealing_phase
from punto.table.deal.dealing_methods import (
    Hand,
    designated_patrons,
    designation_clauses,
    method_of,
    passing_rules,
)
from punto.table.deal.faces import lock_wagers
from punto.table.guards import require_patron
from punto.table.phase import Cards, CardsWithPatron, Dealing, Dealt
from punto.table.table import Table

passed_cards: Topic[Table, At] = Topic("passed_cards", changes)


class PassCards(TableCommand, frozen=True, tag="pass_cards"):
    """The dealer passes cards of a hand, face down, to a patron."""

    group = Group.DEAL
    powers = (Power.DEAL,)

    hand: Hand
    to: PatronName
    cards: tuple[Number, ...] = ()


class DeclineCards(TableCommand, frozen=True, tag="decline_cards"):
    """A patron does not want the cards of a hand."""

    group = Group.DEAL
    powers = ()

    hand: Hand


class TurnCards(TableCommand, frozen=True, tag="turn_cards"):
    """Whoever has the cards of a hand turns them face up; all of them unless some are named.

    ``faces`` are the faces of the cards, if they were not known.
    """

    group = Group.DEAL
    powers = (Power.DEAL,)

    hand: Hand
    cards: tuple[Number, ...] = ()
    faces: Reading[tuple[CardFace, ...]] = ()


class ReturnCards(TableCommand, frozen=True, tag="return_cards"):
    """A patron gives the cards of a hand back to the dealer."""

    group = Group.DEAL
    powers = ()

    hand: Hand


class CardsPassed(TableEvent, frozen=True, gc=False, tag="cards_passed"):
    """A patron holds cards of a hand, named by their places."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    side: Side
    cards: tuple[int, ...]
    name: str


class CardsDeclined(TableEvent, frozen=True, gc=False, tag="cards_declined"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    side: Side
    name: str


class CardsTurned(TableEvent, frozen=True, gc=False, tag="cards_turned"):
    """Cards of a hand, named by their places, are face up now, with these faces."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    side: Side
    cards: tuple[int, ...]
    faces: tuple[Card, ...]
    by: str


class CardsReturned(TableEvent, frozen=True, gc=False, tag="cards_returned"):
    """A patron gave cards back to the dealer, turned or not."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    side: Side
    name: str


@passed_cards.permits(PassCards)
def may_pass_cards(at: At) -> None:
    """Raise an error if this person may not pass cards to a patron now."""
    rules, by = at.rules, at.by
    require(rules, by, Power.DEAL, "pass cards")


@passed_cards.decides(PassCards)
def pass_cards(at: At, command: PassCards) -> Events:
    """Pass cards of a hand, face down, to the patron whose turn it is."""
    rules, table = at.rules, at.state
    may_pass_cards(at)
    phase, side = dealing_phase(rules, table), Side(command.hand)
    method = method_of(rules, phase)
    if method.turned_by is TurnedBy.DEALER:
        clause = merged(method.dealer_keeps or method.clause, rules.says.touching)
        raise Refused(
            ErrorCode.DEALER_KEEPS_CARDS, clause, f"no patron handles cards: {method.title}"
        )
    if phase.count < 4:
        clause = method.opening_cards or method.clause
        raise Refused(ErrorCode.CARDS_NOT_DEALT, clause, "the opening cards are dealt first")
    receiver = require_patron(table, command.to)
    data = passing_rules(rules)
    if data and data.seated_only.value and receiver.standing:
        clause = merged(data.seated_only.clause, rules.says.touching)
        raise Refused(
            ErrorCode.STANDING_PATRON, clause, f"{command.to} stands and never touches cards"
        )
    designees = designated_patrons(rules, table, phase, side)
    turn_clauses = designation_clauses(rules, table, phase, side)
    if command.to not in designees:
        names = " or ".join(designees)
        text = f"the dealer keeps the {side.title()} cards"
        if designees:
            text = f"the {side.title()} cards go to {names}, not to {command.to}"
        clause = merged(turn_clauses, rules.says.touching)
        raise Refused(ErrorCode.NOT_DESIGNATED, clause, text)
    cards = _cards_to_pass(phase, side, command.cards)
    _check_out_limit(rules, table, phase, CardsWithPatron(side, cards, command.to))
    third = method.third_cards if max(cards) >= 2 else ()
    text = f"the {side.title()} cards go to {command.to}, face down"
    clause = merged(turn_clauses, method.handed_over, third, rules.says.handled)
    passed = CardsPassed(side=side, cards=cards, name=command.to, reasons=(Reason(text, clause),))
    return (passed,)


def _cards_to_pass(phase: Dealing, side: Side, named: tuple[int, ...]) -> tuple[int, ...]:
    """Return the places of the cards to pass: those named, or all that are face down."""
    held = {place for out in phase.out if out.side is side for place in out.cards}
    face_down = [place for place, up in enumerate(phase.up(side)) if not up and place not in held]
    cards = tuple(place - 1 for place in named) or tuple(face_down)
    if not cards or any(place not in face_down for place in cards) or len(set(cards)) < len(cards):
        raise Malformed(
            f"no such {side.title()} card lies face down with the dealer",
            code=ErrorCode.NO_SUCH_THING,
        )
    return cards


def _check_out_limit(
    rules: TableRules, table: Table, phase: Dealing, passed: CardsWithPatron
) -> None:
    """Refuse to pass more hands at the same time than the rulebook permits."""
    data, side, receiver = passing_rules(rules), passed.side, passed.holder
    # One of two cards must come back turned before the other is passed.
    unturned = any(
        not phase.hand(side)[place].up and place not in passed.cards
        for earlier in phase.been_out
        if earlier.side is side and earlier.holder != receiver
        for place in earlier.cards
    )
    nominated = phase.nominated(side) is not None
    if nominated and any(held.side is side and held.holder != receiver for held in phase.out):
        clause = require_clauses(
            rules, rules.says.nominee_one_card, "how many nominees turn cards at a time"
        )
        raise Refused(ErrorCode.CARD_OUT, clause, "one card is out and being turned at a time")
    if nominated and unturned:
        clause = require_clauses(
            rules, rules.says.nominee_turned_first, "how many nominees turn cards at a time"
        )
        raise Refused(
            ErrorCode.CARD_OUT, clause, "the card that was out is turned before the other goes"
        )
    if data is None:
        return
    over_table = data.out_counted.value is OutCounted.OVER_TABLE
    # More cards of the same hand for the same person do not count as another hand.
    others = [
        held
        for held in phase.out
        if (held.side, held.holder) != (side, receiver) and (over_table or held.holder == receiver)
    ]
    if len(others) >= data.out_max.value:
        text = f"{others[0].holder} has the {others[0].side.title()} cards; they come back first"
        raise Refused(
            ErrorCode.HAND_OUT, merged(data.out_max.clause, data.out_counted.clause), text
        )
    top_on_both = side is Side.BANKER and receiver in designated_patrons(
        rules, table, phase, Side.PLAYER
    )
    if not over_table and top_on_both and not all(phase.up(Side.PLAYER)):
        text = f"{receiver} has the top bet on both hands and turns the Player cards first"
        raise Refused(ErrorCode.HAND_OUT, data.out_max.clause, text)


passed_cards.permits(DeclineCards, TurnCards, ReturnCards)(anybody)


@passed_cards.decides(DeclineCards)
def decline_cards(at: At, command: DeclineCards) -> Events:
    """Record that a patron declines the cards of a hand."""
    rules, table, by = at.rules, at.state, at.by
    phase, side = dealing_phase(rules, table), Side(command.hand)
    if by.name not in designated_patrons(rules, table, phase, side):
        raise Malformed(
            f"the {side.title()} cards are not offered to {by.name}", code=ErrorCode.NOT_NOW
        )
    if side is Side.BANKER and table.role.holder == by.name:
        text = f"{by.name} took the Banker cards and receives them in this coup"
        raise Refused(ErrorCode.HOLDER_MUST_RECEIVE, rules.says.role_receives, text)
    if any(held.holder == by.name for held in phase.out):
        raise Malformed(f"{by.name} has cards: give them back", code=ErrorCode.NOT_NOW)
    declined = CardsDeclined(side=side, name=by.name)
    table_after = after(table, (declined,))
    assert isinstance(table_after.phase, Dealing)
    designees = designated_patrons(rules, table_after, table_after.phase, side)
    text = f"{by.name} declines; {designees[0]} is next" if designees else f"{by.name} declines"
    reason = Reason(text, designation_clauses(rules, table_after, table_after.phase, side))
    return (CardsDeclined(side=side, name=by.name, reasons=(reason,)),)


@passed_cards.decides(TurnCards)
def turn_cards(at: At, command: TurnCards) -> Events:
    """Turn cards face up: a patron those that they hold, the dealer the others."""
    rules, table, by = at.rules, at.state, at.by
    phase, side = dealing_phase(rules, table), Side(command.hand)
    method = method_of(rules, phase)
    up = phase.up(side)
    named = tuple(place - 1 for place in command.cards)
    if by.is_patron:
        own = [held for held in phase.out if held.side is side and held.holder == by.name]
        if not own:
            clause = merged(rules.says.touching, method.untouched or method.clause)
            raise Refused(ErrorCode.NOT_YOUR_CARDS, clause, f"{by.name} does not have these cards")
        places = {place for passed in own for place in passed.cards}
    else:
        require(rules, by, Power.DEAL, "turn cards")
        if any(held.side is side for held in phase.out):
            clause = method.handed_back or method.clause
            raise Refused(ErrorCode.CARDS_OUT, clause, "the cards come back first")
        places = {place for place, is_up in enumerate(up) if not is_up}
        _check_dealer_may_turn(rules, table, phase, side, places)
    cards = named or tuple(sorted(place for place in places if not up[place]))
    if not cards or any(place not in places or up[place] for place in cards):
        raise Malformed("no such card lies face down there", code=ErrorCode.NO_SUCH_THING)
    if len(set(cards)) < len(cards):
        # A face that is counted twice would be missing from the cards that can still come.
        raise Malformed("a card is turned once", code=ErrorCode.NO_SUCH_THING)
    if phase.count < 4:
        clause = method.opening_cards or method.clause
        raise Refused(ErrorCode.CARDS_NOT_DEALT, clause, "the opening cards are dealt first")
    turn_clause = method.exposed if by.is_patron and method.exposed else method.turned
    if method.unturned and not by.is_patron and any(out.side is side for out in phase.been_out):
        turn_clause = method.unturned
    reason = Reason(f"{by.name} turns the {side.title()} cards", turn_clause or method.clause)
    faces = _turned_faces(rules, table, phase.hand(side), cards, command.faces)
    turned = CardsTurned(side=side, cards=cards, faces=faces, by=by.name, reasons=(reason,))
    return (turned, *automatic_events(rules, after(table, (turned,))))


def _turned_faces(
    rules: TableRules,
    table: Table,
    hand: Cards,
    places: tuple[int, ...],
    keyed: tuple[Card, ...],
) -> tuple[Card, ...]:
    """Return the faces of turned cards: as the shoe read them, or as named now."""
    if keyed and len(keyed) != len(places):
        raise Malformed(
            f"{len(places)} cards are turned, and {len(keyed)} named", code=ErrorCode.NOT_NOW
        )
    faces: list[Card] = []
    for index, place in enumerate(places):
        read_face = hand[place].card
        face = keyed[index] if keyed else read_face
        if face is None:
            raise Malformed(
                "say what the cards are that are turned", "faces=9S,3D", code=ErrorCode.FACE_MISSING
            )
        if read_face is not None and face is not read_face:
            raise Malformed(f"{face} is not the card that lies there", code=ErrorCode.OTHER_CARD)
        if read_face is None:
            check_possible(rules, table, face)
            # The next face is checked with this one seen.
            seen = faces_seen_with(table.shoe, (face,))
            table = replace(table, shoe=replace(table.shoe, seen=seen))
        faces.append(face)
    return tuple(faces)


def _check_dealer_may_turn(
    rules: TableRules, table: Table, phase: Dealing, side: Side, places: set[int]
) -> None:
    """Refuse to let the dealer turn cards that a patron may turn."""
    designees = designated_patrons(rules, table, phase, side)
    passed_places = [max(out.cards) for out in phase.been_out if out.side is side]
    if designees and max(places, default=-1) > max(passed_places, default=-1):
        text = f"the {side.title()} cards go to {designees[0]} first"
        clause = designation_clauses(rules, table, phase, side)
        raise Refused(ErrorCode.CARDS_DUE_TO_PATRON, clause, text)


@passed_cards.decides(ReturnCards)
def return_cards(at: At, command: ReturnCards) -> Events:
    """Return the cards of a hand to the dealer."""
    rules, table, by = at.rules, at.state, at.by
    phase, side = dealing_phase(rules, table), Side(command.hand)
    method = method_of(rules, phase)
    held_cards = [held for held in phase.out if held.side is side]
    if by.is_patron:
        held_cards = [held for held in held_cards if held.holder == by.name]
    if not held_cards:
        raise Malformed("none of these cards are out with a patron", code=ErrorCode.NOT_NOW)
    reason = Reason(f"the {side.title()} cards are back", method.handed_back or method.clause)
    events = tuple(
        CardsReturned(side=side, name=held.holder, reasons=(reason,)) for held in held_cards
    )
    return (*events, *automatic_events(rules, after(table, events)))


@passed_cards.applies(CardsTurned)
def cards_turned(table: Table, event: CardsTurned, envelope: Envelope) -> Table:
    phase = table.dealing
    faces = dict(zip(event.cards, event.faces, strict=True))
    hand = tuple(
        Dealt(faces[place]) if place in faces else dealt
        for place, dealt in enumerate(phase.hand(event.side))
    )
    if event.side is Side.PLAYER:
        phase = replace(phase, player=hand)
    else:
        phase = replace(phase, banker=hand)
    shoe = replace(table.shoe, seen=faces_seen_with(table.shoe, event.faces))
    return replace(table, phase=phase, shoe=shoe, next=lock_wagers(table.next, up=True))


@passed_cards.applies(CardsPassed)
def cards_passed(table: Table, event: CardsPassed, envelope: Envelope) -> Table:
    phase, out = table.dealing, CardsWithPatron(event.side, event.cards, event.name)
    # A nominee turns cards for the holder and does not become one.
    nominated = phase.nominated(out.side) is not None
    holder = phase.holders.get(out.side) if nominated else None
    holders = {**phase.holders, out.side: holder or out.holder}
    phase = replace(phase, out=(*phase.out, out), been_out=(*phase.been_out, out), holders=holders)
    packs = replace(table.packs, handled=True)
    return replace(table, phase=phase, packs=packs, next=lock_wagers(table.next, up=False))


@passed_cards.applies(CardsReturned)
def cards_returned(table: Table, event: CardsReturned, envelope: Envelope) -> Table:
    phase = table.dealing
    still_out = tuple(
        out for out in phase.out if (out.side, out.holder) != (event.side, event.name)
    )
    return replace(table, phase=replace(phase, out=still_out))


@passed_cards.applies(CardsDeclined)
def cards_declined(table: Table, event: CardsDeclined, envelope: Envelope) -> Table:
    phase = table.dealing
    declined = (*phase.declined, (event.side, event.name))
    holders = {side: name for side, name in phase.holders.items() if (side, name) not in declined}
    return replace(table, phase=replace(phase, declined=declined, holders=holders))
