"""Written approvals of conditions and of the commission on each fee."""

from datetime import UTC, datetime
from typing import Literal

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.roles import Attestation, Cents, Day, Text
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.table.authority import require_staff
from punto.table.opening.approvals import written_approval_clauses
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.context import TournamentContext, changes
from punto.tournament.rules import tournament_section
from punto.tournament.tournament import Tournament, TournamentApproval, TournamentStage

approvals: Topic[Tournament, TournamentContext] = Topic("approvals", changes)

CONDITIONS, COMMISSION = "conditions", "commission"


class FileApproval(TournamentCommand, frozen=True, tag="file_approval"):
    """A written approval of the conditions, or of the commission on each fee, is put on file."""

    group = Group.ENTRY
    powers = ()

    item: Attestation[Literal["conditions", "commission"]]
    authority: Attestation[Text]
    reference: Attestation[Text]
    given: Attestation[Day]
    cents: Attestation[Cents | None] = None


class ConditionsApproved(TournamentEvent, frozen=True, gc=False, tag="conditions_approved"):
    """A written approval is on file."""

    visibility = Visibility.STAFF
    registers = (Register.APPROVALS,)

    item: str
    authority: str
    reference: str
    given: str
    cents: int | None = None


@approvals.permits(FileApproval)
def may_file_approval(at: TournamentContext) -> None:
    """Raise an error if this person may not put approvals on file now."""
    rules, by = at.rules, at.by
    require_staff(rules, by, "put approvals on file")


@approvals.decides(FileApproval)
def file_approval(at: TournamentContext, command: FileApproval) -> Events:
    """Put a written approval on file."""
    rules, tournament = at.rules, at.state
    may_file_approval(at)
    approval_clause = _approval_clauses(rules, command.item)
    opening = rules.edition.opening
    if not approval_clause or opening.approved_by is None:
        raise Malformed(f"{command.item} need no approval here", code=ErrorCode.NO_SUCH_THING)
    if tournament.stage in (TournamentStage.FINISHED, TournamentStage.CANCELLED):
        raise Malformed(f"the tournament is {tournament.stage}", code=ErrorCode.NOT_NOW)
    if (command.cents is not None) != (command.item == COMMISSION) or (command.cents or 0) < 0:
        text = "the approval of a commission names an amount, and no other does"
        raise Malformed(text, code=ErrorCode.NO_SUCH_AMOUNT)
    clause = written_approval_clauses(opening, command.authority, command.reference, command.given)
    text = f"{command.item} approved: {command.reference}, {command.given}"
    approved = ConditionsApproved(
        item=command.item,
        authority=command.authority,
        reference=command.reference,
        given=command.given,
        cents=command.cents,
        reasons=(Reason(text, merged(approval_clause, clause)),),
    )
    return (approved,)


def check_approved(rules: TableRules, tournament: Tournament, by: Actor) -> tuple[Reason, ...]:
    """Return the reasons that the required approvals are on file. Refuse if one is missing."""
    reasons = []
    day = datetime.fromtimestamp(by.at, UTC).date().isoformat()
    valid = [approval for approval in tournament.floor.approved if approval.given <= day]
    if approval_clause := _approval_clauses(rules, CONDITIONS):
        if not _approvals_of(valid, CONDITIONS):
            text = f"no approval of these conditions dated {day} or before is on file"
            raise Refused(ErrorCode.NOT_APPROVED, approval_clause, text)
        reasons.append(Reason("the conditions are approved", approval_clause))
    commission = tournament.conditions.commission_cents or 0
    if commission and (approval_clause := _approval_clauses(rules, COMMISSION)):
        amounts = [approval.cents or 0 for approval in _approvals_of(valid, COMMISSION)]
        if commission > max(amounts, default=0):
            granted = dollars(amounts[-1]) if amounts else "nothing"
            text = f"{dollars(commission)} of each fee is to be kept, and {granted} is approved"
            raise Refused(ErrorCode.NOT_APPROVED, approval_clause, text)
        reasons.append(
            Reason(f"a commission of {dollars(commission)} is approved", approval_clause)
        )
    return tuple(reasons)


def _approval_clauses(rules: TableRules, item: str) -> Clauses:
    """Return the clauses that require the approval of an item."""
    says = tournament_section(rules.edition).says
    return says.conditions_approved if item == CONDITIONS else says.commission_approved


def _approvals_of(approved: list[TournamentApproval], item: str) -> list[TournamentApproval]:
    return [approval for approval in approved if approval.item == item]


@approvals.applies(ConditionsApproved)
def conditions_approved(
    tournament: Tournament, event: ConditionsApproved, envelope: Envelope
) -> Tournament:
    floor = tournament.floor
    approval = TournamentApproval(event.item, event.reference, event.given, event.cents)
    return replace(tournament, floor=replace(floor, approved=(*floor.approved, approval)))
