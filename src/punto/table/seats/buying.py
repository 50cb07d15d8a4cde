"""Chips and tokens handed out at the table, and chips taken back for money."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, NotEntitled, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.money import dollars, payable
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import is_staff, provided, require, speaks_for
from punto.table.events import Events
from punto.table.guards import known
from punto.table.seats import commands as do
from punto.table.seats import events as happened
from punto.table.table import Table


def buy_chips(rules: TableRules, table: Table, by: Actor, command: do.BuyChips) -> Events:
    """Sell chips out of the float."""
    speaks_for(by, command.patron)
    known(table, command.patron)
    chips, box = rules.edition.wagering.in_chips, rules.edition.opening.drop_box
    if command.cash and box and not rules.drop_box:
        raise Refused(
            ErrorCode.NO_DROP_BOX, box.clause, "this table has no drop box and takes no cash"
        )
    none = rules.edition.opening.cash_when_cashless
    if command.cash and rules.cashless and none:
        raise Refused(
            ErrorCode.CASHLESS_TABLE, none.clause, "this table runs cashless and takes no cash"
        )
    if command.cents <= 0:
        raise Malformed("chips are bought for money", code=ErrorCode.CHIPS_WORTH_NOTHING)
    if chips and not payable(command.cents, rules.chips_cents):
        raise Refused(
            ErrorCode.NOT_IN_CHIPS, chips.clause, "the chips here cannot make this amount"
        )
    if command.cents > table.ledger.float_cents:
        raise Malformed("the float does not hold so many chips", code=ErrorCode.FLOAT_TOO_SMALL)
    return (happened.ChipsBought(name=command.patron, cents=command.cents, cash=command.cash),)


def cash_out(rules: TableRules, table: Table, by: Actor, command: do.CashOut) -> Events:
    """Give somebody money for chips, which go back into the float; tokens are worth none."""
    speaks_for(by, command.patron)
    if not by.is_patron and not is_staff(rules, by):
        raise NotEntitled((), f"{by.name} may not exchange chips for money: that is for staff")
    patron = known(table, command.patron)
    cents = patron.chips_cents if command.cents is None else command.cents
    if cents <= 0:
        raise Malformed(
            "there are no chips to exchange for money", code=ErrorCode.CHIPS_WORTH_NOTHING
        )
    if cents > patron.chips_cents:
        text = f"{patron.name} holds {dollars(patron.chips_cents)} beside what lies on the layout"
        raise Malformed(text, code=ErrorCode.MORE_THAN_THEY_HOLD)
    if cents < patron.chips_cents and not payable(cents, rules.chips_cents):
        raise Malformed("the chips here cannot make this amount", code=ErrorCode.NOT_IN_CHIPS)
    return (happened.ChipsCashedOut(name=patron.name, cents=cents, cash=command.cash),)


def exchange_voucher(
    rules: TableRules, table: Table, by: Actor, command: do.ExchangeVoucher
) -> Events:
    """Hand tokens over for a voucher, one for one."""
    clause = provided(rules, rules.says.voucher, "what a voucher is exchanged for")
    require(rules, by, Power.DEAL, "hand out tokens")
    known(table, command.patron)
    if command.voucher_cents <= 0:
        raise Malformed("a voucher is worth something", code=ErrorCode.VOUCHER_WORTH_NOTHING)
    if command.token_cents != command.voucher_cents:
        text = f"a voucher of {dollars(command.voucher_cents)} gives tokens of the same worth"
        raise Refused(ErrorCode.VOUCHER_NOT_EQUAL, clause, text)
    if command.conditions is not None:
        wanted = provided(
            rules, rules.says.voucher_conditions, "whether a voucher may have conditions"
        )
        if command.conditions_met is None:
            text = "say whether the conditions of the voucher are met"
            raise Malformed(
                text, "conditions_met=yes, or conditions_met=no", code=ErrorCode.INCOMPLETE
            )
        if not command.conditions_met:
            text = f"the voucher says: {command.conditions}"
            raise Refused(ErrorCode.VOUCHER_CONDITIONS, wanted, text)
        clause = merged(clause, wanted)
    elif command.conditions_met is False:
        raise Malformed("say which conditions are not met", code=ErrorCode.INCOMPLETE)
    reason = Reason(f"tokens of {dollars(command.token_cents)} for a voucher", clause)
    handed = happened.TokensHandedOver(
        name=command.patron,
        cents=command.token_cents,
        conditions=command.conditions,
        reasons=(reason,),
    )
    return (handed,)
