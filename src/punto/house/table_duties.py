"""What the house owes because of what happened at a table: read from the table's log."""

from collections.abc import Iterator, Sequence

from punto.aggregate.envelope import LogEntry
from punto.clause import merged
from punto.house.calendar import day_of, month_of
from punto.house.compliance.records import filed
from punto.house.duty import Duty
from punto.house.house import House
from punto.house.required_reports import MONTHLY, reports
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.base_classes import TableEvent
from punto.table.conduct.disputes import DisputeRaised
from punto.table.errors.inspector_channels import channel_of
from punto.table.mispayments import open_tasks_of, report
from punto.table.open_issues import Mispayment
from punto.table.projections import disputes, mispayments
from punto.table.register import RegisterEntry

# The last second that anything can have become known in.
_EVER = 2**62


def owed_by_table(
    rules: TableRules, house: House, stream: str, log: Sequence[LogEntry[TableEvent]]
) -> tuple[Duty, ...]:
    """Return what is still owed because of what happened at a table."""
    found = [
        *_told(rules, house, stream, log),
        *_monthly(rules, house, log),
        *_wrong(rules, stream, log),
        *_disputed(rules, stream, log),
    ]
    return tuple(duty for duty in found if duty.key not in house.done)


def _told(
    rules: TableRules, house: House, stream: str, log: Sequence[LogEntry[TableEvent]]
) -> Iterator[Duty]:
    """Yield what an inspector is to be told: in the report of a day, or one by one."""
    known, zone = reports(rules), house.setup.zone
    for entry in log:
        line, at = entry.event, entry.envelope.at
        if not isinstance(line, RegisterEntry):
            continue
        name, day = channel_of(line.to), day_of(zone, at)
        if name is None or filed(name, day) in house.done:
            continue
        words = name.replace("_", " ")
        yield Duty(
            key=f"{stream} told {line.number}",
            text=f"{words} of {day}: {line.kind.replace('_', ' ')}, {line.text}",
            owner=_operator(rules),
            since=at,
            due=known[name].due(zone, day),
            clause=line.clause,
        )


def _operator(rules: TableRules) -> str:
    """Return the title that answers for the house, where the rulebook names one."""
    powers = (Power.OFFER_PROMOTIONS, Power.DECIDE_DISPUTES)
    holders = map(rules.edition.powers.get, powers)
    return next((held.value[0] for held in holders if held is not None), "")


def _monthly(
    rules: TableRules, house: House, log: Sequence[LogEntry[TableEvent]]
) -> Iterator[Duty]:
    """Yield the report on each month in which a wrong payment over the threshold became known."""
    wanted, zone = reports(rules).get(MONTHLY), house.setup.zone
    if wanted is None:
        return
    months: dict[str, int] = {}
    wrong = {one.number: one for one in mispayments(log)}
    for line in report(rules, wrong.values(), 0, _EVER):
        at = wrong[line.number].at
        month = month_of(zone, at)
        months[month] = min(months.get(month, at), at)
    for month, since in months.items():
        if filed(MONTHLY, month) not in house.done:
            yield Duty(
                key=filed(MONTHLY, month),
                text=f"tell the regulator of the wrong payments of {month}",
                owner=_operator(rules),
                since=since,
                due=wanted.due(zone, month),
                clause=wanted.clause,
            )


def _wrong(rules: TableRules, stream: str, log: Sequence[LogEntry[TableEvent]]) -> Iterator[Duty]:
    """Yield what must still be done about single wrong payments, within a reasonable time."""
    if rules.edition.mispayments is None:
        return
    for wrong in mispayments(log):
        for task, text in _tasks(wrong):
            steps = {
                "enquire": rules.says.mispaid_enquiry,
                "cure": rules.edition.mispayments.cured_by.clause,
                "rectify": rules.says.mispaid_rectify,
                "identify": rules.says.mispaid_identify,
            }
            yield Duty(
                key=f"{stream} payment {wrong.number} {task}",
                text=f"{text}: coup {wrong.coup}, {wrong.patron}, {_amount(wrong)}",
                owner=_operator(rules),
                since=wrong.at,
                due=None,
                clause=steps[task],
            )


def _amount(wrong: Mispayment) -> str:
    side = "over" if wrong.difference_cents > 0 else "under"
    return f"{dollars(abs(wrong.difference_cents))} {side}"


def _tasks(wrong: Mispayment) -> Iterator[tuple[str, str]]:
    words = {"rectify": "put the payment right", "identify": "find out who was paid"}
    if wrong.enquiry is None:
        yield "enquire", "enquire into the payment"
    if wrong.suspected:
        yield from ((task, words[task]) for task in open_tasks_of(wrong))
    elif wrong.cured is None:
        yield "cure", "put the payment right, try to, or tell the regulator"


def _disputed(
    rules: TableRules, stream: str, log: Sequence[LogEntry[TableEvent]]
) -> Iterator[Duty]:
    """Yield disputes that wait for a ruling, or to be closed."""
    hearing = rules.edition.powers.get(Power.HEAR_DISPUTES)
    if hearing is None:
        return
    raised = {
        entry.event.number: entry.envelope.at
        for entry in log
        if isinstance(entry.event, DisputeRaised)
    }
    for dispute in disputes(log):
        if not dispute.closed:
            yield Duty(
                key=f"{stream} dispute {dispute.number}",
                text=f"settle dispute {dispute.number} of {dispute.person}: {dispute.facts}",
                owner=hearing.value[0],
                since=raised[dispute.number],
                due=None,
                clause=merged(hearing.clause, rules.says.dispute),
            )
