"""Parameters that the instruments give and that no code acts on yet: shown, compared, not lost."""

from typing import Literal

from punto.clause import Held
from punto.rulebook.held_events import Promotion, Tournament
from punto.rulebook.held_irregular import General, Irregular
from punto.rulebook.held_section import Flag, HeldSection, Number, Numbers, Text, Texts

__all__ = [
    "CardChecks",
    "Dealing",
    "General",
    "HeldSection",
    "Irregular",
    "Limits",
    "OfferConditions",
    "Promotion",
    "SettlementDuties",
    "ShuffleAndCut",
    "TableFurniture",
    "Tournament",
    "WagerConduct",
]


class Drawing(HeldSection, frozen=True):
    """A layout as its diagram draws it."""

    diagram: Text = None
    places: Number = None
    places_alternative: Numbers = None
    wagers: Texts = None
    lettering: Texts = None
    odds_note_permitted: Flag = None


class TableFurniture(HeldSection, frozen=True):
    """The cloth, the seats and what stands on the table."""

    shoe_approval_required: Flag = None
    betting_areas: Texts = None
    areas_for_standing_patrons: Flag = None
    drawings: dict[str, Drawing] | None = None
    equipment: Texts = None
    discard_capacity_decks: Number = None
    results_display_permitted: Flag = None
    shoe_left_of_dealer: Flag = None


class CardChecks(HeldSection, frozen=True):
    """Who looks the cards over, when, and when they are changed."""

    opening_check: Held[Literal["card_by_card", "optional", "spread_in_suits"]] | None = None
    closing_check: Held[Literal["card_by_card", "card_by_card_and_spread_in_suits"]] | None = None
    pre_shuffled_kept_secure: Flag = None
    purpose_made_source: Flag = None


class ShuffleAndCut(HeldSection, frozen=True):
    """How the cards are mixed and who is offered the cut."""

    shuffle_methods: Texts = None
    shuffle_steps_each_shoe: Texts = None
    faces_shown_in_shuffle_max: Number = None
    cut_backs_away_from_dealer: Flag = None


class Dealing(HeldSection, frozen=True):
    """The calls of a coup, the methods of dealing and who turns the cards."""

    coup_starts: Held[Literal["first_card_out"]] | None = None
    coup_ends: Held[Literal["cards_in_discard_rack", "settled_and_cards_discarded"]] | None = None
    hands: Number = None
    destinations: Texts = None
    betting_closed_call: Held[Literal["required", "optional"]] | None = None
    betting_closed_words: Text = None
    betting_opened_call_permitted: Flag = None
    result_announced: Flag = None


class WagerConduct(HeldSection, frozen=True):
    """How wagers are placed, shared, combined and locked."""

    media: Texts = None
    locked_until: Held[Literal["that_wager_settled"]] | None = None
    locked_acts: Texts = None
    lock_exceptions: Texts = None


class SettlementDuties(HeldSection, frozen=True):
    """How the settlement in use is shown and changed."""

    method_fixed: Held[Literal["before_round"]] | None = None
    method_rules: Texts = None
    variant_sign: Held[Literal["method_in_use", "odds_of_variant", "name_of_variant"]] | None = None
    variant_change: (
        Held[Literal["after_notice", "after_timed_sign_or_with_consent_of_all"]] | None
    ) = None
    variant_change_notice_minutes: Number = None


class OfferConditions(HeldSection, frozen=True):
    """The conditions on which an optional wager is offered, placed and settled."""

    requires_election: Flag = None
    prevails_over_general_rules: Flag = None
    schemes_at_once_max: Number = None
    layout_approval_before_use: Flag = None
    layout_areas: Texts = None
    sign_shows: Texts = None
    media: Texts = None
    placed_before: Held[Literal["first_card"]] | None = None
    main_wagers_needed: Number = None
    without_main_wager: Held[Literal["permitted", "permitted_unless_restricted"]] | None = None
    alone_coup_completed: Flag = None
    alone_coup_rules: Texts = None
    per_patron_max: Number = None
    priority: Texts = None
    settled: Held[Literal["after_initial_deal", "at_settlement", "after_coup"]] | None = None
    settled_after_card: Number = None
    settled_before_card: Number = None
    losing_collected_step: Number = None
    winning_paid_step: Number = None
    play_resumes_under: Texts = None


class PersonalLimits(HeldSection, frozen=True):
    """Limits that one patron has instead of those on the sign."""

    shown_by: Held[Literal["marker_beside_patron", "sign", "marker_at_seat"]] | None = None
    belong_to: Text = None


class Limits(HeldSection, frozen=True):
    """Minimum, maximum and table cap: shown, changed, and missed."""

    sign_shows: Texts = None
    sign_place: Held[Literal["at_or_near_table", "at_table"]] | None = None
    tested_on: Held[Literal["each_wager", "each_wager_unless_sign_says_patron"]] | None = None
    multiples: Held[Literal["must_be_displayed", "only_if_on_sign"]] | None = None
    patron_answers_for_limits: Flag = None
    personal: PersonalLimits | None = None
    under_minimum_advice_per: Held[Literal["patron"]] | None = None
    cap: (
        Held[Literal["differential", "differential_or_area_maximum", "collective_liability"]] | None
    ) = None
    cap_optional: Flag = None
    cap_sign_required: Flag = None
    cap_counts: Texts = None
    cap_exceeded_after_first_card: Held[Literal["wagers_stand"]] | None = None
