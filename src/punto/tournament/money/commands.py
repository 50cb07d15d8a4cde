"""Fees paid in, prizes paid out."""

from punto.table.event import Command


class AboutMoney(Command, frozen=True):
    """A command about money; chips of a tournament are none."""


class PayFee(AboutMoney, frozen=True, tag="pay_fee"):
    """An applicant pays the entry fee."""

    name: str
    cents: int


class PayPrizes(AboutMoney, frozen=True, tag="pay_prizes"):
    """The prizes are paid, and the tournament is over."""


MoneyCommand = PayFee | PayPrizes
