"""All reports by name: their periods, their duties, and who may read them."""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from msgspec import Struct

from punto.aggregate.actor import Actor
from punto.clause import Malformed, NotEntitled, Refused
from punto.error_codes import ErrorCode
from punto.journal import JournalLine
from punto.registers.catalogue import REGISTERS
from punto.reports.document import Document, ReportContent
from punto.reports.duties import duties
from punto.reports.inspector import BREACH, breach_notification, daily_summary
from punto.reports.monthly_mispayments import monthly_mispayments
from punto.reports.promotion_terms import promotion_terms
from punto.reports.register_reports import OF_PROMOTIONS, OF_TOURNAMENTS, TITLES, report_of_register
from punto.reports.shift import shift
from punto.reports.time_spans import TimeSpan
from punto.reports.tournament_results import tournament_results
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.schema import Edition
from punto.table.authority import has_power, satisfies, titles_with_articles

INSPECTOR = "inspector"
Make = Callable[[Edition, Sequence[JournalLine], TimeSpan], ReportContent]


class Report(Struct, frozen=True):
    """A report. Titles with one of ``powers``, and the recipient ``for_``, may read it."""

    name: str
    title: str
    of: Literal["day", "month", "either"]
    powers: tuple[Power, ...]
    make: Make
    for_: Callable[[Edition], str | None] = lambda _: None


def _mispayment_recipient(edition: Edition) -> str | None:
    data = edition.mispayments
    return data.reported_to.value if data is not None and data.reported_to else None


# Powers of the titles that are responsible for tables, for the house and for tournaments.
_TABLES = (Power.VOID_COUP, Power.CHANGE_LIMITS, Power.CLOSE_TABLE)
_HOUSE = (Power.DECIDE_DISPUTES,)
_TOURNAMENTS = (Power.AWARD_PLACES, Power.ADMIT_ENTRANTS, Power.PAY_PRIZES)


def _register_powers(register: str) -> tuple[Power, ...]:
    """Return the powers by which a register may be read."""
    if register in OF_TOURNAMENTS:
        return _TOURNAMENTS
    return (Power.OFFER_PROMOTIONS, *_HOUSE) if register in OF_PROMOTIONS else (*_TABLES, *_HOUSE)


REPORTS: dict[str, Report] = {
    report.name: report
    for report in (
        Report(
            "daily-summary", "Daily summary", "day", (Power.VOID_SHOE, *_HOUSE), daily_summary,
            lambda _: INSPECTOR,
        ),
        Report(
            "breach-notification", "Breach notification", "day", (Power.VOID_SHOE, *_HOUSE),
            breach_notification, lambda _: INSPECTOR,
        ),
        Report(
            "monthly-mispayments", "Wrong payments of a month", "month", _HOUSE,
            monthly_mispayments, _mispayment_recipient,
        ),
        Report(
            "tournament-results", "Tournament results and prizes", "either", _TOURNAMENTS,
            tournament_results,
        ),
        Report(
            "promotion-terms", "Promotion terms", "either", (Power.OFFER_PROMOTIONS, *_HOUSE),
            promotion_terms,
        ),
        Report("duties", "What is owed, and until when", "either", (*_TABLES, *_HOUSE), duties),
        Report("shift", "Shift report", "either", (*_TABLES, *_HOUSE), shift),
        *(
            Report(
                name.replace("_", "-"),
                TITLES[name],
                "either",
                _register_powers(name),
                report_of_register(name),
            )
            for name in REGISTERS
        ),
    )
}  # fmt: skip


# The channel of a rulebook has another name than its report.
_ALIASES = {BREACH.replace("_", "-"): "breach-notification"}


def report_named(name: str) -> Report:
    """Return a report by name. Raise an error with all names if there is none."""
    key = name.replace("_", "-")
    report = REPORTS.get(_ALIASES.get(key, key))
    if report is None:
        hint = f"reports: {', '.join(REPORTS)}"
        raise Malformed(f"there is no report {name[:40]!r}", hint, code=ErrorCode.NO_SUCH_THING)
    return report


def readers(edition: Edition, report: Report) -> tuple[str, ...]:
    """Return the titles that may read a report, by a power or as its recipient."""
    powers = (edition.powers.get(power) for power in report.powers)
    titles = [title for power in powers if power is not None for title in power.value]
    recipient = report.for_(edition) if is_offered(edition, report) else None
    return tuple(dict.fromkeys([*([recipient] if recipient else []), *titles]))


def may_read(rules: TableRules, title: str, report: Report) -> bool:
    """Return whether a title may read a report."""
    recipient = report.for_(rules.edition)
    if (
        recipient is not None
        and is_offered(rules.edition, report)
        and satisfies(rules.edition, title, recipient)
    ):
        return True
    return any(has_power(rules, title, power) for power in report.powers)


def check_reader(rules: TableRules, by: Actor, report: Report) -> None:
    """Raise an error if the actor may not read a report."""
    if not may_read(rules, by.title, report):
        titles = titles_with_articles(readers(rules.edition, report)) or "nobody here"
        text = f"{by.name} may not read the {report.title.lower()}: that is for {titles}"
        raise NotEntitled((), text)


def is_offered(edition: Edition, report: Report) -> bool:
    """Return whether a rulebook offers a report. It refuses reports of duties that it lacks."""
    try:
        report.make(edition, (), TimeSpan("UTC", "", 0, 1))
    except Refused:
        return False
    return True


def make_report(
    report: Report, edition: Edition, lines: Iterable[JournalLine], span: TimeSpan
) -> Document:
    """Return a report of a span, from what was known at its end."""
    content = report.make(edition, tuple(lines), span)
    return Document(
        report=report.name,
        title=report.title,
        rulebook=edition.id,
        digest=edition.digest,
        span=span,
        readers=readers(edition, report),
        clause=content.clause,
        parts=content.parts,
        notes=content.notes,
    )
