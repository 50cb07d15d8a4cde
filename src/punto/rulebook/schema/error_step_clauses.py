"""The clauses about steps after an error, a mispayment or a device failure."""

from punto.clause import Clauses
from punto.rulebook.schema.section import Steps


class SaysOfErrors(Steps, frozen=True, kw_only=True):
    """The clauses about steps after an error, a mispayment or a device failure."""

    # Cards
    error_reported: Clauses = ()
    """An error in dealing is reported."""
    trigger_order_doubt: Clauses = ()
    """The order of the cards is in doubt."""
    trigger_misdeal: Clauses = ()
    """Cards were dealt wrongly."""
    rebuilt: Clauses = ()
    """The cards of a coup are put in their right places."""
    lifted: Clauses = ()
    """After that, patrons may withdraw their own wagers."""
    lifted_stays_off: Clauses = ()
    """A wager that was withdrawn then is not placed again."""
    lifted_unchanged: Clauses = ()
    """Other wagers are neither raised nor reduced."""
    lifted_all: Clauses = ()
    """If no wager is left, the coup is finished without wagers."""
    unbuilt_returned: Clauses = ()
    """The stakes of a coup that cannot be rebuilt are returned."""
    unbuilt_goes_on: Clauses = ()
    """After it, play continues with the remaining cards."""
    rest_out: Clauses = ()
    """Or the remaining cards are taken out, and shuffled or replaced."""
    rest_out_source: Clauses = ()
    """Condition: the cards are in a card shoe."""
    rest_out_void: Clauses = ()
    """Condition: such a void came before."""
    rest_out_agreed: Clauses = ()
    """Condition: everybody agrees."""
    face_up_in_turn: Clauses = ()
    """A card face up in the shoe, met during a coup."""
    face_up_between: Clauses = ()
    """A card face up in the shoe, met between coups."""
    face_check: Clauses = ()
    """The cards are searched for other cards that are face up."""
    face_check_source: Clauses = ()
    """Condition: the cards are in a shuffling device."""
    face_check_time: Clauses = ()
    """Condition: the coup is complete."""
    missing_card: Clauses = ()
    """A card is missing."""
    foreign_card: Clauses = ()
    """A foreign card is found."""
    strange_card_earlier: Clauses = ()
    """Earlier coups stand."""
    strange_card_void: Clauses = ()
    """The coup in which it is found is void."""
    strange_card_check: Clauses = ()
    """All cards come out and are checked."""
    strange_card_whole: Clauses = ()
    """After that, only complete packs are used."""
    strange_card_told: Clauses = ()
    """Surveillance is told."""
    strange_card_reported: Clauses = ()
    """An inspector is told."""
    scan: Clauses = ()
    """A scanning shoe differs from the cards."""
    scan_void: Clauses = ()
    """An outcome that cannot be confirmed is void."""
    display: Clauses = ()
    """A display of results differs from the cards."""
    wrong_patron: Clauses = ()
    """Cards were passed to the wrong patron."""
    # Payments
    mispaid: Clauses = ()
    """A wager was settled with a wrong amount."""
    mispaid_enquiry: Clauses = ()
    """There is an enquiry."""
    mispaid_intended: Clauses = ()
    """It was deliberate."""
    mispaid_doubted: Clauses = ()
    """It is suspected to be deliberate."""
    mispaid_suspected: Clauses = ()
    """The consequences of the suspicion."""
    mispaid_rectify: Clauses = ()
    """The payment is corrected."""
    mispaid_identify: Clauses = ()
    """The patron is identified."""
    underpaid: Clauses = ()
    """Too little was paid."""
    overpaid: Clauses = ()
    """Too much was paid."""
    attempt_known: Clauses = ()
    """A further step of an attempt if the patron is known."""
    reported_singly: Clauses = ()
    """Each wrong payment is reported separately."""
    reported_when_known: Clauses = ()
    """It is reported when it is discovered, however late that is."""
    reported_though_cured: Clauses = ()
    """It is reported even if it was corrected."""
    wrong_scale: Clauses = ()
    """Wagers were paid by the first settlement, and another one is in play."""
    wrong_scale_other: Clauses = ()
    """Wagers were paid by another settlement, and the first one is in play."""
    wrong_scale_stands: Clauses = ()
    """Such payments stand."""
    wrong_scale_goes_on: Clauses = ()
    """Play continues with the right settlement."""
    # A shuffling device that fails
    fault: Clauses = ()
    """A device fails."""
    fault_device: Clauses = ()
    """Condition: a device is in use."""
    fault_in_coup: Clauses = ()
    """Condition: a card of the coup is out."""
    fault_nobody_hurt: Clauses = ()
    """Condition: nobody is at a disadvantage."""
    fault_spare: Clauses = ()
    """Condition: another device is at hand."""
    fault_practicable: Clauses = ()
    """Condition: the cards can be moved to it."""
    fault_intact: Clauses = ()
    """No card is damaged: the cards are moved."""
    fault_damaged: Clauses = ()
    """Cards are damaged, and another device is at hand."""
    fault_replaced: Clauses = ()
    """Damaged cards are replaced in the other device."""
    fault_ended: Clauses = ()
    """Somebody is at a disadvantage: the coup ends and stakes are returned."""
    fault_no_spare: Clauses = ()
    """No other device can be used."""
    fault_offer: Clauses = ()
    """Every patron is offered the stakes back."""
    fault_no_spare_replaced: Clauses = ()
    """Damaged cards are replaced, and no other device can be used."""
    fault_shuffled: Clauses = ()
    """The cards are shuffled."""
    fault_cut: Clauses = ()
    """The cards are cut."""
    fault_finished: Clauses = ()
    """The coup is finished from a card shoe."""
    fault_stayed: Clauses = ()
    """The coup counts for patrons who left their stakes in."""
