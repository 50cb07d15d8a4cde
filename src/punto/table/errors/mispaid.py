"""Wrong payments: found out about, put right, a breach or not, and what is reported."""

from collections.abc import Iterable

from msgspec import Struct

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, Refused, clause_of, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.schema import Edition, Mispayments
from punto.rulebook.terms import Gap
from punto.table.authority import require_staff
from punto.table.errors import commands as do
from punto.table.errors import events as happened
from punto.table.events import Events
from punto.table.matters import Mispayment
from punto.table.table import Table


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


def enquire(rules: TableRules, table: Table, by: Actor, command: do.EnquireMispayment) -> Events:
    """Keep what an enquiry found; suspicion brings two duties."""
    _data(rules)
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
    enquired = happened.MispaymentEnquired(
        number=wrong.number,
        note=command.note,
        intentional=command.intentional,
        suspected=suspected,
        reasons=tuple(reasons),
    )
    return (enquired,)


def cure(rules: TableRules, table: Table, by: Actor, command: do.CureMispayment) -> Events:
    """Keep what was done about a wrong payment, if it counts."""
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
    cured = happened.MispaymentCured(
        number=wrong.number,
        how=command.how,
        steps=command.steps,
        identified=command.identified,
        patron=wrong.patron,
        paid_cents=_put_right(table, wrong, command),
        reasons=(reason,),
    )
    return (cured,)


def _as_decided(rules: TableRules, table: Table, by: Actor, command: do.CureMispayment) -> Events:
    """Put a wrong payment right as was decided, where the rulebook says nothing of it."""
    wrong = _found(table, by, rules, command.number)
    gaps = rules.edition.conduct.left_to_operator
    clause = gaps.clause if gaps else ()
    if command.how != "rectified":
        text = f"{command.how!r} is nothing that was decided: a wrong payment is put right"
        raise Refused(ErrorCode.NOT_A_CURE, clause, text, "ways: rectified")
    ruling = table.papers.decided[Gap.MISPAYMENT]
    cured = happened.MispaymentCured(
        number=wrong.number,
        how=command.how,
        patron=wrong.patron,
        paid_cents=_put_right(table, wrong, command),
        reasons=(Reason(f"payment {wrong.number} put right, as decided: {ruling}", clause),),
    )
    return (cured,)


def _put_right(table: Table, wrong: Mispayment, command: do.CureMispayment) -> int:
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


class ReportLine(Struct, frozen=True):
    """One line of the report at the end of a month."""

    number: int
    coup: int
    patron: str
    difference_cents: int
    to: str
    reason: Reason


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
