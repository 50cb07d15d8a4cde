"""Promotional prizes: terms, prizes, draws, payment, claims."""

from msgspec import field

from punto.clause import Cited, Clauses
from punto.rulebook.promotion_policies import (
    CheckedAt,
    Contents,
    DrawnThenCancelled,
    PaidBy,
    PrizeKind,
    ToldBy,
)
from punto.rulebook.schema.promotion_step_clauses import PromotionSays
from punto.rulebook.schema.section import ByName, Count, Section, Some
from punto.rulebook.tournament_policies import Stated, StatedIf

Topic = Cited[Stated]
TopicIf = Cited[StatedIf]


class PromotionTopics(ByName[str, Topic | TopicIf], frozen=True, kw_only=True):
    """The topics of the terms of a promotion."""

    award_method: Topic | None = None
    """How the prize is awarded."""
    award_when: Topic | None = None
    """When the prize may be awarded."""
    award_where: Topic | None = None
    """Where the prize may be awarded."""
    eligibility: Topic | None = None
    """Who may win."""
    qualifying: TopicIf | None = None
    """The qualifying wager, if there is one."""
    prize_nature: Topic | None = None
    """What kind of prize it is."""
    reservations: TopicIf | None = None
    """Qualifications, reservations and guarantees, if the house makes any."""
    closes_day: Topic | None = None
    """The day on which entries close."""
    closes_time: Topic | None = None
    """The time at which entries close."""
    place: Topic | None = None
    """Where the promotion is held."""
    starts_day: Topic | None = None
    """The day of the promotion."""
    starts_time: Topic | None = None
    """The time of the promotion."""
    claim_method: Topic | None = None
    """How a prize is claimed."""
    presence: Topic | None = None
    """Whether an entrant has to be present."""
    winner_told: Topic | None = None
    """How the winner is told."""
    results_published: Topic | None = None
    """How results are published."""
    prizes: Topic | None = None
    """The prizes."""
    prize_values: Topic | None = None
    """The value of each prize."""
    prize_conditions: Topic | None = None
    """Conditions on receiving, using or accepting a prize, or that there are none."""


class PrizeDetails(Section, frozen=True, kw_only=True):
    """Details that terms must state about prizes of a kind."""

    clause: Clauses
    """The clauses that require them."""
    details: dict[str, Topic]
    """The details, by name."""


class Promotion(Section, frozen=True, kw_only=True):
    """Promotional prizes."""

    topics: PromotionTopics = PromotionTopics()
    """The topics of terms."""
    kinds: dict[PrizeKind, PrizeDetails] = field(default_factory=dict)
    """Kinds of prizes about which terms must state details."""
    says: PromotionSays = PromotionSays()
    """The clauses about each step."""
    scrutineer_over_cents: Cited[Count]
    """A draw may have a scrutineer if a single prize is worth more than this."""
    no_money_instead: Cited[Some[PrizeKind]]
    """Kinds of prizes that may not be replaced by money."""
    paid_by: Cited[Some[PaidBy]]
    """The permitted means of payment; the payee is the winner."""
    barred: Cited[Some[Contents]]
    """Contents that no prize may include."""
    barred_when: Cited[Some[CheckedAt]] | None = None
    """When a prize is checked for that; without it, when it is offered."""
    drawn_then_cancelled: Cited[DrawnThenCancelled] | None = None
    """What happens to a draw that is cancelled after it was held; without it, it cannot be."""
    liquor_max_centilitres: Cited[Count]
    """The most liquor that a prize may include."""
    told_by: Cited[Some[ToldBy]]
    """The permitted means of notification of a winner."""
    told_within_days: Cited[Count]
    """Within how many days of the draw a winner must be notified."""
    denied_kept_over_cents: Cited[Count]
    """Details of denied claims for more than this are stored."""
    inspector_told_hours: Cited[Count]
    """Within how many hours an inspector is told of compromised integrity."""
    terms_sent_hours: Cited[Count]
    """How many hours before the start the regulator must have the terms, at least."""
