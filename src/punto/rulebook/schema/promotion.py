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
    """What the terms of a promotion speak of."""

    award_method: Topic | None = None
    """How the prize is awarded."""
    award_when: Topic | None = None
    """When the prize may be awarded."""
    award_where: Topic | None = None
    """Where the prize may be awarded."""
    eligibility: Topic | None = None
    """Who may win."""
    qualifying: TopicIf | None = None
    """The wager that qualifies, where one does."""
    prize_nature: Topic | None = None
    """What kind of prize it is."""
    reservations: TopicIf | None = None
    """Qualifications, reservations and guarantees, where the house makes any."""
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
    """What each prize is worth."""
    prize_conditions: Topic | None = None
    """Conditions on receiving, using or accepting a prize, or that there are none."""


class PrizeDetails(Section, frozen=True, kw_only=True):
    """What terms say besides about prizes of one kind."""

    clause: Clauses
    """The clauses that ask for more."""
    details: dict[str, Topic]
    """Each detail, by its name."""


class Promotion(Section, frozen=True, kw_only=True):
    """Promotional prizes."""

    topics: PromotionTopics = PromotionTopics()
    """What terms speak of."""
    kinds: dict[PrizeKind, PrizeDetails] = field(default_factory=dict)
    """Kinds of prizes about which terms say more."""
    says: PromotionSays = PromotionSays()
    """Which clauses speak of which step."""
    scrutineer_over_cents: Cited[Count]
    """A draw may be overseen where a single prize is worth more than this."""
    no_money_instead: Cited[Some[PrizeKind]]
    """Kinds of prizes instead of which nobody is paid money."""
    paid_by: Cited[Some[PaidBy]]
    """How money is paid; with the winner as payee."""
    barred: Cited[Some[Contents]]
    """What no prize may be or include."""
    barred_when: Cited[Some[CheckedAt]] | None = None
    """When a prize is looked at for that; without it, when it is offered."""
    drawn_then_cancelled: Cited[DrawnThenCancelled] | None = None
    """What becomes of a draw that is cancelled after it was held; without it, it is not."""
    liquor_max_centilitres: Cited[Count]
    """The most liquor that a prize may include."""
    told_by: Cited[Some[ToldBy]]
    """How a winner may be told."""
    told_within_days: Cited[Count]
    """Within how many days of the draw a winner is told."""
    denied_kept_over_cents: Cited[Count]
    """Denied claims for more than this are kept."""
    inspector_told_hours: Cited[Count]
    """Within how many hours an inspector is told that a promotion's integrity is compromised."""
    terms_sent_hours: Cited[Count]
    """So many hours before the start, or more, the regulator has the terms."""
