"""Commands about people and their chips: dispatch only."""

from punto.aggregate.actor import Actor
from punto.rulebook.elect import TableRules
from punto.table.events import Events
from punto.table.seats import commands as do
from punto.table.seats.admission import limit_patrons, link_patrons
from punto.table.seats.buying import buy_chips, cash_out, exchange_voucher
from punto.table.seats.joining import ask_to_vacate, change_seat, join, leave
from punto.table.table import Table


def decide(rules: TableRules, table: Table, by: Actor, command: do.SeatsCommand) -> Events:
    """Return what happens when somebody commands something about people at the table."""
    match command:
        case do.Join():
            return join(rules, table, by, command)
        case do.Leave():
            return leave(rules, table, by, command)
        case do.ChangeSeat():
            return change_seat(rules, table, by, command)
        case do.BuyChips():
            return buy_chips(rules, table, by, command)
        case do.CashOut():
            return cash_out(rules, table, by, command)
        case do.ExchangeVoucher():
            return exchange_voucher(rules, table, by, command)
        case do.LimitPatrons():
            return limit_patrons(rules, table, by, command)
        case do.AskToVacate():
            return ask_to_vacate(rules, table, by, command)
        case do.LinkPatrons():
            return link_patrons(rules, table, by, command)
