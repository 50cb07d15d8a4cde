"""Held parameters of tournaments (some instruments say competition) and of promotions."""

from typing import Literal

from punto.clause import Held
from punto.rulebook.held_section import Flag, HeldSection, Number, Text, Texts

Stated = Literal["may_be_stated", "must_be_stated"]


class Entry(HeldSection, frozen=True):
    """Entering, paying, getting money back, and standing in for somebody."""

    entries_per_person_max: Number = None
    second_chance: Held[Literal["buy_back_if_in_conditions", "secondary_competition"]] | None = None
    application_may_be_refused: Flag = None
    acceptance: Held[Literal["may_be_required_in_writing", "signed_form"]] | None = None
    conditions_given: Held[Literal["published_and_handed_over", "explained_by_director"]] | None = (
        None
    )
    fee_cents_min: Number = None
    fees_kept: Held[Literal["approved_commission", "nothing", "share_of_fees"]] | None = None
    fees_kept_max_percent: Number = None
    fees_to_pool_percent: Number = None
    pool_paid_out_percent: Number = None
    pool_value_added: Texts = None
    pool_may_be_guaranteed: Flag = None
    refund: Held[Literal["none", "if_conditions_allow", "on_timely_withdrawal"]] | None = None
    refund_withdrawal_notice_days: Number = None
    refund_on_cancellation_percent: Number = None
    refund_on_disqualification: Held[Literal["none"]] | None = None
    refund_on_disqualification_percent: Number = None
    operator_may_cancel: Flag = None
    reserve_seat_session_max: Number = None
    reserve_seat_pays_fee: Flag = None
    substitute: (
        Held[Literal["director_decides", "named_by_entrant_and_approved_by_director"]] | None
    ) = None


class Seating(HeldSection, frozen=True):
    """Tables, places and starting times."""

    tables_designated_by: Text = None
    tables_exclusive: Flag = None
    table_sizes_set_by: Text = None
    allocation: (
        Held[Literal["ballot_each_session", "manager_chooses_method", "operator_decides"]] | None
    ) = None
    own_place_only: Flag = None
    seated_by: Held[Literal["published_start", "time_set_by_director"]] | None = None
    start_moved_on_reasonable_notice: Flag = None
    early_finish: Held[Literal["qualifiers_known", "winners_known"]] | None = None
    early_finish_agreement: Held[Literal["all_at_table_if_chips_become_cash"]] | None = None
    breaks_of_stated_length: Flag = None


class Absence(HeldSection, frozen=True):
    """What an entrant loses who is not in the seat."""

    at_start: (
        Held[
            Literal[
                "place_forfeited", "deduction_or_disqualification", "deduction_then_cancellation"
            ]
        ]
        | None
    ) = None
    at_start_tested: Held[Literal["session_commencement", "seating_time"]] | None = None
    at_start_live: Held[Literal["place_forfeited"]] | None = None
    during_play: Held[Literal["deduction_or_disqualification", "deduction_every_coup"]] | None = (
        None
    )
    during_play_live: Held[Literal["substitute_or_disqualification"]] | None = None
    deduction_per_coup: Held[Literal["table_minimum"]] | None = None
    deduction_max_coups: Number = None
    cancelled_before_coup: Number = None
    fee: Held[Literal["stays_in_pool", "kept_unless_manager_approves_refund"]] | None = None
    chip_value_kept: Flag = None
    secondary_competition_open: Flag = None


class Chips(HeldSection, frozen=True):
    """What is wagered with, and what becomes of it."""

    kind: Held[Literal["without_cash_value", "competition_or_cash_value"]] | None = None
    cash_value_cents: Number = None
    tournament_chips_only: Flag = None
    allotment_equal: Flag = None
    missing_buy_in: Held[Literal["eliminated"]] | None = None
    in_view: Flag = None
    changed_by_play_only: Flag = None
    increased_otherwise: Held[Literal["disqualification"]] | None = None
    hidden: Held[Literal["general_powers", "disqualification"]] | None = None
    hidden_sanction_mandatory: Flag = None
    after_session: Held[Literal["operator", "operator_or_entrant_if_cash_value"]] | None = None
    counted_at_session_end: Flag = None
    counted_on_order: Flag = None
    missing_chips_reported: Flag = None


class EntrantWagers(HeldSection, frozen=True):
    """What every entrant must and may stake on a coup."""

    every_coup: (
        Held[Literal["minimum_really_at_risk", "minimum_or_pass_card", "minimum_on_a_hand"]] | None
    ) = None
    none_placed: Held[Literal["disqualification"]] | None = None
    hand_wagers_per_coup: Number = None
    tie_as_extra_permitted: Flag = None
    both_hands: Held[Literal["if_minimum_at_risk", "with_approval", "barred"]] | None = None
    under_minimum: (
        Held[Literal["refused", "made_up_or_void_and_out", "made_up_to_minimum"]] | None
    ) = None
    over_maximum: Held[Literal["settled_to_maximum"]] | None = None
    maximum_shown: Held[Literal["posted"]] | None = None
    units: Held[Literal["displayed_multiples", "minimum", "on_sign"]] | None = None
    time_limit: Held[Literal["director_sets_pace", "on_reasonable_notice"]] | None = None
    late: Held[Literal["direction_only", "may_be_held_to_minimum"]] | None = None
    pass_cards_equal_number: Flag = None
    limits_change: (
        Held[Literal["after_notice", "announced_before_start", "announced_and_after_indicator"]]
        | None
    ) = None
    limits_move: Held[Literal["up_or_down", "up_only"]] | None = None
    indicator_from_back_decks: Number = None
    indicator_from_back_cards: Number = None
    indicator_coup_completed: Flag = None


class WageringOrder(HeldSection, frozen=True):
    """Who wagers first, who follows, and when a wager is final."""

    applies: Held[Literal["always", "if_conditions_provide"]] | None = None
    first_holder: Held[Literal["set_by_director", "box_one", "right_of_dealer"]] | None = None
    first_box: Number = None
    direction: Held[Literal["clockwise", "anticlockwise"]] | None = None
    marker_direction: Held[Literal["clockwise", "anticlockwise"]] | None = None
    marker_step_entrants: Number = None
    turn_ends: Held[Literal["next_entrant_asked"]] | None = None
    final_when: Held[Literal["turn_has_passed", "made_in_turn", "placed"]] | None = None
    final_exceptions: Texts = None
    out_of_turn: Held[Literal["stands_with_advice", "taken_back", "stands"]] | None = None
    out_of_turn_again: Held[Literal["director_may_void"]] | None = None
    after_tie_alterable: Flag = None
    after_tie_order: Text = None


class SecretWagers(HeldSection, frozen=True):
    """Wagers written on a form and hidden from the other entrants."""

    offered: Held[Literal["if_conditions_provide", "always"]] | None = None
    number_set_in: Text = None
    form_fields: Texts = None
    form_signatures: Number = None
    form_for_tournaments_only: Flag = None
    form_handed_to: Held[Literal["gaming_supervisor", "dealer"]] | None = None
    form_recorded_by: Held[Literal["gaming_supervisor", "inspector"]] | None = None
    form_entrant_answers_for: Flag = None
    form_checked_before_first_card: Flag = None
    form_seen_on_request_until_next_first_card: Flag = None
    seat_marked: Flag = None
    within: Texts = None
    with_open_wager: (
        Held[Literal["together_within_chips_held", "together_within_maximum_on_one_hand"]] | None
    ) = None
    revealed: Held[Literal["before_first_card", "after_coup"]] | None = None
    revealed_early_if: Texts = None
    revealed_early_steps: Texts = None
    other_wagers_locked_on_reveal: Flag = None
    settled_with_open_wagers: Flag = None
    tie_uses_one: Flag = None
    under_minimum_deemed: Held[Literal["table_minimum"]] | None = None
    over_maximum_deemed: Held[Literal["table_maximum"]] | None = None
    over_chips_deemed: Held[Literal["lower_of_chips_and_maximum", "chips_held"]] | None = None
    incomplete: Held[Literal["minimum_deducted"]] | None = None


class EntrantCards(HeldSection, frozen=True):
    """Who turns the cards in a tournament."""

    turned_by: (
        Held[Literal["as_in_live_play", "by_method_in_conditions", "most_chips_on_hand"]] | None
    ) = None
    ranked_by: Held[Literal["open_chips_on_area"]] | None = None
    equal_wagers: Held[Literal["earliest_in_required_order"]] | None = None
    third_card_face_down_to_holder: Flag = None
    passed_to_wrong_entrant: Held[Literal["played_out"]] | None = None
    not_turned_by_entrant: Held[Literal["turned_by_dealer"]] | None = None
    nobody_on_hand: Held[Literal["turned_by_dealer"]] | None = None


class Placings(HeldSection, frozen=True):
    """Elimination, winners, play-offs and prizes."""

    eliminated: Held[Literal["chips_under_minimum"]] | None = None
    eliminated_place_closed: Flag = None
    advancing_fixed_at_start: Flag = None
    ranked_by: Held[Literal["chips_at_table"]] | None = None
    awarded_by: Text = None
    equal_chips: (
        Held[Literal["more_rounds", "play_off_counted_each_coup", "drawn_number_of_coups"]] | None
    ) = None
    play_off_entrants_min: Number = None
    play_off_for_zero_chips: Flag = None
    play_off_chips_set_by: Text = None
    play_off_card_coups: dict[str, Held[int]] | None = None
    out_in_same_coup: Held[Literal["prizes_shared", "ranked_by_keys"]] | None = None
    out_in_same_coup_keys: Texts = None
    all_out: Held[Literal["prizes_shared", "ranked_by_keys", "new_chips_and_play_off"]] | None = (
        None
    )
    shared_prize_rounding: Held[Literal["each_share_up", "reported"]] | None = None


class Tournament(HeldSection, frozen=True):
    """A contest among entrants: who runs it and under which rules."""

    session_units: Texts = None
    led_by: (
        Held[Literal["tournament_director", "tournament_manager", "competition_director"]] | None
    ) = None
    led_by_appointed_by: Held[Literal["gaming_shift_manager", "casino_operator"]] | None = None
    led_by_qualified: Texts = None
    leaders_min: Number = None
    leader_present: Flag = None
    approval_each_tournament: Flag = None
    precedence: (
        Held[Literal["conditions_over_rules", "rules_over_conditions", "special_over_general"]]
        | None
    ) = None
    disapplied_rules: Texts = None
    conditions_override: Text = None
    conditions_yield_to: Text = None
    conditions_items: Number = None
    conditions_items_mandatory: Number = None
    conditions: dict[str, Held[Stated]] | None = None
    disqualified_for: Texts = None
    advice_forbidden: Flag = None
    disputes: Held[Literal["as_in_live_play", "leader_final_and_play_waits"]] | None = None
    entry: Entry | None = None
    seating: Seating | None = None
    absence: Absence | None = None
    chips: Chips | None = None
    wagers: EntrantWagers | None = None
    order: WageringOrder | None = None
    secret: SecretWagers | None = None
    cards: EntrantCards | None = None
    placings: Placings | None = None


class Promotion(HeldSection, frozen=True):
    """Prizes given in connection with gaming by draw or chance."""

    permitted: Flag = None
    scrutineer_over_cents: Number = None
    scrutineer_optional: Flag = None
    cash_alternative_permitted: Flag = None
    cash_alternative_excludes: Texts = None
    money_paid_by: Texts = None
    prize_limits_law: Text = None
    prizes_barred: Texts = None
    prizes_firearms_law: Text = None
    prizes_weapons_law: Text = None
    prizes_liquor_max_litres: Number = None
    terms_channels: Texts = None
    terms_listed_in: Text = None
    terms: dict[str, Held[Stated]] | None = None
    prize_details: dict[str, Held[tuple[str, ...]]] | None = None
    winner_told_within_days: Number = None
    winner_told_by: Texts = None
    refusal_reason_told: Flag = None
    denied_claims_kept_over_cents: Number = None
    denied_claims_keep: Texts = None
    dispute_final_with: Text = None
    dispute_review_law: Text = None
    integrity_lost: Texts = None
    integrity_lost_inspector_told_within_hours: Number = None
    terms_to_commission_before_start_hours: Number = None
    amended_terms_to_commission: Flag = None
