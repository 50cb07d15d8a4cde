"""Cash and the drop box of a table that is open."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.table.authority import require_staff
from punto.table.events import Events
from punto.table.opening import commands as do
from punto.table.opening import events as happened


def switch_cash(rules: TableRules, by: Actor, command: do.SwitchCash) -> Events:
    """Let a table take no cash from now on, or take it again, with the box that this needs."""
    require_staff(rules, by, "say whether a table takes cash")
    opening = rules.edition.opening
    if opening.drop_box is None or opening.drop_box_off_when_cashless is None:
        raise not_held(rules.edition, "whether a table may do without a drop box")
    cashless = rules.cashless if command.cashless is None else command.cashless
    box = rules.drop_box if command.drop_box is None else command.drop_box
    if (cashless, box) == (rules.cashless, rules.drop_box):
        raise Malformed("say what is to be otherwise", code=ErrorCode.ALREADY_SO)
    off, back = opening.drop_box_off_when_cashless, opening.drop_box_back
    may_go = cashless and off.value
    if not box and not may_go:
        text = "a table that takes cash has a drop box"
        if rules.cashless and back is not None:
            raise Refused(
                ErrorCode.DROP_BOX_MISSING, merged(opening.drop_box.clause, back.clause), text
            )
        raise Refused(ErrorCode.DROP_BOX_MISSING, merged(opening.drop_box.clause, off.clause), text)
    clause = merged(
        opening.drop_box.clause if not cashless else (),
        off.clause if not box else (),
        back.clause if back and rules.cashless and not cashless else (),
    )
    cash = "no cash" if cashless else "cash"
    text = f"the table takes {cash}, its drop box is {'on' if box else 'off'}"
    reasons = (Reason(text, clause),)
    return (happened.CashSwitched(cashless=cashless, drop_box=box, reasons=reasons),)
