"""Command to events; dispatch only. It may refuse and never changes anything."""

from punto.clause import Clauses, Malformed, Refused
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
    handler = HANDLERS[type(command)]
    try:
        return handler(in_force(rules, table), table, by, command)
    except Malformed as no:
        raise Refused(no.code, _about(rules, handler.__module__), no.message, no.hint) from None


def _about(rules: TableRules, module: str) -> Clauses:
    """Return the clauses about the kind of act that a family of decisions is for."""
    edition = rules.edition
    family = module.rpartition(".")[2]
    if family == "seating":
        return seating.seat_clause(rules)
    if family in ("wagering", "validity", "limits", "offers", "no_bets"):
        return edition.wagering.main.clause
    if family in ("preparing", "care") and edition.shoe:
        return edition.shoe.sources.clause
    if family in ("opening", "notices", "conduct", "disputes", "mispaid"):
        return edition.powers["void_coup"].clause
    return edition.powers["deal"].clause
