"""The parts of a rulebook about procedure: opening, changes, who turns cards, conduct, records."""

from typing import Literal

from msgspec import field

from punto.clause import Cited, Clauses
from punto.rulebook.policies import (
    CutOff,
    DisputeReview,
    FacesDealt,
    LateError,
    NoticeRule,
    OutCounted,
    Replaced,
    RifflePoint,
    Source,
    StakeOfFraud,
    Supply,
    TurnedBy,
)
from punto.rulebook.shape import Count, RefusedOnly, Section


class Approval(Section, frozen=True):
    """Something that needs a written approval before it is used."""

    needed_for: Literal["opening", "optional_wagers", "machine_shuffle"]
    clause: Clauses


class Attested(Section, frozen=True, kw_only=True):
    """Something that only people can see to, on a list that they tick off."""

    title: str
    when: Literal["opening", "closing"]
    by: tuple[str, ...]
    clause: Clauses


class Opening(Section, frozen=True, kw_only=True):
    """What must be so before and while a table is open."""

    approvals: dict[str, Approval] = field(default_factory=dict)
    approved_by: Cited[str] | None = None
    checklist: dict[str, Attested] = field(default_factory=dict)
    cards_counted: Cited[bool] | None = None
    bank_held_by: Cited[tuple[str, ...]] | None = None
    bank_agreement: Cited[tuple[str, ...]] | None = None
    inspectors_present: Cited[Count] | None = None
    hours: Cited[RefusedOnly] | None = None
    drop_box: Cited[RefusedOnly] | None = None
    drop_box_off_when_cashless: Cited[bool] | None = None
    low_limit_source: Cited[Source] | None = None
    low_limit_tournament: Cited[RefusedOnly] | None = None


class Change(Section, frozen=True, kw_only=True):
    """How something that the sign shows may be changed."""

    notice: Cited[NoticeRule]
    minutes: Cited[Count] | None = None
    time_stated: Cited[bool] | None = None
    raised_only: Cited[bool] | None = None
    consent: Cited[bool] | None = None
    when_empty: Cited[bool] | None = None
    kept_by_those_present: Cited[bool] | None = None


class Method(Section, frozen=True, kw_only=True):
    """One way of dealing: how the cards lie, and who turns them."""

    title: str
    turned_by: TurnedBy
    faces: FacesDealt
    requested: Cited[bool] | None = None
    informed: Cited[tuple[str, ...]] | None = None
    called: Clauses = ()
    turned: Clauses = ()
    handed_over: Clauses = ()
    handed_back: Clauses = ()
    third_cards: Clauses = ()
    dealer_keeps: Clauses = ()
    clause: Clauses


class Passing(Section, frozen=True, kw_only=True):
    """Cards in the hands of patrons."""

    seated_only: Cited[bool]
    equal_wagers: Cited[Literal["nearest_dealers_right"]]
    out_max: Cited[Count]
    out_counted: Cited[OutCounted]


class CardCare(Section, frozen=True, kw_only=True):
    """When cards are replaced, by which, and who looks at them first."""

    replaced: Cited[Replaced] | None = None
    signed_off_by: Cited[tuple[str, ...]] | None = None
    other_back: Cited[bool] | None = None
    same_back_with_scanning_shoe: Cited[bool] | None = None
    handled_replaced: Cited[bool] | None = None


class Mixing(Section, frozen=True, kw_only=True):
    """Extra mixing of cards that come shuffled."""

    riffle: dict[Supply, Cited[tuple[RifflePoint, ...]]] = field(default_factory=dict)
    manual_before_device: Cited[tuple[Supply, ...]] | None = None


class Incident(Section, frozen=True, kw_only=True):
    """Conduct that is recorded."""

    title: str
    exempt_on_duty: tuple[str, ...] = ()
    unless_asked: bool = False
    measures: bool = False
    handled: bool = False
    clause: Clauses


class Conduct(Section, frozen=True, kw_only=True):
    """What people may not do at a table, and what may be done about it."""

    incidents: dict[str, Incident] = field(default_factory=dict)
    detained_until: Cited[tuple[str, ...]] | None = None
    inspector_told_by: Cited[tuple[str, ...]] | None = None
    idle_coups: Cited[Count] | None = None
    disruptions: Cited[tuple[str, ...]] | None = None
    stake_of_fraud: Cited[StakeOfFraud] | None = None
    dispute_review: Cited[DisputeReview] | None = None


class Mispayments(Section, frozen=True, kw_only=True):
    """Wagers settled with a wrong amount."""

    reported_over_cents: Cited[Count]
    cured_by: Cited[tuple[str, ...]]
    attempt_steps: Cited[tuple[str, ...]]


class LateErrors(Section, frozen=True, kw_only=True):
    """Errors found after the coup they happened in."""

    found_late: Cited[LateError]
    cut_offs: Cited[tuple[CutOff, ...]]
    triggers: Cited[tuple[str, ...]] | None = None
