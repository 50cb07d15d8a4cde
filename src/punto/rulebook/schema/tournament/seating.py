"""The director, tables, seats, sessions and absence."""

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
    """The effects of absence on entrants."""

    not_seated: Cited[NotSeated] = unsaid("what becomes of somebody who does not take a seat")
    """What happens to an entrant who is not seated when play begins."""
    not_seated_live: Cited[NotSeated] | None = None
    """The same, if chips have a value in cash."""
    not_seated_coups_max: Cited[Count] | None = None
    """The maximum number of coups for which they lose the minimum."""
    then_cancelled: Cited[Literal["place"]] | None = None
    """What they lose before they miss one more."""
    away: Cited[WhileAway] = unsaid("what becomes of somebody who is away during a session")
    """What happens to an entrant who is away during play."""
    away_live: Cited[WhileAway] | None = None
    """The same, if chips have a value in cash."""
    away_coups_max: Cited[Count] | None = None
    """The maximum number of coups for which they lose the minimum."""


class Seating(Section, frozen=True, kw_only=True):
    """The director, tables, seats and sessions."""

    led_by: Cited[Title] = unsaid("who leads a tournament")
    """The title of the tournament director."""
    lead_ranks: Cited[Some[Title]] | None = None
    """The positions in the house of which the director must have one."""
    lead_present: Cited[RefusedOnly] | None = None
    """A coup while no director is present is refused."""
    designated: Cited[RefusedOnly] | None = None
    """A coup at a table that is not designated is refused."""
    exclusive: Cited[RefusedOnly] | None = None
    """Other people at a designated table during a session are refused."""
    session_units: Cited[Some[LengthUnit]] = unsaid("how long a session lasts")
    """The permitted units of the length of a session."""
    allocation: Cited[Allocation] = unsaid("how entrants come by their seats")
    """How entrants get their tables and seats."""
    one_session: Cited[RefusedOnly] | None = None
    """Playing in two sessions of one round is refused."""
    place_kept: Cited[RefusedOnly] | None = None
    """Another place than the one that was drawn is refused for the whole session."""
    seated_by: Cited[SeatedBy] = unsaid("by when entrants take their seats")
    """The time by which entrants must be seated."""
    absence: Absence = Absence()
    """The effects of absence on entrants."""
    nominated: Cited[Literal["in_person"]] | None = None
    """How a substitute is nominated; without it, the person who approves one names them."""
    start_moved: Cited[Literal["on_notice"]] | None = None
    """When the start of a session may be moved."""
    finished_early: Cited[Literal["decided"]] | None = None
    """When a table may finish early."""
    declared_decided: Cited[Literal["with_reason"]] | None = None
    """How the director may declare that nobody can catch up."""
    agreed_if_cash: Cited[Literal["all_at_table"]] | None = None
    """Who must agree to that if chips are turned into cash."""
    break_length: Cited[Literal["stated"]] | None = None
    """What is announced when a break is called."""
