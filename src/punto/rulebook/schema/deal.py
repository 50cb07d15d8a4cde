"""The deal: in which order cards fall, how they lie, and who turns them."""

from typing import Annotated, Literal

from msgspec import Meta, field

from punto.clause import Cited, Clauses
from punto.rulebook.policies import FacesDealt, NomineeCards, OutCounted, TurnedBy
from punto.rulebook.schema.section import RefusedOnly, Section, Some, Words, unsaid
from punto.rulebook.vocabulary import Face, Side


class Method(Section, frozen=True, kw_only=True):
    """One way of dealing: how the cards lie, and who turns them."""

    title: Words
    """What the text calls it."""
    turned_by: TurnedBy
    """Who turns the cards."""
    faces: FacesDealt
    """How the cards lie when they are dealt."""
    requested: Cited[bool] | None = None
    """Whether a patron must ask for it."""
    informed: Cited[tuple[str, ...]] | None = None
    """Who is told before it is used."""
    told_kept: Clauses = ()
    """Cited where it is kept that they were told."""
    called: Clauses = ()
    """Cited when the totals are called."""
    opening_cards: Clauses = ()
    """Cited for how the opening cards lie when they are dealt."""
    exposed: Clauses = ()
    """Cited when a patron turns the cards; what the dealer is cited for where it is left out."""
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
    """Cited where the dealer keeps the cards of a hand."""
    untouched: Clauses = ()
    """Cited where a patron reaches for cards that are not theirs."""
    hand_marker: Clauses = ()
    """Cited for the marker before whoever has the cards of a hand."""
    clause: Clauses
    """The clauses that permit the method."""


class Passing(Section, frozen=True, kw_only=True):
    """Cards in the hands of patrons."""

    seated_only: Cited[bool] = unsaid("whether patrons who stand may be passed cards")
    """Whether only seated patrons get cards."""
    equal_wagers: Cited[Literal["nearest_dealers_right"]] = unsaid("who comes first of equals")
    """Who gets the cards where several have the same on a hand."""
    out_max: Cited[Annotated[int, Meta(ge=1)]] = unsaid("how many hands may be out")
    """How many hands may be out at once."""
    out_counted: Cited[OutCounted] = unsaid("how many hands may be out")
    """Over whom they are counted."""
    forfeited: Cited[Literal["dealer"]] = unsaid("who turns cards taken back from a patron")
    """Who turns the cards of a hand that were taken back from a patron."""
    nominee_seated: Cited[bool] = unsaid("whether nominees sit at the table")
    """Whether only seated patrons may be nominated to turn cards."""
    nominee_cards: Cited[Some[NomineeCards]] = unsaid("which cards nominees may turn")
    """For which cards others may be nominated."""


class Deal(Section, frozen=True, kw_only=True):
    """The order in which the opening cards fall."""

    order: Cited[tuple[Side, ...]]
    """Four cards, two for each hand, in the order in which they fall."""
    must_choose: Cited[bool] | None = None
    """Whether the house must choose a way of dealing; otherwise the first holds."""
    opening_face: Cited[Face] | None = None
    """How the opening cards lie."""
    third_face: Cited[Face] | None = None
    """How third cards lie."""
    before_next: Cited[RefusedOnly] | None = None
    """A coup that starts before the last one is cleared is refused."""
    announced_first: Cited[RefusedOnly] | None = None
    """Settling before the result is called is refused."""
    optional_only: Cited[Literal["played_out"]] | None = None
    """What becomes of a coup with optional wagers alone."""
    methods: dict[str, Method] = field(default_factory=dict)
    """The ways of dealing, each with a name of its own; the first is the plain one."""
    passing: Passing | None = None
    """The rules about cards in the hands of patrons."""
