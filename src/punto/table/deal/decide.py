"""Commands of a coup: dispatch only."""

from typing import assert_never

from punto.aggregate.actor import Actor
from punto.rulebook.elect import TableRules
from punto.table.deal import commands as do
from punto.table.deal.drawing import draw
from punto.table.deal.forfeiting import take_back_cards
from punto.table.deal.methods import change_method, direct_turning
from punto.table.deal.no_bets import direct_no_bet
from punto.table.deal.nominating import nominate_turner
from punto.table.deal.passing import decline_cards, pass_cards, return_cards, turn_cards
from punto.table.deal.role import accept_role, decline_role, offer_role, pass_role
from punto.table.deal.settling import collect_losers, discard, pay_winners, settle_pairs_now
from punto.table.events import Events
from punto.table.table import Table


def decide(rules: TableRules, table: Table, by: Actor, command: do.DealCommand) -> Events:
    """Return what happens when somebody commands a step of a coup."""
    match command:
        case do.Draw():
            return draw(rules, table, by, command)
        case do.CollectLosers():
            return collect_losers(rules, table, by, command)
        case do.PayWinners():
            return pay_winners(rules, table, by, command)
        case do.Discard():
            return discard(rules, table, by)
        case do.SettlePairs():
            return settle_pairs_now(rules, table, by)
        case do.PassCards():
            return pass_cards(rules, table, by, command)
        case do.TurnCards():
            return turn_cards(rules, table, by, command)
        case do.ReturnCards():
            return return_cards(rules, table, by, command)
        case do.DeclineCards():
            return decline_cards(rules, table, by, command)
        case do.NominateTurner():
            return nominate_turner(rules, table, by, command)
        case do.TakeBackCards():
            return take_back_cards(rules, table, by, command)
        case do.OfferRole():
            return offer_role(rules, table, by)
        case do.AcceptRole():
            return accept_role(rules, table, by)
        case do.DeclineRole():
            return decline_role(rules, table, by)
        case do.PassRole():
            return pass_role(rules, table, by)
        case do.DirectNoBet():
            return direct_no_bet(rules, table, by, command)
        case do.ChangeMethod():
            return change_method(rules, table, by, command)
        case do.DirectTurning():
            return direct_turning(rules, table, by, command)
        case _:
            assert_never(command)
