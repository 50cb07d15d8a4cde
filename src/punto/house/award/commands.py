"""Winners told, prizes paid and handed over, claims denied."""

from punto.aggregate.command import Command
from punto.house.promotion import Part
from punto.rulebook.promotion_policies import ToldBy


class AboutAward(Command, frozen=True):
    """A command about a prize on its way to its winner."""


class TellWinner(AboutAward, frozen=True, tag="tell_winner"):
    """An attempt to tell a winner; ``reached`` if it succeeded."""

    promotion: int
    prize: int
    means: ToldBy
    reached: bool = False


class TakeMoneyInstead(AboutAward, frozen=True, tag="take_money_instead"):
    """A winner takes the worth of a prize instead of it."""

    promotion: int
    prize: int


class PayPromotionPrize(AboutAward, frozen=True, tag="pay_promotion_prize"):
    """The money of a prize is paid, in one part or several."""

    promotion: int
    prize: int
    parts: tuple[Part, ...]


class HandOverPrize(AboutAward, frozen=True, tag="hand_over_prize"):
    """A prize that is not money is handed over."""

    promotion: int
    prize: int


class DenyClaim(AboutAward, frozen=True, tag="deny_claim"):
    """A claim to a prize is not met, for a reason."""

    promotion: int
    prize: int
    person: str
    text: str


class TellDenied(AboutAward, frozen=True, tag="tell_denied"):
    """Whoever was refused a prize is told why."""

    promotion: int
    claim: int


AwardCommand = (
    TellWinner | TakeMoneyInstead | PayPromotionPrize | HandOverPrize | DenyClaim | TellDenied
)
