"""Held parameters of what goes wrong, of the shuffling device, and of the general provisions."""

from typing import Literal

from punto.clause import Held
from punto.rulebook.held_section import Flag, HeldSection, Number, Text, Texts


class Mispayment(HeldSection, frozen=True):
    """A wager paid too much or too little."""

    no_breach_if: Texts = None
    cured_by: Texts = None
    if_deliberate: Texts = None
    attempt_steps: Texts = None
    underpaid_patron: Text = None
    overpaid_patron: Text = None
    overpayment_is_credit: Flag = None
    overpayment_credit_law: Text = None
    reported_over_cents: Number = None
    reported_at: Text = None
    reported_to: Text = None


class Irregular(HeldSection, frozen=True):
    """What follows when the cards or the payments go wrong."""

    player_error_card_to_banker_if_due: Flag = None
    player_error_card_not_due: (
        Held[Literal["excess_card", "opens_next_coup", "held_face_up_for_no_bet_coup"]] | None
    ) = None
    banker_error_card: (
        Held[Literal["excess_card_or_rebuilt", "opens_no_bet_coup", "to_player_if_due"]] | None
    ) = None
    excess_card_seen: Held[Literal["opens_no_bet_coup"]] | None = None
    excess_card_unseen: (
        Held[Literal["opens_next_coup", "opens_next_coup_unless_marker_seen"]] | None
    ) = None
    held_card_place: Text = None
    held_card_player_position: Number = None
    held_card_when_shoe_over: (
        Held[Literal["into_shuffle", "discarded_with_shoe", "nothing_more_dealt"]] | None
    ) = None
    drawn_card_returns_to_shoe: Flag = None
    forced_coup_wagers_max: Number = None
    forced_coup_wagers_left_on_layout_max: Number = None
    forced_coup_played_out: Flag = None
    face_up_card_played_in_turn: Flag = None
    face_up_card_opening_coup: Held[Literal["opens_no_bet_coup"]] | None = None
    face_up_card_not_needed_follows: Text = None
    face_up_cards_suspected: Held[Literal["checked_after_coup"]] | None = None
    error_triggers: Texts = None
    error_report_before: Texts = None
    misdeal: (
        Held[Literal["rebuilt", "rebuilt_then_wagers_removable", "card_to_its_hand"]] | None
    ) = None
    misdeal_rebuilt_by: Texts = None
    cannot_rebuild: Held[Literal["operator_may_void", "void"]] | None = None
    after_void_reshuffle_agreement: Held[Literal["all_patrons"]] | None = None
    after_void_reshuffle_source: Text = None
    found_after_next_coup_began: Held[Literal["faulty_coup_void", "results_stand"]] | None = None
    insufficient_cards: Held[Literal["void", "void_when_found_at_marker"]] | None = None
    void_returns: Held[Literal["stakes_and_payments", "stakes"]] | None = None
    missed_cut: Held[Literal["finish_coup_then_shuffle_and_cut"]] | None = None
    missed_shuffle: Held[Literal["finish_coup_then_shuffle_and_cut"]] | None = None
    burned_card_stays_burned: Flag = None
    sequence_revealed: Held[Literal["shoe_void"]] | None = None
    missing_or_foreign_triggers: Texts = None
    missing_or_foreign_card: Held[Literal["coup_void"]] | None = None
    missing_or_foreign_cards_checked: Flag = None
    missing_or_foreign_told: Texts = None
    inspector_told_by: Texts = None
    scanning_shoe_disagrees: Held[Literal["supervisor_confirms_or_voids"]] | None = None
    results_display_disagrees: Held[Literal["display_ignored"]] | None = None
    cards_passed_to_wrong_patron: Held[Literal["result_stands"]] | None = None
    invalid_wager_found_late: Held[Literal["returned"]] | None = None
    wrong_variant_settled: Held[Literal["earlier_results_stand"]] | None = None
    mispayment: Mispayment | None = None


class Device(HeldSection, frozen=True):
    """The shuffling machine: its approval and its failure."""

    machine_approved_by: Text = None
    failure_conditions: Texts = None
    failure_after_cards: Number = None
    failure_tests_order: Texts = None
    intact_cards: Held[Literal["moved_to_other_device"]] | None = None
    intact_damaged_cards: Number = None
    damaged_cards: Held[Literal["replaced_from_new_deck"]] | None = None
    somebody_disadvantaged: Held[Literal["coup_ended_stakes_returned"]] | None = None
    no_spare_steps: Texts = None
    no_spare_offer: Held[Literal["stakes_back_per_patron"]] | None = None
    no_spare_shuffle_rule: Text = None
    no_spare_source: Text = None


class General(HeldSection, frozen=True):
    """Approvals, presence, closing, conduct and disputes."""

    approval_authority: Text = None
    approval_form: Text = None
    bank_share_licensee_percent: Number = None
    bank_share_others_percent: Number = None
    bank_held_by: Texts = None
    inspectors_present_min: Number = None
    hours_set_under: Text = None
    closure: Held[Literal["after_notice", "after_timed_sign"]] | None = None
    closure_notice_minutes: Number = None
    void_grounds: Texts = None
    disruptions: Texts = None
    fraudulent_stake: Held[Literal["returned", "may_be_forfeited"]] | None = None
    measures_against: Held[Literal["any_breach", "prohibited_device"]] | None = None
    measures: Texts = None
    measures_exclusion_law: Text = None
    measures_detained_until: Texts = None
    prohibited_devices_forbidden: Flag = None
    prohibited_devices_exempt: Texts = None
    idle_seat_coups: Number = None
    idle_seat_other_seats: Held[Literal["all_taken"]] | None = None
    idle_seat_no_bet_coups: Held[Literal["neither_counted_nor_resetting"]] | None = None
    idle_seat: Held[Literal["may_be_asked_to_leave"]] | None = None
    staff_advice: Held[Literal["only_for_compliance"]] | None = None
    staff_advantage_forbidden: Flag = None
    staff_keep_procedures: Flag = None
    patron_advice: Held[Literal["forbidden", "forbidden_unless_asked"]] | None = None
    private_wagers_forbidden: Flag = None
    proxy_betting_forbidden: Flag = None
    dispute_levels: Texts = None
    dispute_final_with: Held[Literal["casino_operator"]] | None = None
    dispute_review: Held[Literal["by_commission_on_request", "complaint_to_inspector"]] | None = (
        None
    )
    dispute_review_body: Text = None
    dispute_review_law: Text = None
    rules_copy_on_request: Flag = None
