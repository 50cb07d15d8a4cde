"""Written approvals of conditions and of what is kept of each fee."""

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
from punto.tournament.context import At, changes
from punto.tournament.rules import law
from punto.tournament.tournament import Approved, Stage, Tournament

approvals: Topic[Tournament, At] = Topic("approvals", changes)

CONDITIONS, COMMISSION = "conditions", "commission"


class FileApproval(TournamentCommand, frozen=True, tag="file_approval"):
    """A written approval is put on file, of the conditions or of what is kept of each fee."""

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
def may_file_approval(at: At) -> None:
    """Raise an error if this person may not put approvals on file now."""
    rules, by = at.rules, at.by
    require_staff(rules, by, "put approvals on file")


@approvals.decides(FileApproval)
def file_approval(at: At, command: FileApproval) -> Events:
    """Put a written approval on file."""
    rules, tournament = at.rules, at.state
    may_file_approval(at)
    asked = _asked(rules, command.item)
    opening = rules.edition.opening
    if not asked or opening.approved_by is None:
        raise Malformed(f"{command.item} need no approval here", code=ErrorCode.NO_SUCH_THING)
    if tournament.stage in (Stage.FINISHED, Stage.CANCELLED):
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
        reasons=(Reason(text, merged(asked, clause)),),
    )
    return (approved,)


def check_approved(rules: TableRules, tournament: Tournament, by: Actor) -> tuple[Reason, ...]:
    """Return that everything is approved that must be, or refuse what is not."""
    found = []
    day = datetime.fromtimestamp(by.at, UTC).date().isoformat()
    held = [one for one in tournament.floor.approved if one.given <= day]
    if asked := _asked(rules, CONDITIONS):
        if not _of(held, CONDITIONS):
            text = f"no approval of these conditions dated {day} or before is on file"
            raise Refused(ErrorCode.NOT_APPROVED, asked, text)
        found.append(Reason("the conditions are approved", asked))
    kept = tournament.conditions.commission_cents or 0
    if kept and (asked := _asked(rules, COMMISSION)):
        amounts = [one.cents or 0 for one in _of(held, COMMISSION)]
        if kept > max(amounts, default=0):
            most = dollars(amounts[-1]) if amounts else "nothing"
            text = f"{dollars(kept)} of each fee is to be kept, and {most} is approved"
            raise Refused(ErrorCode.NOT_APPROVED, asked, text)
        found.append(Reason(f"a commission of {dollars(kept)} is approved", asked))
    return tuple(found)


def _asked(rules: TableRules, item: str) -> Clauses:
    """Return the clauses that want an approval."""
    says = law(rules.edition).says
    return says.conditions_approved if item == CONDITIONS else says.commission_approved


def _of(held: list[Approved], item: str) -> list[Approved]:
    return [one for one in held if one.item == item]


@approvals.applies(ConditionsApproved)
def conditions_approved(
    tournament: Tournament, event: ConditionsApproved, envelope: Envelope
) -> Tournament:
    floor = tournament.floor
    held = Approved(event.item, event.reference, event.given, event.cents)
    return replace(tournament, floor=replace(floor, approved=(*floor.approved, held)))
