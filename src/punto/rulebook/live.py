"""The parts of a rulebook about live play around the coup: signs, limits, no-bet coups, errors."""

from typing import Literal

from punto.clause import Cited, Clauses
from punto.rulebook.policies import (
    AdviceLasts,
    CapExceeded,
    CapMeasure,
    ExcessOnBanker,
    ExcessUnseen,
    Misplaced,
    NoBetWagers,
    OutsideLimits,
    PersonalCovers,
    PersonalDirection,
    Source,
    UnderMinimum,
)
from punto.rulebook.shape import Count, RefusedOnly, Section


class ShownSettlement(Section, frozen=True):
    """A settlement that the sign must name, with its odds."""

    scheme: str
    clause: Clauses


class Shown(Section, frozen=True, kw_only=True):
    """What a sign at the table must tell."""

    shows_limits: Clauses = ()
    shows_steps: Clauses = ()
    shows_cap: Clauses = ()
    settlements: tuple[ShownSettlement, ...] = ()


class NoBet(Section, frozen=True, kw_only=True):
    """A coup dealt without wagers because somebody wishes it so."""

    requested: Cited[bool] | None = None
    all_agree: Cited[bool] | None = None
    empty_source: Cited[Source] | None = None
    empty_shown: Cited[bool] | None = None
    in_a_row_max: Cited[Count] | None = None
    wagers: Cited[NoBetWagers]
    needed: Cited[bool] | None = None
    dealt_as_usual: Clauses = ()


class Errors(Section, frozen=True, kw_only=True):
    """Cards on the wrong hand, cards in excess, and coups that cannot be finished."""

    player_card_to_banker: Cited[bool]
    misplaced: Cited[Misplaced]
    excess_seen: Cited[Literal["opens_no_bet_coup"]]
    excess_unseen: Cited[ExcessUnseen]
    excess_on_banker: Cited[ExcessOnBanker]
    forced_wagers: Cited[RefusedOnly]
    shoe_over: Cited[Literal["retired"]]
    too_few_cards: Cited[Literal["void"]]
    void_returns: Clauses


class Sign(Section, frozen=True, kw_only=True):
    """The limits on the sign, and what they do to wagers."""

    outside: Cited[OutsideLimits]
    steps: Cited[RefusedOnly] | None = None
    per_patron: Cited[Literal["if_the_sign_says_so"]] | None = None
    under_minimum: Cited[UnderMinimum]
    advised: Cited[Literal["returned"]] | None = None
    advice_lasts: Cited[AdviceLasts] | None = None
    personal_covers: Cited[PersonalCovers]
    personal_direction: Cited[PersonalDirection]
    cap_measure: Cited[CapMeasure]
    cap_exceeded: Cited[CapExceeded]
    cap_late: Cited[RefusedOnly]
    area_late: Cited[Literal["pro_rata"]] | None = None
