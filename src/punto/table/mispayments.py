"""Wrong payments: found out about, put right, a breach or not, and what is reported."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.command import Group, Trouble
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
from punto.table.ledger import booked, moved
from punto.table.open_issues import STANDS, Mispayment
from punto.table.phase import PastCoup, Settling
from punto.table.table import Table

mispayments: Topic[Table, At] = Topic("mispayments", changes)
# What makes a wrong payment good, the weakest first: what was done is not undone by less.
CURES = ("told_commission", "attempted", "rectified")
# A coup whose wagers are settled: it is being settled, or over.
Paid = TypeVar("Paid", Settling, PastCoup)


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
    trouble = Trouble.MONEY
    powers = ()

    number: MispaymentNumber
    note: GivenReason[Text]
    intentional: Attestation[bool] = False
    suspected: Attestation[bool] = False


class CureMispayment(TableCommand, frozen=True, tag="cure_mispayment"):
    """What was done about a wrong payment."""

    group = Group.SETTLING
    trouble = Trouble.MONEY
    powers = ()

    number: MispaymentNumber
    how: Attestation[Cure]
    steps: Attestation[tuple[CureStep, ...]] = ()
    identified: Attestation[bool | None] = None


class WagersReversed(TableEvent, frozen=True, gc=False, tag="wagers_reversed"):
    """Wagers of one patron in a coup that was settled are void; they had come to ``cents``."""

    visibility = Visibility.WATCH
    registers = Unregistered.CONSEQUENCE

    name: str
    numbers: tuple[int, ...]
    coup: int
    cents: int = 0


class Mispaid(TableEvent, frozen=True, gc=False, tag="mispaid"):
    """A wrong payment is found; over is positive. ``bet`` is the number of the wager.

    ``at`` is when it became known, ``paid_at`` when it was made. Where the books said otherwise,
    ``paid_cents`` and ``collected_cents`` are what was really moved, and ``booked_cents`` is what
    the patron therefore holds more, or less, than they said.
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
    """Something was done about a wrong payment; ``paid_cents`` went to the patron, or came back."""

    visibility = Visibility.WATCH
    registers = (Register.MISPAYMENTS,)

    number: int
    how: str
    steps: tuple[str, ...] = ()
    identified: bool | None = None
    patron: str | None = None
    paid_cents: int = 0


# What changes what a settled coup is known to have moved.
Adjusting = Mispaid | MispaymentCured | WagersReversed


def _data(rules: TableRules) -> Mispayments:
    if rules.edition.mispayments is None:
        raise not_held(rules.edition, "what a wrong payment brings")
    return rules.edition.mispayments


def _found(table: Table, by: Actor, rules: TableRules, number: int) -> Mispayment:
    require_staff(rules, by, "look into payments")
    for wrong in table.open.mispayments:
        if wrong.number == number:
            return wrong
    raise Malformed(f"there is no wrong payment {number}", code=ErrorCode.NO_SUCH_THING)


@mispayments.permits(EnquireMispayment)
def may_enquire(at: At) -> None:
    """Raise an error if this person may not look into a wrong payment now."""
    rules = at.rules
    _data(rules)


@mispayments.decides(EnquireMispayment)
def enquire(at: At, command: EnquireMispayment) -> Events:
    """Keep what an enquiry found; suspicion brings two duties."""
    rules, table, by = at.rules, at.state, at.by
    may_enquire(at)
    wrong = _found(table, by, rules, command.number)
    if not command.note.strip():
        raise Malformed("say what was enquired", code=ErrorCode.INCOMPLETE)
    suspected = command.suspected or command.intentional
    clause = merged(
        rules.says.mispaid_enquiry,
        rules.says.mispaid_intended if command.intentional else (),
        rules.says.mispaid_doubted if command.suspected else (),
        rules.says.mispaid_suspected if suspected else (),
    )
    reasons = [Reason(f"payment {wrong.number}: {command.note}", clause)]
    law = _data(rules).credit_law
    if law is not None and wrong.difference_cents > 0 and not command.intentional:
        text = f"payment {wrong.number}, paid over by mistake, is no credit under {law.value}"
        reasons.append(Reason(text, law.clause))
    enquired = MispaymentEnquired(
        number=wrong.number,
        note=command.note,
        intentional=command.intentional,
        suspected=suspected,
        reasons=tuple(reasons),
    )
    return (enquired,)


mispayments.permits(CureMispayment)(anybody)


@mispayments.decides(CureMispayment)
def cure(at: At, command: CureMispayment) -> Events:
    """Keep what was done about a wrong payment, if it counts."""
    rules, table, by = at.rules, at.state, at.by
    if rules.edition.mispayments is None and Gap.MISPAYMENT in table.papers.decided:
        return _as_decided(rules, table, by, command)
    data = _data(rules)
    wrong = _found(table, by, rules, command.number)
    if command.how not in data.cured_by.value:
        listed = ", ".join(data.cured_by.value)
        raise Refused(
            ErrorCode.NOT_A_CURE, data.cured_by.clause, f"{command.how!r}", f"ways: {listed}"
        )
    clause = clause_of(data.cured_by, command.how)
    if command.how == "attempted":
        step = "reimburse" if wrong.difference_cents < 0 else "request"
        which = rules.says.underpaid if wrong.difference_cents < 0 else rules.says.overpaid
        steps = set(command.steps)
        if not steps & set(data.attempt_steps.value):
            text = f"an attempt is to {', '.join(data.attempt_steps.value)}"
            raise Refused(ErrorCode.NO_ATTEMPT, data.attempt_steps.clause, text)
        known = command.identified or wrong.identified
        if known and not steps & {step, "impractical"}:
            text = f"the patron is known: {step}, or say that it is impractical"
            raise Refused(ErrorCode.NO_ATTEMPT, merged(which, rules.says.attempt_known), text)
        further = merged(rules.says.attempt_known, which) if known else ()
        clause = merged(clause, data.attempt_steps.clause, further)
    if wrong.suspected:
        clause = merged(clause, rules.says.mispaid_rectify)
    if command.identified is not None:
        clause = merged(clause, rules.says.mispaid_identify)
    reason = Reason(f"payment {wrong.number} {command.how.replace('_', ' ')}", clause)
    cured = MispaymentCured(
        number=wrong.number,
        how=command.how,
        steps=command.steps,
        identified=command.identified,
        patron=wrong.patron,
        paid_cents=_put_right(table, wrong, command),
        reasons=(reason,),
    )
    return (cured,)


def _as_decided(rules: TableRules, table: Table, by: Actor, command: CureMispayment) -> Events:
    """Put a wrong payment right as was decided, where the rulebook says nothing of it."""
    wrong = _found(table, by, rules, command.number)
    gaps = rules.edition.conduct.left_to_operator
    clause = gaps.clause if gaps else ()
    if command.how != "rectified":
        text = f"{command.how!r} is nothing that was decided: a wrong payment is put right"
        raise Refused(ErrorCode.NOT_A_CURE, clause, text, "ways: rectified")
    ruling = table.papers.decided[Gap.MISPAYMENT]
    cured = MispaymentCured(
        number=wrong.number,
        how=command.how,
        patron=wrong.patron,
        paid_cents=_put_right(table, wrong, command),
        reasons=(Reason(f"payment {wrong.number} put right, as decided: {ruling}", clause),),
    )
    return (cured,)


def _put_right(table: Table, wrong: Mispayment, command: CureMispayment) -> int:
    """Return what goes to a patron at the table when a wrong payment is really put right."""
    patron = table.patron(wrong.patron)
    if command.how != "rectified" or wrong.cured == "rectified" or patron is None:
        # Whoever has left is dealt with elsewhere; the table moves no chips for them.
        return 0
    back = wrong.difference_cents
    if back > patron.chips_cents:
        text = f"{patron.name} holds less than the {dollars(back)} paid too much"
        raise Malformed(
            text, "attempted, with the steps that were taken", code=ErrorCode.NOT_ENOUGH_CHIPS
        )
    if -back > table.ledger.float_cents:
        raise Malformed("the float does not hold so many chips", code=ErrorCode.FLOAT_TOO_SMALL)
    return -back


def is_breach(wrong: Mispayment) -> bool:
    """Return whether a wrong payment breaks the rules: unless it was looked into and dealt with."""
    harmless = wrong.enquiry is not None and not wrong.intentional and not wrong.suspected
    return not (harmless and wrong.cured is not None)


def tasks(wrong: Mispayment) -> tuple[str, ...]:
    """Return what must still be done about a wrong payment that may have been deliberate."""
    if not wrong.suspected:
        return ()
    open_tasks = []
    # Telling somebody of it is no attempt to put it right.
    if wrong.cured is None or wrong.cured.startswith("told"):
        open_tasks.append("rectify")
    if wrong.identified is None:
        open_tasks.append("identify")
    return tuple(open_tasks)


def report(
    rules: TableRules, wrong: Iterable[Mispayment], since: int, until: int
) -> tuple[ReportLine, ...]:
    """Return the wrong payments over the threshold that became known in a span of time."""
    return reported(rules.edition, wrong, since, until)


def reported(
    edition: Edition, wrong: Iterable[Mispayment], since: int, until: int
) -> tuple[ReportLine, ...]:
    """Return what a rulebook wants reported of wrong payments that became known in a span."""
    data = reporting(edition)
    most, to = data.reported_over_cents, data.reported_to.value
    known = [one for one in wrong if since <= one.at < until]
    return tuple(
        ReportLine(
            one.number, one.coup, one.patron, one.difference_cents, to, _why(edition, one, known)
        )
        for one in known
        if abs(one.difference_cents) > most.value
    )


def reporting(edition: Edition) -> Mispayments:
    """Return what a rulebook says about reporting wrong payments, or refuse if it says nothing."""
    if edition.mispayments is None:
        raise not_held(edition, "which wrong payments are reported")
    return edition.mispayments


def _why(edition: Edition, wrong: Mispayment, known: list[Mispayment]) -> Reason:
    """Return why a wrong payment is reported, and reported now, and by itself."""
    said = edition.says
    others = [one for one in known if one.patron == wrong.patron and one.number != wrong.number]
    clause = merged(
        reporting(edition).reported_over_cents.clause,
        said.reported_singly if others else (),
        said.reported_when_known if wrong.at > wrong.paid_at else (),
        said.reported_though_cured if wrong.cured else (),
    )
    return Reason(f"{wrong.patron} {dollars(wrong.difference_cents)}", clause)


def _paid_more(bet: SettledWager, cents: int) -> SettledWager:
    """Return a wager with what was paid on it later, or came back of it."""
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


def looked_into(
    wrong: Mispayment,
    event: MispaymentEnquired | MispaymentCured,
    envelope: Envelope,
) -> Mispayment:
    """Return a wrong payment after something was found out, or done, about it."""
    if isinstance(event, MispaymentEnquired):
        return replace(
            wrong,
            enquiry=event.note,
            intentional=event.intentional,
            suspected=event.suspected,
        )
    known = wrong.identified if event.identified is None else event.identified
    return replace(
        wrong,
        cured=max(event.how, wrong.cured or event.how, key=CURES.index),
        steps=(*wrong.steps, *event.steps),
        identified=known,
        cured_at=envelope.at,
    )


@mispayments.applies(Mispaid)
def mispaid(table: Table, event: Mispaid, envelope: Envelope) -> Table:
    """Book what was really moved, where the books said something else."""
    cents = event.booked_cents
    if cents:
        gone = table.patron(event.patron) is None
        table = moved(table, {event.patron: cents})
        # Whoever has left took the chips along.
        ledger = booked(table, to_float=-cents, issued=-cents if gone else 0)
        table = replace(table, ledger=ledger)
    table = with_coup(table, event.coup, event)
    held = (*table.open.mispayments, mispayment(event, envelope))
    count = replace(table.count, mispayments=event.number)
    return replace(table, count=count, open=replace(table.open, mispayments=held))


@mispayments.applies(MispaymentEnquired)
def mispayment_enquired(table: Table, event: MispaymentEnquired, envelope: Envelope) -> Table:
    return _with_mispayment(table, event, envelope)


@mispayments.applies(MispaymentCured)
def mispayment_cured(table: Table, event: MispaymentCured, envelope: Envelope) -> Table:
    if event.how == STANDS:
        held = table.open.mispayments
        held = tuple(wrong for wrong in held if wrong.number != event.number)
        return replace(table, open=replace(table.open, mispayments=held))
    table = _moved_by_cure(table, event) if event.paid_cents else table
    return _with_mispayment(table, event, envelope)


def _moved_by_cure(table: Table, event: MispaymentCured) -> Table:
    """Move what was paid wrongly, also in what a coup has moved that can still be undone."""
    name, cents = event.patron or "", event.paid_cents
    table = moved(table, {name: cents})
    table = replace(table, ledger=booked(table, to_float=-cents))
    [coup] = [wrong.coup for wrong in table.open.mispayments if wrong.number == event.number]
    return with_coup(table, coup, event)


def _with_mispayment(
    table: Table,
    event: MispaymentEnquired | MispaymentCured,
    envelope: Envelope,
) -> Table:
    """Return the table after something was found out, or done, about a wrong payment."""
    held = tuple(
        looked_into(wrong, event, envelope) if wrong.number == event.number else wrong
        for wrong in table.open.mispayments
    )
    return replace(table, open=replace(table.open, mispayments=held))


def with_coup(table: Table, coup: int, event: Adjusting) -> Table:
    """Return the table with what it still holds of a coup as that is now known to have been."""
    phase, last = table.phase, table.past.last
    if isinstance(phase, Settling) and coup == table.number:
        return replace(table, phase=as_moved(phase, event, table.open.mispayments))
    if last is not None and last.number == coup:
        changed = as_moved(last, event, table.open.mispayments)
        return replace(table, past=replace(table.past, last=changed))
    return table


def as_moved(coup: Paid, event: Adjusting, known: tuple[Mispayment, ...] = ()) -> Paid:
    """Return a settled coup with what it moved as an event says it did."""
    lost = coup.tokens_lost
    match event:
        case Mispaid():
            more, name = event.booked_cents, event.patron
            settled = tuple(
                bet.really(event.paid_cents, event.collected_cents)
                if bet.number == event.bet
                else bet
                for bet in coup.settled
            )
        case MispaymentCured():
            more, name = event.paid_cents, event.patron or ""
            bets = [wrong.bet for wrong in known if wrong.number == event.number]
            settled = tuple(
                _paid_more(bet, more) if bet.number in bets else bet for bet in coup.settled
            )
        case WagersReversed():
            more, name = -event.cents, event.name
            settled = tuple(bet for bet in coup.settled if bet.number not in event.numbers)
            lost = {number: cents for number, cents in lost.items() if number not in event.numbers}
    left = {**coup.moved, name: coup.moved.get(name, 0) + more} if more else coup.moved
    return replace(coup, settled=settled, moved=left, tokens_lost=lost)


@mispayments.applies(WagersReversed)
def wagers_reversed(table: Table, event: WagersReversed, envelope: Envelope) -> Table:
    # The chips move by other events.
    return with_coup(table, event.coup, event)
