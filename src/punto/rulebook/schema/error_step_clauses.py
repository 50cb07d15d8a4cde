"""Steps about what goes wrong, and which clauses speak of them: a part of what a rulebook says."""

from punto.clause import Clauses
from punto.rulebook.schema.section import Steps


class SaysOfErrors(Steps, frozen=True, kw_only=True):
    """The clauses about steps after an error, a wrong payment or a device that failed."""

    # Cards
    error_reported: Clauses = ()
    """An error in dealing is reported."""
    trigger_order_doubt: Clauses = ()
    """The order of the cards is in doubt."""
    trigger_misdeal: Clauses = ()
    """Cards were dealt wrongly."""
    rebuilt: Clauses = ()
    """Cards are put where they belong."""
    lifted: Clauses = ()
    """Then patrons may take their own wagers off."""
    lifted_stays_off: Clauses = ()
    """A wager that was taken off then does not come back."""
    lifted_unchanged: Clauses = ()
    """The others are neither raised nor cut."""
    lifted_all: Clauses = ()
    """If none is left the coup is finished without wagers."""
    unbuilt_returned: Clauses = ()
    """The stakes of a coup that cannot be rebuilt go back."""
    unbuilt_goes_on: Clauses = ()
    """After it play goes on with the cards left."""
    rest_out: Clauses = ()
    """Or the cards left are taken out, and shuffled or replaced."""
    rest_out_source: Clauses = ()
    """Only out of a card shoe."""
    rest_out_void: Clauses = ()
    """Only after such a void."""
    rest_out_agreed: Clauses = ()
    """Only if everybody agrees."""
    face_up_in_turn: Clauses = ()
    """A card face up in the shoe, met during a coup."""
    face_up_between: Clauses = ()
    """A card face up in the shoe, met between coups."""
    face_check: Clauses = ()
    """The cards are looked through for others."""
    face_check_source: Clauses = ()
    """Only those of a shuffling device."""
    face_check_time: Clauses = ()
    """Only once the coup is complete."""
    missing_card: Clauses = ()
    """A card is missing."""
    foreign_card: Clauses = ()
    """A card is none of these."""
    strange_card_earlier: Clauses = ()
    """Coups before that stand."""
    strange_card_void: Clauses = ()
    """The coup in which it is found is void."""
    strange_card_check: Clauses = ()
    """All cards come out and are checked."""
    strange_card_whole: Clauses = ()
    """Only whole packs are played with after that."""
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
    """It is looked into."""
    mispaid_intended: Clauses = ()
    """It was deliberate."""
    mispaid_doubted: Clauses = ()
    """It is suspected to be."""
    mispaid_suspected: Clauses = ()
    """What that brings."""
    mispaid_rectify: Clauses = ()
    """It is put right."""
    mispaid_identify: Clauses = ()
    """The patron is found."""
    underpaid: Clauses = ()
    """Too little was paid."""
    overpaid: Clauses = ()
    """Too much was paid."""
    attempt_known: Clauses = ()
    """What else an attempt is where the patron is known."""
    reported_singly: Clauses = ()
    """Each wrong payment is reported by itself."""
    reported_when_known: Clauses = ()
    """It is reported when it became known, however late that is."""
    reported_though_cured: Clauses = ()
    """It is reported whatever was done about it."""
    wrong_scale: Clauses = ()
    """Wagers were paid by another settlement than the one in play, the first there is."""
    wrong_scale_other: Clauses = ()
    """The same where the game in play is the first there is."""
    wrong_scale_stands: Clauses = ()
    """What was paid so stands."""
    wrong_scale_goes_on: Clauses = ()
    """Play goes on with the right one."""
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
    """Somebody is at a disadvantage: the coup ends and stakes go back."""
    fault_no_spare: Clauses = ()
    """No other device can be used."""
    fault_offer: Clauses = ()
    """Every patron is offered the stakes back."""
    fault_no_spare_replaced: Clauses = ()
    """Damaged cards are replaced, and no other device can be used."""
    fault_shuffled: Clauses = ()
    """The cards are shuffled."""
    fault_cut: Clauses = ()
    """And cut."""
    fault_finished: Clauses = ()
    """The coup is finished from a card shoe."""
    fault_stayed: Clauses = ()
    """For whoever left the stakes in."""
