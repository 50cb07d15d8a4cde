"""Secret wagers: forms that other people may not see until they are announced."""

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
    """The value of a form with a fault that is found after the coup."""

    short: Cited[Literal["minimum"]]
    """What a form under the minimum counts for."""
    over: Cited[Literal["maximum"]]
    """What a form above the maximum counts for."""
    over_chips: Cited[Literal["chips_held"]]
    """What a form for more chips than its maker has counts for, within the maximum."""
    incomplete: Cited[Literal["minimum_deducted"]]
    """What a form without a valid amount or wager costs."""


class Secret(Section, frozen=True, kw_only=True):
    """Secret wagers: forms that other people may not see until they are announced."""

    elected: Cited[Literal["as_conditions_provide"]]
    """Whether entrants may make them."""
    number: Cited[RefusedOnly]
    """More secret wagers than the conditions allow in a session are refused."""
    here_only: Cited[RefusedOnly] | None = None
    """A form while no session is on is refused."""
    fields: Cited[Some[FormField]]
    """What must be on a form for a valid wager."""
    details: Cited[Some[FormDetail]] | None = None
    """The other details that a form must contain."""
    marked: Cited[SeatMarked]
    """When a marker shows that an entrant has made a secret wager."""
    within_limits: Cited[RefusedOnly]
    """A form outside the limits is returned."""
    within_chips: Cited[RefusedOnly]
    """A form for more chips than its maker holds is returned."""
    with_chips: Cited[WithChips]
    """The limit of a form together with chips on the same coup."""
    one_hand: Cited[RefusedOnly] | None = None
    """A form for one hand with chips on the other is returned."""
    examined: Cited[RefusedOnly]
    """A first card before every form was examined is refused."""
    revealed: Cited[Revealed]
    """When forms are announced."""
    revealed_early: Cited[Literal["last_coup_of_final"]] | None = None
    """When they are announced before the cards, as an exception."""
    placed: Cited[RefusedOnly]
    """A first card before announced wagers are on the layout is refused."""
    locks: Cited[RefusedOnly] | None = None
    """Changing any other wager once forms are announced is refused."""
    deemed: Deemed
    """The value of a form with a fault that is found after the coup."""
    shown_until: Cited[Literal["next_first_card"]]
    """Until when entrants may see each other's forms."""
