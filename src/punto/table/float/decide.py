"""Commands about the float: dispatch only."""

from punto.aggregate.actor import Actor
from punto.rulebook.elect import TableRules
from punto.table.events import Events
from punto.table.float import commands as do
from punto.table.float.counting import count_float
from punto.table.float.filling import credit_float, fill_float
from punto.table.table import Table


def decide(rules: TableRules, table: Table, by: Actor, command: do.FloatCommand) -> Events:
    """Return what happens when somebody commands something about the float."""
    match command:
        case do.FillFloat():
            return fill_float(rules, table, by, command)
        case do.CreditFloat():
            return credit_float(rules, table, by, command)
        case do.CountFloat():
            return count_float(rules, table, by, command)
