"""What must be wagered, in which order, within which limits, and who turns the cards."""

from typing import Annotated, Literal

from msgspec import Meta

from punto.clause import Cited
from punto.rulebook.schema.deal import Method
from punto.rulebook.schema.section import Count, RefusedOnly, Section, unsaid
from punto.rulebook.tournament_policies import (
    Compulsory,
    Direction,
    EarlyWager,
    FinalWhen,
    FirstHolder,
    LateWager,
    LimitsMove,
    OrderApplies,
    ShortWager,
    TimeLimit,
    TurnOpens,
    WagerUnits,
)


class PassCards(Section, frozen=True, kw_only=True):
    """Cards that an entrant may lay in place of a wager."""

    given: Cited[Literal["each_session"]]
    """When they are given out, where the conditions have any."""
    equal: Cited[RefusedOnly]
    """One card more than everybody is given is refused."""
    replaces: Cited[Literal["wager"]]
    """What a card stands in for."""
    collected: Cited[Literal["after_coup"]]
    """When the dealer takes a card that was laid."""


class Order(Section, frozen=True, kw_only=True):
    """The order in which entrants wager."""

    applies: Cited[OrderApplies]
    """Whether entrants wager in an order."""
    first: Cited[FirstHolder]
    """Before whom the marker lies in the first coup of a session."""
    leads: Cited[Literal["marker"]]
    """Who wagers first."""
    direction: Cited[Direction]
    """Which way round the table the others follow."""
    marker_direction: Cited[Direction]
    """Which way the marker goes after a coup."""
    marker_step: Cited[Annotated[int, Meta(ge=1)]]
    """How many entrants further it goes; whoever is out is passed over."""
    turn_opens: Cited[TurnOpens]
    """When somebody's turn comes."""
    turn_ends: Cited[Literal["next_is_asked"]] | None = None
    """When it is over, where entrants are asked."""
    final: Cited[FinalWhen]
    """From when a wager stays as it is."""
    early: Cited[EarlyWager]
    """What becomes of a wager made out of turn."""
    again: Cited[Literal["may_be_void"]] | None = None
    """What becomes of a wager out of turn of somebody who was told before."""
    after_tie: Cited[Literal["may_be_altered"]] | None = None
    """What becomes of wagers that a tie leaves on the layout; without it they go back."""
    after_tie_order: Cited[RefusedOnly] | None = None
    """Altering such a wager out of turn is refused."""


class Indicator(Section, frozen=True, kw_only=True):
    """A card in the shoe whose appearance lets the limits rise."""

    decks_behind: Cited[Count]
    """About how many decks lie behind it."""
    coup_completed: Cited[Literal["completed"]]
    """What becomes of the coup in which it appears."""


class Turning(Section, frozen=True, kw_only=True):
    """Who holds and turns the cards."""

    method: Method
    """The way in which a tournament is dealt."""
    most_on_player: Cited[Literal["holds_player"]]
    """What the entrant with most chips on Player is passed."""
    most_on_banker: Cited[Literal["holds_banker"]]
    """What the entrant with most chips on Banker is passed."""
    equal: Cited[Literal["first_in_order"]]
    """Who of several with the same is passed the cards."""
    nobody: Cited[Literal["dealer"]]
    """Who turns the cards of a hand that nobody backs."""


class Wagers(Section, frozen=True, kw_only=True):
    """What must be wagered, in which order, within which limits."""

    chips_only: Cited[RefusedOnly] | None = None
    """A wager with anything but chips of the tournament is refused."""
    chips_only_live: Cited[RefusedOnly] | None = None
    """The same, where chips have a value in cash."""
    paid_in: Cited[Literal["tournament_chips"]] | None = None
    """In what wagers are paid."""
    equal_chips: Cited[RefusedOnly] | None = None
    """Other chips than everybody has at the start of a session are refused."""
    own_place: Cited[RefusedOnly] | None = None
    """A wager from another place than one's own is refused."""
    compulsory: Cited[Compulsory] = unsaid("what must be wagered on every coup")
    """What everybody must have on a coup before its first card."""
    none_placed: Cited[Literal["disqualified"]] | None = None
    """What becomes of somebody who has nothing on a coup."""
    minimum: Cited[RefusedOnly] | None = None
    """A wager under the minimum that is noticed is refused."""
    maximum: Cited[RefusedOnly] | None = None
    """A wager above the maximum that is noticed is refused."""
    extra: Cited[Literal["tie"]] | None = None
    """What may be wagered besides a hand, where nothing else may."""
    short: Cited[ShortWager] = unsaid("what becomes of a wager under the minimum")
    """What becomes of a wager under the minimum that lies on the layout."""
    over_maximum: Cited[Literal["settled_to_maximum"]] | None = None
    """What becomes of a wager found above the maximum, where live play is set aside."""
    units: Cited[WagerUnits] | None = None
    """In what units wagers are made; without it, as in live play."""
    part_units: Cited[Literal["last_whole_unit"]] | None = None
    """What is at risk of a wager that is found not to be whole units."""
    time_limit: Cited[TimeLimit] = unsaid("whether wagers must be made within a time")
    """How a time within which wagers are made is set."""
    late: Cited[LateWager] = unsaid("what is done about late wagers")
    """What may be done about somebody who has not wagered in time."""
    limits_move: Cited[LimitsMove] | None = None
    """When the limits may move; without it, as in live play."""
    limits_known: Cited[RefusedOnly] | None = None
    """Limits that were not announced before the tournament are refused."""
    indicator: Indicator | None = None
    """A card in the shoe whose appearance lets the limits rise."""
    pass_cards: PassCards | None = None
    """Cards that may be laid in place of a wager."""
    order: Order | None = None
    """The order in which entrants wager."""
    turning: Turning | None = None
    """Who holds and turns the cards; without it, as in live play."""
