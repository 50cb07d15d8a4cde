"""Commands about opening, closing, duties and papers: dispatch only."""

from punto.aggregate.actor import Actor
from punto.rulebook.elect import TableRules
from punto.table.events import Events
from punto.table.opening import commands as do
from punto.table.opening.approvals import attest, record_approval
from punto.table.opening.cash import switch_cash
from punto.table.opening.duty import display_sign, show_rules, sign_off, sign_on, tell
from punto.table.opening.opening import close_table, open_table
from punto.table.opening.setting_up import adopt_rulebook
from punto.table.table import Table


def decide(rules: TableRules, table: Table, by: Actor, command: do.OpeningCommand) -> Events:
    """Return what happens when somebody commands something about opening or duties."""
    match command:
        case do.AdoptRulebook():
            return adopt_rulebook(rules, table, by)
        case do.RecordApproval():
            return record_approval(rules, by, command)
        case do.Attest():
            return attest(rules, by, command)
        case do.OpenTable():
            return open_table(rules, table, by, command)
        case do.CloseTable():
            return close_table(rules, table, by)
        case do.SwitchCash():
            return switch_cash(rules, by, command)
        case do.SignOn():
            return sign_on(rules, table, by)
        case do.SignOff():
            return sign_off(rules, table, by)
        case do.Tell():
            return tell(rules, table, by, command)
        case do.DisplaySign():
            return display_sign(by, command)
        case do.ShowRules():
            return show_rules(rules, by, command)
