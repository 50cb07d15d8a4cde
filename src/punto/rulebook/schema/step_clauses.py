"""The clauses about steps that are the same in every rulebook.

Code uses all of these names, and no others.
"""

from punto.clause import Clauses
from punto.rulebook.schema.error_step_clauses import SaysOfErrors


class Says(SaysOfErrors, frozen=True, kw_only=True):
    """The clauses about each step; a step without clauses is refused or omitted."""

    # Cards and shoe
    touching: Clauses = ()
    """Only permitted people touch cards."""
    checked_by_device: Clauses = ()
    """Cards are checked by a machine."""
    check_ordered: Clauses = ()
    """Cards are checked by order."""
    check_made: Clauses = ()
    """A person who is ordered to check the cards does so."""
    new_cards_shuffled: Clauses = ()
    """Cards that replace others are shuffled."""
    unfit: Clauses = ()
    """Cards that are unfit are replaced."""
    unfit_between: Clauses = ()
    """Unfit cards are replaced between coups."""
    unfit_shuffled: Clauses = ()
    """Cards that replace unfit ones are shuffled."""
    shuffle_waits: Clauses = ()
    """An ordered shuffle is made after the coup."""
    came_shuffled_cut: Clauses = ()
    """Cards that came shuffled are cut without a shuffle."""
    dropped: Clauses = ()
    """Dropped cards are reported and confirmed."""
    order_seen: Clauses = ()
    """A shoe whose order was seen is void."""
    order_seen_told: Clauses = ()
    """The people who are told of a void shoe."""
    burned_stays: Clauses = ()
    """A card in the discards stays there."""
    put_back: Clauses = ()
    """A card that was pulled never goes back into the shoe."""
    missed_cut: Clauses = ()
    """A cut was missed."""
    missed_cut_redone: Clauses = ()
    """Uncut cards are shuffled and cut before another coup."""
    missed_cut_stands: Clauses = ()
    """Coups dealt from uncut cards stand."""
    missed_shuffle: Clauses = ()
    """A shuffle was missed."""
    missed_shuffle_redone: Clauses = ()
    """Unshuffled cards are shuffled and cut before another coup."""
    missed_shuffle_stands: Clauses = ()
    """Coups dealt from unshuffled cards stand."""
    burn_cut_short: Clauses = ()
    """Further cards were not burned."""
    # Deal
    coup_begins: Clauses = ()
    """When a coup begins."""
    method_waits: Clauses = ()
    """A dealing method that is chosen during a coup applies from the next one."""
    directed_turning: Clauses = ()
    """Staff name who turns cards that are face down."""
    hand_markers: Clauses = ()
    """Markers show who has the cards of each hand."""
    ranked_player: Clauses = ()
    """The Player cards go to the patron with the highest stake on Player."""
    ranked_banker: Clauses = ()
    """The Banker cards go to the patron with the highest stake on Banker."""
    next_highest: Clauses = ()
    """Declined cards go to the next highest stake."""
    next_equal: Clauses = ()
    """Declined cards go to the next of equal stakes."""
    nobody_wagered: Clauses = ()
    """The dealer turns the cards of a hand on which nobody wagered."""
    everybody_declined: Clauses = ()
    """The dealer turns cards that every patron declined."""
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
    """The holder of the Banker cards bets on Banker."""
    role_receives: Clauses = ()
    """The Banker cards are passed to their holder."""
    role_next: Clauses = ()
    """To whom the Banker cards are offered if they are declined."""
    role_passed: Clauses = ()
    """The holder may pass the Banker cards on."""
    role_kept: Clauses = ()
    """The holder keeps the Banker cards from coup to coup."""
    role_ends_passed: Clauses = ()
    """A holder who passes the Banker cards on loses them."""
    role_ends_lost: Clauses = ()
    """The holder loses the Banker cards when Banker loses."""
    role_ends_forfeited: Clauses = ()
    """A holder who is ordered to give the Banker cards up loses them."""
    role_refused_by_all: Clauses = ()
    """How the game is dealt if every patron declines."""
    role_after_loss: Clauses = ()
    """To whom the Banker cards are offered after Banker lost."""
    third_after_announcement: Clauses = ()
    """Third cards are dealt after the totals are called."""
    result_called: Clauses = ()
    """The result is called."""
    no_bet_dealing: Clauses = ()
    """A coup without wagers is dealt by the default method."""
    draw_table: Clauses = ()
    """Anyone may see the table of play; needs `tableau`."""
    # Wagers and limits
    patron_answers: Clauses = ()
    """Patrons are responsible for the position of their chips."""
    instructions: Clauses = ()
    """Patrons check that the dealer followed their instructions."""
    patron_limits: Clauses = ()
    """The number of patrons may be limited."""
    partnership: Clauses = ()
    """Patrons do not team up to stake more than the maximum."""
    partners_recorded: Clauses = ()
    """A refused bet of partners is recorded; needs `partnership`."""
    partners_settled: Clauses = ()
    """Bets of partners who are found late are settled on one maximum; needs `partnership`."""
    proxy: Clauses = ()
    """Patrons do not bet for people outside."""
    voucher: Clauses = ()
    """Promotional tokens are handed out for vouchers."""
    voucher_conditions: Clauses = ()
    """The conditions on a voucher must be met."""
    tokens_wagered: Clauses = ()
    """Promotional tokens may be wagered."""
    token_winnings: Clauses = ()
    """Winnings of tokens are paid in chips."""
    wager_refused: Clauses = ()
    """A wager may be refused on grounds."""
    wager_refused_early: Clauses = ()
    """A wager may be refused only before the first card."""
    wager_refused_gone: Clauses = ()
    """A refused wager is removed from the layout."""
    lock_relaxed: Clauses = ()
    """Wagers may be changed after the first card if the lock would be unfair."""
    lock_relaxed_unseen: Clauses = ()
    """Condition: no card was seen."""
    lock_relaxed_method: Clauses = ()
    """Condition: the dealer does not turn every card."""
    invalid_late: Clauses = ()
    """A wager that is found invalid after the first card is returned."""
    optional_alone: Clauses = ()
    """Optional wagers need no main wager."""
    optional_anywhere: Clauses = ()
    """Optional wagers may be in any betting space."""
    optional_at_end: Clauses = ()
    """Optional wagers are settled at the end of the coup."""
    pairs_collected: Clauses = ()
    """Losing wagers on the opening cards are collected."""
    pairs_paid: Clauses = ()
    """Winning wagers on the opening cards are paid."""
    after_pairs: Clauses = ()
    """The coup continues after pairs were settled."""
    settled_free: Clauses = ()
    """A wager that was decided and settled belongs to its owner again."""
    personal_marker: Clauses = ()
    """A marker shows limits agreed with a patron."""
    kept_marker: Clauses = ()
    """A marker shows who keeps an earlier minimum."""
    kept_one_marker: Clauses = ()
    """A patron with several boxes has one such marker."""
    kept_shown: Clauses = ()
    """The sign shows both minimums."""
    kept_ends: Clauses = ()
    """A patron who leaves loses an earlier minimum."""
    arrivals_minimum: Clauses = ()
    """New patrons play at the minimum of the table."""
    limits_looked_back: Clauses = ()
    """Earlier coups with a bet over its maximum are not reopened."""
    cap_looked_back: Clauses = ()
    """Earlier coups over the cap of the table are not reopened."""
    area_looked_back: Clauses = ()
    """Earlier coups over the maximum of an area are not reopened."""
    # Conduct
    inspector_answers: Clauses = ()
    """A person is responsible for the game."""
    rules_shown: Clauses = ()
    """Anyone may see the rules."""
    measures: Clauses = ()
    """Measures may be taken against a person who broke a rule."""
    invalidated: Clauses = ()
    """A result may be invalidated."""
    invalid_returned: Clauses = ()
    """The stakes on an invalidated result are returned."""
    fraud: Clauses = ()
    """Fraud is a ground to invalidate a result."""
    fraud_opinion: Clauses = ()
    """Condition: a person finds that the fraud affected the result."""
    dispute: Clauses = ()
    """Disputes are heard."""
    dispute_final: Clauses = ()
    """A decision is final."""
    dispute_again: Clauses = ()
    """Disputes are ruled on again on request; without it, `dispute` is cited."""
    dispute_closed: Clauses = ()
    """Disputes are closed."""
