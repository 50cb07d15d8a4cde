"""Powers: acts that need a title. Code uses all of these names, and no others."""

from punto.clause import Cited
from punto.rulebook.power import Power
from punto.rulebook.schema.section import ByName, Some, Title

Titles = Cited[Some[Title]]


class Powers(ByName[Power, Titles], frozen=True, kw_only=True):
    """The powers and the titles that hold each. A power that is not given is held by nobody."""

    # Cards
    check_cards: Titles | None = None
    """Verify the cards at opening and closing."""
    order_card_check: Titles | None = None
    """Order a check of the cards."""
    replace_cards: Titles | None = None
    """Replace the cards."""
    allow_same_back: Titles | None = None
    """Allow new cards with the same back."""
    verify_dropped_cards: Titles | None = None
    """Confirm that no dropped card is missing."""
    remove_cards_after_void: Titles | None = None
    """Take the cards out after a void coup."""
    order_face_check: Titles | None = None
    """Order a search for a card that is face up."""
    # Shoe
    shuffle: Titles | None = None
    """Shuffle and riffle."""
    order_shuffle: Titles | None = None
    """Order a shuffle."""
    approve_riffle: Titles | None = None
    """Approve a riffle of cards that came shuffled."""
    approve_manual_shuffle: Titles | None = None
    """Approve a shuffle by hand before a device."""
    cut_in_default: Titles | None = None
    """Cut, or choose who cuts, if no patron does."""
    place_marker: Titles | None = None
    """Place the marker."""
    load: Titles | None = None
    """Load the shoe or the device; without it, `place_marker`."""
    burn: Titles | None = None
    """Burn cards."""
    void_shoe: Titles | None = None
    """Void a shoe whose order was seen."""
    judge_device: Titles | None = None
    """Judge the state of a shuffling device."""
    # Deal
    deal: Titles | None = None
    """Open betting, deal, pass and turn cards."""
    choose_dealing_method: Titles | None = None
    """Choose the dealing method."""
    name_who_turns_cards: Titles | None = None
    """Name who turns cards that are face down."""
    take_back_cards: Titles | None = None
    """Take cards back from a patron."""
    approve_nominee: Titles | None = None
    """Approve a nominee who turns cards for a patron."""
    call_no_bet_coup: Titles | None = None
    """Call a coup without wagers."""
    # Wagers and limits
    approve_both_hands: Titles | None = None
    """Approve wagers of one patron on both hands."""
    refuse_wager: Titles | None = None
    """Refuse a wager and have it removed."""
    relax_wager_lock: Titles | None = None
    """Let wagers be changed after the first card."""
    restrict_optional_wagers: Titles | None = None
    """Restrict an optional wager."""
    reduce_wagers: Titles | None = None
    """Reduce wagers to a cap; without it, no power is needed."""
    hand_back_wagers: Titles | None = None
    """Hand back the latest wagers that put the table over a cap."""
    change_limits: Titles | None = None
    """Change minimum, maximum and steps."""
    set_table_cap: Titles | None = None
    """Set a cap; without it, `change_limits`."""
    grant_personal_limits: Titles | None = None
    """Agree limits with one patron."""
    limit_patrons: Titles | None = None
    """Limit the number of patrons."""
    link_patrons: Titles | None = None
    """Name patrons as partners."""
    # Results and settlement
    settle_wagers: Titles | None = None
    """Collect and pay."""
    choose_settlement: Titles | None = None
    """Change the settlement; without it, `change_limits`."""
    void_coup: Titles | None = None
    """Void a coup."""
    confirm_result: Titles | None = None
    """Confirm a result that a scan puts in doubt."""
    invalidate_result: Titles | None = None
    """Invalidate a result."""
    # House and conduct
    close_table: Titles | None = None
    """Close a table; without it, all staff may."""
    conduct_game: Titles | None = None
    """Conduct the game at a table."""
    ask_to_vacate_seat: Titles | None = None
    """Ask a patron who does not bet to vacate the seat."""
    void_wagers_of_rule_breaker: Titles | None = None
    """Void the wagers of a person who broke a rule."""
    exclude_from_game: Titles | None = None
    """Bar a person from the game."""
    exclude_from_casino: Titles | None = None
    """Exclude a person from the casino; needs `exclude_from_game`."""
    detain: Titles | None = None
    """Detain a person and hand them over."""
    hear_disputes: Titles | None = None
    """Rule on a dispute first; without it, `decide_disputes`."""
    rehear_disputes: Titles | None = None
    """Rule on a dispute again; without it, `review_disputes`."""
    decide_disputes: Titles | None = None
    """Close a dispute."""
    review_disputes: Titles | None = None
    """Review a dispute that was decided."""
    # Tournaments: conditions, entries and money
    set_tournament_conditions: Titles | None = None
    """Set and publish the conditions of a tournament."""
    set_entry_fee: Titles | None = None
    """Charge an entry fee."""
    give_conditions: Titles | None = None
    """Give entrants the conditions."""
    explain_conditions: Titles | None = None
    """Explain the conditions of play to entrants."""
    require_acceptance: Titles | None = None
    """Require entrants to agree in writing before they are accepted."""
    admit_entrants: Titles | None = None
    """Examine and accept applications."""
    refuse_application: Titles | None = None
    """Refuse an application."""
    offer_reserve_seat: Titles | None = None
    """Give a reserve a seat that nobody took."""
    admit_to_secondary: Titles | None = None
    """Admit an entrant who did not qualify to a second chance."""
    advance_secondary_winners: Titles | None = None
    """Let winners of a second chance advance."""
    cancel_tournament: Titles | None = None
    """Cancel a tournament."""
    add_prize_value: Titles | None = None
    """Add value to the pool."""
    guarantee_pool: Titles | None = None
    """Guarantee the pool."""
    retain_fees: Titles | None = None
    """Retain a part of the fees."""
    approve_fee_refund: Titles | None = None
    """Approve a refund of the fee for an entrant disqualified for absence."""
    pay_prizes: Titles | None = None
    """Divide the pool, pay prizes and close a tournament."""
    return_tournament_chips: Titles | None = None
    """Count the chips that go back into stock."""
    # Tables, seats and sessions of a tournament
    appoint_lead: Titles | None = None
    """Appoint the tournament director."""
    conduct_tournament: Titles | None = None
    """Begin and end the sessions of a tournament."""
    designate_tables: Titles | None = None
    """Designate the tables of a tournament."""
    set_table_sizes: Titles | None = None
    """Set how many entrants sit at a table."""
    allocate_seats: Titles | None = None
    """Draw or choose tables and seats."""
    set_seating_time: Titles | None = None
    """Set the time by which entrants must be seated."""
    move_session_start: Titles | None = None
    """Move the start of a session."""
    end_session_early: Titles | None = None
    """Let a table finish early."""
    approve_substitute: Titles | None = None
    """Approve a substitute for an entrant."""
    order_deduction: Titles | None = None
    """Order deductions of the minimum for coups that an entrant misses."""
    allow_break: Titles | None = None
    """Give entrants a break."""
    # Placings of a tournament
    set_advancing: Titles | None = None
    """Set how many entrants of a table advance to the next round."""
    count_tournament_chips: Titles | None = None
    """Count and record the chips of entrants."""
    order_chip_count: Titles | None = None
    """Order a count of all chips during a session."""
    award_places: Titles | None = None
    """Confirm advancement and placings."""
    order_play_off: Titles | None = None
    """Order a play-off of a tie."""
    set_play_off_chips: Titles | None = None
    """Set the chips of a play-off; without it, no power is needed."""
    reinstate_entrant: Titles | None = None
    """Reinstate an entrant whom a void coup eliminated."""
    # Conduct in a tournament
    disqualify_entrant: Titles | None = None
    """Disqualify an entrant; each ground has its clause."""
    settle_tournament_disputes: Titles | None = None
    """Settle a dispute about rules and conditions."""
    # Wagering in tournaments
    set_starting_marker: Titles | None = None
    """Choose who wagers first in the first coup of a session."""
    set_time_limit: Titles | None = None
    """Set the time limit for wagers, and the pace of play."""
    hold_to_minimum: Titles | None = None
    """Hold an entrant who has not wagered in time to the minimum."""
    move_tournament_limits: Titles | None = None
    """Change the limits to the announced figures."""
    place_indicator: Titles | None = None
    """Put the indicator card, after which limits may rise, into the stack."""
    void_early_wager: Titles | None = None
    """Void a wager out of turn of an entrant who was advised before."""
    # Promotions
    offer_promotions: Titles | None = None
    """Offer promotional prizes, and decide everything about them."""
    # Secret wagers in tournaments
    examine_forms: Titles | None = None
    """Examine forms, record them and place the marker."""
    announce_forms: Titles | None = None
    """Announce forms."""
