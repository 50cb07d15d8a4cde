"""Winners were told, prizes paid and handed over, claims denied."""

from punto.aggregate.event import Event, Register, Unregistered, Visibility
from punto.house.promotion import Part
from punto.rulebook.promotion_policies import ToldBy


class OfAward(Event, frozen=True, gc=False):
    """An event about a prize on its way."""


class WinnerTold(OfAward, frozen=True, gc=False, tag="winner_told"):
    """Somebody tried to tell a winner; ``late`` if the time for it was over."""

    visibility = Visibility.WATCH
    registers = Unregistered.REPORTED

    promotion: int
    prize: int
    means: ToldBy
    reached: bool = False
    late: bool = False


class MoneyTakenInstead(OfAward, frozen=True, gc=False, tag="money_taken_instead"):
    """A winner takes the worth of a prize instead of it."""

    visibility = Visibility.WATCH
    registers = Unregistered.REPORTED

    promotion: int
    prize: int
    cents: int


class PromotionPrizePaid(OfAward, frozen=True, gc=False, tag="promotion_prize_paid"):
    """The money of a prize was paid."""

    visibility = Visibility.STAFF
    registers = Unregistered.REPORTED

    promotion: int
    prize: int
    parts: tuple[Part, ...]


class PrizeHandedOver(OfAward, frozen=True, gc=False, tag="prize_handed_over"):
    """A prize was handed over."""

    visibility = Visibility.STAFF
    registers = Unregistered.REPORTED

    promotion: int
    prize: int


class ClaimDenied(OfAward, frozen=True, gc=False, tag="claim_denied"):
    """A claim was not met; ``kept`` if its details have to be kept. People stand as keys."""

    visibility = Visibility.PERSON
    registers = (Register.DENIED_CLAIMS,)
    concerns = "person"

    promotion: int
    number: int
    prize: int
    person: str
    text: str
    kept: bool = False


class AwardRefused(OfAward, frozen=True, gc=False, tag="award_refused"):
    """A winner does not get a prize: its draw is cancelled. People stand as keys."""

    visibility = Visibility.PERSON
    registers = (Register.DENIED_CLAIMS,)
    concerns = "person"

    promotion: int
    number: int
    prize: int
    person: str
    text: str


class DeniedTold(OfAward, frozen=True, gc=False, tag="denied_told"):
    """Whoever was refused a prize was told why."""

    visibility = Visibility.WATCH
    registers = (Register.DENIED_CLAIMS,)

    promotion: int
    number: int


AwardEvent = (
    WinnerTold
    | MoneyTakenInstead
    | PromotionPrizePaid
    | PrizeHandedOver
    | ClaimDenied
    | AwardRefused
    | DeniedTold
)
