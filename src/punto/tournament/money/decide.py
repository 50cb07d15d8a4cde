"""A command about money to its events: dispatch only."""

from typing import assert_never

from punto.rulebook.elect import TableRules
from punto.table.authority import Actor
from punto.tournament.events import Events
from punto.tournament.money import commands as do
from punto.tournament.money.fees import pay_fee
from punto.tournament.money.prizes import pay_prizes
from punto.tournament.tournament import Tournament


def decide(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.MoneyCommand
) -> Events:
    """Return what a command about money brings about."""
    match command:
        case do.PayFee():
            return pay_fee(rules, tournament, by, command)
        case do.PayPrizes():
            return pay_prizes(rules, tournament, by)
        case _:
            assert_never(command)
