"""A command about money to its events: dispatch only."""

from typing import assert_never

from punto.aggregate.actor import Actor
from punto.rulebook.elect import TableRules
from punto.tournament.events import Events
from punto.tournament.money import commands as do
from punto.tournament.money.adding import add_value
from punto.tournament.money.buying import pay_buy_back, pay_buy_in
from punto.tournament.money.fees import pay_fee
from punto.tournament.money.keeping import retain_fees
from punto.tournament.money.prizes import award_prizes, close_tournament, pay_prize, pay_prizes
from punto.tournament.money.refunds import refund_fee
from punto.tournament.money.stock import return_chips, stock_chips
from punto.tournament.tournament import Tournament


def decide(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.MoneyCommand
) -> Events:
    """Return what a command about money brings about."""
    match command:
        case do.PayFee():
            return pay_fee(rules, tournament, by, command)
        case do.RefundFee():
            return refund_fee(rules, tournament, by, command)
        case do.AddValue():
            return add_value(rules, tournament, by, command)
        case do.RetainFees():
            return retain_fees(rules, tournament, by, command)
        case do.PayBuyIn():
            return pay_buy_in(rules, tournament, by, command)
        case do.PayBuyBack():
            return pay_buy_back(rules, tournament, by, command)
        case do.AwardPrizes():
            return award_prizes(rules, tournament, by)
        case do.PayPrize():
            return pay_prize(rules, tournament, by, command)
        case do.PayPrizes():
            return pay_prizes(rules, tournament, by)
        case do.CloseTournament():
            return close_tournament(rules, tournament, by)
        case do.StockChips():
            return stock_chips(rules, tournament, by, command)
        case do.ReturnChips():
            return return_chips(rules, tournament, by, command)
        case _:
            assert_never(command)
