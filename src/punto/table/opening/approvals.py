"""What must be approved in writing, and what is ticked off before a table opens or closes."""

import re
from datetime import UTC, date, datetime

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import ApprovalItem, Attestation, Authority, ChecklistItem, Day, Text
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, NotEntitled, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.schema import Opening
from punto.table.authority import require_staff, satisfies
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.table import Approved, Table

approvals: Topic[Table, At] = Topic("approvals", changes)


class RecordApproval(TableCommand, frozen=True, tag="record_approval"):
    """A written approval is put on file."""

    group = Group.TABLE
    powers = ()

    item: Attestation[ApprovalItem]
    authority: Attestation[Authority]
    reference: Attestation[Text]
    given: Attestation[Day]


class Attest(TableCommand, frozen=True, tag="attest"):
    """Somebody ticks off one item of the list of a table."""

    group = Group.CARDS
    powers = ()

    item: Attestation[ChecklistItem]


class ApprovalRecorded(TableEvent, frozen=True, gc=False, tag="approval_recorded"):
    visibility = Visibility.STAFF
    registers = (Register.APPROVALS,)

    item: str
    authority: str
    reference: str
    given: str


class ItemAttested(TableEvent, frozen=True, gc=False, tag="item_attested"):
    """A person with this title has ticked off an item of a list."""

    visibility = Visibility.STAFF
    registers = (Register.APPROVALS,)

    item: str
    title: str


@approvals.permits(RecordApproval)
def may_record_approval(at: At) -> None:
    """Raise an error if this person may not put approvals on file now."""
    rules, by = at.rules, at.by
    require_staff(rules, by, "put approvals on file")


@approvals.decides(RecordApproval)
def record_approval(at: At, command: RecordApproval) -> Events:
    """File a written approval."""
    rules = at.rules
    may_record_approval(at)
    opening = rules.edition.opening
    if command.item not in opening.approvals or opening.approved_by is None:
        raise Malformed(
            f"nothing called {command.item!r} needs an approval here",
            f"approvals: {', '.join(opening.approvals) or 'none'}",
            code=ErrorCode.NO_SUCH_THING,
        )
    clause = written_approval_clauses(opening, command.authority, command.reference, command.given)
    text = f"{command.item} approved: {command.reference}, {command.given}"
    recorded = ApprovalRecorded(
        item=command.item,
        authority=command.authority,
        reference=command.reference,
        given=command.given,
        reasons=(Reason(text, clause),),
    )
    return (recorded,)


def written_approval_clauses(opening: Opening, authority: str, reference: str, day: str) -> Clauses:
    """Return the clauses about approvals, or refuse one by another authority or not in writing."""
    approved_by = opening.approved_by
    assert approved_by is not None, "whoever asks for an approval knows whose counts"
    clause = approved_by.clause
    writing_clause = opening.in_writing.clause if opening.in_writing else clause
    if authority != approved_by.value:
        text = f"only an approval of the {approved_by.value} counts"
        raise Refused(ErrorCode.NOT_THE_AUTHORITY, clause, text)
    if not reference.strip():
        raise Refused(
            ErrorCode.NOT_IN_WRITING,
            writing_clause,
            "an approval is in writing and has a reference",
        )
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", day):
        raise Malformed(
            "say on which day it was given, such as 2015-02-11", code=ErrorCode.INCOMPLETE
        )
    try:
        date.fromisoformat(day)
    except ValueError:
        raise Malformed(f"{day} is not a day", code=ErrorCode.INCOMPLETE) from None
    return merged(clause, writing_clause)


def check_approved(
    rules: TableRules, table: Table, by: Actor, need: str, reference: str | None = None
) -> None:
    """Refuse a step whose approval is not on file, or not given yet.

    If a thing is approved by its mark, ``reference`` is the mark that the approval must name.
    """
    opening = rules.edition.opening
    day = datetime.fromtimestamp(by.at, UTC).date().isoformat()
    for item, approval in opening.approvals.items():
        if approval.needed_for != need:
            continue
        approvals = [
            filed
            for filed in table.papers.approvals
            if filed.item == item and reference in (None, filed.reference)
        ]
        if not any(filed.given <= day for filed in approvals):
            assert opening.approved_by is not None
            date_text = f" dated {day} or before" if approvals else ""
            text = f"no approval of the {item.replace('_', ' ')}{date_text} is on file"
            clause = merged(approval.clause, opening.approved_by.clause)
            raise Refused(ErrorCode.NOT_APPROVED, clause, text)


approvals.permits(Attest)(anybody)


@approvals.decides(Attest)
def attest(at: At, command: Attest) -> Events:
    """Tick off an item of the list. If several titles must do so, each does."""
    rules, by = at.rules, at.by
    item = rules.edition.opening.checklist.get(command.item)
    if item is None:
        listed = ", ".join(rules.edition.opening.checklist) or "nothing"
        raise Malformed(
            f"{command.item!r} is not on the list", f"on it: {listed}", code=ErrorCode.NO_SUCH_THING
        )
    titles = [title for title in item.by if satisfies(rules.edition, by.title, title)]
    if not titles:
        raise NotEntitled(item.clause, f"{by.name} does not see to that")
    reason = Reason(f"{by.name}: {item.title}", item.clause)
    return (ItemAttested(item=command.item, title=titles[0], reasons=(reason,)),)


def check_list(rules: TableRules, table: Table, when: str) -> tuple[Reason, ...]:
    """Return the ticked items for opening or closing, or refuse if one is missing."""
    reasons, items = [], rules.edition.opening.checklist
    for name, item in items.items():
        if item.when != when or item.instead_of:
            continue
        equivalent = (
            name,
            *(other_name for other_name, other in items.items() if name in other.instead_of),
        )
        ticked_by = {title for ticked, title in table.papers.attested if ticked in equivalent}
        missing = [title for title in item.by if title not in ticked_by]
        if missing:
            titles = " and the ".join(missing_title.replace("_", " ") for missing_title in missing)
            text = f"still to be seen to by the {titles}: {item.title}"
            raise Refused(ErrorCode.NOT_ATTESTED, item.clause, text)
        reasons.append(Reason(item.title, item.clause))
    return tuple(reasons)


@approvals.applies(ApprovalRecorded)
def approval_recorded(table: Table, event: ApprovalRecorded, envelope: Envelope) -> Table:
    approval = Approved(event.item, event.authority, event.reference, event.given)
    filed = (*table.papers.approvals, approval)
    return replace(table, papers=replace(table.papers, approvals=filed))


@approvals.applies(ItemAttested)
def item_attested(table: Table, event: ItemAttested, envelope: Envelope) -> Table:
    attested = tuple(dict.fromkeys((*table.papers.attested, (event.item, event.title))))
    return replace(table, papers=replace(table.papers, attested=attested))
