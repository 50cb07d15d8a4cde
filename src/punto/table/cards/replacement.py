"""Other cards brought to the table, and who has to look at them first."""

from collections import Counter

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Unregistered, Visibility
from punto.aggregate.roles import (
    Attestation,
    CardFace,
    Consent,
    MethodOfSupply,
    Number,
    Reading,
    SameBackApprover,
    Text,
)
from punto.aggregate.topic import Topic
from punto.cards import DECK, Card
from punto.clause import Clauses, Malformed, NotEntitled, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.elect_table import check_backs
from punto.rulebook.policies import Replaced
from punto.rulebook.power import Power
from punto.rulebook.vocabulary import Supply
from punto.shoe import Shoe, Stage, shoe_rules
from punto.table.authority import (
    approval_clauses,
    require,
    require_clauses,
    require_staff,
    satisfies,
)
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.cards.preparation import with_new_shoe
from punto.table.context import At, changes
from punto.table.guards import check_blocks, coup_is_on
from punto.table.open_issues import BlockKind
from punto.table.register import Blocked, blocked, unblock_events
from punto.table.table import Packs, Table

replacement: Topic[Table, At] = Topic("replacement", changes)


class ReplaceCards(TableCommand, frozen=True, tag="replace_cards"):
    """Other cards take the place of these; ``unfit`` if that is why.

    ``backs`` are those of single packs, if they are named; ``supply`` is how these cards come, if
    it differs from the cards before.


    The sets of a table are numbered from 1 in the order of their arrival. ``set_number`` names one
    that was used before; without it, the set is new to the table.

    Single ``cards`` that are named are replaced by the same ones, with the back that is in use.
    """

    group = Group.CARDS
    powers = (Power.ALLOW_SAME_BACK, Power.REPLACE_CARDS)

    back: Attestation[Text] = ""
    unfit: Attestation[bool] = False
    same_back_approved_by: Consent[SameBackApprover | None] = None
    backs: Attestation[tuple[Text, ...]] = ()
    supply: MethodOfSupply | None = None
    cards: Reading[tuple[CardFace, ...]] = ()
    set_number: Number | None = None


class SignOffCards(TableCommand, frozen=True, tag="sign_off_cards"):
    """Somebody has looked at every card that was brought in as a replacement, or at those named."""

    group = Group.CARDS
    powers = ()

    cards: Reading[tuple[CardFace, ...]] = ()


class CardsReplaced(TableEvent, frozen=True, gc=False, tag="cards_replaced"):
    """Other cards are on the table: whole decks with this back.

    ``set_number`` is that of the new set; ``retired`` if patrons handled the old set.
    """

    visibility = Visibility.EVERYBODY
    registers = (Register.CARD_CHECKS,)

    back: str
    number: int
    cards: int
    set_number: int | None = None
    retired: bool = False
    supply: Supply | None = None


class CardsSwapped(TableEvent, frozen=True, gc=False, tag="cards_swapped"):
    """Single cards were replaced by the same ones; ``looked_at_by`` must look at each of them."""

    visibility = Visibility.EVERYBODY
    registers = (Register.CARD_CHECKS,)

    cards: tuple[Card, ...]
    looked_at_by: tuple[str, ...] = ()


class CardsSignedOff(TableEvent, frozen=True, gc=False, tag="cards_signed_off"):
    """A person with this title has looked at every new card, or at single swapped ones."""

    visibility = Visibility.EVERYBODY
    registers = (Register.CARD_CHECKS,)

    title: str
    cards: tuple[Card, ...] = ()


class CardsHandled(TableEvent, frozen=True, gc=False, tag="cards_handled"):
    """A patron handled cards of this shoe."""

    visibility = Visibility.STAFF
    registers = Unregistered.CONSEQUENCE


@replacement.permits(ReplaceCards)
def may_replace_cards(at: At) -> None:
    """Raise an error if this person may not replace the cards now."""
    rules = at.rules
    cards = rules.edition.cards
    if cards is None:
        raise not_held(rules.edition, "which cards are used")


@replacement.decides(ReplaceCards)
def replace_cards(at: At, command: ReplaceCards) -> Events:
    """Replace the cards, if that is permitted now and these cards may be used."""
    rules, table, by = at.rules, at.state, at.by
    may_replace_cards(at)
    cards = rules.edition.cards
    assert cards is not None
    care = cards.care
    if Power.REPLACE_CARDS in rules.edition.powers:
        power = require(rules, by, Power.REPLACE_CARDS, "replace the cards")
    else:
        require_staff(rules, by, "replace the cards")
        power = care.handled_replaced.clause if care.handled_replaced else ()
    if command.cards:
        return replace_single_cards(rules, table, command, power)
    if not command.back.strip():
        raise Malformed("say which back the new cards have", code=ErrorCode.INCOMPLETE)
    unfit_clause = (
        require_clauses(rules, rules.says.unfit, "when cards are unfit") if command.unfit else ()
    )
    if coup_is_on(table) or table.wagers:
        text = "cards are not changed while a coup is on or wagers lie on the layout"
        between_clause = rules.says.unfit_between if command.unfit else ()
        raise Refused(ErrorCode.COUP_RUNNING, between_clause or unfit_clause or power, text)
    check_blocks(table, "coup")
    if blocked(table, BlockKind.PACKS_NOT_CHECKED):
        check_blocks(table, "shoe")
    check_backs(rules.edition, command.backs, command.back)
    retired = bool(care.handled_replaced and care.handled_replaced.value and table.packs.handled)
    _check_set(rules, table, command.set_number, retires=retired)
    # A person may hold both powers. The power for unfit cards does not replace cards that are fit.
    other_power = tuple(clause_id for clause_id in power if clause_id not in rules.says.unfit)
    clause = unfit_clause or merged(
        other_power, _replacement_clauses(rules, table), _back_clauses(rules, table, command)
    )
    supply = _permitted_supply(rules, command.supply)
    replaced = CardsReplaced(
        back=command.back.strip(),
        number=table.shoe.number + 1,
        cards=rules.decks * len(DECK),
        set_number=command.set_number or table.packs.sets + 1,
        retired=retired,
        supply=supply if supply is not rules.supply else None,
        reasons=(
            Reason(f"other cards, backs {command.back.strip()}", clause),
            *_shuffle_reason(rules, command),
        ),
    )
    return (replaced, *sign_off_block(rules))


def _check_set(rules: TableRules, table: Table, number: int | None, *, retires: bool) -> None:
    """Refuse a set of cards that was retired, or is retired now, because patrons handled it."""
    packs = table.packs
    if number is None:
        return
    if not 1 <= number <= packs.sets:
        raise Malformed(f"sets 1 to {packs.sets} lay here so far", code=ErrorCode.NO_SUCH_THING)
    cards = rules.edition.cards
    handled_rule = cards.care.handled_returns if cards else None
    retired = number in packs.retired or (retires and number == packs.number)
    if retired and handled_rule is not None:
        text = f"patrons handled the cards of set {number}: they do not come back"
        raise Refused(ErrorCode.CARDS_WERE_HANDLED, handled_rule.clause, text)
    if number == packs.number:
        raise Malformed(f"set {number} lies on the table", code=ErrorCode.ALREADY_SO)


def _permitted_supply(rules: TableRules, requested: Supply | None) -> Supply:
    """Return how new cards come: like the cards before, or in another permitted way."""
    supply = rules.supply if requested is None else requested
    permitted = shoe_rules(rules).supplies
    if supply not in permitted.value:
        text = f"cards may not come {supply.replace('_', ' ')}"
        raise Refused(ErrorCode.SUPPLY_NOT_PERMITTED, permitted.clause, text)
    return supply


def _shuffle_reason(rules: TableRules, command: ReplaceCards) -> tuple[Reason, ...]:
    """Return whether new cards come shuffled or must be shuffled first."""
    data, supply = shoe_rules(rules), _permitted_supply(rules, command.supply)
    exempt = data.shuffled_supplies_later or data.shuffled_supplies
    if exempt is not None and supply in exempt.value:
        return (Reason("they come shuffled", exempt.clause),)
    clause = rules.says.unfit_shuffled if command.unfit else rules.says.new_cards_shuffled
    return (Reason("they are shuffled before they are dealt", clause),) if clause else ()


def _replacement_clauses(rules: TableRules, table: Table) -> Clauses:
    """Return the clauses by which cards may be replaced now, or refuse."""
    cards = rules.edition.cards
    assert cards is not None
    handled, time_rule = cards.care.handled_replaced, cards.care.replaced
    was_handled = handled and handled.value and table.packs.handled
    if time_rule is None:
        if handled is None:
            raise not_held(rules.edition, "when cards are replaced")
        return handled.clause
    shoe_over = table.shoe.coups_left == 0 or not table.shoe.coups
    shoe_stopped = any(block.stops == "shoe" for block in table.open.blocks)
    if time_rule.value is Replaced.AFTER_LAST_COUP and not shoe_over and not shoe_stopped:
        raise Refused(
            ErrorCode.SHOE_NOT_OVER, time_rule.clause, "cards are replaced when the shoe is over"
        )
    return merged(time_rule.clause, handled.clause if handled and was_handled else ())


def _back_clauses(rules: TableRules, table: Table, command: ReplaceCards) -> Clauses:
    """Return the clauses that permit the back of new cards, or refuse it."""
    cards = rules.edition.cards
    assert cards is not None
    other_back, same_back = cards.care.other_back, cards.care.same_back_with_scanning_shoe
    if other_back is None or not other_back.value:
        return ()
    if command.back.strip() != table.packs.back:
        return other_back.clause
    may_be_same = rules.scanning_shoe and same_back is not None and same_back.value
    if not may_be_same or command.same_back_approved_by is None:
        clause = merged(other_back.clause, same_back.clause if same_back else ())
        raise Refused(ErrorCode.SAME_BACK, clause, "new cards have a back of another colour")
    assert same_back is not None
    approval = approval_clauses(
        rules, command.same_back_approved_by, Power.ALLOW_SAME_BACK, "the same back"
    )
    return merged(same_back.clause, approval)


@replacement.permits(SignOffCards)
def may_sign_off_cards(at: At) -> None:
    """Raise an error if this person may not sign new cards off now."""
    rules, table, by = at.rules, at.state, at.by
    cards = rules.edition.cards
    required = cards.care.signed_off_by if cards else None
    if required is None:
        raise not_held(rules.edition, "who looks at new cards")
    if not blocked(table, BlockKind.CARDS_NOT_SIGNED_OFF):
        raise Malformed("no new cards wait to be looked at", code=ErrorCode.NOT_NOW)
    titles = [title for title in required.value if satisfies(rules.edition, by.title, title)]
    if not titles:
        raise NotEntitled(required.clause, f"{by.name} does not sign new cards off")


@replacement.decides(SignOffCards)
def sign_off_cards(at: At, command: SignOffCards) -> Events:
    """Record that a person has looked at every new card. All required titles must look."""
    rules, table, by = at.rules, at.state, at.by
    may_sign_off_cards(at)
    cards = rules.edition.cards
    required = cards.care.signed_off_by if cards else None
    assert required is not None
    titles = [title for title in required.value if satisfies(rules.edition, by.title, title)]
    assert titles
    if table.packs.swapped:
        return sign_off_single_cards(table, by, command, titles[0], required.clause)
    if command.cards:
        raise Malformed(
            "every card is new: all of them are looked at", code=ErrorCode.NO_SUCH_THING
        )
    reason = Reason(f"{by.name} has looked at every new card", required.clause)
    signed = CardsSignedOff(title=titles[0], reasons=(reason,))
    if set(required.value) - {*table.packs.signed_off, titles[0]}:
        return (signed,)
    return (signed, *unblock_events(table, BlockKind.CARDS_NOT_SIGNED_OFF))


def sign_off_block(rules: TableRules) -> tuple[Blocked, ...]:
    """Return a block until the new cards were looked at, if the rulebook requires it."""
    cards = rules.edition.cards
    required = cards.care.signed_off_by if cards else None
    if required is None:
        return ()
    names = " and the ".join(title.replace("_", " ") for title in required.value)
    block = Blocked(
        kind=BlockKind.CARDS_NOT_SIGNED_OFF,
        stops="deal",
        text=f"the {names} look at every new card first",
        clause=required.clause,
    )
    return (block,)


def replace_single_cards(
    rules: TableRules, table: Table, command: ReplaceCards, power: Clauses
) -> Events:
    """Replace single cards by the same ones, between coups. The shoe continues."""
    cards = rules.edition.cards
    permitted = cards.care.replaced_singly if cards else None
    if cards is None or permitted is None or not permitted.value:
        raise not_held(rules.edition, "whether single cards may be replaced")
    if command.back.strip() not in ("", table.packs.back):
        text = f"a single card has the back of the others, {table.packs.back}"
        raise Malformed(text, code=ErrorCode.INCOMPLETE)
    if not table.packs.swapped:
        # While a whole set waits to be looked at, it is not known which of its cards are fit.
        check_blocks(table, "deal")
    if coup_is_on(table) or table.wagers:
        text = "cards are not changed while a coup is on or wagers lie on the layout"
        raise Refused(ErrorCode.COUP_RUNNING, power, text)
    for card, count in Counter(command.cards).items():
        # Nobody has looked at cards that are still in the shoe.
        undealt = table.shoe.stage is Stage.NEW
        available = table.shoe.decks if undealt else table.shoe.seen.get(card, 0)
        if count > available:
            raise Malformed(
                f"{available} of {card} lie there to be replaced", code=ErrorCode.NO_SUCH_THING
            )
    time_rule = cards.care.replaced
    card_text = ", ".join(map(str, command.cards))
    cited = merged(permitted.clause, time_rule.clause if time_rule else ())
    reason = Reason(f"other cards for {card_text}", cited)
    required = cards.care.signed_off_by
    swap = CardsSwapped(
        cards=command.cards,
        looked_at_by=required.value if required else (),
        reasons=(reason,),
    )
    return (swap, *sign_off_block(rules))


def sign_off_single_cards(
    table: Table, by: Actor, command: SignOffCards, title: str, clause: Clauses
) -> Events:
    """Record that a person has looked at single new cards: all that wait, or those named."""
    waiting = tuple(card for card, card_title in table.packs.swapped if card_title == title)
    cards = command.cards or waiting
    if not cards or Counter(cards) - Counter(waiting):
        raise Malformed(
            f"no such card waits for a look of the {title}", code=ErrorCode.NO_SUCH_THING
        )
    card_text = ", ".join(map(str, cards))
    reason = Reason(f"{by.name} has looked at {card_text}", clause)
    signed = CardsSignedOff(title=title, cards=cards, reasons=(reason,))
    if len(table.packs.swapped) > len(cards):
        return (signed,)
    return (signed, *unblock_events(table, BlockKind.CARDS_NOT_SIGNED_OFF))


@replacement.applies(CardsReplaced)
def cards_replaced(table: Table, event: CardsReplaced, envelope: Envelope) -> Table:
    shoe = table.shoe
    new_shoe = Shoe(event.cards, shoe.decks, number=event.number)
    return with_new_shoe(replace(table, packs=_packs_after(table.packs, event)), new_shoe)


@replacement.applies(CardsSwapped)
def cards_swapped(table: Table, event: CardsSwapped, envelope: Envelope) -> Table:
    added = ((card, title) for card in event.cards for title in event.looked_at_by)
    swapped = (*table.packs.swapped, *added)
    return replace(table, packs=replace(table.packs, swapped=swapped))


@replacement.applies(CardsSignedOff)
def cards_signed_off(table: Table, event: CardsSignedOff, envelope: Envelope) -> Table:
    """Store who has looked at new cards: at the whole set, or at single swapped ones."""
    packs = table.packs
    if not event.cards:
        signed = tuple(dict.fromkeys((*packs.signed_off, event.title)))
        return replace(table, packs=replace(packs, signed_off=signed))
    remaining = list(packs.swapped)
    for card in event.cards:
        remaining.remove((card, event.title))
    return replace(table, packs=replace(packs, swapped=tuple(remaining)))


@replacement.applies(CardsHandled)
def cards_handled(table: Table, event: CardsHandled, envelope: Envelope) -> Table:
    return replace(table, packs=replace(table.packs, handled=True))


def _packs_after(packs: Packs, event: CardsReplaced) -> Packs:
    """Return the packs on the table after a replacement; it may retire the old set."""
    # Earlier logs contain no set numbers.
    number = packs.number if event.set_number is None else event.set_number
    return replace(
        packs,
        back=event.back,
        signed_off=(),
        swapped=(),
        number=number,
        sets=max(packs.sets, number),
        supply=packs.supply if event.supply is None else event.supply,
        retired=(*packs.retired, packs.number) if event.retired else packs.retired,
    )
