"""The cards on their way into play: check, shuffle, marker, load, next shoe."""

from typing import Any

from msgspec.structs import replace

from punto import last_coup
from punto import shoe as shoes
from punto.aggregate.actor import Actor
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import Number, Text
from punto.aggregate.topic import Topic
from punto.clause import Cited, Clauses, Malformed, NotEntitled, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.vocabulary import Gap
from punto.shoe import Shoe, Stage, shoe_rules
from punto.table.authority import require, require_clauses
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.guards import check_blocks
from punto.table.open_issues import BlockKind
from punto.table.opening.approvals import check_approved
from punto.table.phase import Betting, Closed, Idle, Role
from punto.table.register import blocked, remaining_blocks
from punto.table.table import CutOffer, ShoeHistory, Table

preparation: Topic[Table, At] = Topic("preparation", changes)


class CheckCards(TableCommand, frozen=True, tag="check_cards"):
    """A patron looks the cards over."""

    group = Group.DEAL
    powers = ()


class Shuffle(TableCommand, frozen=True, tag="shuffle"):
    """The cards have been shuffled; their order is nobody's to know."""

    group = Group.DEAL
    powers = (Power.SHUFFLE,)
    mixes = True

    machine: Text | None = None


class Mark(TableCommand, frozen=True, tag="mark"):
    """The end-of-shoe card goes in, so many cards from the back; keyed, that may be unknown."""

    group = Group.DEAL
    powers = (Power.PLACE_MARKER,)

    behind: Number | None = None


class Load(TableCommand, frozen=True, tag="load"):
    """The cards go into the shoe or the device; ``uncut`` if nobody noticed that the cut is due."""

    group = Group.DEAL
    powers = (Power.LOAD, Power.PLACE_MARKER)
    mixes = True

    uncut: bool = False


class NewShoe(TableCommand, frozen=True, tag="new_shoe"):
    """The same cards are taken out to make the next shoe."""

    group = Group.DEAL
    powers = (Power.SHUFFLE,)


class DeclareLast(TableCommand, frozen=True, tag="declare_last"):
    """Staff declare that the next coup is the last of this shoe."""

    group = Group.DEAL
    powers = (Power.DEAL,)


class CardsLookedOver(TableEvent, frozen=True, gc=False, tag="cards_looked_over"):
    """A patron has looked the cards over."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY


class CardsShuffled(TableEvent, frozen=True, gc=False, tag="cards_shuffled"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    machine: str | None = None


class CuttingCardPlaced(TableEvent, frozen=True, gc=False, tag="cutting_card_placed"):
    """So many cards are behind the end-of-shoe card; None if nobody counted them."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    behind: int | None = None


class CardsLoaded(TableEvent, frozen=True, gc=False, tag="cards_loaded"):
    """The cards are in the shoe or device; ``shuffled`` if it shuffles them."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    stage: Stage
    shuffled: bool = False


class ShoeTakenOut(TableEvent, frozen=True, gc=False, tag="shoe_taken_out"):
    """The same cards are taken out to make the next shoe."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    number: int


class LastCoupDeclared(TableEvent, frozen=True, gc=False, tag="last_coup_declared"):
    """Staff declared that the next coup is the last of the shoe."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY


def clauses_of(*data: Cited[Any] | None) -> Clauses:
    """Return the clauses of the data that the rulebook contains."""
    return merged(*(datum.clause for datum in data if datum is not None))


def reason_if_cited(text: str, clause: Clauses) -> tuple[Reason, ...]:
    """Return a reason if it has a clause."""
    return (Reason(text, clause),) if clause else ()


def check_cards_free(rules: TableRules, table: Table) -> None:
    """Refuse to touch the cards while a coup is on or wagers are on the layout."""
    idle = isinstance(table.phase, Idle | Closed)
    if not idle and not (isinstance(table.phase, Betting) and not table.wagers):
        clause = shoe_rules(rules).shuffle_later.clause
        text = "the cards are not touched while a coup is on or wagers lie on the layout"
        raise Refused(ErrorCode.COUP_RUNNING, clause, text)


def card_handling_clauses(rules: TableRules, by: Actor, power: Power, act: str) -> Clauses:
    """Return the clauses by which a person may handle the cards, or refuse."""
    if power in rules.edition.powers:
        return require(rules, by, power, act)
    return require(rules, by, Power.DEAL, act) if by.is_patron else ()


@preparation.permits(CheckCards)
def may_check_cards(at: At) -> None:
    """Raise an error if this person may not check the cards now."""
    rules, table, by = at.rules, at.state, at.by
    check_rule = shoe_rules(rules).player_check
    if check_rule and check_rule.value and not by.is_patron:
        raise NotEntitled(check_rule.clause, f"{by.name} may not do that: it is for patrons")
    shoes.check_looked_over(rules, table.shoe)


@preparation.decides(CheckCards)
def check_cards(at: At, command: CheckCards) -> Events:
    """Record that a patron looked the cards over. If it is required, nobody else may do it."""
    may_check_cards(at)
    return (CardsLookedOver(),)


@preparation.permits(Shuffle)
def may_shuffle(at: At) -> None:
    """Raise an error if this person may not shuffle the cards now."""
    rules, table, by = at.rules, at.state, at.by
    card_handling_clauses(rules, by, Power.SHUFFLE, "shuffle")
    check_cards_free(rules, table)


@preparation.decides(Shuffle)
def shuffle(at: At, command: Shuffle) -> Events:
    """Record a shuffle. Nobody knows the new order."""
    rules, table, by = at.rules, at.state, at.by
    may_shuffle(at)
    machine_clause: Clauses = ()
    if command.machine is not None:
        machine_clause = _machine_clauses(rules, table, by, command.machine)
    data, first = shoe_rules(rules), table.shoe.number == 1
    shoes.check_shuffle(rules, table.shoe)
    shuffle_datum = data.shuffle_first if first else data.shuffle_later
    check_datum = data.player_check if table.shoe.checked else data.checked_supplies
    cited = merged(clauses_of(shuffle_datum, check_datum if first else None), machine_clause)
    return (CardsShuffled(machine=command.machine, reasons=reason_if_cited("shuffled", cited)),)


def _machine_clauses(rules: TableRules, table: Table, by: Actor, machine_mark: str) -> Clauses:
    """Return the clauses by which a machine may shuffle, or refuse: approvals, or a decision."""
    decided = shoe_rules(rules).machine
    if decided is None:
        check_approved(rules, table, by, "machine_shuffle", machine_mark)
        approvals = rules.edition.opening.approvals.values()
        return merged(*(approval.clause for approval in approvals))
    if Gap.SHUFFLING_MACHINE not in table.papers.decided:
        text = "the dealer shuffles: of machines these rules say nothing"
        hint = f"whoever decides what they leave open: record_decision {Gap.SHUFFLING_MACHINE}"
        raise Refused(ErrorCode.NOT_DECIDED, decided.clause, text, hint)
    gaps = rules.edition.conduct.left_to_operator
    return merged(decided.clause, gaps.clause if gaps else ())


@preparation.permits(Mark)
def may_mark(at: At) -> None:
    """Raise an error if this person may not place the cutting card now."""
    rules, by = at.rules, at.by
    card_handling_clauses(rules, by, Power.PLACE_MARKER, "place the marker")


@preparation.decides(Mark)
def mark(at: At, command: Mark) -> Events:
    """Insert the end-of-shoe card."""
    rules, table = at.rules, at.state
    may_mark(at)
    shoes.check_mark(rules, table.shoe, command.behind)
    clause = shoe_rules(rules).marker_behind.clause
    count = "an uncounted number of" if command.behind is None else str(command.behind)
    reason = Reason(f"{count} cards behind the marker", clause)
    return (CuttingCardPlaced(behind=command.behind, reasons=(reason,)),)


@preparation.permits(Load)
def may_load(at: At) -> None:
    """Raise an error if this person may not load the shoe now."""
    rules, table, by = at.rules, at.state, at.by
    power = Power.LOAD if Power.LOAD in rules.edition.powers else Power.PLACE_MARKER
    card_handling_clauses(rules, by, power, "load the shoe")
    check_blocks(table, "load")


@preparation.decides(Load)
def load(at: At, command: Load) -> Events:
    """Put the cards into the shoe, or into the device that shuffles them."""
    rules, table = at.rules, at.state
    may_load(at)
    if command.uncut:
        return _load_without_cut(rules, table)
    data = shoe_rules(rules)
    stage = shoes.loaded(rules, table.shoe)
    uncut = table.shoe.stage is not Stage.MARKED
    cited = clauses_of(data.uncut_sources if uncut else data.loaded_first or data.cut_due)
    shuffled_in_shoe = shoes.shuffled_in(rules)
    if shuffled_in_shoe:
        cited = merged(clauses_of(data.shuffled_in), cited)
    text = "loaded, to be shuffled there" if shuffled_in_shoe else "loaded"
    return (
        CardsLoaded(stage=stage, shuffled=shuffled_in_shoe, reasons=reason_if_cited(text, cited)),
    )


def _load_without_cut(rules: TableRules, table: Table) -> Events:
    """Load cards without the cut that is due: it happened, and nobody noticed."""
    require_clauses(rules, rules.says.missed_cut, "what follows when cards are not cut")
    try:
        shoes.loaded(rules, table.shoe)
    except Refused as refusal:
        if refusal.code != ErrorCode.NOT_CUT:
            raise
    else:
        raise Malformed("no cut of these cards is due", code=ErrorCode.NOT_NOW)
    stage = Stage.LOADED if shoe_rules(rules).burn else Stage.READY
    return (CardsLoaded(stage=stage, reasons=(Reason("loaded without a cut", ()),)),)


@preparation.permits(NewShoe)
def may_new_shoe(at: At) -> None:
    """Raise an error if this person may not begin a new shoe now."""
    rules, table, by = at.rules, at.state, at.by
    shoe_rules(rules)
    card_handling_clauses(rules, by, Power.SHUFFLE, "take the cards out")
    check_cards_free(rules, table)
    cards = rules.edition.cards
    handled = cards.care.handled_replaced if cards else None
    if handled and handled.value and table.packs.handled:
        text = "patrons handled cards of this shoe: all of them are replaced"
        raise Refused(ErrorCode.CARDS_WERE_HANDLED, handled.clause, text)


@preparation.decides(NewShoe)
def new_shoe(at: At, command: NewShoe) -> Events:
    """Take the same cards out to make the next shoe, unless they have to be replaced."""
    rules, table = at.rules, at.state
    may_new_shoe(at)
    if blocked(table, BlockKind.PACKS_INCOMPLETE) or blocked(table, BlockKind.PACKS_NOT_CHECKED):
        check_blocks(table, "shoe")
    check_blocks(table, "coup")
    _check_no_held_card(rules, table)
    return (ShoeTakenOut(number=table.shoe.number + 1),)


def _check_no_held_card(rules: TableRules, table: Table) -> None:
    """Refuse to take out a shoe that is not over while a card is held for its next coup."""
    data = rules.edition.errors
    ended = table.shoe.coups_left == 0 or any(block.stops == "shoe" for block in table.open.blocks)
    if table.next.carried and data is not None and not ended:
        policy = data.excess_seen if table.carries_no_bet else data.excess_unseen
        text = "a card is held over: it opens the next coup of this shoe first"
        raise Refused(ErrorCode.CARD_HELD_OVER, policy.clause, text)


@preparation.permits(DeclareLast)
def may_declare_last(at: At) -> None:
    """Raise an error if this person may not declare the last coup now."""
    rules, table, by = at.rules, at.state, at.by
    require(rules, by, Power.DEAL, "declare a last coup")
    check_cards_free(rules, table)
    if table.shoe.coups_left is not None:
        raise Malformed("the last coup is known already", code=ErrorCode.ALREADY_SO)


@preparation.decides(DeclareLast)
def declare_last(at: At, command: DeclareLast) -> Events:
    """Declare the next coup as the last of the shoe."""
    rules, table = at.rules, at.state
    may_declare_last(at)
    called = last_coup.declared_last(rules, table.shoe)
    return (LastCoupDeclared(reasons=called),)


@preparation.applies(CardsLookedOver)
def cards_looked_over(table: Table, event: CardsLookedOver, envelope: Envelope) -> Table:
    shoe = table.shoe
    return replace(table, shoe=replace(shoe, checked=True))


@preparation.applies(CardsShuffled)
def cards_shuffled(table: Table, event: CardsShuffled, envelope: Envelope) -> Table:
    return replace(table, shoe=replace(table.shoe, stage=Stage.SHUFFLED))


@preparation.applies(CuttingCardPlaced)
def cutting_card_placed(table: Table, event: CuttingCardPlaced, envelope: Envelope) -> Table:
    shoe = table.shoe
    in_front = None if event.behind is None else shoe.size - event.behind
    marked = replace(shoe, stage=Stage.MARKED, cutting_card=in_front)
    return replace(table, shoe=marked)


@preparation.applies(CardsLoaded)
def cards_loaded(table: Table, event: CardsLoaded, envelope: Envelope) -> Table:
    shoe = table.shoe
    return replace(table, shoe=replace(shoe, stage=event.stage))


@preparation.applies(ShoeTakenOut)
def shoe_taken_out(table: Table, event: ShoeTakenOut, envelope: Envelope) -> Table:
    shoe = table.shoe
    next_shoe = Shoe(shoe.size, shoe.decks, number=event.number, checked=shoe.checked, fresh=False)
    return with_new_shoe(table, next_shoe)


@preparation.applies(LastCoupDeclared)
def last_coup_declared(table: Table, event: LastCoupDeclared, envelope: Envelope) -> Table:
    shoe = table.shoe
    return replace(table, shoe=replace(shoe, coups_left=1, last_called=True))


def with_new_shoe(table: Table, shoe: Shoe) -> Table:
    """Return the table with a new shoe from which nothing has been dealt."""
    cut = CutOffer(last_cutter_seat=table.packs.cut.last_cutter_seat)
    return replace(
        table,
        shoe=shoe,
        past=ShoeHistory(),
        packs=replace(table.packs, handled=False, cut=cut, burned=None),
        phase=Idle() if isinstance(table.phase, Betting) else table.phase,
        role=Role(),
        open=replace(table.open, blocks=remaining_blocks(table, "shoe")),
        next=replace(table.next, carried=(), no_bet=None),
    )
