"""Tables that the tournament uses, and nobody else while a session runs."""

from punto.clause import Malformed
from punto.rulebook.elect import TableRules
from punto.table.authority import Actor, require_staff
from punto.table.opening.setting_up import set_up
from punto.tournament.events import Events
from punto.tournament.seating import commands as do
from punto.tournament.seating import events as happened
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament

# Chips that a table of a tournament can pay out; they are no money.
STOCK_CENTS = 10**13


def designate_table(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.DesignateTable
) -> Events:
    """Give the tournament a table, set up as the house elected."""
    require_staff(rules, by, "designate a table")
    if command.table < 1:
        raise Malformed("tables are numbered from one", code="no_such_thing")
    if command.table in tournament.floor.tables:
        raise Malformed(f"table {command.table} is designated", code="already_so")
    first = set_up(rules, tournament.setup.elections, STOCK_CENTS, command.in_play)
    return (
        happened.TableDesignated(table=command.table),
        TableStepped(table=command.table, event=first),
    )
