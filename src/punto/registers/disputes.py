"""Disputes: raised, ruled on, reviewed, closed, and whether their owners were told their right."""

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
from punto.registers.row import Row, clauses, in_order
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
    """A dispute as it stands: when each step was taken, nought for one that was not."""

    dispute: Dispute
    ruled_at: tuple[int, ...] = ()
    review_at: int = 0
    closed_at: int = 0
    satisfied: bool | None = None
    touched_at: int = 0


def disputes(lines: Sequence[JournalLine]) -> tuple[DisputeRow, ...]:
    """Return every dispute as it stands at the end of these lines."""
    found = [row for inside in tables(lines).values() for row in _at_table(inside)]
    for inside in tournaments(lines).values():
        found += _in_tournament(inside)
    return in_order([*found, *_in_house(lines)])


def _row(line: JournalLine, dispute: Dispute) -> DisputeRow:
    return DisputeRow(
        stream=line.envelope.stream,
        version=line.envelope.version,
        at=line.envelope.at,
        by=line.envelope.actor,
        title=line.envelope.title,
        clause=clauses(line),
        dispute=dispute,
        touched_at=line.envelope.at,
    )


def _at_table(lines: Sequence[JournalLine]) -> list[DisputeRow]:
    found: dict[int, DisputeRow] = {}
    for line in lines:
        event = line.event
        if isinstance(event, DisputeRaised):
            raised = Dispute(event.number, event.person, event.facts, coup=event.coup)
            found[event.number] = _row(line, raised)
        elif isinstance(event, ReviewRequested | DisputeRuled | DisputeClosed):
            row = found[event.number]
            found[event.number] = _stepped(
                replace(
                    row,
                    dispute=dispute_after(row.dispute, event, line.envelope),
                    clause=merged(row.clause, clauses(line)),
                    touched_at=line.envelope.at,
                ),
                line,
            )
    return list(found.values())


def _stepped(row: DisputeRow, line: JournalLine) -> DisputeRow:
    """Return a dispute with the time of the step that was taken."""
    match line.event:
        case ReviewRequested():
            return replace(row, review_at=line.envelope.at)
        case DisputeRuled():
            return replace(row, ruled_at=(*row.ruled_at, line.envelope.at))
        case DisputeClosed():
            return replace(row, closed_at=line.envelope.at, satisfied=line.event.satisfied)
        case _:
            return row


def _in_tournament(lines: Sequence[JournalLine]) -> list[DisputeRow]:
    found: dict[int, DisputeRow] = {}
    for line in lines:
        match line.event:
            case RulesDisputed():
                event = line.event
                found[event.number] = _row(line, Dispute(event.number, event.name, event.facts))
            case DisputeSettled():
                row = found[line.event.number]
                ruling = Ruling(line.envelope.actor, line.envelope.title, line.event.decision)
                found[line.event.number] = replace(
                    row,
                    dispute=replace(
                        row.dispute, rulings=(ruling,), closed=True, decision=ruling.text
                    ),
                    clause=merged(row.clause, clauses(line)),
                    ruled_at=(line.envelope.at,),
                    closed_at=line.envelope.at,
                    touched_at=line.envelope.at,
                )
            case _:
                pass
    return list(found.values())


def _in_house(lines: Sequence[JournalLine]) -> list[DisputeRow]:
    """Return disputes about the terms of promotions; each promotion counts its own."""
    found: dict[tuple[str, int, int], DisputeRow] = {}
    for line in sorted(lines, key=lambda line: line.envelope.version):
        event = line.event
        if isinstance(event, TermsDisputed):
            raised = Dispute(event.number, event.person, event.facts)
            found[line.envelope.stream, event.promotion, event.number] = _row(line, raised)
        elif isinstance(event, _TERMS):
            key = (line.envelope.stream, event.promotion, event.number)
            row = replace(
                found[key],
                clause=merged(found[key].clause, clauses(line)),
                touched_at=line.envelope.at,
            )
            found[key] = _about_terms(row, line, event)
    return list(found.values())


_TERMS = TermsDecided | ComplaintAdvised | TermsDisputeClosed


def _about_terms(row: DisputeRow, line: JournalLine, event: _TERMS) -> DisputeRow:
    """Return a dispute about terms after a step."""
    match event:
        case TermsDecided():
            ruling = Ruling(line.envelope.actor, line.envelope.title, event.decision)
            ruled = replace(row.dispute, rulings=(ruling,), decision=event.decision)
            return replace(
                row, dispute=ruled, ruled_at=(line.envelope.at,), satisfied=event.satisfied
            )
        case ComplaintAdvised():
            return replace(row, dispute=replace(row.dispute, advised=True))
        case TermsDisputeClosed():
            return replace(
                row, dispute=replace(row.dispute, closed=True), closed_at=line.envelope.at
            )
