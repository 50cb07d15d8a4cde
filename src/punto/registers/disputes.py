"""Disputes: raised, ruled on, reviewed, closed, with the advice of the right to complain."""

from collections.abc import Sequence

from msgspec.structs import replace

from punto.clause import merged
from punto.house.compliance.disputes import (
    ComplaintAdvised,
    TermsDecided,
    TermsDisputeClosed,
    TermsDisputed,
)
from punto.journal import JournalLine, tables, tournaments
from punto.registers.row import Row, reason_clauses, rows_by_time
from punto.table.conduct.disputes import (
    DisputeClosed,
    DisputeRaised,
    DisputeRuled,
    ReviewRequested,
    dispute_after,
)
from punto.table.open_issues import Dispute, Ruling
from punto.tournament.conduct.disputes import DisputeSettled, RulesDisputed


class DisputeRow(Row, frozen=True, kw_only=True):
    """A dispute with the time of each step, zero for a step that was not taken."""

    dispute: Dispute
    ruled_at: tuple[int, ...] = ()
    review_at: int = 0
    closed_at: int = 0
    satisfied: bool | None = None
    touched_at: int = 0


def disputes(lines: Sequence[JournalLine]) -> tuple[DisputeRow, ...]:
    """Return all disputes, in their state at the end of these lines."""
    rows = [row for stream_lines in tables(lines).values() for row in _table_disputes(stream_lines)]
    for stream_lines in tournaments(lines).values():
        rows += _tournament_disputes(stream_lines)
    return rows_by_time([*rows, *_promotion_disputes(lines)])


def _new_row(line: JournalLine, dispute: Dispute) -> DisputeRow:
    return DisputeRow(
        stream=line.envelope.stream,
        version=line.envelope.version,
        at=line.envelope.at,
        by=line.envelope.actor,
        title=line.envelope.title,
        clause=reason_clauses(line),
        dispute=dispute,
        touched_at=line.envelope.at,
    )


def _table_disputes(lines: Sequence[JournalLine]) -> list[DisputeRow]:
    rows: dict[int, DisputeRow] = {}
    for line in lines:
        event = line.event
        if isinstance(event, DisputeRaised):
            dispute = Dispute(event.number, event.person, event.facts, coup=event.coup)
            rows[event.number] = _new_row(line, dispute)
        elif isinstance(event, ReviewRequested | DisputeRuled | DisputeClosed):
            row = rows[event.number]
            rows[event.number] = _with_step_time(
                replace(
                    row,
                    dispute=dispute_after(row.dispute, event, line.envelope),
                    clause=merged(row.clause, reason_clauses(line)),
                    touched_at=line.envelope.at,
                ),
                line,
            )
    return list(rows.values())


def _with_step_time(row: DisputeRow, line: JournalLine) -> DisputeRow:
    """Return a dispute with the time of a step set."""
    match line.event:
        case ReviewRequested():
            return replace(row, review_at=line.envelope.at)
        case DisputeRuled():
            return replace(row, ruled_at=(*row.ruled_at, line.envelope.at))
        case DisputeClosed():
            return replace(row, closed_at=line.envelope.at, satisfied=line.event.satisfied)
        case _:
            return row


def _tournament_disputes(lines: Sequence[JournalLine]) -> list[DisputeRow]:
    rows: dict[int, DisputeRow] = {}
    for line in lines:
        match line.event:
            case RulesDisputed():
                event = line.event
                rows[event.number] = _new_row(line, Dispute(event.number, event.name, event.facts))
            case DisputeSettled():
                row = rows[line.event.number]
                ruling = Ruling(line.envelope.actor, line.envelope.title, line.event.decision)
                rows[line.event.number] = replace(
                    row,
                    dispute=replace(
                        row.dispute, rulings=(ruling,), closed=True, decision=ruling.text
                    ),
                    clause=merged(row.clause, reason_clauses(line)),
                    ruled_at=(line.envelope.at,),
                    closed_at=line.envelope.at,
                    touched_at=line.envelope.at,
                )
            case _:
                pass
    return list(rows.values())


def _promotion_disputes(lines: Sequence[JournalLine]) -> list[DisputeRow]:
    """Return disputes about the terms of promotions. Each promotion numbers its own."""
    rows: dict[tuple[str, int, int], DisputeRow] = {}
    for line in sorted(lines, key=lambda line: line.envelope.version):
        event = line.event
        if isinstance(event, TermsDisputed):
            dispute = Dispute(event.number, event.person, event.facts)
            rows[line.envelope.stream, event.promotion, event.number] = _new_row(line, dispute)
        elif isinstance(event, _TermsStep):
            key = (line.envelope.stream, event.promotion, event.number)
            row = replace(
                rows[key],
                clause=merged(rows[key].clause, reason_clauses(line)),
                touched_at=line.envelope.at,
            )
            rows[key] = _after_terms_step(row, line, event)
    return list(rows.values())


_TermsStep = TermsDecided | ComplaintAdvised | TermsDisputeClosed


def _after_terms_step(row: DisputeRow, line: JournalLine, event: _TermsStep) -> DisputeRow:
    """Return a dispute about terms after a step."""
    match event:
        case TermsDecided():
            ruling = Ruling(line.envelope.actor, line.envelope.title, event.decision)
            dispute = replace(row.dispute, rulings=(ruling,), decision=event.decision)
            return replace(
                row, dispute=dispute, ruled_at=(line.envelope.at,), satisfied=event.satisfied
            )
        case ComplaintAdvised():
            return replace(row, dispute=replace(row.dispute, advised=True))
        case TermsDisputeClosed():
            return replace(
                row, dispute=replace(row.dispute, closed=True), closed_at=line.envelope.at
            )
