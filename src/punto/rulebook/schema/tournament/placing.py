"""Elimination, ranking, play-offs."""

from typing import Annotated, Literal

from msgspec import Meta, field

from punto.cards import Rank
from punto.clause import Cited, Clauses
from punto.rulebook.schema.section import RefusedOnly, Section, unsaid
from punto.rulebook.tournament_policies import EqualChips, OutKey, OutTogether, PlayOffChips

Coups = Annotated[int, Meta(ge=1, le=10)]


class OutBy(Section, frozen=True, kw_only=True):
    """Something by which those are ranked whom one coup put out."""

    key: OutKey
    """What is compared: whoever has less is out first."""
    clause: Clauses
    """The clauses that say so."""


class Placing(Section, frozen=True, kw_only=True):
    """Elimination, ranking, play-offs."""

    out_below: Cited[Literal["minimum"]] = unsaid("who is out before a coup")
    """Below what somebody's chips put them out before a further coup."""
    seat_void: Cited[RefusedOnly] | None = None
    """A wager from the place of somebody who is out is refused."""
    advance_fixed: Cited[RefusedOnly] | None = None
    """Changing how many go on, once the tournament has begun, is refused."""
    ranked_by: Cited[Literal["chips"]] = unsaid("who wins a session")
    """By what those rank who are left at the end."""
    equal_chips: Cited[EqualChips] = unsaid("how equal chips are told apart")
    """How those with equal chips are told apart."""
    play_off_chips: Cited[PlayOffChips] = unsaid("with which chips a tie is played off")
    """With which chips they are."""
    play_off_above: Cited[Literal["nothing"]] | None = None
    """More than which chips a tie must be level on to be played off."""
    card_coups: dict[Rank, Cited[Coups]] = field(default_factory=dict)
    """How many coups a card drawn for it gives; needed where the number is drawn."""
    out_together: Cited[OutTogether] = unsaid("how those rank whom one coup put out")
    """How those rank whom one coup put out."""
    out_keys: tuple[OutBy, ...] = ()
    """By what, in this order, where they are ranked."""
    all_out: Cited[Literal["new_chips"]] | None = None
    """What those get who were all put out by one coup."""
    counted: Cited[RefusedOnly] | None = None
    """Ending a session before everybody's chips are counted is refused."""
