"""Wagers that nobody else sees until their moment."""

from typing import Literal

from punto.clause import Cited
from punto.rulebook.schema.section import RefusedOnly, Section, Some
from punto.rulebook.tournament_policies import (
    FormDetail,
    FormField,
    Revealed,
    SeatMarked,
    WithChips,
)


class Deemed(Section, frozen=True, kw_only=True):
    """What a form is taken to say that is found wrong after the coup."""

    short: Cited[Literal["minimum"]]
    """What a form under the minimum counts for."""
    over: Cited[Literal["maximum"]]
    """What a form above the maximum counts for."""
    over_chips: Cited[Literal["chips_held"]]
    """What a form for more chips than its maker has counts for, within the maximum."""
    incomplete: Cited[Literal["minimum_deducted"]]
    """What a form costs that does not properly show amount or wager."""


class Secret(Section, frozen=True, kw_only=True):
    """Wagers that nobody else sees until their moment."""

    elected: Cited[Literal["as_conditions_provide"]]
    """Whether entrants may make them."""
    number: Cited[RefusedOnly]
    """A wager more than the conditions allow in a session is refused."""
    here_only: Cited[RefusedOnly] | None = None
    """A form while no session is on is refused."""
    fields: Cited[Some[FormField]]
    """What must be written on a form so that it is a wager."""
    details: Cited[Some[FormDetail]] | None = None
    """What else must be written on it."""
    marked: Cited[SeatMarked]
    """When a marker shows that somebody has made a secret wager."""
    within_limits: Cited[RefusedOnly]
    """A form outside the limits goes back."""
    within_chips: Cited[RefusedOnly]
    """A form for more chips than its maker holds goes back."""
    with_chips: Cited[WithChips]
    """What bounds a form together with chips on the same coup."""
    one_hand: Cited[RefusedOnly] | None = None
    """A form for one hand with chips on the other goes back."""
    examined: Cited[RefusedOnly]
    """A first card before every form was looked at is refused."""
    revealed: Cited[Revealed]
    """When forms are announced."""
    revealed_early: Cited[Literal["last_coup_of_final"]] | None = None
    """When they are announced before the cards although they otherwise are not."""
    placed: Cited[RefusedOnly]
    """A first card before announced wagers lie on the layout is refused."""
    locks: Cited[RefusedOnly] | None = None
    """Changing any other wager once forms are announced is refused."""
    deemed: Deemed
    """What a form counts for that is found wrong after the coup."""
    shown_until: Cited[Literal["next_first_card"]]
    """Until when entrants may look at each other's forms."""
