"""Parameters that the instruments give and that no code acts on yet: shown, compared, not lost."""

from typing import Literal

from punto.clause import Held
from punto.rulebook.held_events import Promotion, Tournament
from punto.rulebook.held_irregular import Device, General, Irregular
from punto.rulebook.held_section import Flag, HeldSection, Number, Numbers, Text, Texts

__all__ = [
    "CardChecks",
    "Dealing",
    "Device",
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

    approval_before_use: Flag = None
    shoe_approval_required: Flag = None
    seats: Numbers = None
    betting_areas: Texts = None
    areas_for_standing_patrons: Flag = None
    drawings: dict[str, Drawing] | None = None
    equipment: Texts = None
    discard_capacity_decks: Number = None
    drop_box_while_cash_accepted: Flag = None
    drop_box_removable_when_cashless: Flag = None
    hand_markers_permitted: Flag = None
    results_display_permitted: Flag = None
    shoe_left_of_dealer: Flag = None
    draw_table_always_at_table: Flag = None


class CardChecks(HeldSection, frozen=True):
    """Who looks the cards over, when, and when they are changed."""

    opening_check: Held[Literal["card_by_card", "optional", "spread_in_suits"]] | None = None
    opening_check_by: Texts = None
    closing_check: Held[Literal["card_by_card", "card_by_card_and_spread_in_suits"]] | None = None
    check_ordered_by: Texts = None
    change_permitted: Held[Literal["after_any_round", "after_last_coup"]] | None = None
    replacement_checked_by: Texts = None
    replacement_checks_per_card: Number = None
    replacement_back: Held[Literal["different_colour"]] | None = None
    replacement_back_same_with_scanning_shoe: Flag = None
    unfit_cards_replaced_between_coups: Flag = None
    handling_forbidden_unless_permitted: Flag = None
    pre_shuffled_kept_secure: Flag = None
    purpose_made_source: Flag = None


class ShuffleAndCut(HeldSection, frozen=True):
    """How the cards are mixed and who is offered the cut."""

    shuffle_methods: Texts = None
    shuffle_steps_each_shoe: Texts = None
    shuffle_on_suspicion_after_coup: Flag = None
    faces_shown_in_shuffle_max: Number = None
    riffle_needs: Texts = None
    riffle_casino_pre_shuffled: Texts = None
    riffle_angel_pre_shuffled: Texts = None
    manual_shuffle_before_device_approved_by: Text = None
    cut_offered_to: (
        Held[Literal["any_patron", "casino_supervisor_or_patrons", "seated_patrons"]] | None
    ) = None
    cut_first_offer: Held[Literal["first_at_table", "first_seated"]] | None = None
    cut_first_offer_later: (
        Held[Literal["seat_left_of_dealer", "seat_left_of_last_cutter"]] | None
    ) = None
    cut_offer_order: (
        Held[Literal["none", "clockwise_from_refuser", "clockwise_from_highest_seat"]] | None
    ) = None
    cut_nominee_permitted: Flag = None
    cut_backs_away_from_dealer: Flag = None
    cut_in_default_by: Held[Literal["casino_supervisor", "inspector"]] | None = None
    dropped_cards_verified_by: Text = None


class DealerKeeps(HeldSection, frozen=True):
    """The method in which no patron touches a card."""

    dealer_keeps_both_hands: Flag = None
    faces: Held[Literal["up_or_down_then_turned"]] | None = None
    first_cards: Number = None


class Squeeze(HeldSection, frozen=True):
    """The method in which those who staked most turn the cards of their hand."""

    informed_first: Texts = None
    receiver: Held[Literal["highest_wager_on_hand"]] | None = None
    receiver_seated: Flag = None
    ranked_by: Held[Literal["own_total_on_hand", "own_stake_after_reduction"]] | None = None
    equal_wagers: (
        Held[Literal["nearest_dealers_right_then_counter_clockwise", "lowest_seat"]] | None
    ) = None
    refused_cards_to_next_highest: Flag = None
    dealer_keeps_hand_when: Texts = None
    passed_face_down: Flag = None
    hands_out_max: Number = None
    hands_out_counted: Held[Literal["over_table", "per_holder"]] | None = None
    unturned_cards_turned_by_dealer: Flag = None


class BankerRole(HeldSection, frozen=True):
    """The method in which one patron holds the Banker cards and the role goes round."""

    first_holder: Held[Literal["seat_right_of_dealer"]] | None = None
    holder_must_wager_on: Text = None
    declined_role_offered: Held[Literal["counter_clockwise"]] | None = None
    role_ends: Texts = None
    role_offered_after_loss: Held[Literal["counter_clockwise_from_last_holder"]] | None = None
    all_decline_deals_method: Text = None
    passed_face_down: Flag = None
    dealer_keeps_player_hand: Flag = None
    unturned_cards_turned_by_dealer: Flag = None


class Dealing(HeldSection, frozen=True):
    """The calls of a coup, the methods of dealing and who turns the cards."""

    coup_starts: Held[Literal["first_card_out"]] | None = None
    coup_ends: Held[Literal["cards_in_discard_rack", "settled_and_cards_discarded"]] | None = None
    hands: Number = None
    destinations: Texts = None
    betting_closed_call: Held[Literal["required", "optional"]] | None = None
    betting_closed_words: Text = None
    betting_opened_call_permitted: Flag = None
    points_announced: Held[Literal["player_then_banker", "both"]] | None = None
    result_announced: Flag = None
    methods: Texts = None
    method_chosen: (
        Held[Literal["by_operator_before_round", "by_operator", "on_request_of_patrons"]] | None
    ) = None
    third_cards_dealt_alike: Flag = None
    face_down_turned_by: (
        Held[Literal["as_supervisor_decides", "by_method", "highest_wagers"]] | None
    ) = None
    cards_stay_in_view: Flag = None
    cards_may_leave_table: Flag = None
    standing_patrons_handle_cards: Flag = None
    nominees_approved_by: Text = None
    nominees_cards_out_max: Number = None
    method_a: DealerKeeps | None = None
    squeeze: Squeeze | None = None
    banker_role: BankerRole | None = None


class WagerConduct(HeldSection, frozen=True):
    """How wagers are placed, shared, combined and locked."""

    media: Texts = None
    token_exchange: Text = None
    token_winnings_paid_in: Text = None
    each_patron_given_opportunity: Flag = None
    placed_before: Held[Literal["first_card"]] | None = None
    locked_from: Held[Literal["first_card"]] | None = None
    locked_until: Held[Literal["that_wager_settled"]] | None = None
    locked_acts: Texts = None
    lock_exceptions: Texts = None
    lock_relaxed_methods: Texts = None
    lock_relaxed_before: Held[Literal["any_card_exposed"]] | None = None
    placing_tests: Texts = None
    patron_answers_for_placing: Flag = None
    wagers_per_option_max: Number = None
    each_wager_stands_alone: Flag = None
    both_hands: Held[Literal["allowed", "with_approval"]] | None = None
    combinations: Texts = None
    combinations_with_approval: Texts = None
    patrons_per_area_max: Number = None
    standing_patrons_per_area_max: Number = None
    patron_limits_elective: Texts = None
    common_pairs_areas_are_one: Flag = None
    refusable_before: Held[Literal["first_card"]] | None = None
    refusal_grounds: Text = None


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
    restriction_conditions: Texts = None
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

    covers: Held[Literal["maximum", "minimum_and_maximum"]] | None = None
    direction: Held[Literal["higher_only", "either"]] | None = None
    shown_by: Held[Literal["marker_beside_patron", "sign", "marker_at_seat"]] | None = None
    belong_to: Text = None


class KeptMinimum(HeldSection, frozen=True):
    """The old minimum that patrons keep when it is raised without notice."""

    raise_notice_minutes: Number = None
    kept_by: Text = None
    kept_until: Text = None
    marker_place: Text = None
    markers_per_patron_max: Number = None
    next_raise_notice_minutes: Number = None
    sign_lists_both: Flag = None
    arrivals_play_new_minimum: Flag = None


class Limits(HeldSection, frozen=True):
    """Minimum, maximum and table cap: shown, changed, and missed."""

    sign_shows: Texts = None
    sign_place: Held[Literal["at_or_near_table", "at_table"]] | None = None
    tested_on: Held[Literal["each_wager", "each_wager_unless_sign_says_patron"]] | None = None
    multiples: Held[Literal["must_be_displayed", "only_if_on_sign"]] | None = None
    patron_answers_for_limits: Flag = None
    change: (
        Held[Literal["after_notice", "raised_minimum_after_timed_sign", "consent_or_timed_notice"]]
        | None
    ) = None
    minimum_raise_notice_minutes: Number = None
    minimum_lowering_notice_minutes: Number = None
    maximum_change_notice_minutes: Number = None
    change_consent_percent: Number = None
    change_waits_for_next_coup: Flag = None
    kept_minimum: KeptMinimum | None = None
    personal: PersonalLimits | None = None
    under_minimum: Held[Literal["settled_then_advised", "valid"]] | None = None
    under_minimum_after_advice: Held[Literal["returned"]] | None = None
    under_minimum_advice_per: Held[Literal["patron"]] | None = None
    under_minimum_advice_lasts: Held[Literal["while_at_table", "gaming_day"]] | None = None
    earlier_coups_over_limit_stand: Flag = None
    partnerships_over_maximum_forbidden: Flag = None
    area_maximum_after_first_card: Held[Literal["pro_rata"]] | None = None
    cap: (
        Held[Literal["differential", "differential_or_area_maximum", "collective_liability"]] | None
    ) = None
    cap_optional: Flag = None
    cap_sign_required: Flag = None
    cap_counts: Texts = None
    cap_measure: Held[Literal["difference_of_hands", "total_of_one_hand"]] | None = None
    cap_change_notice_minutes: Number = None
    cap_exceeded_before_first_card: (
        Held[Literal["deal_blocked", "dealer_may_reduce_pro_rata"]] | None
    ) = None
    cap_reduction_scope: Held[Literal["heavier_hand", "every_wager_on_hand"]] | None = None
    cap_reduction_rounding: Held[Literal["down_to_chip"]] | None = None
    cap_exceeded_after_first_card: Held[Literal["wagers_stand"]] | None = None
    low_limit_tournaments_permitted: Flag = None
    low_limit_source: Text = None
