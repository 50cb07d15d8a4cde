"""Entry fees: paid once, in full."""

from punto.clause import Malformed
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.table.authority import Actor, speaks_for
from punto.tournament.events import Events
from punto.tournament.money import commands as do
from punto.tournament.money import events as happened
from punto.tournament.people import known
from punto.tournament.tournament import Tournament


def pay_fee(_: TableRules, tournament: Tournament, by: Actor, command: do.PayFee) -> Events:
    """Take the entry fee of the conditions from an applicant."""
    speaks_for(by, command.name)
    entrant, fee = known(tournament, command.name), tournament.conditions.entry_fee_cents or 0
    if entrant.paid_cents:
        raise Malformed(f"{entrant.name} has paid", code="already_so")
    if command.cents != fee:
        raise Malformed(f"the entry fee is {dollars(fee)}", code="no_such_amount")
    return (happened.FeePaid(name=entrant.name, cents=command.cents),)
