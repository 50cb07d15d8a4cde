"""The named policies of rulebooks: one enum for each choice."""

from enum import StrEnum


class PairJudge(StrEnum):
    """How two cards are compared to find a pair."""

    RANK = "rank"
    POINT_VALUE = "point_value"


class Rounding(StrEnum):
    """How a payment is rounded that the chips cannot make."""

    EXACT = "exact"
    UP_TO_NEXT_CHIP = "up_to_next_chip"


class SettlingOrder(StrEnum):
    """The order in which the wagers of a coup are settled."""

    AS_PLACED = "as_placed"
    COLLECT_THEN_PAY = "collect_then_pay"
    PAIRS_FIRST = "pairs_first"


class MarkerPlacing(StrEnum):
    """How strictly the position of the end-of-shoe card is fixed."""

    AT_LEAST = "at_least"
    EXACTLY = "exactly"


class MissedBurn(StrEnum):
    """What happens if the first coup begins without a burned card."""

    MUST_BE_DECLARED = "must_be_declared"
    IS_RECORDED = "is_recorded"


class BurnFace(StrEnum):
    """Who may see the first burned card."""

    UNSEEN = "unseen"
    ON_REQUEST = "on_request"
    SHOWN = "shown"


class BurnFurther(StrEnum):
    """How many cards follow the first burned card."""

    NONE = "none"
    BURN_VALUE = "burn_value"


class BeforeMade(StrEnum):
    """What is known about days before the instrument was made."""

    NOT_IN_FORCE = "not_in_force"
    UNKNOWN = "unknown"


class SeatsRun(StrEnum):
    """The direction of the seat numbers around the table."""

    CLOCKWISE = "clockwise"
    ANTICLOCKWISE = "anticlockwise"


class CutChoice(StrEnum):
    """Who decides who cuts the cards."""

    PATRONS_FIRST = "patrons_first"
    SUPERVISOR_CHOOSES = "supervisor_chooses"


class Commencing(StrEnum):
    """Which shoe is the first of a game. Its cut may follow another rule than later ones."""

    FIRST_SINCE_SET_UP = "first_since_set_up"
    NO_COUP_SINCE_OPENED = "no_coup_since_opened"


class CutFirst(StrEnum):
    """Who is offered the cut of the first shoe first."""

    ANYONE = "anyone"
    FIRST_TO_ARRIVE = "first_to_arrive"
    FIRST_TO_SIT = "first_to_sit"


class CutLater(StrEnum):
    """Who is offered the cut of a later shoe first."""

    ANYONE = "anyone"
    LEFT_OF_DEALER = "left_of_dealer"
    LEFT_OF_LAST_CUTTER = "left_of_last_cutter"


class CutNext(StrEnum):
    """Who is offered the cut next if it is declined."""

    CLOCKWISE_FROM_REFUSER = "clockwise_from_refuser"
    CLOCKWISE_FROM_HIGHEST_SEAT = "clockwise_from_highest_seat"


class OutsideLimits(StrEnum):
    """What happens to a wager outside the limits that is noticed before the first card."""

    WARNED = "warned"
    REFUSED = "refused"


class BoxKeptFor(StrEnum):
    """For whom a betting space is reserved, if each is reserved for one patron."""

    FIRST_BETTOR = "first_bettor"
    SEATED_PATRON = "seated_patron"


class OffStep(StrEnum):
    """What happens to a stake between the steps of the sign that is noticed in time."""

    FLAGGED = "flagged"
    REFUSED = "refused"


class UnderMinimum(StrEnum):
    """What happens to a wager under the minimum that is found after the first card."""

    SETTLED = "settled"
    SETTLED_THEN_ADVISED = "settled_then_advised"


class PersonalCovers(StrEnum):
    """Which limits an agreement with one patron replaces."""

    MAXIMUM = "maximum"
    MINIMUM_AND_MAXIMUM = "minimum_and_maximum"


class PersonalDirection(StrEnum):
    """Which way personal limits may differ from the sign."""

    HIGHER_ONLY = "higher_only"
    EITHER = "either"


class CapMeasure(StrEnum):
    """What a cap over the whole table compares."""

    DIFFERENCE_OF_HANDS = "difference_of_hands"
    TOTAL_OF_ONE_HAND = "total_of_one_hand"


class CapExceeded(StrEnum):
    """What happens when a cap is exceeded before the first card."""

    DEAL_BLOCKED = "deal_blocked"
    REDUCED_PRO_RATA = "reduced_pro_rata"


class NoBetWagers(StrEnum):
    """Whether wagers are accepted on a coup that needs none."""

    REFUSED = "refused"
    PERMITTED = "permitted"


class Misplaced(StrEnum):
    """The effects when a card on the wrong hand is moved to the right one."""

    TO_ITS_HAND = "to_its_hand"
    TO_ITS_HAND_WAGERS_REMOVABLE = "to_its_hand_wagers_removable"


class ExcessUnseen(StrEnum):
    """What happens to a surplus card that nobody has seen."""

    OPENS_NEXT_COUP = "opens_next_coup"
    OPENS_NEXT_COUP_UNLESS_MARKER = "opens_next_coup_unless_marker"


class ExcessOnBanker(StrEnum):
    """Whether it matters that a surplus card on Banker was seen."""

    AS_ANY_OTHER = "as_any_other"
    NEVER_BET_ON = "never_bet_on"


class NoticeRule(StrEnum):
    """The notice that a change requires."""

    NONE = "none"
    FIRST = "first"
    TIMED = "timed"


class TurnedBy(StrEnum):
    """Who turns the cards of a coup."""

    DEALER = "dealer"
    HIGHEST_WAGERS = "highest_wagers"
    BANKER_ROLE = "banker_role"
    AS_DIRECTED = "as_directed"


class FacesDealt(StrEnum):
    """Whether cards are dealt face up or face down under a method."""

    UP = "up"
    UP_OR_DOWN = "up_or_down"
    DOWN = "down"


class NomineeCards(StrEnum):
    """Cards of a hand that others may be nominated to turn."""

    INITIAL = "initial"
    THIRD = "third"


class OutCounted(StrEnum):
    """How hands with patrons are counted: over the table, or for each holder."""

    OVER_TABLE = "over_table"
    PER_HOLDER = "per_holder"


class Replaced(StrEnum):
    """When cards may be replaced by others."""

    AFTER_ANY_COUP = "after_any_coup"
    AFTER_LAST_COUP = "after_last_coup"


class RifflePoint(StrEnum):
    """When cards that came shuffled may be riffled once more."""

    BEFORE_MULTISHUFFLER = "before_multishuffler"
    BEFORE_CUT = "before_cut"


class StakeOfFraud(StrEnum):
    """What happens to the stake of a person whose fraud affected a result."""

    RETURNED = "returned"
    MAY_BE_FORFEITED = "may_be_forfeited"


class DisputeReview(StrEnum):
    """Where a person may appeal who does not accept a ruling."""

    COMMISSION_ON_REQUEST = "commission_on_request"
    COMPLAINT_TO_INSPECTOR = "complaint_to_inspector"


class LateError(StrEnum):
    """The effect of a dealing error that is found after the next coup began."""

    FAULTY_COUP_VOID = "faulty_coup_void"
    RESULTS_STAND = "results_stand"


class AdviceLasts(StrEnum):
    """How long the advice lasts that small wagers will be returned."""

    WHILE_AT_TABLE = "while_at_table"
    GAMING_DAY = "gaming_day"


class LiveRule(StrEnum):
    """A rule of live play that a tournament may set aside."""

    LIMITS = "limits"
    SMALL_WAGERS = "small_wagers"
    OVER_MAXIMUM = "over_maximum"
    NOTICES = "notices"
    PERSONAL_LIMITS = "personal_limits"
    SHARING = "sharing"
    COMBINATIONS = "combinations"
    FREE_COUPS = "free_coups"
    CAPS = "caps"
    TURNING = "turning"
    LIFTING = "lifting"


class CutOff(StrEnum):
    """The event after which a dealing error is found too late."""

    NEXT_COUP = "next_coup"
    CARDS_REMOVED = "cards_removed"
    TABLE_CLOSED = "table_closed"
