"""Limits: their effects on wagers, the sign, and how both are changed."""

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
    """The effects of minimum, maximum and cap on wagers."""

    outside: Cited[OutsideLimits] = unsaid("what becomes of a wager outside the limits")
    """What happens to a wager outside the limits that is noticed before the first card."""
    steps: Cited[OffStep] | None = None
    """What happens to a stake between the steps of the sign."""
    steps_from: Cited[Literal["own_minimum", "posted_minimum", "either"]] | None = None
    """From which amount steps are counted; without it, from the minimum of the wager."""
    steps_free: Clauses = ()
    """Cited if no steps are set and a stake is not a multiple of the minimum."""
    per_patron: Cited[Literal["if_the_sign_says_so"]] | None = None
    """Whether the maximum may apply to a patron instead of each wager."""
    under_minimum: Cited[UnderMinimum] = unsaid("what becomes of a wager under the minimum")
    """What happens to a wager under the minimum after the first card."""
    advised: Cited[Literal["returned"]] | None = None
    """What happens to the next one of a patron who was advised; needs `advice_lasts`."""
    advice_told: Clauses = ()
    """Cited if a patron is advised so; without it, `advised` is cited."""
    advice_lasts: Cited[AdviceLasts] | None = None
    """How long the advice lasts."""
    personal_covers: Cited[PersonalCovers] = unsaid("which limits may be agreed with a patron")
    """Which limits an agreement with one patron replaces."""
    personal_agreed: Cited[bool] | None = None
    """Whether the patron must agree to personal limits, and may end them."""
    personal_direction: Cited[PersonalDirection] = unsaid("how personal limits may differ")
    """Which way personal limits may differ from the sign."""
    cap_measure: Cited[CapMeasure] = unsaid("what a cap over the table measures")
    """What a cap over the whole table compares."""
    cap_exceeded: Cited[CapExceeded] = unsaid("what follows when a cap is exceeded")
    """What happens when the cap is exceeded before the first card."""
    cap_late: Cited[RefusedOnly] = unsaid("whether wagers are cut after the first card")
    """Reducing wagers to the cap after the first card is refused."""
    area_exceeded: Clauses = ()
    """Cited if wagers are reduced because an area is over its maximum before the first card."""
    cut_wagers: Cited[tuple[str, ...]] | None = None
    """The wagers that may be reduced; without it, those on the two hands."""
    area_late: Cited[Literal["pro_rata"]] | None = None
    """What happens to wagers in an area that is found over its maximum after the first card."""


class SignedSettlement(Section, frozen=True):
    """A settlement that the sign must name, with its odds."""

    scheme: str
    """One of the settlements of this file."""
    clause: Clauses
    """The clauses that require it."""


class Needed(Section, frozen=True, kw_only=True):
    """What the sign must show before play."""

    limits: Cited[RefusedOnly] | None = None
    """A coup while the sign shows no minimum, or no maximum, is refused."""
    steps: Cited[RefusedOnly] | None = None
    """A coup while the sign shows no steps is refused."""


class Sign(Section, frozen=True, kw_only=True):
    """What a sign at the table must show."""

    needed: Needed = Needed()
    """What it must show before play."""

    shows_limits: Clauses = ()
    """Cited for the line with minimum and maximum."""
    shows_steps: Clauses = ()
    """Cited for the line with the steps."""
    shows_cap: Clauses = ()
    """Cited for the line with the cap."""
    cap_title: Words = "table cap"
    """The name of the cap in the rulebook."""
    shows_areas: Clauses = ()
    """Cited for the lines with the maximum of an area."""
    shows_wagers: Clauses = ()
    """Cited for the lines with the limits of single main wagers."""
    settlements: tuple[SignedSettlement, ...] = ()
    """Settlements that the sign must name."""


class Change(Section, frozen=True, kw_only=True):
    """How a value on the sign may be changed."""

    notice: Cited[NoticeRule]
    """The notice that the change requires."""
    minutes: Cited[Count] | None = None
    """How long a notice must be shown before; required if it is timed."""
    time_stated: Cited[bool] | None = None
    """Whether the notice states from when the change applies."""
    raised_only: Cited[bool] | None = None
    """Whether only an increase needs it."""
    consent: Cited[bool] | None = None
    """Whether the consent of everybody replaces the notice."""
    when_empty: Cited[bool] | None = None
    """Whether no notice is needed at an empty table."""
    kept_by_those_present: Cited[bool] | None = None
    """Whether patrons who are present keep the earlier value."""
    raised_at_once: Clauses = ()
    """Cited if it rises without notice because they keep it."""
    any_time: Cited[Literal["at_once", "in_coup", "next_coup"]] | None = None
    """When a change with open wagers or in a coup applies; `in_coup`: at once, only in a coup."""
    next_window: Cited[bool] | None = None
    """Whether a change during open betting waits for the next betting, even without wagers."""
    for_settlements: Cited[Some[str]] | None = None
    """The settlements that need it; others need no notice."""


# What may be changed: the keys of the section below.
ChangeName = Literal["minimum", "kept_minimum", "maximum", "cap", "settlement", "closure"]


class Changes(ByName[ChangeName, Change], frozen=True, kw_only=True):
    """How each thing may be changed."""

    minimum: Change | None = None
    """The minimum."""
    kept_minimum: Change | None = None
    """An earlier minimum that some patrons keep."""
    maximum: Change | None = None
    """The maximum."""
    cap: Change | None = None
    """The cap, the steps and the maximum of an area."""
    settlement: Change | None = None
    """The settlement."""
    closure: Change | None = None
    """The closure of the table."""
