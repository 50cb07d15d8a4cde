"""The codes of everything that says no, each with one sentence about what it means.

Documents are generated from here. A published code is never renamed or used for something else.
"""

from enum import StrEnum
from typing import Self


class Answer(StrEnum):
    """Which kind of no carries a code."""

    REFUSED = "refused"
    """The rulebook forbids it."""
    MALFORMED = "malformed"
    """The input makes no sense."""
    FAILED = "failed"
    """The server, its store or the network cannot do it."""


_MALFORMED = Answer.MALFORMED
_FAILED = Answer.FAILED


class ErrorCode(StrEnum):
    """A code, its description, and the kinds of no that carry it: a refusal where none is named."""

    description: str
    answers: tuple[Answer, ...]

    def __new__(cls, code: str, description: str = "", *answers: Answer) -> Self:
        """Return a code with what it means."""
        member = str.__new__(cls, code)
        member._value_ = code
        member.description = description
        member.answers = answers or (Answer.REFUSED,)
        return member

    ABOVE_MAXIMUM = "above_maximum", "The stake is above the maximum."
    ADVANCE_FIXED = "advance_fixed", "How many go on is fixed when the tournament begins."
    ADVANCE_NOT_SET = "advance_not_set", "The conditions do not say how many go on from this round."
    ALREADY_COLLECTED = "already_collected", "The losing wagers are off the layout already."
    ALREADY_CUT = "already_cut", "The cards are cut already."
    ALREADY_HERE = "already_here", "The patron is at the table already.", _MALFORMED
    ALREADY_LOADED = "already_loaded", "The cards are in the device already."
    ALREADY_PAID = "already_paid", "The winning wagers are paid already."
    ALREADY_SERVED = "already_served", "Another server has this store open.", _MALFORMED
    ALREADY_SETTLED = "already_settled", "The wagers are settled, or are being settled."
    ALREADY_SO = "already_so", "This is so already, and nothing would change.", _MALFORMED
    APPLICATION_OPEN = (
        "application_open",
        "Somebody has paid and is neither accepted nor refused.",
        _MALFORMED,
    )
    AREA_FULL = "area_full", "As many patrons share this betting space as may."
    BACKS_DIFFER = "backs_differ", "All packs in use have the same back."
    BAD_NAME = "bad_name", "Nothing can have this name.", _MALFORMED
    BALLOT_DRAWN = "ballot_drawn", "Seats are drawn once for each session."
    BALLOT_ONLY = "ballot_only", "Tables and seats are given by ballot only."
    BARRED = "barred", "This person is barred."
    BEFORE_START = "before_start", "The session does not begin before its time."
    BETTING_CLOSED = "betting_closed", "No more bets were called."
    BETTING_NOT_CLOSED = "betting_not_closed", "Betting must be closed before a card is dealt."
    BETTING_NOT_OPENED = "betting_not_opened", "Patrons must first have the opportunity to wager."
    BOTH_HANDS_NOT_APPROVED = (
        "both_hands_not_approved",
        "Wagers of one patron on both hands need approval.",
    )
    BOX_TAKEN = "box_taken", "This betting space is kept for somebody else."
    BREAK_ON = "break_on", "Nobody plays during a break."
    BROKEN = "broken", "Something went wrong inside the server.", _FAILED
    BURN_DUE = "burn_due", "Cards must be burned before the first coup of the shoe."
    BURN_NOT_PERMITTED = "burn_not_permitted", "This rulebook burns no cards."
    BURN_NOT_WITH_SOURCE = (
        "burn_not_with_source",
        "This burn is not made with this source of cards.",
    )
    BURN_TOO_LATE = "burn_too_late", "Cards are burned once, before the first coup of a shoe."
    BURN_UNKNOWN = "burn_unknown", "The rulebook has no burn of this name."
    BURNED_CARD_UNSEEN = "burned_card_unseen", "Nobody sees this burned card."
    BUSY = "busy", "Others write to the same log: try again in a moment.", _FAILED
    CANNOT_UNDO = "cannot_undo", "This step is one that cannot be taken back.", _MALFORMED
    CAP_EXCEEDED = "cap_exceeded", "The wagers go beyond the cap of the table."
    CAP_NOT_EXCEEDED = "cap_not_exceeded", "The wagers stay within every cap, so none is cut."
    CARD_EXPOSED = "card_exposed", "A card lies face up."
    CARD_HELD_OVER = "card_held_over", "A card is held for the next coup of this shoe."
    CARD_MISSING = "card_missing", "A hand still takes a card."
    CARD_NAMED = (
        "card_named",
        "The table knows the cards of this shoe itself, so none is named.",
        _MALFORMED,
    )
    CARD_NOT_DRAWN = (
        "card_not_drawn",
        "A card must first be drawn to say how many coups are played.",
    )
    CARD_NOT_DUE = "card_not_due", "No hand takes this card."
    CARD_NOT_FROM_SHOE = "card_not_from_shoe", "This is not the next card of the shoe."
    CARD_NOT_IN_DECKS = "card_not_in_decks", "The decks do not hold so many of this card."
    CARD_NOT_OF_THIS_COUP = "card_not_of_this_coup", "This card was not dealt in this coup."
    CARD_OUT = "card_out", "Another card is out and is turned first."
    CARDS_DROPPED = "cards_dropped", "Cards fell, and nobody has confirmed that all were picked up."
    CARDS_DUE_TO_PATRON = "cards_due_to_patron", "Another patron is offered these cards first."
    CARDS_FACE_DOWN = (
        "cards_face_down",
        "Cards on the table must be turned first.",
        Answer.REFUSED,
        _MALFORMED,
    )
    CARDS_HIDDEN = "cards_hidden", "Nobody is told beforehand which cards come.", _MALFORMED
    CARDS_IN_HAND = "cards_in_hand", "The patron holds cards."
    CARDS_LEFT = "cards_left", "There are still cards in the shoe.", _MALFORMED
    CARDS_LOADED = "cards_loaded", "The cards are in the shoe already."
    CARDS_MISSING = "cards_missing", "The number of cards is not the number that there should be."
    CARDS_NOT_CHECKED = "cards_not_checked", "A patron must look at the cards first."
    CARDS_NOT_COUNTED = (
        "cards_not_counted",
        "The cards must be checked one by one before play begins.",
    )
    CARDS_NOT_DEALT = "cards_not_dealt", "The opening cards must be dealt first."
    CARDS_NOT_SIGNED_OFF = (
        "cards_not_signed_off",
        "New cards must be looked at by those who sign for them.",
    )
    CARDS_OUT = "cards_out", "A patron still has cards, or cards are outside the shoe."
    CARDS_UNKNOWN = "cards_unknown", "The wager depends on cards, and only totals are known."
    CARDS_WERE_HANDLED = (
        "cards_were_handled",
        "Patrons handled cards of this shoe, so all must be replaced.",
    )
    CASHLESS_TABLE = "cashless_table", "This table takes no cash."
    CHECK_ORDERED = "check_ordered", "The cards must be checked, as was ordered."
    CHIPS_NOT_BACK = "chips_not_back", "The chips of the last session are not back in stock."
    CHIPS_NOT_SET = "chips_not_set", "The number of chips for the play-off must be stated."
    CHIPS_WORTH_MONEY = "chips_worth_money", "Tournament chips must be worth no money."
    CHIPS_WORTH_NO_MONEY = "chips_worth_no_money", "Tournament chips are not exchanged for money."
    CHIPS_WORTH_NOTHING = (
        "chips_worth_nothing",
        "A chip must be worth something.",
        Answer.REFUSED,
        _MALFORMED,
    )
    CLAIMANT_UNKNOWN = "claimant_unknown", "Name and address of the claimant must be on record."
    CLOSED = "closed", "The log was closed, and nothing more is written to it.", _FAILED
    COMPLAINT_NOT_ADVISED = (
        "complaint_not_advised",
        "The person must first be told of the right to complain.",
    )
    COMPLAINT_RIGHT_NOT_TOLD = (
        "complaint_right_not_told",
        "The person must first be told of the right to complain to an inspector.",
    )
    CONDITION_MISSING = (
        "condition_missing",
        "The conditions leave out something that they must state.",
    )
    CONDITIONS_NOT_GIVEN = "conditions_not_given", "Not everybody was given the conditions."
    CONDITIONS_NOT_TOLD = "conditions_not_told", "Not everybody was told the conditions."
    CONFLICT = "conflict", "Somebody else wrote to the log first.", _FAILED
    COUP_RUNNING = "coup_running", "A coup is on.", Answer.REFUSED, _MALFORMED
    CROWDED = "crowded", "Too many writes are waiting.", _FAILED
    CUT_ALREADY_OFFERED = "cut_already_offered", "The cut is being offered already."
    CUT_NOT_PERMITTED = "cut_not_permitted", "No cut is made here."
    CUT_OUT_OF_ORDER = "cut_out_of_order", "The cut goes to somebody else first."
    CUT_TOO_NEAR_AN_END = "cut_too_near_an_end", "The cut leaves too few cards on one side."
    DEALER_KEEPS_CARDS = "dealer_keeps_cards", "No patron handles cards with this way of dealing."
    DEALT_FACE_UP = "dealt_face_up", "Cards are dealt face up here."
    DECISION_FINAL = "decision_final", "The dispute was decided, and that is final."
    DECKS_INCOMPLETE = "decks_incomplete", "The cards do not make whole decks."
    DECKS_NOT_PERMITTED = "decks_not_permitted", "This number of decks is not permitted."
    DECKS_NOT_PERMITTED_WITH_OFFER = (
        "decks_not_permitted_with_offer",
        "An optional wager does not permit this number of decks.",
    )
    DEVICE_FAILED = "device_failed", "A device failed, and what follows is not done yet."
    DISPUTE_OPEN = "dispute_open", "A dispute must be settled first."
    DISQUALIFICATION_DUE = (
        "disqualification_due",
        "The entrant must be disqualified for this breach.",
    )
    DROP_BOX_MISSING = "drop_box_missing", "A table that takes cash must have a drop box."
    ELIGIBILITY_UNCHECKED = (
        "eligibility_unchecked",
        "Nobody has checked whether this person may enter.",
    )
    ENTRIES_CLOSED = "entries_closed", "Entries are closed."
    ENTRIES_OPEN = "entries_open", "Entries are still open."
    EQUAL_CHIPS = "equal_chips", "All entrants begin a session with the same chips."
    ERROR_REPORTED = "error_reported", "An error was reported and must be looked into first."
    EXEMPT = "exempt", "The rule does not apply to this person on duty."
    FACE_CHECK_DUE = "face_check_due", "The cards must be looked through for one that lies face up."
    FACE_MISSING = "face_missing", "The card must be named.", _MALFORMED
    FACE_UNSEEN = "face_unseen", "Nobody sees the card, so nobody can name it.", _MALFORMED
    FACTS_KEPT = "facts_kept", "Facts about this person must be kept with a claim."
    FEE_UNPAID = "fee_unpaid", "The entry fee is not paid."
    FIELD_FULL = "field_full", "All places are taken."
    FIELD_TOO_SMALL = "field_too_small", "Too few have entered."
    FILE_EXISTS = "file_exists", "There is a file of this name already.", _MALFORMED
    FLOAT_TOO_SMALL = "float_too_small", "The float does not hold so many chips.", _MALFORMED
    FORM_NOT_ANNOUNCED = "form_not_announced", "The secret wager must be announced first."
    FORM_NOT_EXAMINED = "form_not_examined", "The form must be examined first."
    FORM_NOT_HERE = "form_not_here", "Forms are handed in during a session only."
    FORM_NOT_OPEN = "form_not_open", "The form may not be seen now."
    FORM_NOT_PLACED = "form_not_placed", "The announced secret wager must be placed first."
    FULL = "full", "There is no room left to write.", _FAILED
    HAND_OUT = "hand_out", "Cards of a hand are with a patron and must come back first."
    HAS_BEGUN = "has_begun", "The tournament takes place, so nothing is given back."
    HAS_WAGERED = "has_wagered", "The entrant has made a wager or used a pass card."
    HELD_TO_MINIMUM = "held_to_minimum", "The entrant was late and may stake only the minimum."
    HOLDER_MUST_BET = "holder_must_bet", "The holder of the Banker cards must bet on Banker."
    HOLDER_MUST_RECEIVE = "holder_must_receive", "The holder of the Banker cards must receive them."
    INCOMPLETE = "incomplete", "Something that has to be said is left out.", _MALFORMED
    INDICATOR_NOT_OUT = "indicator_not_out", "The indicator card has not appeared."
    INSPECTOR_ABSENT = "inspector_absent", "No card is dealt while no inspector is there."
    INTEGRITY_OPEN = "integrity_open", "The promotion waits until its integrity is certain."
    KEEPS_RULES = "keeps_rules", "Advice that only keeps the rules is no incident."
    KEY_NOT_PRIVATE = "key_not_private", "Others can read the file of the key.", _MALFORMED
    KEY_REUSED = "key_reused", "The key of a request was used for another command.", _FAILED
    LAYOUT_NOT_PERMITTED = "layout_not_permitted", "The rulebook has no such layout."
    LEAD_ABSENT = "lead_absent", "The person who leads the tournament is not there."
    LENGTH_NOT_STATED = "length_not_stated", "The length of the break must be stated."
    LIMITS_MOVE_OTHERWISE = "limits_move_otherwise", "Limits do not change by notice here."
    LIMITS_ONLY_RISE = "limits_only_rise", "Limits may rise but not fall."
    LIMITS_UPSIDE_DOWN = "limits_upside_down", "The maximum must lie above the minimum."
    LINE_TOO_LONG = "line_too_long", "The line is too long.", _MALFORMED
    LOCKED = "locked", "Somebody else has held the store for too long.", _FAILED
    LOG_EXISTS = "log_exists", "There is a log already, and this cannot be added to it.", _MALFORMED
    LOSERS_FIRST = "losers_first", "Losing wagers come off before winners are paid."
    LOW_LIMIT_SOURCE = "low_limit_source", "Low-limit gaming has one permitted source of cards."
    LOW_LIMIT_TOURNAMENT = "low_limit_tournament", "There are no tournaments with low-limit gaming."
    MAIN_WAGER_NEEDED = "main_wager_needed", "This wager needs a main wager of the same patron."
    MALFORMED = "malformed", "The input makes no sense.", _MALFORMED
    MARKER_GOES_ON = "marker_goes_on", "After the first coup the marker moves by itself."
    MARKER_MISPLACED = "marker_misplaced", "The cutting card is not where it must be."
    MARKER_NOT_SET = "marker_not_set", "Nobody has said who wagers first."
    MAXIMUM_WORTH_NOTHING = "maximum_worth_nothing", "A maximum must be more than nothing."
    MEANS_NOT_ALLOWED = "means_not_allowed", "Prizes are not paid by this means."
    METHOD_FIXED = "method_fixed", "The way of dealing is fixed here."
    METHOD_NOT_CHOSEN = "method_not_chosen", "The way of dealing must be chosen first."
    METHOD_NOT_PERMITTED = "method_not_permitted", "The rulebook has no such way of dealing."
    METHOD_ON_REQUEST = (
        "method_on_request",
        "This way of dealing is used only when a patron asks for it.",
    )
    MORE_THAN_THEY_HOLD = "more_than_they_hold", "The patron does not hold so much.", _MALFORMED
    MULTISHUFFLER_DECKS = (
        "multishuffler_decks",
        "The shuffling device does not take this number of decks.",
    )
    MULTISHUFFLER_NOT_PERMITTED = (
        "multishuffler_not_permitted",
        "The rulebook has no such shuffling device.",
    )
    NAME_TAKEN = "name_taken", "Something has this name already.", _MALFORMED
    NEVER_BACK = "never_back", "A card that was pulled never goes back into the shoe."
    NEVER_IN_CASH = "never_in_cash", "No prize is paid in cash."
    NEWER_SCHEMA = "newer_schema", "A later version of Punto wrote this store.", _FAILED
    NO_ACCOUNTS = "no_accounts", "Nobody has an account with which to sign in.", _MALFORMED
    NO_AGREEMENT = "no_agreement", "An agent needs a service agreement to hold the bank."
    NO_ATTEMPT = "no_attempt", "An attempt to put the payment right must be recorded."
    NO_BALLOT = "no_ballot", "Tables and seats must be drawn first."
    NO_BET_COUP = "no_bet_coup", "Nobody may wager on this coup."
    NO_BUYING_BACK = "no_buying_back", "The conditions do not let this entrant buy back."
    NO_CARD = "no_card", "A shoe that reads cards may send cards only.", _MALFORMED
    NO_COMMISSION = "no_commission", "No commission is kept from an entry fee here."
    NO_COUP = "no_coup", "No coup is on.", _MALFORMED
    NO_COUP_ON = "no_coup_on", "The step is for a coup that is on, and none is."
    NO_DEVICE = "no_device", "The game waits for a shuffling device."
    NO_DROP_BOX = "no_drop_box", "The table has no drop box, so it takes no cash."
    NO_FINDING = "no_finding", "No finding is on record on which the measure could rest."
    NO_FORFEITURE = "no_forfeiture", "Only the stakes of a person named for fraud may be kept."
    NO_GROUND = "no_ground", "The rulebook does not name this ground."
    NO_MONEY_INSTEAD = "no_money_instead", "Nobody is paid money in place of this prize."
    NO_MORE_FORMS = "no_more_forms", "The entrant has made all secret wagers that are allowed."
    NO_NOMINEE = "no_nominee", "The cut may not be passed on to another person."
    NO_NOTICE = "no_notice", "No notice of this change is up."
    NO_ORDER = "no_order", "The conditions set no order of wagering."
    NO_PASS_CARDS = "no_pass_cards", "No pass card may be used."
    NO_PERSONAL_LIMITS = "no_personal_limits", "No limits are agreed with single patrons here."
    NO_PERSONAL_MINIMUM = "no_personal_minimum", "No minimum is agreed with single patrons here."
    NO_PLACE_LEFT = "no_place_left", "No place is left for those with a second chance."
    NO_POSITION = "no_position", "All positions for this wager are taken."
    NO_QUALIFYING_WAGER = (
        "no_qualifying_wager",
        "A voucher needs a wager of at least a certain stake.",
    )
    NO_REASON = "no_reason", "A refusal of a prize must have a reason."
    NO_REDUCTION = "no_reduction", "Wagers may not be cut here."
    NO_REFUND = "no_refund", "This fee is not given back."
    NO_RESULT_YET = "no_result_yet", "The result is not announced yet."
    NO_SCRUTINEER = "no_scrutineer", "A prize of this worth needs a scrutineer."
    NO_SECRET_WAGERS = "no_secret_wagers", "The tournament has no secret wagers."
    NO_STANDING_AREA = "no_standing_area", "There are no areas for standing patrons."
    NO_STORE = "no_store", "There is no store at this address.", _FAILED
    NO_SUCH_ACCOUNT = "no_such_account", "There is no account of this name.", _MALFORMED
    NO_SUCH_AMOUNT = "no_such_amount", "This cannot be an amount of money.", _MALFORMED
    NO_SUCH_CARD = "no_such_card", "This is not a card.", _MALFORMED
    NO_SUCH_CHANNEL = "no_such_channel", "An inspector is not told in this way."
    NO_SUCH_DEVICE = "no_such_device", "There is no such device.", _MALFORMED
    NO_SUCH_KEY = "no_such_key", "This is not a key.", _MALFORMED
    NO_SUCH_NAME = "no_such_name", "This cannot be a name.", _MALFORMED
    NO_SUCH_NUMBER = "no_such_number", "The number is outside what makes sense.", _MALFORMED
    NO_SUCH_PASSWORD = "no_such_password", "The password cannot be used.", _MALFORMED
    NO_SUCH_PATRON = "no_such_patron", "This is not the name of a patron.", _MALFORMED
    NO_SUCH_SEAT = "no_such_seat", "The table has no such seat."
    NO_SUCH_SETTLEMENT = "no_such_settlement", "The rulebook has no such settlement.", _MALFORMED
    NO_SUCH_SHOE = "no_such_shoe", "No shoe can hold these cards.", _MALFORMED
    NO_SUCH_SLIP = "no_such_slip", "This is not the number of a slip.", _MALFORMED
    NO_SUCH_STREAM = "no_such_stream", "There is no such table, tournament or house.", _MALFORMED
    NO_SUCH_THING = "no_such_thing", "What was named does not exist.", _MALFORMED
    NO_SUCH_TIME = "no_such_time", "The time makes no sense.", _MALFORMED
    NO_SUCH_TITLE = "no_such_title", "The rulebook has no such title.", _MALFORMED
    NO_SUCH_TOKEN = "no_such_token", "There is no token of this name.", _MALFORMED
    NO_SUCH_TRIGGER = "no_such_trigger", "The rulebook does not take up an error of this kind."
    NO_SUCH_ZONE = "no_such_zone", "This is not a time zone.", _MALFORMED
    NO_TLS = "no_tls", "Passwords would cross the network without protection.", _MALFORMED
    NO_VOID = "no_void", "No coup was void that would allow this."
    NO_VOID_GROUND = "no_void_ground", "The rulebook gives no ground to void this coup."
    NO_WAGERS = "no_wagers", "A coup without wagers is dealt only on request."
    NOBODY_STANDS = "nobody_stands", "Nobody stands and bets at the place of an entrant."
    NOBODY_TO_CUT = "nobody_to_cut", "Nobody is left to whom the cut could be offered."
    NOT_A_COMBINATION = "not_a_combination", "A patron may not have these wagers together."
    NOT_A_CURE = "not_a_cure", "The rulebook does not correct a payment in this way."
    NOT_A_STEP = "not_a_step", "The stake is not the minimum and whole steps above it."
    NOT_A_STORE = "not_a_store", "What is at this address is no store.", _FAILED
    NOT_ABSENT = "not_absent", "The entrant is not absent from the seat."
    NOT_AGREED = "not_agreed", "Not everybody who must agree has agreed."
    NOT_ALL_ASKED = "not_all_asked", "Not everybody was asked about wagers that a tie left."
    NOT_ANNOUNCED = "not_announced", "This had to be announced before the tournament."
    NOT_APPOINTED = "not_appointed", "Another person leads this tournament."
    NOT_APPROVED = "not_approved", "The approval that this needs was not given."
    NOT_AT_A_TOURNAMENT = (
        "not_at_a_tournament",
        "The tournament arranges this, not its tables.",
        _MALFORMED,
    )
    NOT_AT_THIS_POINT = "not_at_this_point", "The cards are not riffled at this point."
    NOT_ATTESTED = "not_attested", "Something must be checked before the table opens."
    NOT_BEFORE_THE_RESULT = (
        "not_before_the_result",
        "These wagers are settled when the coup is over.",
    )
    NOT_BOUGHT_IN = "not_bought_in", "Not everybody has bought chips."
    NOT_COMMITTED = "not_committed", "A seed must be committed before lots are drawn.", _MALFORMED
    NOT_COUNTED = "not_counted", "The chips are not counted."
    NOT_CUT = "not_cut", "The cards are not cut."
    NOT_DECIDED = "not_decided", "The rules do not settle this case."
    NOT_DESIGNATED = "not_designated", "The cards are not for this person to hold or pass on."
    NOT_DISPLAYED = "not_displayed", "A sign must tell patrons first."
    NOT_DUE = "not_due", "This is not due yet."
    NOT_ELIGIBLE = "not_eligible", "The person may not take part."
    NOT_EMPTY = "not_empty", "There is something here already.", _MALFORMED
    NOT_ENOUGH_AT_RISK = "not_enough_at_risk", "The entrant puts less at risk than the minimum."
    NOT_ENOUGH_CHIPS = (
        "not_enough_chips",
        "There are not enough chips for this.",
        Answer.REFUSED,
        _MALFORMED,
    )
    NOT_ENOUGH_TOKENS = "not_enough_tokens", "The patron does not hold so many tokens."
    NOT_ENTITLED = "not_entitled", "This person does not have the power to do this."
    NOT_FIRST_SESSION = "not_first_session", "A seat goes to a reserve in the first session only."
    NOT_FOR_EVERYBODY = "not_for_everybody", "This is not open to everybody."
    NOT_FOR_PATRONS = "not_for_patrons", "Only staff may do this.", _MALFORMED
    NOT_IN_CHIPS = (
        "not_in_chips",
        "No chips at the table make this amount.",
        Answer.REFUSED,
        _MALFORMED,
    )
    NOT_IN_CONDITIONS = "not_in_conditions", "The conditions do not state this."
    NOT_IN_PERSON = "not_in_person", "The entrant must do this in person."
    NOT_IN_SEAT = "not_in_seat", "The entrant is not in the seat.", _MALFORMED
    NOT_IN_UNITS = "not_in_units", "The stake is not a multiple of the unit."
    NOT_IN_WRITING = "not_in_writing", "An approval must be in writing and have a reference."
    NOT_INVALID = "not_invalid", "The wager is not invalid for this reason."
    NOT_LATE = "not_late", "The entrant is not late."
    NOT_LEFT_OPEN = "not_left_open", "The rules do not leave this open."
    NOT_LOOPBACK = "not_loopback", "This runs for the machine itself only.", _MALFORMED
    NOT_NEXT = "not_next", "Somebody else is asked first."
    NOT_NOMINATED = "not_nominated", "The entrant has not named this person."
    NOT_NOW = "not_now", "This is not the time for this step.", _MALFORMED
    NOT_PLAYING = "not_playing", "The entrant does not play in this session.", _MALFORMED
    NOT_QUALIFIED = "not_qualified", "The person does not have the title that this needs."
    NOT_REQUESTED = "not_requested", "Nobody has asked for this."
    NOT_RULED = "not_ruled", "There is no ruling on the dispute yet."
    NOT_SEATED = "not_seated", "The entrant is not in the seat."
    NOT_SETTLED = "not_settled", "Not every wager is settled."
    NOT_SHOWN = "not_shown", "Something must be shown or reported first."
    NOT_SHUFFLED = "not_shuffled", "The cards are not shuffled."
    NOT_SIGNED = "not_signed", "Not everybody who must sign has signed."
    NOT_SIGNED_IN = "not_signed_in", "The caller is not signed in.", _FAILED
    NOT_SUCH_AN_ERROR = (
        "not_such_an_error",
        "An error of this kind changes no cards and voids no coup.",
    )
    NOT_THE_AUTHORITY = "not_the_authority", "This authority does not give this approval."
    NOT_THE_BANK = "not_the_bank", "Only the bank of the house takes part in the bank."
    NOT_THE_FORM = "not_the_form", "The wager is not the one on the form."
    NOT_THE_PRIZE = "not_the_prize", "The amount is not that of the prize.", _MALFORMED
    NOT_THEIR_MATTER = "not_their_matter", "The matter is not one of this role."
    NOT_THEIRS = "not_theirs", "This belongs to somebody else.", Answer.REFUSED, _MALFORMED
    NOT_THESE_CARDS = "not_these_cards", "This is not done with these cards."
    NOT_THESE_CHIPS = "not_these_chips", "These chips are not used at this table."
    NOT_TO_THEM = "not_to_them", "A detained person is not handed to them."
    NOT_TOLD = "not_told", "Somebody must be told first."
    NOT_WITH_A_CARD_SHOE = "not_with_a_card_shoe", "This is done with a shuffling device only."
    NOT_WITH_THIS_METHOD = "not_with_this_method", "This is not done with this way of dealing."
    NOT_YOUR_CARDS = "not_your_cards", "The person does not have these cards."
    NOT_YOURSELF = "not_yourself", "Another person must do this.", _MALFORMED
    NOTHING_ELSE = "nothing_else", "Only certain wagers may be made besides a hand."
    NOTHING_IS_KEPT = "nothing_is_kept", "The house keeps no part of the entry fees."
    NOTHING_THERE = "nothing_there", "There is nothing here to show.", _MALFORMED
    NOTHING_TO_CUT = "nothing_to_cut", "The cards are not ready for a cut."
    NOTHING_TO_REBUILD = "nothing_to_rebuild", "The cards lie where they belong."
    NOTICE_TOO_SHORT = "notice_too_short", "The time on the notice has not come."
    OFFER_NOT_ON_LAYOUT = "offer_not_on_layout", "The layout has no areas for these wagers."
    OFFER_NOT_PERMITTED = "offer_not_permitted", "The rulebook has no such optional wager."
    OFFERS_EXCLUDE_EACH_OTHER = (
        "offers_exclude_each_other",
        "These optional wagers may not run together.",
    )
    ONE_ENTRY_ONLY = "one_entry_only", "Everybody has one entry only."
    ONE_HAND_ONLY = "one_hand_only", "The patron bets on the other hand already."
    ONE_WAGER_PER_OPTION = "one_wager_per_option", "The patron has a wager on this already."
    ORDER_UNKNOWN = "order_unknown", "Nobody knows the order of real cards.", _MALFORMED
    OTHER_CARD = "other_card", "This is not the card that is held.", _MALFORMED
    OTHER_KEY = "other_key", "This key does not fit the store.", _MALFORMED
    OTHER_PERSON = "other_person", "The wager is not one of this person.", _MALFORMED
    OTHER_RULEBOOK = "other_rulebook", "The tables of this house have another rulebook."
    OTHER_SEED = "other_seed", "This is not the seed that was committed.", _MALFORMED
    OUT_OF_TURN = "out_of_turn", "It is not the turn of this entrant."
    OUTSIDE_HOURS = "outside_hours", "The time is outside the hours of the house."
    OUTSIDE_LIMITS = "outside_limits", "The stake is outside the limits."
    OWN_CHIPS = "own_chips", "The play-off is played with the chips that are held."
    OWN_PLACE_ONLY = "own_place_only", "An entrant wagers from the own seat only."
    PACKS_INCOMPLETE = "packs_incomplete", "The packs are not complete and must be replaced."
    PACKS_NOT_CHECKED = "packs_not_checked", "All packs must come out and be checked."
    PAIRS_FIRST = "pairs_first", "Pairs must be settled before a third card."
    PART_OF_A_CENT = "part_of_a_cent", "The amount has a part of a cent.", _MALFORMED
    PARTNERSHIP = "partnership", "Partners together stay within one maximum."
    PASSED = "passed", "The entrant used a pass card for this coup."
    PATRONS_CUT_FIRST = "patrons_cut_first", "Patrons are offered the cut first."
    PAYEE_NOT_WINNER = "payee_not_winner", "The prize goes to the winner and nobody else."
    PERSONAL_MAXIMUM_TOO_LOW = (
        "personal_maximum_too_low",
        "A personal maximum must lie above that of the sign.",
    )
    PERSONAL_MINIMUM_MISSING = (
        "personal_minimum_missing",
        "Personal limits are a minimum and a maximum.",
    )
    PLACE_FORFEITED = "place_forfeited", "The entrant was absent and has lost the place."
    PLACE_IN_USE = "place_in_use", "The place may not be asked for yet."
    PLACE_KEPT = "place_kept", "The entrant keeps the place that was drawn."
    PLAYED_ALREADY = "played_already", "The entrant has played in this round."
    POOL_NOT_PAID = "pool_not_paid", "A part of the prize pool is not paid."
    PRIZE_BARRED = "prize_barred", "The rules do not allow this prize."
    PRIZES_DO_NOT_ADD_UP = "prizes_do_not_add_up", "The prizes do not make up the pool."
    PROXY_BETTING = "proxy_betting", "Nobody wagers for a person outside the casino."
    REFUND_NOT_PERMITTED = (
        "refund_not_permitted",
        "The conditions may not say when a fee is given back.",
    )
    REPLACEMENTS_DIFFER = (
        "replacements_differ",
        "A damaged card is replaced by the same card of a new pack.",
    )
    RESHUFFLE_DUE = "reshuffle_due", "The cards must be shuffled first."
    REVIEW_PENDING = "review_pending", "Another ruling was asked for and is not given yet."
    REVIEW_RIGHT_NOT_TOLD = (
        "review_right_not_told",
        "The person must first be told of the right to a review.",
    )
    ROLE_NOT_TAKEN = "role_not_taken", "The Banker cards must first be offered to patrons."
    ROLE_REFUSED_BY_ALL = (
        "role_refused_by_all",
        "Everybody has declined the Banker cards in this shoe.",
    )
    RULE_NOT_HELD = "rule_not_held", "The rulebook does not answer this question."
    RULEBOOK_CHANGED = (
        "rulebook_changed",
        "The text of the rulebook is not the one that was adopted.",
        _MALFORMED,
    )
    RULES_PREVAIL = "rules_prevail", "The conditions may not change this rule."
    SAME_BACK = "same_back", "New cards must have a back of another colour."
    SAME_NAME = "same_name", "Two people would have the same name.", _MALFORMED
    SAME_PERSON = "same_person", "Another person must give the second ruling."
    SAME_PERSON_TWICE = "same_person_twice", "The same person is named twice.", _MALFORMED
    SCAN_DIFFERS = "scan_differs", "The scan and the table differ, and somebody must decide."
    SEAT_TAKEN = "seat_taken", "The seat is not free.", Answer.REFUSED, _MALFORMED
    SEAT_VOID = "seat_void", "Nobody wagers from this seat any more."
    SEATS_NOT_PERMITTED = "seats_not_permitted", "This number of seats is not permitted."
    SESSION_NOT_OVER = "session_not_over", "The session is not over."
    SESSION_OVER = "session_over", "The session is over."
    SESSION_UNIT = "session_unit", "A session is not measured in this unit."
    SETTLEMENT_NOT_CHOSEN = "settlement_not_chosen", "The settlement must be chosen first."
    SETTLEMENT_NOT_PERMITTED = "settlement_not_permitted", "The rulebook has no such settlement."
    SHOE_NOT_OVER = "shoe_not_over", "The shoe is not over."
    SHOE_OVER = "shoe_over", "The shoe is over."
    SHOE_SHOWN = (
        "shoe_shown",
        "The order of these cards was shown, so they cannot be dealt.",
        _MALFORMED,
    )
    SHOE_VOID = "shoe_void", "The shoe is void and must be shuffled."
    SIGN_EMPTY = "sign_empty", "The sign leaves out something that it must give."
    SITS_OUT = "sits_out", "The wager of this entrant was declared void."
    SLIP_USED = "slip_used", "The slip was used before.", _MALFORMED
    SOURCE_NOT_PERMITTED = "source_not_permitted", "Cards may not be dealt from this source."
    STAKE_NOT_IN_CHIPS = "stake_not_in_chips", "No chips at the table make this stake."
    STAKE_PAYS_PART_OF_A_CENT = "stake_pays_part_of_a_cent", "The stake would win a part of a cent."
    STAKE_WORTH_NOTHING = (
        "stake_worth_nothing",
        "A stake must be more than nothing.",
        Answer.REFUSED,
        _MALFORMED,
    )
    STAKES_UNDECIDED = "stakes_undecided", "Somebody must first choose what happens to a stake."
    STANDING_ALONE = (
        "standing_alone",
        "Nobody is seated at the betting space of this standing patron.",
    )
    STANDING_PATRON = "standing_patron", "Standing patrons may not do this."
    STOPPED = "stopped", "The work was stopped before it had a result.", _MALFORMED
    STORE = "store", "The store could not do this.", _FAILED
    SUPPLY_NOT_PERMITTED = "supply_not_permitted", "Cards may not come in this way."
    SYSTEM = "system", "The operating system refused.", _MALFORMED
    TABLE_CLOSED = "table_closed", "The table is not open.", Answer.REFUSED, _MALFORMED
    TABLE_EXCLUSIVE = "table_exclusive", "The table is for the tournament alone."
    TABLE_FULL = "table_full", "No more patrons may play at this table."
    TERMS_INCOMPLETE = "terms_incomplete", "The terms of the promotion are not complete."
    TERMS_NOT_PUBLISHED = "terms_not_published", "The terms must be published first."
    TERMS_NOT_SENT = "terms_not_sent", "The regulator must have the terms in time."
    THROTTLED = "throttled", "Too many requests came in a short time.", _FAILED
    TIE_LEFT = "tie_left", "A tie is left that somebody must decide.", _MALFORMED
    TIE_OPEN = "tie_open", "A tie must be played off first."
    TIME_NOT_STATED = "time_not_stated", "The sign must say from when it holds."
    TOO_EARLY = "too_early", "It is too early for this step."
    TOO_FEW_CARDS = "too_few_cards", "There are too few cards to start a coup."
    TOO_LARGE = "too_large", "The request is too large.", _FAILED
    TOO_LATE = "too_late", "It is too late for this step.", Answer.REFUSED, _MALFORMED
    TOO_MANY_NO_BETS = "too_many_no_bets", "Too many coups in a row had no wagers."
    TOO_MANY_STANDING = "too_many_standing", "Too many standing patrons bet at this betting space."
    TOO_MUCH_KEPT = "too_much_kept", "The house keeps more of the fees than it may."
    TOTAL_OUT_OF_RANGE = "total_out_of_range", "A hand has from 0 to 9 points."
    TOURNAMENT_CHIPS_ONLY = "tournament_chips_only", "Only tournament chips are used here."
    TWO_RULEBOOKS = "two_rulebooks", "The parts are under different rulebooks.", _MALFORMED
    UNAVAILABLE = "unavailable", "The database does not answer.", _FAILED
    UNCLOSED_QUOTE = "unclosed_quote", "A quotation mark is missing.", _MALFORMED
    UNDER_MINIMUM = "under_minimum", "The stake is under the minimum."
    UNFIT = "unfit", "What was to be written cannot be kept as it is.", _FAILED
    UNKNOWN_ENTRANT = "unknown_entrant", "Nobody of this name has entered.", _MALFORMED
    UNKNOWN_PATRON = "unknown_patron", "Nobody of this name is at the table.", _MALFORMED
    UNKNOWN_WORD = "unknown_word", "The word is unknown, or is given twice.", _MALFORMED
    UNREACHABLE = "unreachable", "The server cannot be reached.", _MALFORMED, _FAILED
    UNREADABLE = "unreadable", "What was read makes no sense.", _MALFORMED
    UNSOUND = "unsound", "The log is not what was written.", _FAILED
    USAGE = "usage", "The command line makes no sense.", _MALFORMED
    VOUCHER_CONDITIONS = "voucher_conditions", "The conditions on the voucher are not met."
    VOUCHER_NOT_EQUAL = "voucher_not_equal", "A voucher gives tokens of the same worth."
    VOUCHER_WORTH_NOTHING = (
        "voucher_worth_nothing",
        "A voucher must be worth something.",
        _MALFORMED,
    )
    WAGER_AFTER_FIRST_CARD = (
        "wager_after_first_card",
        "No wager is made or changed after the first card.",
    )
    WAGER_EVERY_COUP = "wager_every_coup", "Every entrant wagers on every coup."
    WAGER_FINAL = "wager_final", "The wager may not be changed any more."
    WAGER_LOCKED = "wager_locked", "The wager may not be changed after the first card."
    WAGER_MADE = "wager_made", "The entrant has made a wager already."
    WAGER_MISSING = "wager_missing", "The entrant has no wager on this coup."
    WAGER_NOT_OFFERED = "wager_not_offered", "This wager is not on offer here."
    WAGER_ON_LAYOUT = "wager_on_layout", "A wager lies on the layout.", Answer.REFUSED, _MALFORMED
    WAGER_SHORT = "wager_short", "The wager is under the minimum and must be made up."
    WAGER_STANDS = "wager_stands", "A wager out of turn stands."
    WAGER_STANDS_WHERE_IT_LIES = "wager_stands_where_it_lies", "The wager counts where it lies."
    WAGER_UNKNOWN = "wager_unknown", "The rulebook has no such wager."
    WAGERS_LOCKED = "wagers_locked", "No other wager is made after secret wagers are announced."
    WAGERS_ON_LAYOUT = "wagers_on_layout", "All wagers must come off first."
    WAS_ASKED = "was_asked", "Advice that a patron asked for is no incident."
    WRONG_SOURCE = "wrong_source", "This source of cards is not used for this."
    WRONG_STAGE = "wrong_stage", "The cards are at another stage."


def described(answer: Answer) -> dict[str, str]:
    """Return the codes that a kind of no carries, in alphabetical order, with what they mean."""
    return {code.value: code.description for code in ErrorCode if answer in code.answers}
