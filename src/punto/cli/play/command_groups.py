"""Commands by how likely they are: steps of a coup, what people ask for, errors, the house."""

from punto.cli.play.vocabulary import DEAL
from punto.notation.table_commands import KINDS

# The steps of a coup and of a new shoe, in their order.
NEXT = (
    *("open_betting", "place_wager", "withdraw_wager", "no_more_bets"),
    *("offer_role", "accept_role", "decline_role"),
    *("draw", DEAL, "pass_cards", "turn_cards", "return_cards", "decline_cards"),
    *("settle_pairs", "collect_losers", "pay_winners", "discard"),
    *("check_cards", "shuffle", "offer_cut", "decline_cut", "cut", "mark", "load"),
    *("burn", "show_cutting_card", "choose_stakes", "shuffle_rest", "cut_rest"),
    *("check_packs", "confirm_result", "device_ready", "sign_on", "sign_off_cards"),
)
# What people at the table may ask for.
ASKED = (
    *("join", "leave", "buy_chips", "cash_out", "exchange_voucher", "change_seat"),
    *("direct_no_bet", "change_method", "direct_turning", "nominate_turner", "nominate_cutter"),
    *("pass_role", "approve_both_hands", "agree_limits", "relax_lock", "riffle"),
    *("ask_burned", "show_rules", "claim_wager", "raise_dispute"),
)
# What goes wrong, and what is done about it.
WRONG = (
    *("find_invalid", "refuse_wager", "take_back_cards", "drop_cards", "confirm_picked_up"),
    *("void_shoe", "look_back", "pull_card", "find_face_up", "correct_card", "order_face_check"),
    *("put_back", "sweep_held", "expose_held", "run_out", "void_coup", "report_error"),
    *("confirm_cards", "rebuild_coup", "remove_cards", "report_missed", "play_on", "find_card"),
    *("report_scan", "report_display", "report_mispass", "invalidate_result", "wrong_scale"),
    *("find_mispayment", "enquire_mispayment", "cure_mispayment", "device_fault"),
    *("report_incident", "void_wagers", "bar_patron", "exclude_patron", "detain", "hand_over"),
    *("record_decision", "rule_on_dispute", "request_review", "close_dispute"),
)
# What the house sees to.
HOUSE = tuple(name for name in KINDS if name not in (*NEXT, *ASKED, *WRONG))
