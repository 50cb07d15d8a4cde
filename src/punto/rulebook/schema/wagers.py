"""Wagers: their outcomes, their settlement, and when they may be placed."""

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
    """How they are compared."""
    number_cards: Clauses = ()
    """Cited if a card with a number is compared."""
    court_cards: Clauses = ()
    """Cited if a jack, queen, king or ace is compared."""
    mixed_pair: Clauses = ()
    """Cited if a mixed pair is tested and found."""
    red_pair: Clauses = ()
    """Cited if a coloured pair is tested and two red cards are found."""
    black_pair: Clauses = ()
    """Cited if a coloured pair is tested and two black cards are found."""
    perfect_pair: Clauses = ()
    """Cited if a perfect pair is tested and found."""


class Outcome(Section, frozen=True, kw_only=True):
    """A row of a wager: when it applies, what happens, at which odds, by which clauses.

    Rows exclude each other, and two that match are an error. A row without ``when`` applies if no
    other row matches.
    """

    name: Words
    """What happened, in words."""
    when: When | None = None
    """The coups to which the row applies; without it, all that no other row matches."""
    unless: When | None = None
    """Exceptions: coups to which it does not apply."""
    then: Ending
    """What happens to the wager."""
    odds: Odds | None = None
    """The odds; required exactly if the wager wins."""
    under: tuple[str, ...] = ()
    """The settlement and the offers under which the row applies; without it, all."""
    clause: Clauses
    """The clauses of the row."""
    reading: str | None = None
    """How an unclear text is read."""


class Wager(Section, frozen=True):
    """A wager and all its outcomes."""

    title: Words
    """What the text calls it."""
    outcomes: tuple[Outcome, ...]
    """Its rows; exactly one applies to each coup."""
    permitted: Clauses = ()
    """Cited if the wager is accepted; without it, `wagering.main` is cited."""


class Offer(Section, frozen=True, kw_only=True):
    """An optional wager, or a family of them, that a house may elect to offer."""

    title: Words
    """What the text calls it."""
    wagers: Some[str]
    """The wagers that belong to it."""
    clause: Clauses
    """The clauses that permit it."""
    shows_offer: Clauses = ()
    """Cited for its line on the sign."""
    shows_amount: Clauses = ()
    """Also cited if that line gives its limits."""
    limits_shown: Cited[RefusedOnly] | None = None
    """A wager on it while the sign shows no limits for it is refused."""
    own_limits: Cited[bool] | None = None
    """Whether only its own limits apply to it, and not those of the table."""
    keeps_limits: Clauses = ()
    """Cited if a stake is outside its limits; without it, `shows_offer` is cited."""
    too_late: Clauses = ()
    """Also cited if it is placed too late."""
    window_first: Cited[bool] | None = None
    """Whether betting is opened before the first card of a coup, if it is offered."""
    taken_in_chips: Clauses = ()
    """Also cited if a stake cannot be made in chips."""
    own_area: Clauses = ()
    """Also cited if it is not on its area."""
    at_settlement: Clauses = ()
    """Cited if a person wants to settle it before the result."""
    layouts: Cited[tuple[str, ...]] | None = None
    """The layouts that have an area for it."""
    decks: Cited[tuple[Decks, ...]] | None = None
    """With how many decks it may be offered."""
    per_patron_max: Cited[Count] | None = None
    """How many of these wagers a patron may have on an area."""
    preferred: Cited[Literal["main_bettors"]] | None = None
    """Who comes first if there are fewer positions than wagers."""
    positions: Cited[Literal["as_placed"]] | None = None
    """The order in which the others get the remaining positions."""
    restricted: Cited[Literal["main_bettors"]] | None = None
    """To whom it may be restricted."""
    restricted_by: Clauses = ()
    """Cited for the person who may restrict it, and when."""
    restriction_told: Cited[bool] | None = None
    """Whether patrons are told of a restriction."""
    restriction_shown: Cited[bool] | None = None
    """Whether a restriction is shown on the sign."""


class Settlement(Section, frozen=True, kw_only=True):
    """How all wagers are settled."""

    schemes: Cited[Some[str]]
    """The settlements; rows name them in `under`."""
    must_choose: Cited[bool] | None = None
    """Whether the house must choose one; otherwise the first applies."""
    order: Cited[SettlingOrder] | None = None
    """The order in which wagers are settled."""
    rounding: Cited[Rounding]
    """How a payment is rounded that the chips cannot make."""
    waits: dict[str, Cited[RefusedOnly]] = field(default_factory=dict)
    """By settlement: settling before the result is called is refused."""
    over_maximum: Cited[Literal["settled_to_maximum"]] | None = None
    """What happens to a stake over the maximum."""


class Combination(Section, frozen=True, kw_only=True):
    """Main wagers that a patron may have together in a coup, and whether that needs approval."""

    wagers: Some[str]
    """The wagers."""
    approval: bool = False
    """Whether it needs approval."""
    clause: Clauses
    """The clauses that permit it."""


class Wagering(Section, frozen=True, kw_only=True):
    """The main wagers, and how wagers are placed."""

    main: Cited[Some[str]]
    """The wagers that every table has."""
    unlisted: Cited[RefusedOnly]
    """A wager that is not in the rulebook is refused."""
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
    """The call that invites wagers."""
    closing_call: Cited[Words] | None = None
    """The call when betting closes."""
    closing_call_due: Cited[bool] | None = None
    """Whether that call must be made."""
    combinations: tuple[Combination, ...] = ()
    """The main wagers that a patron may have together."""
    combinations_free: Clauses = ()
    """Cited if all main wagers may be combined."""
    flaws: dict[str, Cited[RefusedOnly]] = field(default_factory=dict)
    """The faults that make a wager invalid, by name."""
    common_pairs: Cited[bool] | None = None
    """Whether all patrons may share one area for pairs."""
    per_option_max: Cited[Count] | None = None
    """How many wagers one patron may have on one option of a box."""
    box_kept_for: Cited[BoxKeptFor] | None = None
    """For whom a box is reserved, if each is for one patron; without it, the first bettor."""
    patrons_per_area_max: Cited[Count] | None = None
    """How many patrons may share an area."""
    standing_per_area_max: Cited[Count] | None = None
    """How many standing patrons may share an area."""


class NoBet(Section, frozen=True, kw_only=True):
    """A coup dealt without wagers on request."""

    requested: Cited[bool] | None = None
    """Whether a patron must ask for it."""
    all_agree: Cited[bool] | None = None
    """Whether every patron must agree."""
    empty_source: Cited[Source] | None = None
    """The device from which it is dealt at an empty table."""
    empty_shown: Cited[bool] | None = None
    """Whether a coup at an empty table is shown by a marker or told to surveillance."""
    empty_only: Clauses = ()
    """Cited if that is not sufficient because a patron is at the table."""
    empty_called: Clauses = ()
    """Also cited if it is called at an empty table; without it, the power to call it."""
    empty_dealt: Clauses = ()
    """Also cited when such a coup is dealt."""
    agreed_called: Clauses = ()
    """Cited if it is called with everybody's consent; without it, the power to call it."""
    several: Clauses = ()
    """Cited if one follows another."""
    in_a_row_max: Cited[Count] | None = None
    """How many may follow each other."""
    wagers: Cited[NoBetWagers] = unsaid("whether wagers may lie on a coup that needs none")
    """Whether wagers are accepted on it."""
    needed: Cited[bool] | None = None
    """Whether a coup without wagers is dealt only on request."""
    dealt_as_usual: Clauses = ()
    """Cited when it is dealt."""
