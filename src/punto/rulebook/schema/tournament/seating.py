"""Who leads, which tables, how seats are drawn, sessions, and who is not there."""

from typing import Literal

from punto.clause import Cited
from punto.rulebook.schema.section import Count, RefusedOnly, Section, Some, Title, unsaid
from punto.rulebook.tournament_policies import (
    Allocation,
    LengthUnit,
    NotSeated,
    SeatedBy,
    WhileAway,
)


class Absence(Section, frozen=True, kw_only=True):
    """What becomes of those who are not in their seats."""

    not_seated: Cited[NotSeated] = unsaid("what becomes of somebody who does not take a seat")
    """What becomes of somebody who is not in their seat when play begins."""
    not_seated_live: Cited[NotSeated] | None = None
    """The same, where chips have a value in cash."""
    not_seated_coups_max: Cited[Count] | None = None
    """For how many coups the minimum is deducted from them at most."""
    then_cancelled: Cited[Literal["place"]] | None = None
    """What they lose before they miss one more."""
    away: Cited[WhileAway] = unsaid("what becomes of somebody who is away during a session")
    """What becomes of somebody who is away while play goes on."""
    away_live: Cited[WhileAway] | None = None
    """The same, where chips have a value in cash."""
    away_coups_max: Cited[Count] | None = None
    """For how many coups the minimum is deducted from them at most."""


class Seating(Section, frozen=True, kw_only=True):
    """Who leads, which tables, how seats are drawn, sessions."""

    led_by: Cited[Title] = unsaid("who leads a tournament")
    """The title of whoever leads a tournament."""
    lead_ranks: Cited[Some[Title]] | None = None
    """What somebody must be in the house to be named."""
    lead_present: Cited[RefusedOnly] | None = None
    """A coup while nobody who leads is there is refused."""
    designated: Cited[RefusedOnly] | None = None
    """A coup at a table that is not designated is refused."""
    exclusive: Cited[RefusedOnly] | None = None
    """Anybody else at a designated table while a session is on is refused."""
    session_units: Cited[Some[LengthUnit]] = unsaid("how long a session lasts")
    """What sessions may be measured in."""
    allocation: Cited[Allocation] = unsaid("how entrants come by their seats")
    """How entrants come by their tables and seats."""
    one_session: Cited[RefusedOnly] | None = None
    """Playing in two sessions of one round is refused."""
    place_kept: Cited[RefusedOnly] | None = None
    """Another place than the one that was drawn is refused for the whole session."""
    seated_by: Cited[SeatedBy] = unsaid("by when entrants take their seats")
    """By when everybody is to be in their seats."""
    absence: Absence = Absence()
    """What becomes of those who are not in their seats."""
    nominated: Cited[Literal["in_person"]] | None = None
    """How a substitute is named; where it is not said, whoever approves one names them."""
    start_moved: Cited[Literal["on_notice"]] | None = None
    """When the start of a session may be moved."""
    finished_early: Cited[Literal["decided"]] | None = None
    """When a table may stop before its time."""
    declared_decided: Cited[Literal["with_reason"]] | None = None
    """How whoever leads may say that nobody can make up a lead."""
    agreed_if_cash: Cited[Literal["all_at_table"]] | None = None
    """Who must agree to that where chips are turned into cash."""
    break_length: Cited[Literal["stated"]] | None = None
    """What is said of a break when it is called."""
