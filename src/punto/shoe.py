"""A shoe: composition, shuffle, cut, marker, burn, and which coup is the last.

A shoe goes through stages; each function returns the shoe after one step, or refuses the step.
The order of the cards and the randomness of a shuffle come from outside.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum

import msgspec
from msgspec import Struct

from punto.cards import DECK, Card, overfull
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.rulebook import schema
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import BurnFace, BurnFurther, MarkerPlacing, MissedBurn

RandBelow = Callable[[int], int]


class Stage(StrEnum):
    """How far a stack of cards has come on its way into play."""

    NEW = "new"
    SHUFFLED = "shuffled"
    CUT = "cut"
    MARKED = "marked"
    LOADED = "loaded"
    READY = "ready"


class Shoe(Struct, frozen=True, gc=False):
    """The cards of a shoe in order, the marker among them, and how much has been dealt.

    ``marker`` counts the cards in front of the end-of-shoe card. ``coups_left`` stays empty until
    the marker has been met.
    """

    cards: tuple[Card, ...]
    stage: Stage = Stage.NEW
    number: int = 1
    checked: bool = False
    fresh: bool = True
    marker: int | None = None
    drawn: int = 0
    burned: int = 0
    coups: int = 0
    coups_left: int | None = None
    extra_given: bool = False
    last_called: bool = False

    @property
    def left(self) -> int:
        return len(self.cards) - self.drawn


class Burned(Struct, frozen=True):
    """A burn: the shoe after it, the first card if it was shown, and why so many went out.

    ``on_request`` is a card that lies face down and is shown only if a patron asks for it.
    """

    shoe: Shoe
    count: int
    shown: Card | None
    on_request: Card | None
    reason: Reason


class Start(Struct, frozen=True):
    """A coup may start: the shoe, and what is to be said about it."""

    shoe: Shoe
    reasons: tuple[Reason, ...]


def shoe_rules(rules: TableRules) -> schema.Shoe:
    """Return the shoe rules of a table, or refuse if its rulebook holds none."""
    if rules.edition.shoe is None:
        raise not_held(rules.edition, "how a shoe is prepared and dealt")
    return rules.edition.shoe


def composition(rules: TableRules) -> tuple[Card, ...]:
    """Return the cards of the elected decks, in the order of a new pack."""
    shoe_rules(rules)
    return DECK * rules.decks


def new_shoe(rules: TableRules, cards: Sequence[Card], number: int = 1) -> Shoe:
    """Return an unshuffled shoe, or refuse cards that are not exactly the elected decks."""
    shoe_rules(rules)
    check_composition(rules, cards, whole=True)
    return Shoe(cards=tuple(cards), number=number)


def check_composition(rules: TableRules, cards: Sequence[Card], *, whole: bool) -> None:
    """Refuse cards that the elected decks do not hold, and if ``whole`` a set that lacks any."""
    if rules.edition.cards is None:
        raise not_held(rules.edition, "which cards are used")
    clause = rules.edition.cards.whole_decks.clause
    extra = overfull(cards, rules.decks)
    if extra is not None:
        copies = Counter(cards)[extra]
        text = f"{copies} copies of {extra}, but {rules.decks} decks hold {rules.decks}"
        raise Refused("card_not_in_decks", clause, text)
    if whole and len(cards) != rules.decks * len(DECK):
        text = f"{len(cards)} cards are not {rules.decks} whole decks"
        raise Refused("decks_incomplete", clause, text)


def shuffled(cards: Sequence[Card], randbelow: RandBelow) -> tuple[Card, ...]:
    """Return the cards in an order that is as random as ``randbelow``, with no bias of its own."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        chosen = randbelow(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def check_cards(rules: TableRules, shoe: Shoe) -> Shoe:
    """Return the shoe after a patron has looked its cards over."""
    _at(rules, shoe, Stage.NEW, "cards are looked over before they are shuffled")
    return msgspec.structs.replace(shoe, checked=True)


def shuffle(rules: TableRules, shoe: Shoe, order: Sequence[Card]) -> Shoe:
    """Return the shoe in the order that a shuffle gave it."""
    shoe_data = shoe_rules(rules)
    _at(rules, shoe, Stage.NEW, "cards are shuffled before they are cut")
    check = shoe_data.player_check
    exempt = shoe_data.checked_supplies
    waived = exempt is not None and rules.supply in exempt.value
    if check and check.value and shoe.fresh and not shoe.checked and not waived:
        raise Refused("cards_not_checked", check.clause, "a patron looks the cards over first")
    if Counter(order) != Counter(shoe.cards):
        raise Malformed("a shuffle must give back the same cards")
    return msgspec.structs.replace(shoe, cards=tuple(order), stage=Stage.SHUFFLED)


def cut(rules: TableRules, shoe: Shoe, at: int) -> Shoe:
    """Return the shoe with the cards in front of the cut moved to the back."""
    shoe_data = shoe_rules(rules)
    uncut = shoe_data.uncut_sources
    if uncut and rules.source in uncut.value:
        text = f"cards in a {rules.source.replace('_', ' ')} are not cut"
        raise Refused("cut_not_permitted", uncut.clause, text)
    shoe = _shuffled_or_exempt(rules, shoe)
    _at(rules, shoe, Stage.SHUFFLED, "cards are cut once, after the shuffle")
    distance, size = shoe_data.cut_from_each_end, len(shoe.cards)
    if not distance.value <= at <= size - distance.value:
        raise Refused(
            "cut_too_near_an_end",
            distance.clause,
            f"a cut after card {at} leaves too few cards on one side",
            f"cut after card {distance.value} to {size - distance.value}",
        )
    return msgspec.structs.replace(shoe, cards=shoe.cards[at:] + shoe.cards[:at], stage=Stage.CUT)


def mark(rules: TableRules, shoe: Shoe, behind: int) -> Shoe:
    """Return the shoe with the end-of-shoe card put in, so many cards from the back."""
    shoe_data = shoe_rules(rules)
    _at(rules, shoe, Stage.CUT, "the marker goes in after the cut", shoe_data.cut_due.clause)
    wanted, placing = shoe_data.marker_behind, shoe_data.marker_placing
    exact = placing.value is MarkerPlacing.EXACTLY
    good = behind == wanted.value if exact else wanted.value <= behind < len(shoe.cards)
    if not good:
        bound = "exactly" if exact else "at least"
        text = f"{behind} cards behind the marker; {bound} {wanted.value} are required"
        raise Refused("marker_misplaced", wanted.clause, text)
    marker = len(shoe.cards) - behind
    return msgspec.structs.replace(shoe, marker=marker, stage=Stage.MARKED)


def load(rules: TableRules, shoe: Shoe) -> Shoe:
    """Return the shoe with its cards in the container they are dealt from."""
    shoe_data = shoe_rules(rules)
    shoe = _shuffled_or_exempt(rules, shoe)
    uncut = shoe_data.uncut_sources
    if uncut and rules.source in uncut.value:
        _at(rules, shoe, Stage.SHUFFLED, "cards are loaded after the shuffle")
    elif shoe.stage is Stage.SHUFFLED:
        raise Refused("not_cut", shoe_data.cut_due.clause, "cards are cut before they are loaded")
    else:
        clause = shoe_data.marker_behind.clause
        _at(rules, shoe, Stage.MARKED, "the marker goes in before loading", clause)
    stage = Stage.LOADED if shoe_data.burn else Stage.READY
    return msgspec.structs.replace(shoe, stage=stage)


def burn(rules: TableRules, shoe: Shoe, procedure: str, approved_by: str | None = None) -> Burned:
    """Return the shoe after a burn by one of the permitted procedures."""
    burn_data = shoe_rules(rules).burn
    if burn_data is None:
        clause = shoe_rules(rules).sources.clause
        raise Refused("burn_not_permitted", clause, "this rulebook burns no cards")
    if shoe.stage is Stage.READY:
        text = "cards are burned once, before the first coup of a shoe"
        raise Refused("burn_too_late", burn_data.late.clause, text)
    _at(rules, shoe, Stage.LOADED, "cards are burned out of a loaded shoe")
    chosen = burn_data.procedures.get(procedure)
    if chosen is None:
        listed = ", ".join(burn_data.procedures)
        raise Refused(
            "burn_unknown", burn_data.late.clause, f"no burn {procedure!r}", f"choose: {listed}"
        )
    if rules.source not in chosen.sources:
        text = f"not offered with a {rules.source.replace('_', ' ')}: {chosen.title}"
        raise Refused("burn_not_with_source", chosen.clause, text)
    if chosen.approval is not None:
        _approved(rules, chosen.approval, approved_by, chosen.clause)
    first = shoe.cards[0]
    count, clause = 1, chosen.clause
    if chosen.further is BurnFurther.BURN_VALUE:
        value = burn_data.values[first.rank]
        count, clause = 1 + value.value, (*clause, *value.clause)
    shown = first if chosen.face is BurnFace.SHOWN else None
    on_request = first if chosen.face is BurnFace.ON_REQUEST else None
    text = f"{f'{first} shown, ' if shown else ''}{count} burned in all"
    after = msgspec.structs.replace(shoe, drawn=count, burned=count, stage=Stage.READY)
    return Burned(after, count, shown, on_request, Reason(text, clause))


def show_burned(burned: Burned) -> Card:
    """Return the burned card that a patron asks to see, or refuse to show it."""
    if burned.on_request is None:
        raise Refused("burned_card_unseen", burned.reason.clause, "this card is burned unseen")
    return burned.on_request


def check_not_over(rules: TableRules, shoe: Shoe) -> None:
    """Refuse to go on with a shoe from which no coup is dealt any more."""
    shoe_data = shoe_rules(rules)
    if shoe.stage is Stage.READY and shoe.coups_left == 0:
        raise Refused(
            "shoe_over",
            _ended_by(shoe_data, shoe),
            "this shoe is over: take the cards out and shuffle",
        )


def start(rules: TableRules, shoe: Shoe, *, burn_missed: bool = False) -> Start:
    """Return the shoe with a coup begun, or refuse it: not ready, or over."""
    shoe_data = shoe_rules(rules)
    reasons: list[Reason] = []
    if shoe.stage is Stage.LOADED and shoe_data.burn:
        missed = shoe_data.burn.missed
        if missed.value is MissedBurn.MUST_BE_DECLARED and not burn_missed:
            text = "the first card of a shoe is burned before its first coup"
            raise Refused("burn_due", missed.clause, text, "burn, or declare that it was forgotten")
        reasons.append(Reason("no card was burned; the coup goes on", missed.clause))
        shoe = msgspec.structs.replace(shoe, stage=Stage.READY)
    _at(rules, shoe, Stage.READY, "a coup is dealt from a loaded shoe")
    check_not_over(rules, shoe)
    enough = shoe_data.cards_to_start
    if enough and shoe.left < enough.value:
        text = f"{shoe.left} cards are left, too few to start a coup"
        raise Refused("too_few_cards", enough.clause, text)
    if shoe.coups_left is None and shoe.marker is not None and shoe.marker <= shoe.drawn:
        after = shoe_data.coups_after_marker_first
        reasons.append(Reason("the marker came out before this coup", after.clause))
        shoe = msgspec.structs.replace(shoe, coups_left=after.value + 1)
    if shoe.coups_left is not None:
        shoe = msgspec.structs.replace(shoe, coups_left=shoe.coups_left - 1)
    if shoe.coups_left == 0 or _certainly_last(shoe_data, shoe):
        shoe, called = _call_last(shoe_data, shoe)
        reasons += called
    return Start(msgspec.structs.replace(shoe, coups=shoe.coups + 1), tuple(reasons))


def draw(rules: TableRules, shoe: Shoe, declared: Card | None = None) -> tuple[Card, Shoe]:
    """Return the next card and the shoe without it, or refuse a card from anywhere else."""
    card = shoe.cards[shoe.drawn]
    other = shoe_rules(rules).other_card
    if other and declared is not None and declared is not card:
        text = f"{declared} is not the next card of the shoe"
        raise Refused("card_not_from_shoe", other.clause, text)
    return card, msgspec.structs.replace(shoe, drawn=shoe.drawn + 1)


def complete(rules: TableRules, shoe: Shoe, *, tie: bool) -> tuple[Shoe, tuple[Reason, ...]]:
    """Return the shoe after a coup, knowing how many coups are still to come from it."""
    shoe_data = shoe_rules(rules)
    reasons = []
    if shoe.coups_left is None and shoe.marker is not None and shoe.marker < shoe.drawn:
        after = shoe_data.coups_after_marker_inside
        reasons.append(Reason("the marker came out during this coup", after.clause))
        shoe, called = _call_last(shoe_data, msgspec.structs.replace(shoe, coups_left=after.value))
        reasons += called
    extra = shoe_data.coups_after_tie
    if extra and tie and shoe.coups_left == 0 and not shoe.extra_given:
        reasons.append(Reason("the last coup is a tie: one more is dealt", extra.clause))
        shoe = msgspec.structs.replace(shoe, coups_left=extra.value, extra_given=True)
    return shoe, tuple(reasons)


def last_at_this_card(rules: TableRules, shoe: Shoe) -> tuple[Reason, ...]:
    """Return the call that this coup is the last, when the card just drawn makes it certain."""
    shoe_data = shoe_rules(rules)
    call = shoe_data.last_call
    behind = shoe.marker is not None and shoe.marker < shoe.drawn
    if call is None or shoe.last_called or not behind or not _ends_inside(shoe_data):
        return ()
    return (Reason(f'"{call.value}"', call.clause),)


def _ends_inside(shoe_data: schema.Shoe) -> bool:
    """Return whether the coup in which the marker comes out is always the last."""
    tie = shoe_data.coups_after_tie
    return shoe_data.coups_after_marker_inside.value == 0 and not (tie and tie.value)


def declared_last(rules: TableRules, shoe: Shoe) -> tuple[Shoe, tuple[Reason, ...]]:
    """Return the shoe of which the next coup is the last because staff say so."""
    shoe_data = shoe_rules(rules)
    if shoe_data.last_call is None:
        raise not_held(rules.edition, "how a last coup is declared")
    shoe, called = _call_last(shoe_data, msgspec.structs.replace(shoe, coups_left=1))
    return shoe, tuple(called)


def next_shoe(rules: TableRules, shoe: Shoe) -> Shoe:
    """Return the same cards taken out for the following shoe, not yet shuffled."""
    shoe_rules(rules)
    return Shoe(cards=shoe.cards, number=shoe.number + 1, checked=shoe.checked, fresh=False)


def _call_last(shoe_data: schema.Shoe, shoe: Shoe) -> tuple[Shoe, list[Reason]]:
    """Return the call that the shoe is ending, made once where the text has one."""
    call = shoe_data.last_call
    if call is None or shoe.last_called:
        return shoe, []
    said = [Reason(f'"{call.value}"', call.clause)]
    return msgspec.structs.replace(shoe, last_called=True), said


def _certainly_last(shoe_data: schema.Shoe, shoe: Shoe) -> bool:
    """Return whether any coup started now must draw a card from behind the marker."""
    if shoe.marker is None or not _ends_inside(shoe_data):
        return False
    return shoe.drawn + 4 > shoe.marker


def _ended_by(shoe_data: schema.Shoe, shoe: Shoe) -> Clauses:
    if shoe.extra_given and shoe_data.coups_after_tie:
        return shoe_data.coups_after_tie.clause
    first, inside = shoe_data.coups_after_marker_first, shoe_data.coups_after_marker_inside
    return (*inside.clause, *(clause for clause in first.clause if clause not in inside.clause))


def _shuffled_or_exempt(rules: TableRules, shoe: Shoe) -> Shoe:
    """Return the shoe as shuffled if its supply came so, or refuse one that still needs it."""
    if shoe.stage is not Stage.NEW:
        return shoe
    shoe_data = shoe_rules(rules)
    needed = shoe_data.shuffle_first if shoe.number == 1 else shoe_data.shuffle_later
    exempt = shoe_data.shuffled_supplies
    came_shuffled = exempt is not None and rules.supply in exempt.value and shoe.fresh
    if needed.value and not came_shuffled:
        raise Refused("not_shuffled", needed.clause, "cards are shuffled before a shoe begins")
    return msgspec.structs.replace(shoe, stage=Stage.SHUFFLED)


def _approved(rules: TableRules, power: str, title: str | None, clause: Clauses) -> None:
    titles = rules.edition.titles[power]
    if title != power and title not in titles.value:
        name = power.replace("_", " ")
        by = f", not of a {title.replace('_', ' ')}" if title else ""
        text = f"this needs the approval of a {name}{by}"
        raise Refused("not_approved", (*clause, *titles.clause), text)


def _at(
    rules: TableRules, shoe: Shoe, stage: Stage, text: str, clause: Clauses | None = None
) -> None:
    """Refuse a step that does not belong to the stage the cards are in."""
    if shoe.stage is not stage:
        cited = clause or shoe_rules(rules).shuffle_first.clause
        raise Refused("wrong_stage", cited, f"{text}; these cards are {shoe.stage}")
