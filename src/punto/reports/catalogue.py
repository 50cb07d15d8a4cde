"""All reports by their names: of a day or a month, what asks for each, and who may read it."""

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from msgspec import Struct

from punto.aggregate.actor import Actor
from punto.clause import Malformed, NotEntitled, Refused
from punto.error_codes import ErrorCode
from punto.journal import JournalLine
from punto.registers.catalogue import BOOKS
from punto.reports.document import Document, Said
from punto.reports.duties import duties
from punto.reports.inspector import BREACH, breach_notification, daily_summary
from punto.reports.monthly_mispayments import monthly_mispayments
from punto.reports.promotion_terms import promotion_terms
from punto.reports.register_reports import OF_PROMOTIONS, OF_TOURNAMENTS, TITLES, book
from punto.reports.shift import shift
from punto.reports.time_spans import Span
from punto.reports.tournament_results import tournament_results
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.schema import Edition
from punto.table.authority import has_power, satisfies, titles_with_articles

INSPECTOR = "inspector"
Make = Callable[[Edition, Sequence[JournalLine], Span], Said]


class Report(Struct, frozen=True):
    """A report: who has one of ``powers`` may read it, and whoever it is ``for_`` by the text."""

    name: str
    title: str
    of: Literal["day", "month", "either"]
    powers: tuple[Power, ...]
    make: Make
    for_: Callable[[Edition], str | None] = lambda _: None


def _reported_to(edition: Edition) -> str | None:
    data = edition.mispayments
    return data.reported_to.value if data is not None and data.reported_to else None


# Who answers for what happens at the tables, and who for the house.
_FLOOR = (Power.VOID_COUP, Power.CHANGE_LIMITS, Power.CLOSE_TABLE)
_HOUSE = (Power.DECIDE_DISPUTES,)
_CONTEST = (Power.AWARD_PLACES, Power.ADMIT_ENTRANTS, Power.PAY_PRIZES)


def _powers(book: str) -> tuple[Power, ...]:
    """Return the powers by which a register may be read."""
    if book in OF_TOURNAMENTS:
        return _CONTEST
    return (Power.OFFER_PROMOTIONS, *_HOUSE) if book in OF_PROMOTIONS else (*_FLOOR, *_HOUSE)


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
            monthly_mispayments, _reported_to,
        ),
        Report(
            "tournament-results", "Tournament results and prizes", "either", _CONTEST,
            tournament_results,
        ),
        Report(
            "promotion-terms", "Promotion terms", "either", (Power.OFFER_PROMOTIONS, *_HOUSE),
            promotion_terms,
        ),
        Report("duties", "What is owed, and until when", "either", (*_FLOOR, *_HOUSE), duties),
        Report("shift", "Shift report", "either", (*_FLOOR, *_HOUSE), shift),
        *(
            Report(
                name.replace("_", "-"),
                TITLES[name],
                "either",
                _powers(name),
                book(name),
            )
            for name in BOOKS
        ),
    )
}  # fmt: skip


# A rulebook calls its channel otherwise than people call what goes through it.
_CALLED = {BREACH.replace("_", "-"): "breach-notification"}


def report_named(name: str) -> Report:
    """Return a report, or say which there are."""
    wanted = name.replace("_", "-")
    found = REPORTS.get(_CALLED.get(wanted, wanted))
    if found is None:
        hint = f"reports: {', '.join(REPORTS)}"
        raise Malformed(f"there is no report {name[:40]!r}", hint, code=ErrorCode.NO_SUCH_THING)
    return found


def readers(edition: Edition, report: Report) -> tuple[str, ...]:
    """Return the titles that may read a report, by a power or by the text."""
    held = (edition.powers.get(power) for power in report.powers)
    titles = [title for power in held if power is not None for title in power.value]
    to = report.for_(edition) if offered(edition, report) else None
    return tuple(dict.fromkeys([*([to] if to else []), *titles]))


def may_read(rules: TableRules, title: str, report: Report) -> bool:
    """Return whether somebody of a title may read a report: asked before it is given away."""
    to = report.for_(rules.edition)
    if to is not None and offered(rules.edition, report) and satisfies(rules.edition, title, to):
        return True
    return any(has_power(rules, title, power) for power in report.powers)


def check_reader(rules: TableRules, by: Actor, report: Report) -> None:
    """Refuse a report to somebody whose title does not give it to them."""
    if not may_read(rules, by.title, report):
        named = titles_with_articles(readers(rules.edition, report)) or "nobody here"
        text = f"{by.name} may not read the {report.title.lower()}: that is for {named}"
        raise NotEntitled((), text)


def offered(edition: Edition, report: Report) -> bool:
    """Return whether a rulebook knows a report: one of a duty that it has not is not given."""
    try:
        report.make(edition, (), Span("UTC", "", 0, 1))
    except Refused:
        return False
    return True


def make(report: Report, edition: Edition, lines: Iterable[JournalLine], span: Span) -> Document:
    """Return a report of a span, from what was known at its end and nothing that came later."""
    said = report.make(edition, tuple(lines), span)
    return Document(
        report=report.name,
        title=report.title,
        rulebook=edition.id,
        digest=edition.digest,
        span=span,
        readers=readers(edition, report),
        clause=said.clause,
        parts=said.parts,
        notes=said.notes,
    )
