"""Cards that left the shoe before their time: kept for the next coup, shown or taken away."""

from collections.abc import Iterable

from msgspec.structs import replace

from punto.aggregate.command import ErrorArea, Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Alert, Register, Visibility
from punto.aggregate.roles import CardFace, Reading
from punto.aggregate.topic import Topic
from punto.cards import Card
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.vocabulary import Side
from punto.shoe import Hidden, Shoe
from punto.table.authority import require, require_clauses
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.cards.copies_out import face_of_leaving_card, faces_seen_with
from punto.table.context import At, changes
from punto.table.guards import error_rules
from punto.table.phase import Betting, CardsWithPatron, Dealing, Dealt, Idle, Settling
from punto.table.returned_stakes import StakesReturned, whole_stake
from punto.table.table import CarriedCard, NoBet, Table

held_cards: Topic[Table, At] = Topic("held_cards", changes)


class PutBack(TableCommand, frozen=True, tag="put_back"):
    """Somebody puts a card that was pulled back into the shoe."""

    group = Group.DEAL
    trouble = ErrorArea.CARD
    powers = ()


class SweepHeld(TableCommand, frozen=True, tag="sweep_held"):
    """A card held for the next coup was swept into the discards."""

    group = Group.DEAL
    trouble = ErrorArea.CARD
    powers = (Power.DEAL,)


class ExposeHeld(TableCommand, frozen=True, tag="expose_held"):
    """A card held unseen for the next coup is seen: the first that lies face down."""

    group = Group.DEAL
    trouble = ErrorArea.CARD
    powers = (Power.DEAL,)

    card: Reading[CardFace | None] = None


class CardHeld(TableEvent, frozen=True, gc=False, tag="card_held"):
    """A card in excess left the shoe, or the table, and opens the next coup.

    ``to`` is the hand on which it was laid before it was known whether that hand takes it.
    """

    visibility = Visibility.EVERYBODY
    registers = (Register.IRREGULARITIES,)
    alert = Alert.IRREGULARITY

    card: Card | None = None
    seen: bool = False
    no_bet: bool = False
    off_table: bool = False
    to: Side | None = None


class CardRetired(TableEvent, frozen=True, gc=False, tag="card_retired"):
    """A card in excess left the shoe, or the table, and is not dealt again."""

    visibility = Visibility.EVERYBODY
    registers = (Register.IRREGULARITIES,)
    alert = Alert.IRREGULARITY

    card: Card | None = None
    seen: bool = False
    off_table: bool = False


class HeldCardSwept(TableEvent, frozen=True, gc=False, tag="held_card_swept"):
    """Cards held for the next coup are burned, or belong to this coup; all if none is named."""

    visibility = Visibility.EVERYBODY
    registers = (Register.IRREGULARITIES,)

    places: tuple[int, ...] = ()


class HeldCardExposed(TableEvent, frozen=True, gc=False, tag="held_card_exposed"):
    """A card held unseen for the next coup is seen now: nobody bets on that coup."""

    visibility = Visibility.EVERYBODY
    registers = (Register.IRREGULARITIES,)

    place: int
    card: Card


def face_of_held_card(
    rules: TableRules, table: Table, keyed: Card | None, *, up: bool
) -> Card | None:
    """Return the face of the held card. Raise an error if it is missing or differs."""
    card = table.next.carried[0].card
    if card is None:
        return face_of_leaving_card(rules, table, keyed, up=up)
    if keyed is not None and keyed is not card:
        raise Malformed(f"{keyed} is not the card that is held", code=ErrorCode.OTHER_CARD)
    return card


def return_all_wagers(rules: TableRules, table: Table, reason: Reason) -> Events:
    """Return all wagers on the next coup to their owners, because nobody may bet on it now."""
    if not isinstance(table.phase, Idle | Betting) or not table.wagers:
        return ()
    stakes = tuple(whole_stake(wager) for wager in table.wagers)
    off_clause = error_rules(rules).forced_cleared
    cleared = (
        (Reason("all wagers come off before a coup without bets", off_clause),)
        if off_clause
        else ()
    )
    return (StakesReturned(stakes=stakes, reasons=(reason, *cleared)),)


@held_cards.permits(PutBack)
def may_put_back(at: At) -> Clauses:
    """Raise an error if this person may not put a card back now."""
    rules, table = at.rules, at.state
    clause = require_clauses(rules, rules.says.put_back, "whether a card goes back into the shoe")
    if not table.shoe.drawn:
        raise Malformed("no card has left the shoe", code=ErrorCode.NOT_NOW)
    return clause


@held_cards.decides(PutBack)
def put_back(at: At, command: PutBack) -> Events:
    """Refuse to put a card back into the shoe, always."""
    clause = may_put_back(at)
    raise Refused(
        ErrorCode.NEVER_BACK, clause, "a card that was pulled never goes back into the shoe"
    )


@held_cards.permits(SweepHeld)
def may_sweep_held(at: At) -> Clauses:
    """Raise an error if this person may not report that a held card was swept away now."""
    rules, table, by = at.rules, at.state, at.by
    require(rules, by, Power.DEAL, "sweep cards away")
    clause = require_clauses(
        rules, rules.says.burned_stays, "what becomes of a card in the discards"
    )
    if not table.next.carried:
        raise Malformed("no card is held", code=ErrorCode.NOT_NOW)
    if not isinstance(table.phase, Idle | Betting):
        raise Refused(ErrorCode.COUP_RUNNING, clause, "a coup is on")
    return clause


@held_cards.decides(SweepHeld)
def sweep_held(at: At, command: SweepHeld) -> Events:
    """Record that a held card was swept into the discards. It stays burned."""
    clause = may_sweep_held(at)
    reason = Reason("the held card is in the discards and stays burned", clause)
    return (HeldCardSwept(reasons=(reason,)),)


@held_cards.permits(ExposeHeld)
def may_expose_held(at: At) -> None:
    """Raise an error if this person may not report that a held card was seen now."""
    rules, table, by = at.rules, at.state, at.by
    require(rules, by, Power.DEAL, "deal")
    unseen = [place for place, card in enumerate(table.next.carried) if not card.seen]
    if not unseen:
        raise Malformed("no card is held face down", code=ErrorCode.NO_SUCH_THING)


@held_cards.decides(ExposeHeld)
def expose_held(at: At, command: ExposeHeld) -> Events:
    """Record that a card held unseen for the next coup was seen. Nobody bets on that coup."""
    rules, table = at.rules, at.state
    may_expose_held(at)
    clause = error_rules(rules).excess_seen.clause
    unseen = [place for place, card in enumerate(table.next.carried) if not card.seen]
    assert unseen
    held_card = table.next.carried[unseen[0]].card
    if held_card is not None and command.card not in (None, held_card):
        raise Malformed(f"{command.card} is not the card that is held", code=ErrorCode.OTHER_CARD)
    card = held_card or face_of_leaving_card(rules, table, command.card, up=True)
    assert card is not None
    reason = Reason(f"{card} was seen: nobody bets on the coup it opens", clause)
    exposed = HeldCardExposed(place=unseen[0], card=card, reasons=(reason,))
    return (*return_all_wagers(rules, table, reason), exposed)


@held_cards.applies(HeldCardSwept)
def held_card_swept(table: Table, event: HeldCardSwept, envelope: Envelope) -> Table:
    """Remove held cards: those at the named places, or all."""
    swept_places = event.places or tuple(range(len(table.next.carried)))
    remaining = tuple(
        card for place, card in enumerate(table.next.carried) if place not in swept_places
    )
    swept = [card for place, card in enumerate(table.next.carried) if place in swept_places]
    unseen = [Dealt(card.card, up=False) for card in swept if not card.seen]
    shoe = with_hidden_cards(table.shoe, unseen)
    no_bet = table.next.no_bet
    if not any(card.no_bet for card in remaining) and not (no_bet is not None and no_bet.directed):
        no_bet = no_bet if isinstance(table.phase, Dealing | Settling) else None
    return replace(table, next=replace(table.next, carried=remaining, no_bet=no_bet), shoe=shoe)


@held_cards.applies(HeldCardExposed)
def held_card_exposed(table: Table, event: HeldCardExposed, envelope: Envelope) -> Table:
    hand = table.next.carried[event.place].to
    shown = CarriedCard(event.card, seen=True, no_bet=True, to=hand)
    carried = tuple(
        shown if place == event.place else card for place, card in enumerate(table.next.carried)
    )
    no_bet = table.next.no_bet
    if isinstance(table.phase, Idle | Betting):
        no_bet = NoBet(directed=no_bet is not None and no_bet.directed, wagers_refused=True)
    shoe = replace(table.shoe, seen=faces_seen_with(table.shoe, (event.card,)))
    return replace(table, next=replace(table.next, carried=carried, no_bet=no_bet), shoe=shoe)


@held_cards.applies(CardHeld)
def card_held(table: Table, event: CardHeld, envelope: Envelope) -> Table:
    """Hold a card in excess for the next coup."""
    shoe = _shoe_after_excess(table, event)
    no_bet = table.next.no_bet
    if isinstance(table.phase, Idle | Betting) and event.no_bet:
        no_bet = NoBet(directed=no_bet is not None and no_bet.directed, wagers_refused=True)
    carried = CarriedCard(event.card, event.seen, event.no_bet, event.to)
    next_coup = replace(table.next, carried=(*table.next.carried, carried), no_bet=no_bet)
    return replace(table, shoe=shoe, next=next_coup)


@held_cards.applies(CardRetired)
def card_retired(table: Table, event: CardRetired, envelope: Envelope) -> Table:
    shoe = _shoe_after_excess(table, event)
    if event.card and not event.seen and not event.off_table:
        shoe = with_hidden_cards(shoe, (Dealt(event.card, up=False),))
    return replace(table, shoe=shoe)


def _shoe_after_excess(table: Table, event: CardHeld | CardRetired) -> Shoe:
    """Return the shoe without a card in excess, unless the card came from the table."""
    shoe = table.shoe
    if event.off_table:
        return shoe
    seen = faces_seen_with(shoe, (event.card,)) if event.seen and event.card else shoe.seen
    return replace(shoe, drawn=shoe.drawn + 1, seen=seen)


def with_hidden_cards(
    shoe: Shoe, cards: Iterable[Dealt], been_out: Iterable[CardsWithPatron] = ()
) -> Shoe:
    """Return the shoe with a record of cards that left it and were never shown to everybody."""
    hidden = list(shoe.hidden)
    been_with = list(been_out)
    for place, dealt in enumerate(cards):
        if dealt.card is not None and not dealt.up:
            names = tuple(
                dict.fromkeys(holding.holder for holding in been_with if place in holding.cards)
            )
            hidden.append(Hidden(dealt.card, names))
    return replace(shoe, hidden=tuple(hidden))
