"""Chips and tokens handed out at the table, and chips taken back for money."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import Attestation, Cents, PatronName, Reading, Text
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, NotEntitled, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.money import dollars, payable
from punto.rulebook.power import Power
from punto.table.authority import check_acts_for, is_staff, require, require_clauses
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.guards import require_patron
from punto.table.ledger import ledger_after, move_chips
from punto.table.table import Table

buying: Topic[Table, At] = Topic("buying", changes)


class BuyChips(TableCommand, frozen=True, tag="buy_chips"):
    """Somebody buys chips from the float, for cash unless it is said otherwise."""

    group = Group.PEOPLE
    powers = ()
    own = True

    patron: PatronName
    cents: Cents
    cash: bool = True


class CashOut(TableCommand, frozen=True, tag="cash_out"):
    """Somebody gives chips back for money: all they hold, or so many; in cash or otherwise."""

    group = Group.PEOPLE
    powers = ()
    own = True

    patron: PatronName
    cents: Cents | None = None
    cash: bool = True


class ExchangeVoucher(TableCommand, frozen=True, tag="exchange_voucher"):
    """The dealer hands tokens over for a voucher of the house.

    ``conditions`` are the conditions on the voucher, if there are any; then ``conditions_met`` is
    needed. A scenario may leave it out.
    """

    group = Group.DEAL
    powers = (Power.DEAL,)
    own = True

    patron: PatronName
    voucher_cents: Reading[Cents]
    token_cents: Cents
    conditions: Reading[Text | None] = None
    conditions_met: Attestation[bool | None] = None


class ChipsBought(TableEvent, frozen=True, gc=False, tag="chips_bought"):
    """A person got chips from the float; ``cash`` is how they paid, if they did.

    It is not set in earlier logs, nor in a tournament, where chips are not sold.
    """

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.MONEY
    concerns = "name"

    name: str
    cents: int
    cash: bool | None = None


class ChipsCashedOut(TableEvent, frozen=True, gc=False, tag="chips_cashed_out"):
    """A person returned chips to the float for money, in cash or otherwise."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.MONEY
    concerns = "name"

    name: str
    cents: int
    cash: bool


class ChipsTaken(TableEvent, frozen=True, gc=False, tag="chips_taken"):
    """Chips of a person went to the float without a wager, by a rule."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    name: str
    cents: int


class TokensHandedOver(TableEvent, frozen=True, gc=False, tag="tokens_handed_over"):
    """A patron got tokens for a voucher; its ``conditions`` were met."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.MONEY
    concerns = "name"

    name: str
    cents: int
    conditions: str | None = None


buying.permits(BuyChips, CashOut)(anybody)


@buying.decides(BuyChips)
def buy_chips(at: At, command: BuyChips) -> Events:
    """Sell chips from the float."""
    rules, table, by = at.rules, at.state, at.by
    check_acts_for(by, command.patron)
    require_patron(table, command.patron)
    chip_rule, drop_box = rules.edition.wagering.in_chips, rules.edition.opening.drop_box
    if command.cash and drop_box and not rules.drop_box:
        raise Refused(
            ErrorCode.NO_DROP_BOX, drop_box.clause, "this table has no drop box and takes no cash"
        )
    cashless_rule = rules.edition.opening.cash_when_cashless
    if command.cash and rules.cashless and cashless_rule:
        raise Refused(
            ErrorCode.CASHLESS_TABLE,
            cashless_rule.clause,
            "this table runs cashless and takes no cash",
        )
    if command.cents <= 0:
        raise Malformed("chips are bought for money", code=ErrorCode.CHIPS_WORTH_NOTHING)
    if chip_rule and not payable(command.cents, rules.chips_cents):
        raise Refused(
            ErrorCode.NOT_IN_CHIPS, chip_rule.clause, "the chips here cannot make this amount"
        )
    if command.cents > table.ledger.float_cents:
        raise Malformed("the float does not hold so many chips", code=ErrorCode.FLOAT_TOO_SMALL)
    return (ChipsBought(name=command.patron, cents=command.cents, cash=command.cash),)


@buying.decides(CashOut)
def cash_out(at: At, command: CashOut) -> Events:
    """Pay money for chips, which go back to the float. Tokens are not exchanged."""
    rules, table, by = at.rules, at.state, at.by
    check_acts_for(by, command.patron)
    if not by.is_patron and not is_staff(rules, by):
        raise NotEntitled((), f"{by.name} may not exchange chips for money: that is for staff")
    patron = require_patron(table, command.patron)
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
    return (ChipsCashedOut(name=patron.name, cents=cents, cash=command.cash),)


@buying.permits(ExchangeVoucher)
def may_exchange_voucher(at: At) -> Clauses:
    """Raise an error if this person may not exchange a voucher now."""
    rules, by = at.rules, at.by
    clause = require_clauses(rules, rules.says.voucher, "what a voucher is exchanged for")
    require(rules, by, Power.DEAL, "hand out tokens")
    return clause


@buying.decides(ExchangeVoucher)
def exchange_voucher(at: At, command: ExchangeVoucher) -> Events:
    """Exchange a voucher for tokens of the same value."""
    rules, table = at.rules, at.state
    clause = may_exchange_voucher(at)
    require_patron(table, command.patron)
    if command.voucher_cents <= 0:
        raise Malformed("a voucher is worth something", code=ErrorCode.VOUCHER_WORTH_NOTHING)
    if command.token_cents != command.voucher_cents:
        text = f"a voucher of {dollars(command.voucher_cents)} gives tokens of the same worth"
        raise Refused(ErrorCode.VOUCHER_NOT_EQUAL, clause, text)
    if command.conditions is not None:
        condition_clauses = require_clauses(
            rules, rules.says.voucher_conditions, "whether a voucher may have conditions"
        )
        if command.conditions_met is None:
            text = "say whether the conditions of the voucher are met"
            raise Malformed(
                text, "conditions_met=yes, or conditions_met=no", code=ErrorCode.INCOMPLETE
            )
        if not command.conditions_met:
            text = f"the voucher says: {command.conditions}"
            raise Refused(ErrorCode.VOUCHER_CONDITIONS, condition_clauses, text)
        clause = merged(clause, condition_clauses)
    elif command.conditions_met is False:
        raise Malformed("say which conditions are not met", code=ErrorCode.INCOMPLETE)
    reason = Reason(f"tokens of {dollars(command.token_cents)} for a voucher", clause)
    handed_over = TokensHandedOver(
        name=command.patron,
        cents=command.token_cents,
        conditions=command.conditions,
        reasons=(reason,),
    )
    return (handed_over,)


@buying.applies(ChipsBought)
def chips_bought(table: Table, event: ChipsBought, envelope: Envelope) -> Table:
    table = move_chips(table, {event.name: event.cents})
    return replace(table, ledger=ledger_after(table, to_float=-event.cents))


@buying.applies(ChipsTaken, ChipsCashedOut)
def chips_taken(table: Table, event: ChipsTaken | ChipsCashedOut, envelope: Envelope) -> Table:
    table = move_chips(table, {event.name: -event.cents})
    return replace(table, ledger=ledger_after(table, to_float=event.cents))


@buying.applies(TokensHandedOver)
def tokens_handed_over(table: Table, event: TokensHandedOver, envelope: Envelope) -> Table:
    table = replace(table, ledger=ledger_after(table, tokens=event.cents))
    return move_chips(table, {}, {event.name: event.cents})
