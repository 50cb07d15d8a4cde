"""Elimination, ranking, play-offs."""

from typing import Annotated, Literal

from msgspec import Meta, field

from punto.cards import Rank
from punto.clause import Cited, Clauses
from punto.rulebook.schema.section import RefusedOnly, Section, unsaid
from punto.rulebook.tournament_policies import EqualChips, OutKey, OutTogether, PlayOffChips

Coups = Annotated[int, Meta(ge=1, le=10)]


class OutBy(Section, frozen=True, kw_only=True):
    """A key that ranks entrants whom one coup eliminated."""

    key: OutKey
    """The value that is compared; the entrant with less is out first."""
    clause: Clauses
    """The clauses that say so."""


class Placing(Section, frozen=True, kw_only=True):
    """Elimination, ranking, play-offs."""

    out_below: Cited[Literal["minimum"]] = unsaid("who is out before a coup")
    """The amount of chips below which an entrant is out before another coup."""
    seat_void: Cited[RefusedOnly] | None = None
    """A wager from the place of an eliminated entrant is refused."""
    advance_fixed: Cited[RefusedOnly] | None = None
    """Changing how many entrants advance after the tournament has begun is refused."""
    ranked_by: Cited[Literal["chips"]] = unsaid("who wins a session")
    """How the remaining entrants are ranked at the end."""
    equal_chips: Cited[EqualChips] = unsaid("how equal chips are told apart")
    """How entrants with equal chips are ranked."""
    play_off_chips: Cited[PlayOffChips] = unsaid("with which chips a tie is played off")
    """The chips with which a tie is played off."""
    play_off_above: Cited[Literal["nothing"]] | None = None
    """The amount that the chips of a tie must exceed for a play-off."""
    card_coups: dict[Rank, Cited[Coups]] = field(default_factory=dict)
    """How many coups each drawn card gives; required if the number is drawn."""
    out_together: Cited[OutTogether] = unsaid("how those rank whom one coup put out")
    """How entrants rank whom one coup eliminated."""
    out_keys: tuple[OutBy, ...] = ()
    """The keys that rank them, in this order."""
    all_out: Cited[Literal["new_chips"]] | None = None
    """What all remaining entrants get if one coup eliminates them together."""
    counted: Cited[RefusedOnly] | None = None
    """Ending a session before all chips are counted is refused."""
