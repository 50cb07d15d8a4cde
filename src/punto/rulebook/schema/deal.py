"""The deal: the order of the cards, whether they are face up, and who turns them."""

from typing import Annotated, Literal

from msgspec import Meta, field

from punto.clause import Cited, Clauses
from punto.rulebook.policies import FacesDealt, NomineeCards, OutCounted, TurnedBy
from punto.rulebook.schema.section import RefusedOnly, Section, Some, Words, unsaid
from punto.rulebook.vocabulary import Face, Side


class Method(Section, frozen=True, kw_only=True):
    """A dealing method: whether cards are face up, and who turns them."""

    title: Words
    """Its name in the rulebook."""
    turned_by: TurnedBy
    """Who turns the cards."""
    faces: FacesDealt
    """Whether the cards are dealt face up or face down."""
    requested: Cited[bool] | None = None
    """Whether a patron must ask for it."""
    informed: Cited[tuple[str, ...]] | None = None
    """Who is told before it is used."""
    told_kept: Clauses = ()
    """Cited if it is recorded that they were told."""
    called: Clauses = ()
    """Cited when the totals are called."""
    opening_cards: Clauses = ()
    """Cited for dealing the opening cards face up or face down."""
    exposed: Clauses = ()
    """Cited when a patron turns the cards; without it, `turned` is cited."""
    turned: Clauses = ()
    """Cited when the dealer turns the cards."""
    unturned: Clauses = ()
    """Cited when the dealer turns cards that their holder did not."""
    handed_over: Clauses = ()
    """Cited when cards are passed to a patron."""
    handed_back: Clauses = ()
    """Cited when a patron gives cards back."""
    third_cards: Clauses = ()
    """Cited for third cards."""
    dealer_keeps: Clauses = ()
    """Cited if the dealer keeps the cards of a hand."""
    untouched: Clauses = ()
    """Cited if a patron touches cards that are not theirs."""
    hand_marker: Clauses = ()
    """Cited for the marker at the patron who has the cards of a hand."""
    clause: Clauses
    """The clauses that permit the method."""


class Passing(Section, frozen=True, kw_only=True):
    """Cards in the hands of patrons."""

    seated_only: Cited[bool] = unsaid("whether patrons who stand may be passed cards")
    """Whether only seated patrons get cards."""
    equal_wagers: Cited[Literal["nearest_dealers_right"]] = unsaid("who comes first of equals")
    """Who gets the cards if several patrons have equal wagers on a hand."""
    out_max: Cited[Annotated[int, Meta(ge=1)]] = unsaid("how many hands may be out")
    """How many hands may be out at once."""
    out_counted: Cited[OutCounted] = unsaid("how many hands may be out")
    """How they are counted: over the table, or for each holder."""
    forfeited: Cited[Literal["dealer"]] = unsaid("who turns cards taken back from a patron")
    """Who turns the cards of a hand that were taken back from a patron."""
    nominee_seated: Cited[bool] = unsaid("whether nominees sit at the table")
    """Whether only seated patrons may be nominated to turn cards."""
    nominee_cards: Cited[Some[NomineeCards]] = unsaid("which cards nominees may turn")
    """For which cards others may be nominated."""


class Deal(Section, frozen=True, kw_only=True):
    """The order of the cards, the methods, and cards in the hands of patrons."""

    order: Cited[tuple[Side, ...]]
    """Four cards, two for each hand, in dealing order."""
    must_choose: Cited[bool] | None = None
    """Whether the house must choose a dealing method; otherwise the first applies."""
    opening_face: Cited[Face] | None = None
    """Whether the opening cards are face up or face down."""
    third_face: Cited[Face] | None = None
    """Whether third cards are face up or face down."""
    before_next: Cited[RefusedOnly] | None = None
    """A coup that starts before the last one is cleared is refused."""
    announced_first: Cited[RefusedOnly] | None = None
    """Settling before the result is called is refused."""
    optional_only: Cited[Literal["played_out"]] | None = None
    """What happens to a coup with only optional wagers."""
    methods: dict[str, Method] = field(default_factory=dict)
    """The dealing methods by name; the first is the default."""
    passing: Passing | None = None
    """The rules about cards in the hands of patrons."""
