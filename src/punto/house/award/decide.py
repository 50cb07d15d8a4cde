"""A command about a prize on its way to its events: dispatch only."""

from typing import assert_never

from punto.aggregate.actor import Actor
from punto.house.award import commands as do
from punto.house.award.paying import hand_over_prize, pay_prize, take_money_instead
from punto.house.award.telling import deny_claim, tell_denied, tell_winner
from punto.house.events import Events
from punto.house.house import House
from punto.house.known import Known
from punto.rulebook.elect import TableRules


def decide(
    rules: TableRules, house: House, by: Actor, command: do.AwardCommand, known: Known
) -> Events:
    """Return what a command about a prize brings about."""
    match command:
        case do.TellWinner():
            return tell_winner(rules, house, by, command)
        case do.TakeMoneyInstead():
            return take_money_instead(rules, house, by, command)
        case do.PayPromotionPrize():
            return pay_prize(rules, house, by, command)
        case do.HandOverPrize():
            return hand_over_prize(rules, house, by, command)
        case do.DenyClaim():
            return deny_claim(rules, house, by, command, known)
        case do.TellDenied():
            return tell_denied(rules, house, by, command)
        case _:
            assert_never(command)
