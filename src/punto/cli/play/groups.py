"""Commands by how likely they are: steps of a coup, what people ask for, errors, the house."""

from typing import get_args

from punto.cli.play.vocabulary import DEAL
from punto.notation.commands import KINDS
from punto.table.conduct.commands import ConductCommand
from punto.table.errors.commands import ErrorsCommand

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
WRONG = tuple(
    name
    for name in (
        *("find_invalid", "refuse_wager", "take_back_cards", "drop_cards", "confirm_picked_up"),
        *("void_shoe", "look_back"),
        *(
            str(kind.__struct_config__.tag)
            for kind in (*get_args(ErrorsCommand), *get_args(ConductCommand))
        ),
    )
    if name not in (*NEXT, *ASKED)
)
# What the house sees to.
HOUSE = tuple(name for name in KINDS if name not in (*NEXT, *ASKED, *WRONG))
