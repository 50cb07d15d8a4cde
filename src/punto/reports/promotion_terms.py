"""Terms of promotions: each version, when it was sent to the regulator, and whether in time."""

from collections.abc import Sequence
from typing import cast

from msgspec import Struct
from msgspec.structs import asdict

from punto.aggregate.envelope import LogEntry
from punto.house.base_classes import HouseEvent
from punto.house.calendar import HOUR
from punto.house.promotion import Promotion
from punto.house.registry import replay
from punto.house.terms.prizes import prizes
from punto.house.terms.publishing import publishing
from punto.journal import JournalLine, by_stream, known_before
from punto.money import dollars
from punto.reports.document import Column, ColumnKind, ReportContent, report_table
from punto.reports.time_spans import TimeSpan
from punto.rulebook.elect import not_held
from punto.rulebook.schema import Edition


class PromotionRow(Struct, frozen=True):
    """A promotion with its terms at the end of a span, and the time by which they were due."""

    stream: str
    promotion: Promotion
    due_at: int

    @property
    def sent_at(self) -> int:
        """Return when these terms were sent to the regulator, or zero if they were not."""
        return self.promotion.sent.get(self.promotion.version, 0)

    @property
    def in_time(self) -> bool | None:
        """Return whether the first terms were sent in time, or ``None`` while that is open."""
        first = min(self.promotion.sent.values(), default=0)
        return first <= self.due_at if first and self.due_at else None


class TermRow(Struct, frozen=True):
    """One topic of the terms of a promotion."""

    stream: str
    promotion: int
    topic: str
    text: str


_SUBMITTED: tuple[Column[PromotionRow], ...] = (
    Column("stream", "house", lambda row: row.stream),
    Column("promotion", "no.", lambda row: row.promotion.number, ColumnKind.NUMBER),
    Column("name", "promotion", lambda row: row.promotion.name),
    Column("stage", "stage", lambda row: str(row.promotion.stage), ColumnKind.NAME),
    Column("version", "version", lambda row: row.promotion.version, ColumnKind.NUMBER),
    Column("starts_at", "starts", lambda row: row.promotion.starts_at or 0, ColumnKind.MOMENT),
    Column(
        "closes_at",
        "closes",
        lambda row: row.promotion.closes_at or 0,
        ColumnKind.MOMENT,
        brief=False,
    ),
    Column("due_at", "due", lambda row: row.due_at, ColumnKind.MOMENT, brief=False),
    Column("sent_at", "sent", lambda row: row.sent_at, ColumnKind.MOMENT),
    Column("in_time", "in time", lambda row: row.in_time, ColumnKind.YES_NO),
)
_TERMS: tuple[Column[TermRow], ...] = (
    Column("stream", "house", lambda row: row.stream),
    Column("promotion", "no.", lambda row: row.promotion, ColumnKind.NUMBER),
    Column("topic", "topic", lambda row: row.topic, ColumnKind.NAME),
    Column("text", "terms", lambda row: row.text),
)


# The events that change terms and their prizes.
_TERMS_EVENTS = (*publishing.events, *prizes.events)


def promotion_terms(
    edition: Edition, lines: Sequence[JournalLine], span: TimeSpan
) -> ReportContent:
    """Return the promotions whose terms were written, published or sent in a span."""
    promotion_section = edition.promotion
    if promotion_section is None:
        raise not_held(edition, "how prizes are promoted")
    hours = promotion_section.terms_sent_hours
    rows, terms = [], []
    for stream, stream_lines in by_stream(known_before(lines, span.until)).items():
        if stream_lines[0].envelope.kind != "house":
            continue
        house = replay(cast("list[LogEntry[HouseEvent]]", stream_lines))
        changed_numbers = {
            getattr(line.event, "promotion", 0)
            for line in stream_lines
            if isinstance(line.event, _TERMS_EVENTS) and span.holds(line.envelope.at)
        }
        for number in sorted(changed_numbers & house.promotions.keys()):
            promotion = house.promotions[number]
            due = promotion.starts_at - hours.value * HOUR if promotion.starts_at else 0
            rows.append(PromotionRow(stream, promotion, due))
            terms += _promotion_terms(stream, promotion)
    return ReportContent(
        (
            report_table("promotions", "Promotions", _SUBMITTED, rows),
            report_table("terms", "Terms as they stood", _TERMS, terms),
        ),
        hours.clause,
    )


def _promotion_terms(stream: str, promotion: Promotion) -> list[TermRow]:
    """Return the stated topics of a promotion's terms, then its prizes."""
    topics = [
        TermRow(stream, promotion.number, topic.removesuffix("_cents"), _value_text(topic, value))
        for topic, value in asdict(promotion.terms).items()
        if value not in (None, (), False)
    ]
    prizes = []
    for number, prize in promotion.prizes.items():
        value_text = (
            f", worth {dollars(prize.value_cents)}" if prize.value_cents is not None else ""
        )
        details_text = "".join(f"; {name}: {text}" for name, text in prize.details.items())
        conditions = f"; {prize.conditions}" if prize.conditions else ""
        text = f"{prize.title} ({prize.kind}){value_text}{conditions}{details_text}"
        prizes.append(TermRow(stream, promotion.number, f"prize {number}", text))
    return [*topics, *prizes]


def _value_text(topic: str, value: object) -> str:
    if isinstance(value, bool):
        return "yes"
    if isinstance(value, int) and topic.endswith("_cents"):
        return dollars(value)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
