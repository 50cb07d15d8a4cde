"""Wagers: which there are, what becomes of them, when they may be placed."""

from typing import Literal

from msgspec import field

from punto.clause import Cited, Clauses
from punto.rulebook.policies import (
    BoxKeptFor,
    NoBetWagers,
    PairJudge,
    Rounding,
    SettlingOrder,
)
from punto.rulebook.schema.coup_facts import When
from punto.rulebook.schema.section import (
    Count,
    Decks,
    Odds,
    RefusedOnly,
    Section,
    Some,
    Words,
    unsaid,
)
from punto.rulebook.vocabulary import Ending, Source


class Pairs(Section, frozen=True):
    """What makes a pair."""

    cards: Cited[Count]
    """How many cards of a hand are compared."""
    judged_by: Cited[PairJudge]
    """By what they are compared."""
    number_cards: Clauses = ()
    """Cited where a card with a number is compared."""
    court_cards: Clauses = ()
    """Cited where a jack, queen, king or ace is compared."""
    mixed_pair: Clauses = ()
    """Cited where a mixed pair is asked for and found."""
    red_pair: Clauses = ()
    """Cited where a coloured pair is asked for and two red cards are found."""
    black_pair: Clauses = ()
    """Cited where a coloured pair is asked for and two black cards are found."""
    perfect_pair: Clauses = ()
    """Cited where a perfect pair is asked for and found."""


class Outcome(Section, frozen=True, kw_only=True):
    """One row of a wager: when it applies, what happens, at which odds, by which clauses.

    Rows exclude each other, and two that match are an error. A row without ``when`` is for
    whatever no other row matches.
    """

    name: Words
    """What happened, in words."""
    when: When | None = None
    """The coups to which the row applies; without it, all that no other row is for."""
    unless: When | None = None
    """Coups of those to which it does not apply."""
    then: Ending
    """What becomes of the wager."""
    odds: Odds | None = None
    """What is paid, given exactly where the wager wins."""
    under: tuple[str, ...] = ()
    """The settlement and the offers under which the row exists; without it, all."""
    clause: Clauses
    """The clauses of the row."""
    reading: str | None = None
    """How an unclear text is read."""


class Wager(Section, frozen=True):
    """A wager and everything that can become of it."""

    title: Words
    """What the text calls it."""
    outcomes: tuple[Outcome, ...]
    """Its rows: for every coup exactly one applies."""
    permitted: Clauses = ()
    """Cited where the wager is taken; `wagering.main` is, where nothing is given."""


class Offer(Section, frozen=True, kw_only=True):
    """An optional wager, or a family of them, that a house may elect to offer."""

    title: Words
    """What the text calls it."""
    wagers: Some[str]
    """The wagers that go with it."""
    clause: Clauses
    """The clauses that permit it."""
    shows_offer: Clauses = ()
    """Cited for the line about it on the sign."""
    shows_amount: Clauses = ()
    """Cited besides where that line gives what it takes."""
    limits_shown: Cited[RefusedOnly] | None = None
    """A wager on it while the sign gives no limits for it is refused."""
    own_limits: Cited[bool] | None = None
    """Whether only limits of its own bind it, and never those of the table."""
    keeps_limits: Clauses = ()
    """Cited where a stake is outside its limits; without it `shows_offer` is."""
    too_late: Clauses = ()
    """Cited besides where it is placed too late."""
    window_first: Cited[bool] | None = None
    """Whether betting is opened before the first card of a coup, where it is offered."""
    taken_in_chips: Clauses = ()
    """Cited besides where a stake cannot be made in chips."""
    own_area: Clauses = ()
    """Cited besides where it does not lie on its area."""
    at_settlement: Clauses = ()
    """Cited where somebody wants to settle it before the result."""
    layouts: Cited[tuple[str, ...]] | None = None
    """The layouts that have an area for it."""
    decks: Cited[tuple[Decks, ...]] | None = None
    """With how many decks it may be offered."""
    per_patron_max: Cited[Count] | None = None
    """How many of it one patron may have on an area."""
    preferred: Cited[Literal["main_bettors"]] | None = None
    """Who comes first where there are fewer positions for it than wagers."""
    positions: Cited[Literal["as_placed"]] | None = None
    """In which order the others get the positions that are left."""
    restricted: Cited[Literal["main_bettors"]] | None = None
    """To whom it may be restricted."""
    restricted_by: Clauses = ()
    """Cited for who may restrict it, and when."""
    restriction_told: Cited[bool] | None = None
    """Whether patrons are told of a restriction."""
    restriction_shown: Cited[bool] | None = None
    """Whether a restriction stands on the sign."""


class Settlement(Section, frozen=True, kw_only=True):
    """How wagers are settled, whatever they are."""

    schemes: Cited[Some[str]]
    """The settlements there are; rows name them in `under`."""
    must_choose: Cited[bool] | None = None
    """Whether the house must choose one; otherwise the first holds."""
    order: Cited[SettlingOrder] | None = None
    """In which order wagers are settled."""
    rounding: Cited[Rounding]
    """What happens to a payment that the chips cannot make."""
    waits: dict[str, Cited[RefusedOnly]] = field(default_factory=dict)
    """By settlement: settling before the result is called is refused."""
    over_maximum: Cited[Literal["settled_to_maximum"]] | None = None
    """What becomes of a stake over the maximum."""


class Combination(Section, frozen=True, kw_only=True):
    """Main wagers that one patron may have in one coup, and whether that needs approval."""

    wagers: Some[str]
    """The wagers."""
    approval: bool = False
    """Whether it needs approval."""
    clause: Clauses
    """The clauses that permit it."""


class Wagering(Section, frozen=True, kw_only=True):
    """Which wagers there are, and how they are placed."""

    main: Cited[Some[str]]
    """The wagers that every table has."""
    unlisted: Cited[RefusedOnly]
    """A wager that is not in the text is refused."""
    not_offered: Cited[RefusedOnly] | None = None
    """An optional wager that the house does not offer is refused."""
    one_offer_of: Cited[tuple[str, ...]] | None = None
    """Offers of which only one may run at a table."""
    in_chips: Cited[RefusedOnly] | None = None
    """A stake that chips cannot make is refused."""
    late: Cited[RefusedOnly] | None = None
    """A wager placed too late is refused."""
    raised_late: Cited[RefusedOnly] | None = None
    """Raising a wager too late is refused; without it, as `late` is."""
    locked: Cited[RefusedOnly] | None = None
    """Changing a wager too late is refused."""
    window_first: Cited[bool] | None = None
    """Whether betting is opened before wagers are placed."""
    opening_call: Cited[Words] | None = None
    """What may be called to have wagers placed."""
    closing_call: Cited[Words] | None = None
    """What is called when betting closes."""
    closing_call_due: Cited[bool] | None = None
    """Whether that call must be made."""
    combinations: tuple[Combination, ...] = ()
    """The main wagers that one patron may have together."""
    combinations_free: Clauses = ()
    """Cited where any main wagers go together."""
    flaws: dict[str, Cited[RefusedOnly]] = field(default_factory=dict)
    """What makes a wager invalid, each with a name of its own."""
    common_pairs: Cited[bool] | None = None
    """Whether all patrons may share one area for pairs."""
    per_option_max: Cited[Count] | None = None
    """How many wagers one patron may have on one option of a box."""
    box_kept_for: Cited[BoxKeptFor] | None = None
    """Whose a box is where each is kept for one patron; without it, whoever bets there first."""
    patrons_per_area_max: Cited[Count] | None = None
    """How many patrons may share an area."""
    standing_per_area_max: Cited[Count] | None = None
    """How many patrons who stand may share an area."""


class NoBet(Section, frozen=True, kw_only=True):
    """A coup dealt without wagers because somebody wishes it so."""

    requested: Cited[bool] | None = None
    """Whether a patron must ask for it."""
    all_agree: Cited[bool] | None = None
    """Whether every patron must agree."""
    empty_source: Cited[Source] | None = None
    """What it is dealt from where nobody is at the table."""
    empty_shown: Cited[bool] | None = None
    """Whether that is shown by a marker or told to surveillance."""
    empty_only: Clauses = ()
    """Cited where that is not enough because somebody is at the table."""
    empty_called: Clauses = ()
    """Cited besides where it is called at an empty table; without it, the power to call it."""
    empty_dealt: Clauses = ()
    """Cited besides when such a coup is dealt."""
    agreed_called: Clauses = ()
    """Cited where it is called with everybody's consent; without it, the power to call it."""
    several: Clauses = ()
    """Cited where one follows another."""
    in_a_row_max: Cited[Count] | None = None
    """How many may follow each other."""
    wagers: Cited[NoBetWagers] = unsaid("whether wagers may lie on a coup that needs none")
    """Whether wagers may lie on it all the same."""
    needed: Cited[bool] | None = None
    """Whether a coup on which nothing lies is dealt only when it was asked for."""
    dealt_as_usual: Clauses = ()
    """Cited when it is dealt."""
