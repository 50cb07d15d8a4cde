"""A shoe: what it holds, and how far its cards have come on their way into play.

The order of the cards is not here: a card is known when it has left the shoe.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from enum import StrEnum

from msgspec import Struct

from punto.cards import DECK, Card, overfull
from punto.clause import Clauses, Malformed, Refused
from punto.error_codes import ErrorCode
from punto.rulebook import schema
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.elections import Origin
from punto.rulebook.policies import MarkerPlacing

RandBelow = Callable[[int], int]


class Stage(StrEnum):
    """How far a stack of cards has come on its way into play."""

    __schema_name__ = "ShoeStage"
    NEW = "new"
    SHUFFLED = "shuffled"
    CUT = "cut"
    MARKED = "marked"
    LOADED = "loaded"
    READY = "ready"


class Hidden(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """A card that left the shoe and was never shown to all, with whoever had it in their hands."""

    card: Card
    seen_by: tuple[str, ...] = ()


class Shoe(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """How many cards a shoe holds, how many have left it, and which of them were seen.

    ``cutting_card`` counts the cards in front of the end-of-shoe card; nothing while nobody knows.
    ``coups_left`` stays empty until that card has been met; ``coup_at`` counts the cards that were
    out when the last coup began.
    """

    size: int
    decks: int
    stage: Stage = Stage.NEW
    number: int = 1
    checked: bool = False
    fresh: bool = True
    cutting_card: int | None = None
    cutting_card_out: bool = False
    cutting_card_seen: bool = False
    drawn: int = 0
    burned: int = 0
    coups: int = 0
    coup_at: int = 0
    coups_left: int | None = None
    extra_given: bool = False
    last_called: bool = False
    seen: dict[Card, int] = {}
    hidden: tuple[Hidden, ...] = ()

    @property
    def left(self) -> int:
        return self.size - self.drawn

    @property
    def cutting_card_shows(self) -> bool:
        """Return whether no card in front of the end-of-shoe card is left."""
        return self.cutting_card is not None and self.cutting_card <= self.drawn

    @property
    def behind_cutting_card(self) -> bool:
        """Return whether a card from behind the end-of-shoe card is out."""
        return self.cutting_card is not None and self.cutting_card < self.drawn


def shoe_rules(rules: TableRules) -> schema.Shoe:
    """Return the shoe rules of a table, or refuse if its rulebook holds none."""
    if rules.edition.shoe is None:
        raise not_held(rules.edition, "how a shoe is prepared and dealt")
    return rules.edition.shoe


def new_shoe(rules: TableRules) -> Shoe:
    """Return the elected decks as they come, not yet shuffled."""
    shoe_rules(rules)
    return Shoe(size=rules.decks * len(DECK), decks=rules.decks)


def composition(rules: TableRules) -> tuple[Card, ...]:
    """Return the cards of the elected decks, in the order of a new pack."""
    shoe_rules(rules)
    return DECK * rules.decks


def check_composition(rules: TableRules, cards: Sequence[Card], *, whole: bool) -> None:
    """Refuse cards that the elected decks do not hold, and if ``whole`` a set that lacks any."""
    if rules.edition.cards is None:
        raise not_held(rules.edition, "which cards are used")
    clause = rules.edition.cards.whole_decks.clause
    extra = overfull(cards, rules.decks)
    if extra is not None:
        copies = Counter(cards)[extra]
        text = f"{copies} copies of {extra}, but {rules.decks} decks hold {rules.decks}"
        raise Refused(ErrorCode.CARD_NOT_IN_DECKS, clause, text)
    if whole and len(cards) != rules.decks * len(DECK):
        text = f"{len(cards)} cards are not {rules.decks} whole decks"
        raise Refused(ErrorCode.DECKS_INCOMPLETE, clause, text)


def shuffled(cards: Sequence[Card], randbelow: RandBelow) -> tuple[Card, ...]:
    """Return the cards in an order that is as random as ``randbelow``, with no bias of its own."""
    order = list(cards)
    for last in range(len(order) - 1, 0, -1):
        chosen = randbelow(last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def check_looked_over(rules: TableRules, shoe: Shoe) -> None:
    """Refuse to have cards looked over once they are on their way."""
    check_stage(rules, shoe, Stage.NEW, "cards are looked over before they are shuffled")


def check_shuffle(rules: TableRules, shoe: Shoe) -> None:
    """Refuse a shuffle that comes too late, or before a patron has looked the cards over."""
    shoe_data = shoe_rules(rules)
    check_stage(rules, shoe, Stage.NEW, "cards are shuffled before they are cut")
    check = shoe_data.player_check
    exempt = shoe_data.checked_supplies
    waived = exempt is not None and rules.supply in exempt.value
    if check and check.value and shoe.fresh and not shoe.checked and not waived:
        raise Refused(
            ErrorCode.CARDS_NOT_CHECKED, check.clause, "a patron looks the cards over first"
        )


def uncut(rules: TableRules) -> bool:
    """Return whether cards of this source are neither cut nor given a cutting card."""
    sources = shoe_rules(rules).uncut_sources
    return sources is not None and rules.source in sources.value


def check_cut(rules: TableRules, shoe: Shoe, at: int | None) -> None:
    """Refuse a cut that is not due, or too near an end."""
    shoe_data = shoe_rules(rules)
    if uncut(rules) and shoe_data.uncut_sources:
        text = f"cards in a {rules.source.replace('_', ' ')} are not cut"
        raise Refused(ErrorCode.CUT_NOT_PERMITTED, shoe_data.uncut_sources.clause, text)
    stage = as_shuffled(rules, shoe)
    check_stage(rules, shoe, Stage.SHUFFLED, "cards are cut once, after the shuffle", stage=stage)
    if at is None:
        _attested(rules, "where the cards were cut")
        return
    distance, size = shoe_data.cut_from_each_end, shoe.size
    if not distance.value <= at <= size - distance.value:
        raise Refused(
            ErrorCode.CUT_TOO_NEAR_AN_END,
            distance.clause,
            f"a cut after card {at} leaves too few cards on one side",
            f"cut after card {distance.value} to {size - distance.value}",
        )


def check_mark(rules: TableRules, shoe: Shoe, behind: int | None) -> None:
    """Refuse an end-of-shoe card that is not due, or lies at the wrong depth."""
    shoe_data = shoe_rules(rules)
    check_stage(
        rules, shoe, Stage.CUT, "the marker goes in after the cut", shoe_data.cut_due.clause
    )
    if behind is None:
        _attested(rules, "how many cards lie behind the cutting card")
        return
    wanted, placing = shoe_data.marker_behind, shoe_data.marker_placing
    exact = placing.value is MarkerPlacing.EXACTLY
    good = behind == wanted.value if exact else wanted.value <= behind < shoe.size
    if not good:
        bound = "exactly" if exact else "at least"
        text = f"{behind} cards behind the marker; {bound} {wanted.value} are required"
        raise Refused(ErrorCode.MARKER_MISPLACED, wanted.clause, text)


def _attested(rules: TableRules, what: str) -> None:
    """Say that a depth is left open only where staff key the cards and vouch for it."""
    if rules.origin is not Origin.KEYED:
        raise Malformed(f"say {what}", code=ErrorCode.INCOMPLETE)


def shuffled_in(rules: TableRules) -> bool:
    """Return whether cards are put into what they are dealt from to be shuffled there."""
    sources = shoe_rules(rules).shuffled_in
    return sources is not None and rules.source in sources.value


def loaded(rules: TableRules, shoe: Shoe) -> Stage:
    """Return the stage of cards put into the container they are dealt from, or refuse that."""
    shoe_data = shoe_rules(rules)
    if shuffled_in(rules) and shoe.stage is Stage.NEW:
        return Stage.LOADED if shoe_data.burn else Stage.READY
    stage = as_shuffled(rules, shoe)
    if uncut(rules):
        check_stage(rules, shoe, Stage.SHUFFLED, "cards are loaded after the shuffle", stage=stage)
    elif stage is Stage.SHUFFLED:
        raise Refused(
            ErrorCode.NOT_CUT, shoe_data.cut_due.clause, "cards are cut before they are loaded"
        )
    else:
        clause = (shoe_data.marker_due or shoe_data.marker_behind).clause
        check_stage(rules, shoe, Stage.MARKED, "the marker goes in before loading", clause)
    return Stage.LOADED if shoe_data.burn else Stage.READY


def came_shuffled(rules: TableRules, shoe: Shoe) -> Clauses:
    """Return the clauses by which cards need no shuffle at the table; nothing if they need one."""
    shoe_data = shoe_rules(rules)
    exempt = shoe_data.shuffled_supplies
    if shoe.number > 1 and shoe_data.shuffled_supplies_later:
        exempt = shoe_data.shuffled_supplies_later
    if exempt is None or rules.supply not in exempt.value or not shoe.fresh:
        return ()
    return exempt.clause


def as_shuffled(rules: TableRules, shoe: Shoe) -> Stage:
    """Return the stage of cards that came shuffled, or refuse those that still need it."""
    if shoe.stage is not Stage.NEW:
        return shoe.stage
    shoe_data = shoe_rules(rules)
    needed = shoe_data.shuffle_first if shoe.number == 1 else shoe_data.shuffle_later
    if needed.value and not came_shuffled(rules, shoe):
        raise Refused(
            ErrorCode.NOT_SHUFFLED, needed.clause, "cards are shuffled before a shoe begins"
        )
    return Stage.SHUFFLED


def load_clause(rules: TableRules) -> Clauses | None:
    """Return the clause by which cards are loaded before they are dealt or burned, if one says."""
    first = shoe_rules(rules).loaded_first
    return first.clause if first else None


def check_stage(
    rules: TableRules,
    shoe: Shoe,
    wanted: Stage,
    text: str,
    clause: Clauses | None = None,
    *,
    stage: Stage | None = None,
) -> None:
    """Refuse a step that does not belong to the stage the cards are in."""
    if (stage or shoe.stage) is not wanted:
        cited = clause or shoe_rules(rules).shuffle_first.clause
        raise Refused(ErrorCode.WRONG_STAGE, cited, f"{text}; these cards are {shoe.stage}")
