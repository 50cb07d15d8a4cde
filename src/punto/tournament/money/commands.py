"""Fees and buy-ins paid in, value added, a part kept, prizes paid out, chips back in stock."""

from typing import Literal

from punto.aggregate.command import Command


class AboutMoney(Command, frozen=True):
    """A command about money; chips of a tournament are none."""


class PayFee(AboutMoney, frozen=True, tag="pay_fee"):
    """An applicant pays the entry fee."""

    name: str
    cents: int


class RefundFee(AboutMoney, frozen=True, tag="refund_fee"):
    """An entry fee is to be given back that does not go back by itself."""

    name: str


class AddValue(AboutMoney, frozen=True, tag="add_value"):
    """The house adds money, goods or services to the pool."""

    cents: int = 0
    goods: str | None = None


class RetainFees(AboutMoney, frozen=True, tag="retain_fees"):
    """The house keeps a part of the fees, and says what for.

    The author of a scenario may leave out that it is for administration.
    """

    cents: int
    purpose: Literal["administration", "related_pool"] | None = None


class PayBuyIn(AboutMoney, frozen=True, tag="pay_buy_in"):
    """An entrant buys the chips of the session that comes."""

    name: str
    cents: int


class PayBuyBack(AboutMoney, frozen=True, tag="pay_buy_back"):
    """Somebody who is out buys back into the tournament."""

    name: str
    cents: int


class AwardPrizes(AboutMoney, frozen=True, tag="award_prizes"):
    """The pool is divided among the places that were confirmed."""


class PayPrize(AboutMoney, frozen=True, tag="pay_prize"):
    """One entrant is paid what they won."""

    name: str
    cents: int


class PayPrizes(AboutMoney, frozen=True, tag="pay_prizes"):
    """Everybody is paid who has not been paid yet; the pool is divided first if it is not."""


class CloseTournament(AboutMoney, frozen=True, tag="close_tournament"):
    """The tournament is over: everything is paid, and all chips are back."""


class StockChips(AboutMoney, frozen=True, tag="stock_chips"):
    """The chips of the tournament are put into stock, so many of each."""

    pieces: dict[int, int]


class ReturnChips(AboutMoney, frozen=True, tag="return_chips"):
    """After a session the chips that came back are counted, so many of each."""

    pieces: dict[int, int]


MoneyCommand = (
    PayFee
    | RefundFee
    | AddValue
    | RetainFees
    | PayBuyIn
    | PayBuyBack
    | AwardPrizes
    | PayPrize
    | PayPrizes
    | CloseTournament
    | StockChips
    | ReturnChips
)
