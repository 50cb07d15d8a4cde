"""Command to events; dispatch only. It may refuse and never changes anything."""

from collections.abc import Callable
from types import ModuleType

from punto.clause import Clauses, Malformed, Refused
from punto.rulebook.elect import TableRules
from punto.shoe import shoe_rules
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

About = Callable[[TableRules], Clauses]


def _wagers(rules: TableRules) -> Clauses:
    return rules.edition.wagering.main.clause


def _cards(rules: TableRules) -> Clauses:
    return shoe_rules(rules).sources.clause


def _game(rules: TableRules) -> Clauses:
    return rules.edition.powers["deal"].clause


def _order(rules: TableRules) -> Clauses:
    return rules.edition.powers["void_coup"].clause


# Each family of decisions, and the clauses about what it is for: they go with a refusal of input
# that makes no sense at the table as it is.
FAMILIES: dict[ModuleType, About] = {
    wagering: _wagers,
    dealing: _game,
    settling: _game,
    seating: seating.seat_clause,
    preparing: _cards,
    care: _cards,
    limits: _wagers,
    no_bets: _wagers,
    offers: _wagers,
    validity: _wagers,
    methods: _game,
    passing: _game,
    role: _game,
    opening: _order,
    notices: _order,
    astray: _game,
    late: _game,
    strange: _game,
    mispaid: _order,
    device: _game,
    conduct: _order,
    disputes: _order,
}

HANDLERS: Handlers = {kind: one for family in FAMILIES for kind, one in family.HANDLERS.items()}
_ABOUT: dict[type, About] = {
    kind: about for family, about in FAMILIES.items() for kind in family.HANDLERS
}


def decide(rules: TableRules, table: Table, by: Actor, command: do.AnyCommand) -> Events:
    """Return what happens when somebody commands something, or refuse it with its clause."""
    try:
        return HANDLERS[type(command)](in_force(rules, table), table, by, command)
    except Malformed as no:
        raise Refused(no.code, _ABOUT[type(command)](rules), no.message, no.hint) from None
