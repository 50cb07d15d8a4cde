"""Commands about wagers: dispatch only."""

from punto.aggregate.actor import Actor
from punto.rulebook.elect import TableRules
from punto.table.events import Events
from punto.table.table import Table
from punto.table.wagers import commands as do
from punto.table.wagers.betting import (
    approve_both_hands,
    call_bets,
    no_more_bets,
    open_betting,
    withdraw_wager,
)
from punto.table.wagers.flaws import claim_wager, find_invalid, refuse_wager, relax_lock
from punto.table.wagers.offers import restrict_offer
from punto.table.wagers.placing import place_wager


def decide(rules: TableRules, table: Table, by: Actor, command: do.WagersCommand) -> Events:
    """Return what happens when somebody commands something about wagers."""
    match command:
        case do.PlaceWager():
            return place_wager(rules, table, by, command)
        case do.OpenBetting():
            return open_betting(rules, table, by)
        case do.CallBets():
            return call_bets(rules, table, by)
        case do.NoMoreBets():
            return no_more_bets(rules, table, by)
        case do.WithdrawWager():
            return withdraw_wager(rules, table, by, command)
        case do.ClaimWager():
            return claim_wager(rules, table, by, command)
        case do.RefuseWager():
            return refuse_wager(rules, table, by, command)
        case do.FindInvalid():
            return find_invalid(rules, table, by, command)
        case do.RelaxLock():
            return relax_lock(rules, table, by, command)
        case do.ApproveBothHands():
            return approve_both_hands(rules, table, by, command)
        case do.RestrictOffer():
            return restrict_offer(rules, table, by, command)
