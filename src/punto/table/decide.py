"""Command to events; dispatch only. It may refuse and never changes anything."""

from punto.rulebook.elect import TableRules
from punto.table import (
    astray,
    care,
    conduct,
    dealing,
    device,
    disputes,
    late,
    limits,
    methods,
    mispaid,
    no_bets,
    notices,
    offers,
    opening,
    passing,
    preparing,
    role,
    seating,
    settling,
    strange,
    validity,
    wagering,
)
from punto.table import commands as do
from punto.table.current import in_force
from punto.table.handlers import Events, Handlers
from punto.table.people import Actor
from punto.table.state import Table

FAMILIES = (
    wagering,
    dealing,
    settling,
    seating,
    preparing,
    care,
    limits,
    no_bets,
    offers,
    validity,
    methods,
    passing,
    role,
    opening,
    notices,
    astray,
    late,
    strange,
    mispaid,
    device,
    conduct,
    disputes,
)

HANDLERS: Handlers = {kind: one for family in FAMILIES for kind, one in family.HANDLERS.items()}


def decide(rules: TableRules, table: Table, by: Actor, command: do.AnyCommand) -> Events:
    """Return what happens when somebody commands something, or refuse it with its clause."""
    return HANDLERS[type(command)](in_force(rules, table), table, by, command)
