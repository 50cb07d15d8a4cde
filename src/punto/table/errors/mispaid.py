"""Wrong payments: found out about, put right, a breach or not, and what is reported."""

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from punto.clause import Malformed, Reason, Refused, merged
from punto.money import dollars
from punto.rulebook.elect import TableRules, not_held, settling_by
from punto.rulebook.schema import Mispayments
from punto.table.authority import Actor, provided, require_staff, says
from punto.table.deal.completing import settle_wagers
from punto.table.errors import commands as do
from punto.table.errors import events as happened
from punto.table.errors.undoing import laid
from punto.table.events import AnyEvent, Events
from punto.table.matters import Mispayment
from punto.table.phase import PastCoup
from punto.table.register import record
from punto.table.table import Table
from punto.table.wager import SettledWager


def _data(rules: TableRules) -> Mispayments:
    if rules.edition.mispayments is None:
        raise not_held(rules.edition, "what a wrong payment brings")
    return rules.edition.mispayments


def _found(table: Table, by: Actor, rules: TableRules, number: int) -> Mispayment:
    require_staff(rules, by, "look into payments")
    for wrong in table.open.mispayments:
        if wrong.number == number:
            return wrong
    raise Malformed(f"there is no wrong payment {number}", code="no_such_thing")


def enquire(rules: TableRules, table: Table, by: Actor, command: do.EnquireMispayment) -> Events:
    """Keep what an enquiry found; suspicion brings two duties."""
    _data(rules)
    wrong = _found(table, by, rules, command.number)
    if not command.note.strip():
        raise Malformed("say what was enquired", code="incomplete")
    suspected = command.suspected or command.intentional
    clause = says(rules, "mispaid_enquiry")
    if suspected:
        clause = merged(clause, says(rules, "mispaid_suspected"))
    enquired = happened.MispaymentEnquired(
        number=wrong.number,
        note=command.note,
        intentional=command.intentional,
        suspected=suspected,
        reasons=(Reason(f"payment {wrong.number}: {command.note}", clause),),
    )
    return (enquired,)


def cure(rules: TableRules, table: Table, by: Actor, command: do.CureMispayment) -> Events:
    """Keep what was done about a wrong payment, if it counts."""
    data = _data(rules)
    wrong = _found(table, by, rules, command.number)
    if command.how not in data.cured_by.value:
        listed = ", ".join(data.cured_by.value)
        raise Refused("not_a_cure", data.cured_by.clause, f"{command.how!r}", f"ways: {listed}")
    clause = data.cured_by.clause
    if command.how == "attempted":
        step = "reimburse" if wrong.difference_cents < 0 else "request"
        which = says(rules, "underpaid" if wrong.difference_cents < 0 else "overpaid")
        steps = set(command.steps)
        if not steps & set(data.attempt_steps.value):
            text = f"an attempt is to {', '.join(data.attempt_steps.value)}"
            raise Refused("no_attempt", data.attempt_steps.clause, text)
        known = command.identified or wrong.identified
        if known and not steps & {step, "impractical"}:
            text = f"the patron is known: {step}, or say that it is impractical"
            raise Refused("no_attempt", merged(which, data.attempt_steps.clause), text)
        clause = merged(clause, data.attempt_steps.clause, which if known else ())
    if wrong.suspected:
        clause = merged(clause, says(rules, "mispaid_rectify"))
    if command.identified is not None:
        clause = merged(clause, says(rules, "mispaid_identify"))
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


def _put_right(table: Table, wrong: Mispayment, command: do.CureMispayment) -> int:
    """Return what goes to a patron at the table when a wrong payment is really put right."""
    patron = table.patron(wrong.patron)
    if command.how != "rectified" or wrong.cured == "rectified" or patron is None:
        # Whoever has left is dealt with elsewhere; the table moves no chips for them.
        return 0
    back = wrong.difference_cents
    if back > patron.chips_cents:
        text = f"{patron.name} holds less than the {dollars(back)} paid too much"
        raise Malformed(text, "attempted, with the steps that were taken", code="not_enough_chips")
    if -back > table.ledger.float_cents:
        raise Malformed("the float does not hold so many chips", code="float_too_small")
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
    reason: Reason


def report(
    rules: TableRules, wrong: Iterable[Mispayment], since: int, until: int
) -> tuple[ReportLine, ...]:
    """Return the wrong payments over the threshold that became known in a span of time."""
    most = _data(rules).reported_over_cents
    return tuple(
        ReportLine(
            one.number,
            one.coup,
            one.patron,
            one.difference_cents,
            Reason(f"{one.patron} {dollars(one.difference_cents)}", most.clause),
        )
        for one in wrong
        if since <= one.at < until and abs(one.difference_cents) > most.value
    )


def wrong_scale(
    rules: TableRules,
    table: Table,
    by: Actor,
    command: do.WrongScale,
    past: Mapping[int, PastCoup],
) -> Events:
    """Keep which coups were paid on the wrong scale: they stand, their differences are entered."""
    clause = provided(rules, "wrong_scale", "what the wrong scale does")
    require_staff(rules, by, "report settlements")
    if not command.coups:
        raise Malformed("name the coups", code="incomplete")
    events: list[AnyEvent] = []
    place = table.count.mispayments
    for number in dict.fromkeys(command.coups):
        found = past.get(number)
        if found is None or found.void:
            raise Malformed(f"coup {number} is not one that was settled", code="no_such_thing")
        for one, difference in _differences(rules, table, found):
            place += 1
            reason = Reason(f"coup {number} on the wrong scale", clause)
            events.append(
                happened.Mispaid(
                    number=place,
                    coup=number,
                    patron=one.wager.patron,
                    wager=one.wager.wager,
                    difference_cents=difference,
                    at=by.at,
                    bet=one.number,
                    reasons=(reason,),
                )
            )
    stands = merged(clause, says(rules, "wrong_scale_stands"), says(rules, "wrong_scale_goes_on"))
    listed = ", ".join(map(str, command.coups))
    text = f"coups {listed} were settled on the wrong scale and stand; {rules.settlement} goes on"
    return (*events, record(table, by, "wrong_scale", text, stands))


def _differences(
    rules: TableRules, table: Table, past: PastCoup
) -> Iterator[tuple[SettledWager, int]]:
    """Yield what each wager got too much or too little, unless that is entered already."""
    entered = {wrong.bet for wrong in table.open.mispayments if wrong.coup == past.number}
    due = {bet.number: bet.net_cents for bet in past.settled}
    for scheme in rules.schemes:
        if scheme != past.settlement:
            # The other scale is what was really paid; the right one is what was due.
            other = settling_by(rules, scheme)
            for one in settle_wagers(other, table, laid(past.settled), past.coup):
                difference = one.net_cents - due[one.number]
                if difference and one.number not in entered:
                    yield one, difference
