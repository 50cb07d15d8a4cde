"""Commands about limits and notices: dispatch only."""

from collections.abc import Mapping

from punto.aggregate.actor import Actor
from punto.rulebook.elect import TableRules
from punto.table.events import Events
from punto.table.limits import commands as do
from punto.table.limits.caps import reduce_wagers
from punto.table.limits.changes import change_sign
from punto.table.limits.handing_back import hand_back_latest
from punto.table.limits.notices import post_notice
from punto.table.limits.personal import agree_limits, withdraw_limits
from punto.table.limits.small import look_back
from punto.table.phase import PastCoup
from punto.table.table import Table


def decide(
    rules: TableRules,
    table: Table,
    by: Actor,
    command: do.LimitsCommand,
    past: Mapping[int, PastCoup],
) -> Events:
    """Return what happens when somebody commands something about limits."""
    match command:
        case do.PostNotice():
            return post_notice(rules, table, by, command)
        case do.ChangeSign():
            return change_sign(rules, table, by, command)
        case do.AgreeLimits():
            return agree_limits(rules, table, by, command)
        case do.WithdrawLimits():
            return withdraw_limits(rules, table, by, command)
        case do.ReduceWagers():
            return reduce_wagers(rules, table, by)
        case do.HandBackLatest():
            return hand_back_latest(rules, table, by)
        case do.LookBack():
            return look_back(rules, table, by, command, past)
