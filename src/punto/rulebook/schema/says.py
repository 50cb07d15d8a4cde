"""Steps that run alike wherever they exist, and which clauses speak of them.

The names are those that code asks for, and no others.
"""

from punto.clause import Clauses
from punto.rulebook.schema.section import ByName


class Says(ByName[Clauses], frozen=True, kw_only=True):
    """The clauses about each step; a step of which nothing is said is refused or left out."""

    # Cards and shoe
    touching: Clauses = ()
    """Nobody touches cards who may not."""
    check_ordered: Clauses = ()
    """Cards are checked when somebody orders it."""
    unfit: Clauses = ()
    """Cards that are unfit are replaced."""
    dropped: Clauses = ()
    """Cards that fell are reported and confirmed."""
    order_seen: Clauses = ()
    """A shoe whose order was seen is void."""
    burned_stays: Clauses = ()
    """A card in the discards stays there."""
    put_back: Clauses = ()
    """A card that was pulled never goes back into the shoe."""
    missed_cut: Clauses = ()
    """A cut was missed."""
    missed_shuffle: Clauses = ()
    """A shuffle was missed."""
    # Deal
    directed_turning: Clauses = ()
    """Somebody says who turns cards that lie face down."""
    hand_markers: Clauses = ()
    """Markers show who has the cards of each hand."""
    ranked_player: Clauses = ()
    """The Player cards go to whoever has most on Player."""
    ranked_banker: Clauses = ()
    """The Banker cards go to whoever has most on Banker."""
    next_highest: Clauses = ()
    """Cards that are declined go to the next highest."""
    next_equal: Clauses = ()
    """Cards that are declined go to the next of equals."""
    nobody_wagered: Clauses = ()
    """The dealer turns the cards of a hand on which nobody wagered."""
    everybody_declined: Clauses = ()
    """The dealer turns cards that everybody declined."""
    handled: Clauses = ()
    """Patrons may hold cards, but not take them off the table."""
    nominee: Clauses = ()
    """Others may turn cards for a patron; needs `deal.passing`."""
    nominee_one_card: Clauses = ()
    """Two nominees do not turn cards at the same time."""
    role_first: Clauses = ()
    """To whom the Banker cards are offered first, and that they must bet on Banker."""
    role_next: Clauses = ()
    """To whom they are offered when they are declined."""
    role_passed: Clauses = ()
    """The holder may pass them on."""
    role_kept: Clauses = ()
    """Until when the holder keeps them."""
    role_refused_by_all: Clauses = ()
    """How the game is dealt when everybody declines."""
    role_after_loss: Clauses = ()
    """To whom they are offered after Banker lost."""
    third_after_announcement: Clauses = ()
    """Third cards come after the totals are called."""
    result_called: Clauses = ()
    """The result is called."""
    no_bet_dealing: Clauses = ()
    """A coup without wagers is dealt by the plain method."""
    draw_table: Clauses = ()
    """Anyone may see the table of play; needs `tableau`."""
    # Wagers and limits
    patron_answers: Clauses = ()
    """Patrons answer for where their chips lie."""
    patron_limits: Clauses = ()
    """The number of patrons may be limited."""
    partnership: Clauses = ()
    """Patrons do not team up to stake more than the maximum."""
    proxy: Clauses = ()
    """Nobody bets for somebody outside."""
    voucher: Clauses = ()
    """Promotional tokens are handed out and wagered."""
    wager_refused: Clauses = ()
    """A wager may be refused before the first card."""
    invalid_late: Clauses = ()
    """A wager found invalid after the first card goes back."""
    optional_alone: Clauses = ()
    """Optional wagers need no main wager."""
    optional_at_end: Clauses = ()
    """Optional wagers are settled at the end of the coup."""
    after_pairs: Clauses = ()
    """The coup goes on after pairs were settled."""
    personal_marker: Clauses = ()
    """A marker shows limits agreed with a patron."""
    kept_marker: Clauses = ()
    """A marker shows who keeps an earlier minimum."""
    kept_shown: Clauses = ()
    """The sign shows both minimums."""
    kept_ends: Clauses = ()
    """When an earlier minimum is kept no longer."""
    limits_looked_back: Clauses = ()
    """Earlier coups over the limits are not opened again."""
    # Errors
    error_reported: Clauses = ()
    """An error in dealing is reported."""
    trigger_order_doubt: Clauses = ()
    """The order of the cards is in doubt."""
    trigger_misdeal: Clauses = ()
    """Cards were dealt wrongly."""
    rebuilt: Clauses = ()
    """Cards are put where they belong."""
    face_up_in_turn: Clauses = ()
    """A card face up in the shoe, met during a coup."""
    face_up_between: Clauses = ()
    """A card face up in the shoe, met between coups."""
    face_check: Clauses = ()
    """The cards are looked through for others."""
    strange_card: Clauses = ()
    """A card is missing, or is none of these."""
    strange_card_earlier: Clauses = ()
    """Coups before that stand."""
    strange_card_void: Clauses = ()
    """The coup in which it is found is void."""
    strange_card_check: Clauses = ()
    """All cards come out and are checked."""
    strange_card_told: Clauses = ()
    """Who is told."""
    scan: Clauses = ()
    """A scanning shoe differs from the cards."""
    display: Clauses = ()
    """A display of results differs from the cards."""
    wrong_patron: Clauses = ()
    """Cards were passed to the wrong patron."""
    # Payments
    mispaid: Clauses = ()
    """A wager was settled with a wrong amount."""
    mispaid_enquiry: Clauses = ()
    """It is looked into."""
    mispaid_suspected: Clauses = ()
    """It may have been deliberate."""
    mispaid_rectify: Clauses = ()
    """It is put right."""
    mispaid_identify: Clauses = ()
    """The patron is found."""
    underpaid: Clauses = ()
    """Too little was paid."""
    overpaid: Clauses = ()
    """Too much was paid."""
    wrong_scale: Clauses = ()
    """Wagers were paid by another settlement than the one in play."""
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
    """The cards are shuffled and cut."""
    fault_finished: Clauses = ()
    """The coup is finished from a card shoe."""
    # Conduct
    inspector_answers: Clauses = ()
    """Somebody answers for the game."""
    rules_shown: Clauses = ()
    """Anyone may see the rules."""
    measures: Clauses = ()
    """Measures may be taken against somebody who broke a rule."""
    invalidated: Clauses = ()
    """A result may be invalidated."""
    fraud: Clauses = ()
    """Fraud is a ground for that."""
    dispute: Clauses = ()
    """Disputes are heard."""
    dispute_closed: Clauses = ()
    """Disputes are closed."""
