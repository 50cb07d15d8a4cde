"""Limits: what binds a wager, what the sign shows, and how either is changed."""

from typing import Literal

from punto.clause import Cited, Clauses
from punto.rulebook.policies import (
    AdviceLasts,
    CapExceeded,
    CapMeasure,
    NoticeRule,
    OffStep,
    OutsideLimits,
    PersonalCovers,
    PersonalDirection,
    UnderMinimum,
)
from punto.rulebook.schema.section import (
    ByName,
    Count,
    RefusedOnly,
    Section,
    Some,
    Words,
    unsaid,
)


class Limits(Section, frozen=True, kw_only=True):
    """What minimum, maximum and cap do to wagers."""

    outside: Cited[OutsideLimits] = unsaid("what becomes of a wager outside the limits")
    """What happens to a wager outside the limits that is noticed before the first card."""
    steps: Cited[OffStep] | None = None
    """What happens to a stake between the steps of the sign."""
    steps_from: Cited[Literal["own_minimum", "posted_minimum", "either"]] | None = None
    """From where the steps are counted; without it from the minimum that binds the wager."""
    steps_free: Clauses = ()
    """Cited where no steps are set and a stake is no multiple of the minimum."""
    per_patron: Cited[Literal["if_the_sign_says_so"]] | None = None
    """Whether the maximum may hold for a patron and not for each wager."""
    under_minimum: Cited[UnderMinimum] = unsaid("what becomes of a wager under the minimum")
    """What becomes of a wager under the minimum once cards are out."""
    advised: Cited[Literal["returned"]] | None = None
    """What becomes of the next one of a patron who was told; needs `advice_lasts`."""
    advice_told: Clauses = ()
    """Cited where a patron is told so; what becomes of the next one is cited if it is not given."""
    advice_lasts: Cited[AdviceLasts] | None = None
    """How long a patron counts as told."""
    personal_covers: Cited[PersonalCovers] = unsaid("which limits may be agreed with a patron")
    """Which limits an agreement with one patron replaces."""
    personal_agreed: Cited[bool] | None = None
    """Whether the patron has to agree to limits of their own, and may end them."""
    personal_direction: Cited[PersonalDirection] = unsaid("how personal limits may differ")
    """Which way personal limits may differ from the sign."""
    cap_measure: Cited[CapMeasure] = unsaid("what a cap over the table measures")
    """What a cap over the whole table compares."""
    cap_exceeded: Cited[CapExceeded] = unsaid("what follows when a cap is exceeded")
    """What happens when the cap is exceeded before the first card."""
    cap_late: Cited[RefusedOnly] = unsaid("whether wagers are cut after the first card")
    """Cutting wagers to the cap after the first card is refused."""
    area_exceeded: Clauses = ()
    """Cited where wagers are cut because an area is over its maximum before the first card."""
    cut_wagers: Cited[tuple[str, ...]] | None = None
    """The wagers that may be cut; without it, those on the two hands."""
    area_late: Cited[Literal["pro_rata"]] | None = None
    """What becomes of wagers in an area that is found over its maximum after the first card."""


class SignedSettlement(Section, frozen=True):
    """A settlement that the sign must name, with its odds."""

    scheme: str
    """One of the settlements of this file."""
    clause: Clauses
    """The clauses that want it there."""


class Needed(Section, frozen=True, kw_only=True):
    """What must stand on the sign before anybody plays."""

    limits: Cited[RefusedOnly] | None = None
    """A coup while the sign gives no minimum, or no maximum, is refused."""
    steps: Cited[RefusedOnly] | None = None
    """A coup while the sign gives no steps is refused."""


class Sign(Section, frozen=True, kw_only=True):
    """What a sign at the table must tell."""

    needed: Needed = Needed()
    """What it must tell before anybody plays."""

    shows_limits: Clauses = ()
    """Cited for the line with minimum and maximum."""
    shows_steps: Clauses = ()
    """Cited for the line with the steps."""
    shows_cap: Clauses = ()
    """Cited for the line with the cap."""
    cap_title: Words = "table cap"
    """What the text calls the cap."""
    shows_areas: Clauses = ()
    """Cited for the lines with the maximum of an area."""
    shows_wagers: Clauses = ()
    """Cited for the lines with the limits that single main wagers have of their own."""
    settlements: tuple[SignedSettlement, ...] = ()
    """Settlements that the sign must name."""


class Change(Section, frozen=True, kw_only=True):
    """How something that the sign shows may be changed."""

    notice: Cited[NoticeRule]
    """What must go before the change."""
    minutes: Cited[Count] | None = None
    """How long a notice must have been up; given exactly where it is timed."""
    time_stated: Cited[bool] | None = None
    """Whether the notice states from when the change holds."""
    raised_only: Cited[bool] | None = None
    """Whether only raising needs it, and lowering does not."""
    consent: Cited[bool] | None = None
    """Whether the consent of everybody does instead."""
    when_empty: Cited[bool] | None = None
    """Whether nothing is needed where nobody is at the table."""
    kept_by_those_present: Cited[bool] | None = None
    """Whether patrons who are there keep what held before."""
    raised_at_once: Clauses = ()
    """Cited where it rises without notice because they do."""
    any_time: Cited[Literal["at_once", "in_coup", "next_coup"]] | None = None
    """From when a change under wagers or in a coup holds; `in_coup` is at once, in a coup alone."""
    next_window: Cited[bool] | None = None
    """Whether it waits, once betting is open, for the next time, also before anybody has bet."""
    for_settlements: Cited[Some[str]] | None = None
    """The settlements before which it goes; the others need nothing."""


# What may be changed: the keys of the section below.
ChangeName = Literal["minimum", "kept_minimum", "maximum", "cap", "settlement", "closure"]


class Changes(ByName[ChangeName, Change], frozen=True, kw_only=True):
    """How each thing may be changed."""

    minimum: Change | None = None
    """The minimum."""
    kept_minimum: Change | None = None
    """An earlier minimum that some patrons kept."""
    maximum: Change | None = None
    """The maximum."""
    cap: Change | None = None
    """The cap, the steps and the maximum of an area."""
    settlement: Change | None = None
    """The settlement."""
    closure: Change | None = None
    """The table, which closes."""
