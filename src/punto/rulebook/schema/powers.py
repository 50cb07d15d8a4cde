"""Powers: what needs somebody's title. The names are those that code asks for, and no others."""

from punto.clause import Cited
from punto.rulebook.schema.section import ByName, Some, Title

Titles = Cited[Some[Title]]


class Powers(ByName[Titles], frozen=True, kw_only=True):
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
    """Place the marker and load the shoe."""
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
    # Secret wagers in tournaments
    examine_forms: Titles | None = None
    """Look at forms, write them down and place the marker."""
    announce_forms: Titles | None = None
    """Announce what stands on forms."""
