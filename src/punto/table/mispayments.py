"""Wrong payments: found out about, put right, a breach or not, and what is reported."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.command import ErrorArea, Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Alert, Register, Unregistered, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import Attestation, Cure, CureStep, GivenReason, MispaymentNumber, Text
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason, Refused, clause_of, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.schema import Edition, Mispayments
from punto.rulebook.vocabulary import Gap
from punto.table.authority import require_staff
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.layout_wager import SettledWager
from punto.table.ledger import ledger_after, move_chips
from punto.table.open_issues import STANDS, Mispayment
from punto.table.phase import PastCoup, Settling
from punto.table.table import Table

mispayments: Topic[Table, At] = Topic("mispayments", changes)
# The cures of a wrong payment, weakest first. A weaker cure does not replace a stronger one.
CURES = ("told_commission", "attempted", "rectified")
# A coup with settled wagers: it is being settled, or over.
SettledCoup = TypeVar("SettledCoup", Settling, PastCoup)


class ReportLine(Struct, frozen=True):
    """One line of the report at the end of a month."""

    number: int
    coup: int
    patron: str
    difference_cents: int
    to: str
    reason: Reason


class EnquireMispayment(TableCommand, frozen=True, tag="enquire_mispayment"):
    """What was found out about a wrong payment."""

    group = Group.SETTLING
    trouble = ErrorArea.MONEY
    powers = ()

    number: MispaymentNumber
    note: GivenReason[Text]
    intentional: Attestation[bool] = False
    suspected: Attestation[bool] = False


class CureMispayment(TableCommand, frozen=True, tag="cure_mispayment"):
    """What was done about a wrong payment."""

    group = Group.SETTLING
    trouble = ErrorArea.MONEY
    powers = ()

    number: MispaymentNumber
    how: Attestation[Cure]
    steps: Attestation[tuple[CureStep, ...]] = ()
    identified: Attestation[bool | None] = None


class WagersReversed(TableEvent, frozen=True, gc=False, tag="wagers_reversed"):
    """Wagers of one patron in a settled coup are void; they had moved ``cents``."""

    visibility = Visibility.WATCH
    registers = Unregistered.CONSEQUENCE

    name: str
    numbers: tuple[int, ...]
    coup: int
    cents: int = 0


class Mispaid(TableEvent, frozen=True, gc=False, tag="mispaid"):
    """A wrong payment is found; an overpayment is positive. ``bet`` is the number of the wager.

    ``at`` is when it became known, ``paid_at`` when it was made. If the books were wrong,
    ``paid_cents`` and ``collected_cents`` are what was really moved, and ``booked_cents`` is the
    correction of the chips of the patron.
    """

    visibility = Visibility.WATCH
    registers = (Register.MISPAYMENTS,)
    alert = Alert.WRONG_PAYMENT

    number: int
    coup: int
    patron: str
    wager: str
    difference_cents: int
    bet: int = 0
    paid_at: int = 0
    paid_cents: int | None = None
    collected_cents: int | None = None
    booked_cents: int = 0


class MispaymentEnquired(TableEvent, frozen=True, gc=False, tag="mispayment_enquired"):
    visibility = Visibility.WATCH
    registers = (Register.MISPAYMENTS,)

    number: int
    note: str
    intentional: bool = False
    suspected: bool = False


class MispaymentCured(TableEvent, frozen=True, gc=False, tag="mispayment_cured"):
    """A wrong payment was treated; ``paid_cents`` went to the patron, or came back if negative."""

    visibility = Visibility.WATCH
    registers = (Register.MISPAYMENTS,)

    number: int
    how: str
    steps: tuple[str, ...] = ()
    identified: bool | None = None
    patron: str | None = None
    paid_cents: int = 0


# The events that correct what a settled coup moved.
CoupCorrection = Mispaid | MispaymentCured | WagersReversed


def _mispayment_rules(rules: TableRules) -> Mispayments:
    if rules.edition.mispayments is None:
        raise not_held(rules.edition, "what a wrong payment brings")
    return rules.edition.mispayments


def _open_mispayment(table: Table, by: Actor, rules: TableRules, number: int) -> Mispayment:
    require_staff(rules, by, "look into payments")
    for payment in table.open.mispayments:
        if payment.number == number:
            return payment
    raise Malformed(f"there is no wrong payment {number}", code=ErrorCode.NO_SUCH_THING)


@mispayments.permits(EnquireMispayment)
def may_enquire(at: At) -> None:
    """Raise an error if this person may not look into a wrong payment now."""
    rules = at.rules
    _mispayment_rules(rules)


@mispayments.decides(EnquireMispayment)
def enquire(at: At, command: EnquireMispayment) -> Events:
    """Record the result of an enquiry. A suspicion causes two duties."""
    rules, table, by = at.rules, at.state, at.by
    may_enquire(at)
    payment = _open_mispayment(table, by, rules, command.number)
    if not command.note.strip():
        raise Malformed("say what was enquired", code=ErrorCode.INCOMPLETE)
    suspected = command.suspected or command.intentional
    clause = merged(
        rules.says.mispaid_enquiry,
        rules.says.mispaid_intended if command.intentional else (),
        rules.says.mispaid_doubted if command.suspected else (),
        rules.says.mispaid_suspected if suspected else (),
    )
    reasons = [Reason(f"payment {payment.number}: {command.note}", clause)]
    law = _mispayment_rules(rules).credit_law
    if law is not None and payment.difference_cents > 0 and not command.intentional:
        text = f"payment {payment.number}, paid over by mistake, is no credit under {law.value}"
        reasons.append(Reason(text, law.clause))
    enquired = MispaymentEnquired(
        number=payment.number,
        note=command.note,
        intentional=command.intentional,
        suspected=suspected,
        reasons=tuple(reasons),
    )
    return (enquired,)


mispayments.permits(CureMispayment)(anybody)


@mispayments.decides(CureMispayment)
def cure(at: At, command: CureMispayment) -> Events:
    """Record what was done about a wrong payment, if it counts as a cure."""
    rules, table, by = at.rules, at.state, at.by
    if rules.edition.mispayments is None and Gap.MISPAYMENT in table.papers.decided:
        return _cure_as_decided(rules, table, by, command)
    data = _mispayment_rules(rules)
    payment = _open_mispayment(table, by, rules, command.number)
    if command.how not in data.cured_by.value:
        listed = ", ".join(data.cured_by.value)
        raise Refused(
            ErrorCode.NOT_A_CURE, data.cured_by.clause, f"{command.how!r}", f"ways: {listed}"
        )
    clause = clause_of(data.cured_by, command.how)
    if command.how == "attempted":
        step = "reimburse" if payment.difference_cents < 0 else "request"
        difference_clause = (
            rules.says.underpaid if payment.difference_cents < 0 else rules.says.overpaid
        )
        steps = set(command.steps)
        if not steps & set(data.attempt_steps.value):
            text = f"an attempt is to {', '.join(data.attempt_steps.value)}"
            raise Refused(ErrorCode.NO_ATTEMPT, data.attempt_steps.clause, text)
        is_identified = command.identified or payment.identified
        if is_identified and not steps & {step, "impractical"}:
            text = f"the patron is known: {step}, or say that it is impractical"
            raise Refused(
                ErrorCode.NO_ATTEMPT, merged(difference_clause, rules.says.attempt_known), text
            )
        known_clauses = merged(rules.says.attempt_known, difference_clause) if is_identified else ()
        clause = merged(clause, data.attempt_steps.clause, known_clauses)
    if payment.suspected:
        clause = merged(clause, rules.says.mispaid_rectify)
    if command.identified is not None:
        clause = merged(clause, rules.says.mispaid_identify)
    reason = Reason(f"payment {payment.number} {command.how.replace('_', ' ')}", clause)
    cured = MispaymentCured(
        number=payment.number,
        how=command.how,
        steps=command.steps,
        identified=command.identified,
        patron=payment.patron,
        paid_cents=_repaid_cents(table, payment, command),
        reasons=(reason,),
    )
    return (cured,)


def _cure_as_decided(rules: TableRules, table: Table, by: Actor, command: CureMispayment) -> Events:
    """Correct a wrong payment as was decided, if the rulebook has no rule for it."""
    payment = _open_mispayment(table, by, rules, command.number)
    gaps = rules.edition.conduct.left_to_operator
    clause = gaps.clause if gaps else ()
    if command.how != "rectified":
        text = f"{command.how!r} is nothing that was decided: a wrong payment is put right"
        raise Refused(ErrorCode.NOT_A_CURE, clause, text, "ways: rectified")
    ruling = table.papers.decided[Gap.MISPAYMENT]
    cured = MispaymentCured(
        number=payment.number,
        how=command.how,
        patron=payment.patron,
        paid_cents=_repaid_cents(table, payment, command),
        reasons=(Reason(f"payment {payment.number} put right, as decided: {ruling}", clause),),
    )
    return (cured,)


def _repaid_cents(table: Table, payment: Mispayment, command: CureMispayment) -> int:
    """Return the chips that a correction moves to a patron; 0 if it moves none."""
    patron = table.patron(payment.patron)
    if command.how != "rectified" or payment.cured == "rectified" or patron is None:
        # The table moves no chips for a patron who has left.
        return 0
    owed_back = payment.difference_cents
    if owed_back > patron.chips_cents:
        text = f"{patron.name} holds less than the {dollars(owed_back)} paid too much"
        raise Malformed(
            text, "attempted, with the steps that were taken", code=ErrorCode.NOT_ENOUGH_CHIPS
        )
    if -owed_back > table.ledger.float_cents:
        raise Malformed("the float does not hold so many chips", code=ErrorCode.FLOAT_TOO_SMALL)
    return -owed_back


def is_breach(payment: Mispayment) -> bool:
    """Return whether a wrong payment is a breach: unless it was examined and cured."""
    harmless = payment.enquiry is not None and not payment.intentional and not payment.suspected
    return not (harmless and payment.cured is not None)


def open_tasks_of(payment: Mispayment) -> tuple[str, ...]:
    """Return the open tasks about a wrong payment that may have been deliberate."""
    if not payment.suspected:
        return ()
    open_tasks = []
    # A report to somebody does not count as an attempt to correct it.
    if payment.cured is None or payment.cured.startswith("told"):
        open_tasks.append("rectify")
    if payment.identified is None:
        open_tasks.append("identify")
    return tuple(open_tasks)


def report(
    rules: TableRules, payments: Iterable[Mispayment], since: int, until: int
) -> tuple[ReportLine, ...]:
    """Return the wrong payments over the threshold that became known in a span of time."""
    return report_lines(rules.edition, payments, since, until)


def report_lines(
    edition: Edition, payments: Iterable[Mispayment], since: int, until: int
) -> tuple[ReportLine, ...]:
    """Return the report lines of wrong payments that became known in a span of time."""
    data = reporting_rules(edition)
    threshold, recipient = data.reported_over_cents, data.reported_to.value
    in_span = [payment for payment in payments if since <= payment.at < until]
    return tuple(
        ReportLine(
            payment.number,
            payment.coup,
            payment.patron,
            payment.difference_cents,
            recipient,
            _report_reason(edition, payment, in_span),
        )
        for payment in in_span
        if abs(payment.difference_cents) > threshold.value
    )


def reporting_rules(edition: Edition) -> Mispayments:
    """Return the rules about reports of wrong payments, or refuse if there are none."""
    if edition.mispayments is None:
        raise not_held(edition, "which wrong payments are reported")
    return edition.mispayments


def _report_reason(edition: Edition, payment: Mispayment, in_span: list[Mispayment]) -> Reason:
    """Return why a wrong payment is reported, with the clauses for this time and form."""
    step_clauses = edition.says
    others = [
        other
        for other in in_span
        if other.patron == payment.patron and other.number != payment.number
    ]
    clause = merged(
        reporting_rules(edition).reported_over_cents.clause,
        step_clauses.reported_singly if others else (),
        step_clauses.reported_when_known if payment.at > payment.paid_at else (),
        step_clauses.reported_though_cured if payment.cured else (),
    )
    return Reason(f"{payment.patron} {dollars(payment.difference_cents)}", clause)


def _with_later_payment(bet: SettledWager, cents: int) -> SettledWager:
    """Return a wager with a later payment on it, or a repayment."""
    owed = bet.collected_cents - bet.result.collected_cents
    if owed and owed == cents:
        return bet.really(None, bet.result.collected_cents)
    return bet.really(bet.paid_cents + cents, None)


def mispayment(event: Mispaid, envelope: Envelope) -> Mispayment:
    """Return a wrong payment as it was found."""
    return Mispayment(
        event.number,
        event.coup,
        event.patron,
        event.wager,
        event.difference_cents,
        envelope.at,
        event.bet,
        event.paid_at,
    )


def mispayment_after(
    payment: Mispayment,
    event: MispaymentEnquired | MispaymentCured,
    envelope: Envelope,
) -> Mispayment:
    """Return a wrong payment after an enquiry or a cure."""
    if isinstance(event, MispaymentEnquired):
        return replace(
            payment,
            enquiry=event.note,
            intentional=event.intentional,
            suspected=event.suspected,
        )
    identified = payment.identified if event.identified is None else event.identified
    return replace(
        payment,
        cured=max(event.how, payment.cured or event.how, key=CURES.index),
        steps=(*payment.steps, *event.steps),
        identified=identified,
        cured_at=envelope.at,
    )


@mispayments.applies(Mispaid)
def mispaid(table: Table, event: Mispaid, envelope: Envelope) -> Table:
    """Store a wrong payment, and correct the books by what was really moved."""
    cents = event.booked_cents
    if cents:
        has_left = table.patron(event.patron) is None
        table = move_chips(table, {event.patron: cents})
        # A patron who has left took the chips with them.
        ledger = ledger_after(table, to_float=-cents, issued=-cents if has_left else 0)
        table = replace(table, ledger=ledger)
    table = correct_coup(table, event.coup, event)
    payments = (*table.open.mispayments, mispayment(event, envelope))
    count = replace(table.count, mispayments=event.number)
    return replace(table, count=count, open=replace(table.open, mispayments=payments))


@mispayments.applies(MispaymentEnquired)
def mispayment_enquired(table: Table, event: MispaymentEnquired, envelope: Envelope) -> Table:
    return _with_updated_mispayment(table, event, envelope)


@mispayments.applies(MispaymentCured)
def mispayment_cured(table: Table, event: MispaymentCured, envelope: Envelope) -> Table:
    if event.how == STANDS:
        payments = table.open.mispayments
        payments = tuple(payment for payment in payments if payment.number != event.number)
        return replace(table, open=replace(table.open, mispayments=payments))
    table = _move_cured_cents(table, event) if event.paid_cents else table
    return _with_updated_mispayment(table, event, envelope)


def _move_cured_cents(table: Table, event: MispaymentCured) -> Table:
    """Move the chips of a cure, also in the record of a coup that can still be reversed."""
    name, cents = event.patron or "", event.paid_cents
    table = move_chips(table, {name: cents})
    table = replace(table, ledger=ledger_after(table, to_float=-cents))
    [coup] = [payment.coup for payment in table.open.mispayments if payment.number == event.number]
    return correct_coup(table, coup, event)


def _with_updated_mispayment(
    table: Table,
    event: MispaymentEnquired | MispaymentCured,
    envelope: Envelope,
) -> Table:
    """Return the table after an enquiry or a cure of a wrong payment."""
    payments = tuple(
        mispayment_after(payment, event, envelope) if payment.number == event.number else payment
        for payment in table.open.mispayments
    )
    return replace(table, open=replace(table.open, mispayments=payments))


def correct_coup(table: Table, coup: int, event: CoupCorrection) -> Table:
    """Return the table with the corrected record of a coup, if it still contains that coup."""
    phase, last = table.phase, table.past.last
    if isinstance(phase, Settling) and coup == table.number:
        return replace(table, phase=with_correction(phase, event, table.open.mispayments))
    if last is not None and last.number == coup:
        changed = with_correction(last, event, table.open.mispayments)
        return replace(table, past=replace(table.past, last=changed))
    return table


def with_correction(
    coup: SettledCoup, event: CoupCorrection, payments: tuple[Mispayment, ...] = ()
) -> SettledCoup:
    """Return a settled coup with its payments corrected by an event."""
    tokens_lost = coup.tokens_lost
    match event:
        case Mispaid():
            cents_moved, name = event.booked_cents, event.patron
            settled = tuple(
                bet.really(event.paid_cents, event.collected_cents)
                if bet.number == event.bet
                else bet
                for bet in coup.settled
            )
        case MispaymentCured():
            cents_moved, name = event.paid_cents, event.patron or ""
            bets = [payment.bet for payment in payments if payment.number == event.number]
            settled = tuple(
                _with_later_payment(bet, cents_moved) if bet.number in bets else bet
                for bet in coup.settled
            )
        case WagersReversed():
            cents_moved, name = -event.cents, event.name
            settled = tuple(bet for bet in coup.settled if bet.number not in event.numbers)
            tokens_lost = {
                number: cents
                for number, cents in tokens_lost.items()
                if number not in event.numbers
            }
    moved_by_patron = (
        {**coup.moved, name: coup.moved.get(name, 0) + cents_moved} if cents_moved else coup.moved
    )
    return replace(coup, settled=settled, moved=moved_by_patron, tokens_lost=tokens_lost)


@mispayments.applies(WagersReversed)
def wagers_reversed(table: Table, event: WagersReversed, envelope: Envelope) -> Table:
    # The chips move by other events.
    return correct_coup(table, event.coup, event)
