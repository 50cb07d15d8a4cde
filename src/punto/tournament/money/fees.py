"""Entry fees: paid once, in full."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import speaks_for
from punto.tournament.conditions import Conditions
from punto.tournament.entrant import Standing
from punto.tournament.events import Events
from punto.tournament.money import commands as do
from punto.tournament.money import events as happened
from punto.tournament.people import known
from punto.tournament.rules import law
from punto.tournament.tournament import Stage, Tournament


def charged_cents(conditions: Conditions) -> int:
    """Return what somebody pays to enter, a commission on top included."""
    on_top = conditions.commission_cents if conditions.commission_on_top else None
    return (conditions.entry_fee_cents or 0) + (on_top or 0)


def pay_fee(rules: TableRules, tournament: Tournament, by: Actor, command: do.PayFee) -> Events:
    """Take the entry fee of the conditions from an applicant."""
    speaks_for(by, command.name)
    entrant, fee = known(tournament, command.name), charged_cents(tournament.conditions)
    if tournament.stage is not Stage.OPEN:
        raise Malformed("entries are not open", code=ErrorCode.NOT_NOW)
    if entrant.paid_cents:
        raise Malformed(f"{entrant.name} has paid", code=ErrorCode.ALREADY_SO)
    if entrant.standing not in (Standing.APPLIED, Standing.ENTERED):
        raise Malformed(f"{entrant.name} is {entrant.standing}", code=ErrorCode.NOT_NOW)
    if entrant.reserve:
        raise Malformed(f"{entrant.name} pays when a seat comes free", code=ErrorCode.NOT_NOW)
    if command.cents <= 0 or command.cents != fee:
        raise Malformed(f"the entry fee is {dollars(fee)}", code=ErrorCode.NO_SUCH_AMOUNT)
    return paid(rules, tournament, entrant.name)


def paid(rules: TableRules, tournament: Tournament, name: str) -> Events:
    """Return that somebody's fee came in, and what the house keeps of it."""
    conditions = tournament.conditions
    power = rules.edition.powers.get(Power.SET_ENTRY_FEE)
    fee = happened.FeePaid(
        name=name,
        cents=charged_cents(conditions),
        reasons=(Reason(f"{name} pays the entry fee", power.clause),) if power else (),
    )
    kept = conditions.commission_cents
    if not kept:
        return (fee,)
    text = f"{dollars(kept)} is kept as commission, the rest is prize money"
    tournament_law = law(rules.edition)
    clause = (*tournament_law.money.keeps.clause, *tournament_law.says.pool)
    commission = happened.CommissionKept(name=name, cents=kept, reasons=(Reason(text, clause),))
    return (fee, commission)
