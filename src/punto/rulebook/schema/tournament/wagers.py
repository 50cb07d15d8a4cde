"""Compulsory wagers, the order of wagering, limits, and who turns the cards."""

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
    """Cards that an entrant may play instead of a wager."""

    given: Cited[Literal["each_session"]]
    """When they are given out, if the conditions have any."""
    equal: Cited[RefusedOnly]
    """More cards than every entrant is given are refused."""
    replaces: Cited[Literal["wager"]]
    """What a card replaces."""
    collected: Cited[Literal["after_coup"]]
    """When the dealer collects a played card."""


class Order(Section, frozen=True, kw_only=True):
    """The order in which entrants wager."""

    applies: Cited[OrderApplies]
    """Whether entrants wager in an order."""
    first: Cited[FirstHolder]
    """Who has the marker in the first coup of a session."""
    leads: Cited[Literal["marker"]]
    """Who wagers first."""
    direction: Cited[Direction]
    """The direction in which the others follow."""
    marker_direction: Cited[Direction]
    """The direction in which the marker moves after a coup."""
    marker_step: Cited[Annotated[int, Meta(ge=1)]]
    """How many entrants further it moves; eliminated entrants do not count."""
    turn_opens: Cited[TurnOpens]
    """When the turn of an entrant begins."""
    turn_ends: Cited[Literal["next_is_asked"]] | None = None
    """When it ends, if entrants are asked."""
    final: Cited[FinalWhen]
    """When a wager becomes final."""
    early: Cited[EarlyWager]
    """What happens to a wager made out of turn."""
    again: Cited[Literal["may_be_void"]] | None = None
    """What happens to a wager out of turn of an entrant who was advised before."""
    after_tie: Cited[Literal["may_be_altered"]] | None = None
    """What happens to wagers that a tie leaves on the layout; without it, they are returned."""
    after_tie_order: Cited[RefusedOnly] | None = None
    """Altering such a wager out of turn is refused."""


class Indicator(Section, frozen=True, kw_only=True):
    """A card in the shoe whose appearance lets the limits rise."""

    decks_behind: Cited[Count]
    """Approximately how many decks are behind it."""
    coup_completed: Cited[Literal["completed"]]
    """What happens to the coup in which it appears."""


class Turning(Section, frozen=True, kw_only=True):
    """Who holds and turns the cards."""

    method: Method
    """The dealing method of a tournament."""
    most_on_player: Cited[Literal["holds_player"]]
    """The cards for the entrant with the highest stake on Player."""
    most_on_banker: Cited[Literal["holds_banker"]]
    """The cards for the entrant with the highest stake on Banker."""
    equal: Cited[Literal["first_in_order"]]
    """Which of several entrants with equal stakes gets the cards."""
    nobody: Cited[Literal["dealer"]]
    """Who turns the cards of a hand that nobody backs."""


class Wagers(Section, frozen=True, kw_only=True):
    """Compulsory wagers, the order of wagering, and limits."""

    chips_only: Cited[RefusedOnly] | None = None
    """A wager with anything but chips of the tournament is refused."""
    chips_only_live: Cited[RefusedOnly] | None = None
    """The same, if chips have a value in cash."""
    paid_in: Cited[Literal["tournament_chips"]] | None = None
    """The chips in which winners are paid."""
    equal_chips: Cited[RefusedOnly] | None = None
    """Chips in addition to the equal chips at the start of a session are refused."""
    own_place: Cited[RefusedOnly] | None = None
    """A wager from another place than one's own is refused."""
    compulsory: Cited[Compulsory] = unsaid("what must be wagered on every coup")
    """The wager that every entrant must have on a coup before its first card."""
    none_placed: Cited[Literal["disqualified"]] | None = None
    """What happens to an entrant without a wager on a coup."""
    minimum: Cited[RefusedOnly] | None = None
    """A wager under the minimum that is noticed is refused."""
    maximum: Cited[RefusedOnly] | None = None
    """A wager above the maximum that is noticed is refused."""
    extra: Cited[Literal["tie"]] | None = None
    """The only wager that is permitted in addition to a hand."""
    short: Cited[ShortWager] = unsaid("what becomes of a wager under the minimum")
    """What happens to a wager under the minimum on the layout."""
    over_maximum: Cited[Literal["settled_to_maximum"]] | None = None
    """What happens to a wager found above the maximum, if live play is set aside."""
    units: Cited[WagerUnits] | None = None
    """The unit in which wagers are made; without it, as in live play."""
    part_units: Cited[Literal["last_whole_unit"]] | None = None
    """The part of a wager at risk that is found not to be in whole units."""
    time_limit: Cited[TimeLimit] = unsaid("whether wagers must be made within a time")
    """How a time limit for wagers is set."""
    late: Cited[LateWager] = unsaid("what is done about late wagers")
    """The measure for an entrant who has not wagered in time."""
    limits_move: Cited[LimitsMove] | None = None
    """When the limits may move; without it, as in live play."""
    limits_known: Cited[RefusedOnly] | None = None
    """Limits that were not announced before the tournament are refused."""
    indicator: Indicator | None = None
    """A card in the shoe whose appearance lets the limits rise."""
    pass_cards: PassCards | None = None
    """Cards that may be played instead of a wager."""
    order: Order | None = None
    """The order in which entrants wager."""
    turning: Turning | None = None
    """Who holds and turns the cards; without it, as in live play."""
