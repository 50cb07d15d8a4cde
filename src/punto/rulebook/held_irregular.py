"""Held parameters of what goes wrong, and of the general provisions."""

from typing import Literal

from punto.clause import Held
from punto.rulebook.held_section import Flag, HeldSection, Text, Texts


class Mispayment(HeldSection, frozen=True):
    """A wager paid too much or too little."""

    overpayment_credit_law: Text = None
    reported_at: Text = None
    reported_to: Text = None


class Irregular(HeldSection, frozen=True):
    """What follows when the cards or the payments go wrong."""

    player_error_card_not_due: (
        Held[Literal["excess_card", "opens_next_coup", "held_face_up_for_no_bet_coup"]] | None
    ) = None
    banker_error_card: (
        Held[Literal["excess_card_or_rebuilt", "opens_no_bet_coup", "to_player_if_due"]] | None
    ) = None
    held_card_place: Text = None
    forced_coup_played_out: Flag = None
    misdeal_rebuilt_by: Texts = None
    cannot_rebuild: Held[Literal["operator_may_void", "void"]] | None = None
    mispayment: Mispayment | None = None


class General(HeldSection, frozen=True):
    """Approvals, presence, closing, conduct and disputes."""

    void_grounds: Texts = None
    measures_exclusion_law: Text = None
    dispute_review_body: Text = None
    dispute_review_law: Text = None
