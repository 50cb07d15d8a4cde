"""Entry fees: paid once, in full."""

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Unregistered, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import Cents, EntrantName
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import check_acts_for
from punto.tournament.base_classes import MONEY_MOVED, Events, TournamentCommand, TournamentEvent
from punto.tournament.conditions import Conditions
from punto.tournament.context import TournamentContext, changes
from punto.tournament.entrant import EntrantStatus
from punto.tournament.entrant_lookup import entrant_named, with_entrant
from punto.tournament.money.pool import with_purse
from punto.tournament.rules import tournament_section
from punto.tournament.tournament import Tournament, TournamentStage

fees: Topic[Tournament, TournamentContext] = Topic("fees", changes)


class PayFee(TournamentCommand, frozen=True, tag="pay_fee"):
    """An applicant pays the entry fee."""

    group = Group.ENTRY
    powers = ()
    own = True

    name: EntrantName
    cents: Cents


class FeePaid(TournamentEvent, frozen=True, gc=False, tag="fee_paid"):
    """An entry fee was paid, including any commission on top."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.ENTRIES,)
    concerns = "name"
    final = MONEY_MOVED

    name: str
    cents: int


class CommissionKept(TournamentEvent, frozen=True, gc=False, tag="commission_kept"):
    """The house keeps an approved part of an entry fee as commission."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.MONEY
    concerns = "name"
    final = MONEY_MOVED

    name: str
    cents: int


def entry_price_cents(conditions: Conditions) -> int:
    """Return the entry fee in cents, including any commission on top."""
    commission = conditions.commission_cents if conditions.commission_on_top else None
    return (conditions.entry_fee_cents or 0) + (commission or 0)


fees.permits(PayFee)(anybody)


@fees.decides(PayFee)
def pay_fee(at: TournamentContext, command: PayFee) -> Events:
    """Take the entry fee of the conditions from an applicant."""
    rules, tournament, by = at.rules, at.state, at.by
    check_acts_for(by, command.name)
    entrant, fee = entrant_named(tournament, command.name), entry_price_cents(tournament.conditions)
    if tournament.stage is not TournamentStage.OPEN:
        raise Malformed("entries are not open", code=ErrorCode.NOT_NOW)
    if entrant.paid_cents:
        raise Malformed(f"{entrant.name} has paid", code=ErrorCode.ALREADY_SO)
    if entrant.standing not in (EntrantStatus.APPLIED, EntrantStatus.ENTERED):
        raise Malformed(f"{entrant.name} is {entrant.standing}", code=ErrorCode.NOT_NOW)
    if entrant.reserve:
        raise Malformed(f"{entrant.name} pays when a seat comes free", code=ErrorCode.NOT_NOW)
    if command.cents <= 0 or command.cents != fee:
        raise Malformed(f"the entry fee is {dollars(fee)}", code=ErrorCode.NO_SUCH_AMOUNT)
    return fee_payment(rules, tournament, entrant.name)


def fee_payment(rules: TableRules, tournament: Tournament, name: str) -> Events:
    """Return the events of a paid entry fee and of the commission that the house keeps."""
    conditions = tournament.conditions
    power = rules.edition.powers.get(Power.SET_ENTRY_FEE)
    fee = FeePaid(
        name=name,
        cents=entry_price_cents(conditions),
        reasons=(Reason(f"{name} pays the entry fee", power.clause),) if power else (),
    )
    commission_cents = conditions.commission_cents
    if not commission_cents:
        return (fee,)
    text = f"{dollars(commission_cents)} is kept as commission, the rest is prize money"
    tournament_law = tournament_section(rules.edition)
    clause = (*tournament_law.money.keeps.clause, *tournament_law.says.pool)
    commission = CommissionKept(name=name, cents=commission_cents, reasons=(Reason(text, clause),))
    return (fee, commission)


@fees.applies(FeePaid)
def fee_paid(tournament: Tournament, event: FeePaid, envelope: Envelope) -> Tournament:
    paid_cents = entrant_named(tournament, event.name).paid_cents + event.cents
    tournament = with_entrant(tournament, event.name, paid_cents=paid_cents)
    return with_purse(tournament, fees_cents=event.cents)


@fees.applies(CommissionKept)
def commission_kept(
    tournament: Tournament, event: CommissionKept, envelope: Envelope
) -> Tournament:
    tournament = with_entrant(tournament, event.name, commission_cents=event.cents)
    return with_purse(tournament, kept_cents=event.cents)
