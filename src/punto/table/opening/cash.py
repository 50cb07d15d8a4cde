"""Cash and the drop box of a table that is open."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import not_held
from punto.table.authority import require_staff
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.table import Table

cash: Topic[Table, At] = Topic("cash", changes)


class SwitchCash(TableCommand, frozen=True, tag="switch_cash"):
    """A table goes over to taking no cash, or back; its drop box is taken off, or put on."""

    group = Group.TABLE
    powers = ()

    cashless: bool | None = None
    drop_box: bool | None = None


class CashSwitched(TableEvent, frozen=True, gc=False, tag="cash_switched"):
    """From now on the table takes cash or none, with or without a drop box."""

    visibility = Visibility.EVERYBODY
    registers = (Register.LIMITS,)

    cashless: bool
    drop_box: bool


@cash.permits(SwitchCash)
def may_switch_cash(at: At) -> None:
    """Raise an error if this person may not say whether a table takes cash now."""
    rules, by = at.rules, at.by
    require_staff(rules, by, "say whether a table takes cash")
    opening = rules.edition.opening
    if opening.drop_box is None or opening.drop_box_off_when_cashless is None:
        raise not_held(rules.edition, "whether a table may do without a drop box")


@cash.decides(SwitchCash)
def switch_cash(at: At, command: SwitchCash) -> Events:
    """Switch a table to no cash, or back, and put its drop box on or off."""
    rules = at.rules
    may_switch_cash(at)
    opening = rules.edition.opening
    assert opening.drop_box is not None
    assert opening.drop_box_off_when_cashless is not None
    cashless = rules.cashless if command.cashless is None else command.cashless
    has_box = rules.drop_box if command.drop_box is None else command.drop_box
    if (cashless, has_box) == (rules.cashless, rules.drop_box):
        raise Malformed("say what is to be otherwise", code=ErrorCode.ALREADY_SO)
    off_rule, back_rule = opening.drop_box_off_when_cashless, opening.drop_box_back
    may_remove_box = cashless and off_rule.value
    if not has_box and not may_remove_box:
        text = "a table that takes cash has a drop box"
        if rules.cashless and back_rule is not None:
            raise Refused(
                ErrorCode.DROP_BOX_MISSING, merged(opening.drop_box.clause, back_rule.clause), text
            )
        raise Refused(
            ErrorCode.DROP_BOX_MISSING, merged(opening.drop_box.clause, off_rule.clause), text
        )
    clause = merged(
        opening.drop_box.clause if not cashless else (),
        off_rule.clause if not has_box else (),
        back_rule.clause if back_rule and rules.cashless and not cashless else (),
    )
    cash_text = "no cash" if cashless else "cash"
    text = f"the table takes {cash_text}, its drop box is {'on' if has_box else 'off'}"
    reasons = (Reason(text, clause),)
    return (CashSwitched(cashless=cashless, drop_box=has_box, reasons=reasons),)


@cash.applies(CashSwitched)
def cash_switched(table: Table, event: CashSwitched, envelope: Envelope) -> Table:
    papers = replace(table.papers, cashless=event.cashless, drop_box=event.drop_box)
    return replace(table, papers=papers)
