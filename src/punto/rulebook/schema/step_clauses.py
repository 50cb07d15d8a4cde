"""Steps that run alike wherever they exist, and which clauses speak of them.

The names are those that code asks for, and no others.
"""

from punto.clause import Clauses
from punto.rulebook.schema.error_step_clauses import SaysOfErrors


class Says(SaysOfErrors, frozen=True, kw_only=True):
    """The clauses about each step; a step of which nothing is said is refused or left out."""

    # Cards and shoe
    touching: Clauses = ()
    """Nobody touches cards who may not."""
    checked_by_device: Clauses = ()
    """Cards are checked by a machine."""
    check_ordered: Clauses = ()
    """Cards are checked when somebody orders it."""
    check_made: Clauses = ()
    """Whoever was told to check the cards does."""
    new_cards_shuffled: Clauses = ()
    """Cards that replace others are shuffled."""
    unfit: Clauses = ()
    """Cards that are unfit are replaced."""
    unfit_between: Clauses = ()
    """That is done while no coup is on."""
    unfit_shuffled: Clauses = ()
    """Cards that replace unfit ones are shuffled."""
    shuffle_waits: Clauses = ()
    """A shuffle that was ordered is made when the coup is over."""
    came_shuffled_cut: Clauses = ()
    """Cards that came shuffled are cut without a shuffle."""
    dropped: Clauses = ()
    """Cards that fell are reported and confirmed."""
    order_seen: Clauses = ()
    """A shoe whose order was seen is void."""
    order_seen_told: Clauses = ()
    """Who is told of that."""
    burned_stays: Clauses = ()
    """A card in the discards stays there."""
    put_back: Clauses = ()
    """A card that was pulled never goes back into the shoe."""
    missed_cut: Clauses = ()
    """A cut was missed."""
    missed_cut_redone: Clauses = ()
    """Cards that were not cut are shuffled and cut before another coup."""
    missed_cut_stands: Clauses = ()
    """What was dealt from cards that were not cut stands."""
    missed_shuffle: Clauses = ()
    """A shuffle was missed."""
    missed_shuffle_redone: Clauses = ()
    """Cards that were not shuffled are shuffled and cut before another coup."""
    missed_shuffle_stands: Clauses = ()
    """What was dealt from cards that were not shuffled stands."""
    burn_cut_short: Clauses = ()
    """Further cards were not burned."""
    # Deal
    coup_begins: Clauses = ()
    """When a coup begins."""
    method_waits: Clauses = ()
    """Another way of dealing that is chosen during a coup holds from the next."""
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
    """Two nominees do not have cards at the same time."""
    nominee_turned_first: Clauses = ()
    """One of two cards is turned before the other goes to another nominee."""
    role_first: Clauses = ()
    """To whom the Banker cards are offered first."""
    role_bets: Clauses = ()
    """Whoever takes the Banker cards bets on Banker."""
    role_receives: Clauses = ()
    """Whoever takes the Banker cards is passed them."""
    role_next: Clauses = ()
    """To whom they are offered when they are declined."""
    role_passed: Clauses = ()
    """The holder may pass them on."""
    role_kept: Clauses = ()
    """The holder keeps them from coup to coup."""
    role_ends_passed: Clauses = ()
    """The holder keeps them no longer who passes them on."""
    role_ends_lost: Clauses = ()
    """The holder keeps them no longer when Banker lost."""
    role_ends_forfeited: Clauses = ()
    """The holder keeps them no longer who is ordered to give them up."""
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
    instructions: Clauses = ()
    """Patrons see to it that what they asked the dealer to do was done."""
    patron_limits: Clauses = ()
    """The number of patrons may be limited."""
    partnership: Clauses = ()
    """Patrons do not team up to stake more than the maximum."""
    partners_recorded: Clauses = ()
    """A bet of partners that was refused is on record; needs `partnership`."""
    partners_settled: Clauses = ()
    """Bets of partners found out late are settled on one maximum; needs `partnership`."""
    proxy: Clauses = ()
    """Nobody bets for somebody outside."""
    voucher: Clauses = ()
    """Promotional tokens are handed out for vouchers."""
    voucher_conditions: Clauses = ()
    """What stands on a voucher must be met."""
    tokens_wagered: Clauses = ()
    """Promotional tokens may be wagered."""
    token_winnings: Clauses = ()
    """What is won with tokens is paid in chips."""
    wager_refused: Clauses = ()
    """A wager may be refused on grounds."""
    wager_refused_early: Clauses = ()
    """Only before the first card."""
    wager_refused_gone: Clauses = ()
    """It is removed from the layout."""
    lock_relaxed: Clauses = ()
    """Wagers may be changed after the first card where the lock would be unfair."""
    lock_relaxed_unseen: Clauses = ()
    """Only while no card was seen."""
    lock_relaxed_method: Clauses = ()
    """Not where the dealer turns every card."""
    invalid_late: Clauses = ()
    """A wager found invalid after the first card goes back."""
    optional_alone: Clauses = ()
    """Optional wagers need no main wager."""
    optional_anywhere: Clauses = ()
    """Optional wagers may lie in any betting space."""
    optional_at_end: Clauses = ()
    """Optional wagers are settled at the end of the coup."""
    pairs_collected: Clauses = ()
    """Losing wagers on the opening cards come off."""
    pairs_paid: Clauses = ()
    """Winning wagers on the opening cards are paid."""
    after_pairs: Clauses = ()
    """The coup goes on after pairs were settled."""
    settled_free: Clauses = ()
    """A wager that was decided and settled is its owner's again."""
    personal_marker: Clauses = ()
    """A marker shows limits agreed with a patron."""
    kept_marker: Clauses = ()
    """A marker shows who keeps an earlier minimum."""
    kept_one_marker: Clauses = ()
    """Whoever plays several boxes has one such marker."""
    kept_shown: Clauses = ()
    """The sign shows both minimums."""
    kept_ends: Clauses = ()
    """Whoever leaves keeps an earlier minimum no longer."""
    arrivals_minimum: Clauses = ()
    """Whoever comes plays at the minimum of the table."""
    limits_looked_back: Clauses = ()
    """Earlier coups with a bet over its maximum are not opened again."""
    cap_looked_back: Clauses = ()
    """Nor are earlier coups over the cap of the table."""
    area_looked_back: Clauses = ()
    """Nor are earlier coups over the maximum of an area."""
    # Conduct
    inspector_answers: Clauses = ()
    """Somebody answers for the game."""
    rules_shown: Clauses = ()
    """Anyone may see the rules."""
    measures: Clauses = ()
    """Measures may be taken against somebody who broke a rule."""
    invalidated: Clauses = ()
    """A result may be invalidated."""
    invalid_returned: Clauses = ()
    """The stakes on it go back."""
    fraud: Clauses = ()
    """Fraud is a ground for that."""
    fraud_opinion: Clauses = ()
    """Where somebody holds that it affected the outcome."""
    dispute: Clauses = ()
    """Disputes are heard."""
    dispute_final: Clauses = ()
    """What was decided is not taken up again."""
    dispute_again: Clauses = ()
    """They are ruled on again on request; without it, `dispute` is cited."""
    dispute_closed: Clauses = ()
    """Disputes are closed."""
