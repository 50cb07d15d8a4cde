"""Powers: what needs somebody's title. The names are those that code asks for, and no others."""

from punto.clause import Cited
from punto.rulebook.power import Power
from punto.rulebook.schema.section import ByName, Some, Title

Titles = Cited[Some[Title]]


class Powers(ByName[Power, Titles], frozen=True, kw_only=True):
    """What only some titles may do, and which; a power that is not given is nobody's."""

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
    """Confirm that cards which fell are all there."""
    remove_cards_after_void: Titles | None = None
    """Take the cards out after a void coup."""
    order_face_check: Titles | None = None
    """Have the cards looked through for one that lies face up."""
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
    """Cut, or say who cuts, where no patron does."""
    place_marker: Titles | None = None
    """Place the marker."""
    load: Titles | None = None
    """Load the shoe or the device; where it is nobody's, whoever places the marker."""
    burn: Titles | None = None
    """Burn cards."""
    void_shoe: Titles | None = None
    """Void a shoe whose order was seen."""
    judge_device: Titles | None = None
    """Say how things stand with a shuffling device."""
    # Deal
    deal: Titles | None = None
    """Open betting, deal, pass and turn cards."""
    choose_dealing_method: Titles | None = None
    """Choose the way of dealing."""
    name_who_turns_cards: Titles | None = None
    """Say who turns cards that lie face down."""
    take_back_cards: Titles | None = None
    """Take cards back from a patron."""
    approve_nominee: Titles | None = None
    """Approve somebody who turns cards for a patron."""
    call_no_bet_coup: Titles | None = None
    """Have a coup dealt without wagers."""
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
    """Cut wagers to a cap; where it is nobody's, it is not asked for."""
    hand_back_wagers: Titles | None = None
    """Hand back the latest wagers that put the table over a cap."""
    change_limits: Titles | None = None
    """Change minimum, maximum and steps."""
    set_table_cap: Titles | None = None
    """Set a cap; where it is nobody's, whoever changes limits."""
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
    """Change the settlement; where it is nobody's, whoever changes limits."""
    void_coup: Titles | None = None
    """Void a coup."""
    confirm_result: Titles | None = None
    """Confirm a result that a scan puts in doubt."""
    invalidate_result: Titles | None = None
    """Invalidate a result."""
    # House and conduct
    close_table: Titles | None = None
    """Close a table; where it is nobody's, anybody on staff may."""
    conduct_game: Titles | None = None
    """Answer for the game at a table."""
    ask_to_vacate_seat: Titles | None = None
    """Ask for a seat in which nobody bets."""
    void_wagers_of_rule_breaker: Titles | None = None
    """Void the wagers of somebody who broke a rule."""
    exclude_from_game: Titles | None = None
    """Bar somebody from the game."""
    exclude_from_casino: Titles | None = None
    """Exclude somebody from the casino; needs `exclude_from_game`."""
    detain: Titles | None = None
    """Hold somebody and hand them over."""
    hear_disputes: Titles | None = None
    """Rule on a dispute first; where it is nobody's, whoever decides disputes."""
    rehear_disputes: Titles | None = None
    """Rule on a dispute again; where it is nobody's, whoever reviews disputes."""
    decide_disputes: Titles | None = None
    """Close a dispute."""
    review_disputes: Titles | None = None
    """Review a dispute that was decided."""
    # Tournaments: conditions, entries and money
    set_tournament_conditions: Titles | None = None
    """Lay down and publish the conditions of a tournament."""
    set_entry_fee: Titles | None = None
    """Charge an entry fee."""
    give_conditions: Titles | None = None
    """Give entrants the conditions."""
    explain_conditions: Titles | None = None
    """Tell entrants the conditions of play."""
    require_acceptance: Titles | None = None
    """Have entrants agree in writing before they are accepted."""
    admit_entrants: Titles | None = None
    """Look at applications and accept them."""
    refuse_application: Titles | None = None
    """Refuse an application."""
    offer_reserve_seat: Titles | None = None
    """Give a reserve a seat that nobody took."""
    admit_to_secondary: Titles | None = None
    """Let somebody who did not qualify have a second chance."""
    advance_secondary_winners: Titles | None = None
    """Let winners of a second chance go on."""
    cancel_tournament: Titles | None = None
    """Call a tournament off."""
    add_prize_value: Titles | None = None
    """Add value to the pool."""
    guarantee_pool: Titles | None = None
    """Guarantee the pool."""
    retain_fees: Titles | None = None
    """Keep a part of the fees."""
    approve_fee_refund: Titles | None = None
    """Approve that somebody who was put out for being away gets the fee back."""
    pay_prizes: Titles | None = None
    """Divide the pool, pay prizes and close a tournament."""
    return_tournament_chips: Titles | None = None
    """Count the chips that go back into stock."""
    # Tables, seats and sessions of a tournament
    appoint_lead: Titles | None = None
    """Name who leads a tournament."""
    conduct_tournament: Titles | None = None
    """Begin and end the sessions of a tournament."""
    designate_tables: Titles | None = None
    """Say which tables a tournament uses."""
    set_table_sizes: Titles | None = None
    """Say how many entrants sit at a table."""
    allocate_seats: Titles | None = None
    """Draw or choose tables and seats."""
    set_seating_time: Titles | None = None
    """Say by when entrants are in their seats."""
    move_session_start: Titles | None = None
    """Move the start of a session."""
    end_session_early: Titles | None = None
    """Let a table stop before its time."""
    approve_substitute: Titles | None = None
    """Let somebody play in an entrant's place."""
    order_deduction: Titles | None = None
    """Have the minimum deducted for coups that somebody misses."""
    allow_break: Titles | None = None
    """Give entrants a break."""
    # Placings of a tournament
    set_advancing: Titles | None = None
    """Say how many of a table go on to the next round."""
    count_tournament_chips: Titles | None = None
    """Count the chips of entrants and put them on record."""
    order_chip_count: Titles | None = None
    """Have everybody's chips counted in the course of a session."""
    award_places: Titles | None = None
    """Confirm who goes on, and who is where."""
    order_play_off: Titles | None = None
    """Have a tie played off."""
    set_play_off_chips: Titles | None = None
    """Say with which chips; where it is nobody's, it is not asked for."""
    reinstate_entrant: Titles | None = None
    """Let somebody come back whom a coup put out that is void."""
    # Conduct in a tournament
    disqualify_entrant: Titles | None = None
    """Disqualify somebody; each ground has its clause."""
    settle_tournament_disputes: Titles | None = None
    """Settle a dispute about rules and conditions."""
    # Wagering in tournaments
    set_starting_marker: Titles | None = None
    """Say who wagers first in the first coup of a session."""
    set_time_limit: Titles | None = None
    """Set the time within which wagers are made, and the pace of play."""
    hold_to_minimum: Titles | None = None
    """Hold somebody to the minimum who has not wagered in time."""
    move_tournament_limits: Titles | None = None
    """Move the limits to what was announced."""
    place_indicator: Titles | None = None
    """Put the card into the stack after which limits may rise."""
    void_early_wager: Titles | None = None
    """Void a wager out of turn of somebody who was told before."""
    # Promotions
    offer_promotions: Titles | None = None
    """Offer promotional prizes, and decide everything about them."""
    # Secret wagers in tournaments
    examine_forms: Titles | None = None
    """Look at forms, write them down and place the marker."""
    announce_forms: Titles | None = None
    """Announce what stands on forms."""
