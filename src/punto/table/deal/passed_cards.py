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
from punto.table.authority import provided, require
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.cards.copies_out import check_possible, shown_to_all
from punto.table.context import At, after, changes
from punto.table.deal.coup_completion import dealing, proceed
from punto.table.deal.dealing_methods import Hand, designated, method_of, passing, why_designated
from punto.table.deal.faces import wagers_fixed
from punto.table.guards import known
from punto.table.phase import Cards, Dealing, Dealt, Out
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

    ``faces`` are what the cards turn out to be, where nobody knew them.
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
    """Cards of a hand, by their places, lie with a patron."""

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
    """Cards of a hand, by their places, lie face up now, and these are their faces."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    side: Side
    cards: tuple[int, ...]
    faces: tuple[Card, ...]
    by: str


class CardsReturned(TableEvent, frozen=True, gc=False, tag="cards_returned"):
    """A patron's cards are back with the dealer, turned or not."""

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
    phase, side = dealing(rules, table), Side(command.hand)
    method = method_of(rules, phase)
    if method.turned_by is TurnedBy.DEALER:
        clause = merged(method.dealer_keeps or method.clause, rules.says.touching)
        raise Refused(
            ErrorCode.DEALER_KEEPS_CARDS, clause, f"no patron handles cards: {method.title}"
        )
    if phase.count < 4:
        clause = method.opening_cards or method.clause
        raise Refused(ErrorCode.CARDS_NOT_DEALT, clause, "the opening cards are dealt first")
    receiver = known(table, command.to)
    data = passing(rules)
    if data and data.seated_only.value and receiver.standing:
        clause = merged(data.seated_only.clause, rules.says.touching)
        raise Refused(
            ErrorCode.STANDING_PATRON, clause, f"{command.to} stands and never touches cards"
        )
    turn = designated(rules, table, phase, side)
    why = why_designated(rules, table, phase, side)
    if command.to not in turn:
        who = " or ".join(turn)
        text = f"the dealer keeps the {side.title()} cards"
        if turn:
            text = f"the {side.title()} cards go to {who}, not to {command.to}"
        clause = merged(why, rules.says.touching)
        raise Refused(ErrorCode.NOT_DESIGNATED, clause, text)
    cards = _cards(phase, side, command.cards)
    _room(rules, table, phase, Out(side, cards, command.to))
    third = method.third_cards if max(cards) >= 2 else ()
    text = f"the {side.title()} cards go to {command.to}, face down"
    clause = merged(why, method.handed_over, third, rules.says.handled)
    passed = CardsPassed(side=side, cards=cards, name=command.to, reasons=(Reason(text, clause),))
    return (passed,)


def _cards(phase: Dealing, side: Side, wanted: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards to pass by their places: those named, or all that lie face down."""
    away = {place for one in phase.out if one.side is side for place in one.cards}
    down = [place for place, up in enumerate(phase.up(side)) if not up and place not in away]
    cards = tuple(place - 1 for place in wanted) or tuple(down)
    if not cards or any(place not in down for place in cards) or len(set(cards)) < len(cards):
        raise Malformed(
            f"no such {side.title()} card lies face down with the dealer",
            code=ErrorCode.NO_SUCH_THING,
        )
    return cards


def _room(rules: TableRules, table: Table, phase: Dealing, wanted: Out) -> None:
    """Refuse to have more hands out at a time than may be."""
    data, side, to = passing(rules), wanted.side, wanted.holder
    # One of two cards comes back turned before the other goes out.
    unturned = any(
        not phase.hand(side)[place].up and place not in wanted.cards
        for one in phase.been_out
        if one.side is side and one.holder != to
        for place in one.cards
    )
    nominated = phase.nominated(side) is not None
    if nominated and any(held.side is side and held.holder != to for held in phase.out):
        clause = provided(
            rules, rules.says.nominee_one_card, "how many nominees turn cards at a time"
        )
        raise Refused(ErrorCode.CARD_OUT, clause, "one card is out and being turned at a time")
    if nominated and unturned:
        clause = provided(
            rules, rules.says.nominee_turned_first, "how many nominees turn cards at a time"
        )
        raise Refused(
            ErrorCode.CARD_OUT, clause, "the card that was out is turned before the other goes"
        )
    if data is None:
        return
    over_table = data.out_counted.value is OutCounted.OVER_TABLE
    # More cards of the same hand for the same person are no other hand.
    out = [
        held
        for held in phase.out
        if (held.side, held.holder) != (side, to) and (over_table or held.holder == to)
    ]
    if len(out) >= data.out_max.value:
        text = f"{out[0].holder} has the {out[0].side.title()} cards; they come back first"
        raise Refused(
            ErrorCode.HAND_OUT, merged(data.out_max.clause, data.out_counted.clause), text
        )
    both = side is Side.BANKER and to in designated(rules, table, phase, Side.PLAYER)
    if not over_table and both and not all(phase.up(Side.PLAYER)):
        text = f"{to} has the top bet on both hands and turns the Player cards first"
        raise Refused(ErrorCode.HAND_OUT, data.out_max.clause, text)


passed_cards.permits(DeclineCards, TurnCards, ReturnCards)(anybody)


@passed_cards.decides(DeclineCards)
def decline_cards(at: At, command: DeclineCards) -> Events:
    """Pass over a patron who does not want the cards of a hand."""
    rules, table, by = at.rules, at.state, at.by
    phase, side = dealing(rules, table), Side(command.hand)
    if by.name not in designated(rules, table, phase, side):
        raise Malformed(
            f"the {side.title()} cards are not offered to {by.name}", code=ErrorCode.NOT_NOW
        )
    if side is Side.BANKER and table.role.holder == by.name:
        text = f"{by.name} took the Banker cards and receives them in this coup"
        raise Refused(ErrorCode.HOLDER_MUST_RECEIVE, rules.says.role_receives, text)
    if any(held.holder == by.name for held in phase.out):
        raise Malformed(f"{by.name} has cards: give them back", code=ErrorCode.NOT_NOW)
    gone = CardsDeclined(side=side, name=by.name)
    left = after(table, (gone,))
    assert isinstance(left.phase, Dealing)
    turn = designated(rules, left, left.phase, side)
    text = f"{by.name} declines; {turn[0]} is next" if turn else f"{by.name} declines"
    reason = Reason(text, why_designated(rules, left, left.phase, side))
    return (CardsDeclined(side=side, name=by.name, reasons=(reason,)),)


@passed_cards.decides(TurnCards)
def turn_cards(at: At, command: TurnCards) -> Events:
    """Turn cards face up: a patron those in their hands, the dealer what is left."""
    rules, table, by = at.rules, at.state, at.by
    phase, side = dealing(rules, table), Side(command.hand)
    method = method_of(rules, phase)
    up = phase.up(side)
    wanted = tuple(place - 1 for place in command.cards)
    if by.is_patron:
        mine = [held for held in phase.out if held.side is side and held.holder == by.name]
        if not mine:
            clause = merged(rules.says.touching, method.untouched or method.clause)
            raise Refused(ErrorCode.NOT_YOUR_CARDS, clause, f"{by.name} does not have these cards")
        places = {place for one in mine for place in one.cards}
    else:
        require(rules, by, Power.DEAL, "turn cards")
        if any(held.side is side for held in phase.out):
            clause = method.handed_back or method.clause
            raise Refused(ErrorCode.CARDS_OUT, clause, "the cards come back first")
        places = {place for place, is_up in enumerate(up) if not is_up}
        _kept(rules, table, phase, side, places)
    cards = wanted or tuple(sorted(place for place in places if not up[place]))
    if not cards or any(place not in places or up[place] for place in cards):
        raise Malformed("no such card lies face down there", code=ErrorCode.NO_SUCH_THING)
    if len(set(cards)) < len(cards):
        # Seen twice, a face would be missing from what could still come.
        raise Malformed("a card is turned once", code=ErrorCode.NO_SUCH_THING)
    if phase.count < 4:
        clause = method.opening_cards or method.clause
        raise Refused(ErrorCode.CARDS_NOT_DEALT, clause, "the opening cards are dealt first")
    turned_by = method.exposed if by.is_patron and method.exposed else method.turned
    if method.unturned and not by.is_patron and any(out.side is side for out in phase.been_out):
        turned_by = method.unturned
    reason = Reason(f"{by.name} turns the {side.title()} cards", turned_by or method.clause)
    faces = _faces(rules, table, phase.hand(side), cards, command.faces)
    turned = CardsTurned(side=side, cards=cards, faces=faces, by=by.name, reasons=(reason,))
    return (turned, *proceed(rules, after(table, (turned,))))


def _faces(
    rules: TableRules,
    table: Table,
    hand: Cards,
    places: tuple[int, ...],
    named: tuple[Card, ...],
) -> tuple[Card, ...]:
    """Return what cards turn out to be: as they were read, or as somebody names them now."""
    if named and len(named) != len(places):
        raise Malformed(
            f"{len(places)} cards are turned, and {len(named)} named", code=ErrorCode.NOT_NOW
        )
    found: list[Card] = []
    for order, place in enumerate(places):
        read = hand[place].card
        face = named[order] if named else read
        if face is None:
            raise Malformed(
                "say what the cards are that are turned", "faces=9S,3D", code=ErrorCode.FACE_MISSING
            )
        if read is not None and face is not read:
            raise Malformed(f"{face} is not the card that lies there", code=ErrorCode.OTHER_CARD)
        if read is None:
            check_possible(rules, table, face)
            # The next one is judged with this one on the table.
            seen = shown_to_all(table.shoe, (face,))
            table = replace(table, shoe=replace(table.shoe, seen=seen))
        found.append(face)
    return tuple(found)


def _kept(rules: TableRules, table: Table, phase: Dealing, side: Side, places: set[int]) -> None:
    """Refuse the dealer cards that are somebody else's to turn."""
    turn = designated(rules, table, phase, side)
    been_out = [max(out.cards) for out in phase.been_out if out.side is side]
    if turn and max(places, default=-1) > max(been_out, default=-1):
        text = f"the {side.title()} cards go to {turn[0]} first"
        clause = why_designated(rules, table, phase, side)
        raise Refused(ErrorCode.CARDS_DUE_TO_PATRON, clause, text)


@passed_cards.decides(ReturnCards)
def return_cards(at: At, command: ReturnCards) -> Events:
    """Bring the cards of a hand back to the dealer."""
    rules, table, by = at.rules, at.state, at.by
    phase, side = dealing(rules, table), Side(command.hand)
    method = method_of(rules, phase)
    out = [held for held in phase.out if held.side is side]
    if by.is_patron:
        out = [held for held in out if held.holder == by.name]
    if not out:
        raise Malformed("none of these cards are out with a patron", code=ErrorCode.NOT_NOW)
    reason = Reason(f"the {side.title()} cards are back", method.handed_back or method.clause)
    events = tuple(CardsReturned(side=side, name=held.holder, reasons=(reason,)) for held in out)
    return (*events, *proceed(rules, after(table, events)))


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
    shoe = replace(table.shoe, seen=shown_to_all(table.shoe, event.faces))
    return replace(table, phase=phase, shoe=shoe, next=wagers_fixed(table.next, up=True))


@passed_cards.applies(CardsPassed)
def cards_passed(table: Table, event: CardsPassed, envelope: Envelope) -> Table:
    phase, out = table.dealing, Out(event.side, event.cards, event.name)
    # A nominee turns cards for the holder and does not become one.
    nominated = phase.nominated(out.side) is not None
    holder = phase.holders.get(out.side) if nominated else None
    holders = {**phase.holders, out.side: holder or out.holder}
    phase = replace(phase, out=(*phase.out, out), been_out=(*phase.been_out, out), holders=holders)
    packs = replace(table.packs, handled=True)
    return replace(table, phase=phase, packs=packs, next=wagers_fixed(table.next, up=False))


@passed_cards.applies(CardsReturned)
def cards_returned(table: Table, event: CardsReturned, envelope: Envelope) -> Table:
    phase = table.dealing
    left = tuple(out for out in phase.out if (out.side, out.holder) != (event.side, event.name))
    return replace(table, phase=replace(phase, out=left))


@passed_cards.applies(CardsDeclined)
def cards_declined(table: Table, event: CardsDeclined, envelope: Envelope) -> Table:
    phase = table.dealing
    declined = (*phase.declined, (event.side, event.name))
    holders = {side: name for side, name in phase.holders.items() if (side, name) not in declined}
    return replace(table, phase=replace(phase, declined=declined, holders=holders))
