"""The duties of the house that follow from events at a table, read from its log."""

from collections.abc import Iterator, Sequence

from punto.aggregate.envelope import LogEntry
from punto.clause import merged
from punto.house.calendar import day_of, month_of
from punto.house.compliance.records import filed_report_key
from punto.house.duty import Duty
from punto.house.house import House
from punto.house.required_reports import MONTHLY, reports_by_name
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

# Later than any possible time of discovery.
_END_OF_TIME = 2**62


def open_table_duties(
    rules: TableRules, house: House, stream: str, log: Sequence[LogEntry[TableEvent]]
) -> tuple[Duty, ...]:
    """Return the open duties that follow from events at a table."""
    duties = [
        *_inspector_duties(rules, house, stream, log),
        *_monthly_report_duties(rules, house, log),
        *_mispayment_duties(rules, stream, log),
        *_dispute_duties(rules, stream, log),
    ]
    return tuple(duty for duty in duties if duty.key not in house.done)


def _inspector_duties(
    rules: TableRules, house: House, stream: str, log: Sequence[LogEntry[TableEvent]]
) -> Iterator[Duty]:
    """Yield the matters that an inspector must be told, in a daily report or one by one."""
    required, zone = reports_by_name(rules), house.setup.zone
    for entry in log:
        event, at = entry.event, entry.envelope.at
        if not isinstance(event, RegisterEntry):
            continue
        name, day = channel_of(event.to), day_of(zone, at)
        if name is None or filed_report_key(name, day) in house.done:
            continue
        report_title = name.replace("_", " ")
        yield Duty(
            key=f"{stream} told {event.number}",
            text=f"{report_title} of {day}: {event.kind.replace('_', ' ')}, {event.text}",
            owner=_operator_title(rules),
            since=at,
            due=required[name].due(zone, day),
            clause=event.clause,
        )


def _operator_title(rules: TableRules) -> str:
    """Return the title that is responsible for the house, or an empty text if there is none."""
    powers = (Power.OFFER_PROMOTIONS, Power.DECIDE_DISPUTES)
    holders = map(rules.edition.powers.get, powers)
    return next((holder.value[0] for holder in holders if holder is not None), "")


def _monthly_report_duties(
    rules: TableRules, house: House, log: Sequence[LogEntry[TableEvent]]
) -> Iterator[Duty]:
    """Yield the report on each month in which a mispayment over the threshold became known."""
    required, zone = reports_by_name(rules).get(MONTHLY), house.setup.zone
    if required is None:
        return
    months: dict[str, int] = {}
    by_number = {mispayment.number: mispayment for mispayment in mispayments(log)}
    for line in report(rules, by_number.values(), 0, _END_OF_TIME):
        at = by_number[line.number].at
        month = month_of(zone, at)
        months[month] = min(months.get(month, at), at)
    for month, since in months.items():
        if filed_report_key(MONTHLY, month) not in house.done:
            yield Duty(
                key=filed_report_key(MONTHLY, month),
                text=f"tell the regulator of the wrong payments of {month}",
                owner=_operator_title(rules),
                since=since,
                due=required.due(zone, month),
                clause=required.clause,
            )


def _mispayment_duties(
    rules: TableRules, stream: str, log: Sequence[LogEntry[TableEvent]]
) -> Iterator[Duty]:
    """Yield the open tasks of single mispayments, due within a reasonable time."""
    if rules.edition.mispayments is None:
        return
    for mispayment in mispayments(log):
        for task, text in _open_tasks(mispayment):
            clauses = {
                "enquire": rules.says.mispaid_enquiry,
                "cure": rules.edition.mispayments.cured_by.clause,
                "rectify": rules.says.mispaid_rectify,
                "identify": rules.says.mispaid_identify,
            }
            yield Duty(
                key=f"{stream} payment {mispayment.number} {task}",
                text=f"{text}: coup {mispayment.coup}, {mispayment.patron}, {_amount(mispayment)}",
                owner=_operator_title(rules),
                since=mispayment.at,
                due=None,
                clause=clauses[task],
            )


def _amount(mispayment: Mispayment) -> str:
    direction = "over" if mispayment.difference_cents > 0 else "under"
    return f"{dollars(abs(mispayment.difference_cents))} {direction}"


def _open_tasks(mispayment: Mispayment) -> Iterator[tuple[str, str]]:
    texts = {"rectify": "put the payment right", "identify": "find out who was paid"}
    if mispayment.enquiry is None:
        yield "enquire", "enquire into the payment"
    if mispayment.suspected:
        yield from ((task, texts[task]) for task in open_tasks_of(mispayment))
    elif mispayment.cured is None:
        yield "cure", "put the payment right, try to, or tell the regulator"


def _dispute_duties(
    rules: TableRules, stream: str, log: Sequence[LogEntry[TableEvent]]
) -> Iterator[Duty]:
    """Yield disputes that need a ruling or must be closed."""
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
