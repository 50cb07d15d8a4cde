"""Cards that are missing or foreign, a shoe whose order was seen, a missed cut or shuffle."""

from typing import Literal

from punto.aggregate.command import ErrorArea, Group
from punto.aggregate.permission import anybody
from punto.aggregate.roles import Attestation, GivenReason, InspectorChannel, Text
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.shoe import uncut
from punto.table.authority import require, require_clauses, require_staff
from punto.table.base_classes import Events, TableCommand
from punto.table.context import At, changes
from punto.table.deal.void_coup import void_latest_coup
from punto.table.entries import (
    ForeignCardRecorded,
    MissedCutRecorded,
    MissedShuffleRecorded,
    MissingCardRecorded,
    PacksCheckedRecorded,
    ShoePlayedOnRecorded,
    ShoeVoidRecorded,
)
from punto.table.errors.inspector_channels import channel
from punto.table.errors.surplus_cards import CoupsLeftChanged
from punto.table.guards import check_blocks, coup_is_on
from punto.table.open_issues import BlockKind
from punto.table.phase import Closed
from punto.table.register import Blocked, Unblocked, record
from punto.table.table import Table

pack_errors: Topic[Table, At] = Topic("pack_errors", changes)
_MISSED: dict[str, type[MissedCutRecorded] | type[MissedShuffleRecorded]] = {
    "cut": MissedCutRecorded,
    "shuffle": MissedShuffleRecorded,
}
_ODD_CARD: dict[str, type[MissingCardRecorded] | type[ForeignCardRecorded]] = {
    "missing": MissingCardRecorded,
    "foreign": ForeignCardRecorded,
}


class VoidShoe(TableCommand, frozen=True, tag="void_shoe"):
    """Patrons saw the order of the cards: the shoe is void."""

    group = Group.CARDS
    trouble = ErrorArea.VOID
    powers = (Power.VOID_SHOE,)

    reason: GivenReason[Text]
    report: Attestation[InspectorChannel]


class ReportMissed(TableCommand, frozen=True, tag="report_missed"):
    """The cut or the shuffle that was due did not happen."""

    group = Group.COUP
    trouble = ErrorArea.ORDER
    powers = ()

    what: Attestation[Literal["cut", "shuffle"]]


class PlayOn(TableCommand, frozen=True, tag="play_on"):
    """Another coup comes from a shoe that is over: nobody noticed that it is to be shuffled."""

    group = Group.COUP
    trouble = ErrorArea.ORDER
    powers = (Power.DEAL,)


class FindCard(TableCommand, frozen=True, tag="find_card"):
    """A card is missing, or one is there that does not belong to the decks."""

    group = Group.CARDS
    trouble = ErrorArea.CARD
    powers = ()

    kind: Attestation[Literal["missing", "foreign"]]
    text: GivenReason[Text]
    report: Attestation[InspectorChannel]


class CheckPacks(TableCommand, frozen=True, tag="check_packs"):
    """The packs have been checked at the table."""

    group = Group.CARDS
    trouble = ErrorArea.CARD
    powers = ()

    complete: Attestation[bool]


pack_errors.permits(ReportMissed)(anybody)


@pack_errors.decides(ReportMissed)
def report_missed(at: At, command: ReportMissed) -> Events:
    """Let the coup be finished. The cards are shuffled and cut before the next one."""
    rules, table, by = at.rules, at.state, at.by
    missed_clause = rules.says.missed_cut if command.what == "cut" else rules.says.missed_shuffle
    clause = require_clauses(rules, missed_clause, f"what a missed {command.what} does")
    require_staff(rules, by, f"report a missed {command.what}")
    if not table.shoe.coups:
        raise Malformed("nothing has been dealt from these cards", code=ErrorCode.NOT_NOW)
    if command.what == "cut" and uncut(rules):
        raise Malformed("these cards are not cut at all", code=ErrorCode.NOT_NOW)
    entry = record(_MISSED[command.what], table, f"the {command.what} was missed", clause)
    return (entry, *reshuffle_due(rules, command.what))


def reshuffle_due(rules: TableRules, what: Literal["cut", "shuffle"]) -> Events:
    """Return the block until the cards are shuffled and cut; earlier results stand."""
    step_clauses = rules.says
    if what == "cut":
        missed, redone, stands = (
            step_clauses.missed_cut,
            step_clauses.missed_cut_redone,
            step_clauses.missed_cut_stands,
        )
    else:
        missed, redone = step_clauses.missed_shuffle, step_clauses.missed_shuffle_redone
        stands = step_clauses.missed_shuffle_stands
    reasons = (
        Reason(f"the {what} was missed; the coup is finished", missed),
        Reason(f"the {what} was missed; earlier results stand", stands),
    )
    text = "the cards are shuffled and cut before another coup"
    return (
        Blocked(
            kind=BlockKind.RESHUFFLE_DUE, stops="shoe", text=text, clause=redone, reasons=reasons
        ),
    )


@pack_errors.permits(PlayOn)
def may_play_on(at: At) -> Clauses:
    """Raise an error if this person may not play on now."""
    rules, table, by = at.rules, at.state, at.by
    clause = require_clauses(
        rules, rules.says.missed_shuffle, "what follows when cards are not shuffled"
    )
    require(rules, by, Power.DEAL, "deal")
    check_blocks(table, "coup", "shoe", "deal")
    if coup_is_on(table) or isinstance(table.phase, Closed):
        raise Malformed("that is said between coups", code=ErrorCode.NOT_NOW)
    if table.shoe.coups_left != 0:
        raise Malformed("this shoe is not over", code=ErrorCode.NOT_NOW)
    return clause


@pack_errors.decides(PlayOn)
def play_on(at: At, command: PlayOn) -> Events:
    """Record that another coup is dealt from a shoe that is over, because nobody noticed."""
    table = at.state
    clause = may_play_on(at)
    text = "another coup comes from a shoe that is over"
    entry = record(ShoePlayedOnRecorded, table, text, clause)
    extra = table.shoe.extra_given
    return (entry, CoupsLeftChanged(coups_left=1, extra_given=extra, last_called=True))


@pack_errors.permits(FindCard)
def may_find_card(at: At) -> None:
    """Raise an error if this person may not report cards now."""
    rules, by = at.rules, at.by
    require_staff(rules, by, "report cards")


@pack_errors.decides(FindCard)
def find_card(at: At, command: FindCard) -> Events:
    """Void the current coup after a missing or foreign card, and order a check of the packs."""
    rules, table, by = at.rules, at.state, at.by
    missing = command.kind == "missing"
    card_clause = rules.says.missing_card if missing else rules.says.foreign_card
    clause = require_clauses(rules, card_clause, "what a missing or foreign card does")
    require_staff(rules, by, "report cards")
    reported = rules.says.strange_card_reported
    inspector = channel(rules, command.report, reported)
    text = f"{command.kind} card: {command.text}"
    to = ("surveillance", inspector)
    entry_clause = merged(clause, rules.says.strange_card_told, reported)
    entry = record(_ODD_CARD[command.kind], table, text, entry_clause, to=to)
    check = rules.says.strange_card_check
    reason = Reason("finished coups stand", rules.says.strange_card_earlier)
    block = Blocked(
        kind=BlockKind.PACKS_NOT_CHECKED,
        stops="shoe",
        text="all cards come out and are checked",
        clause=check,
        reasons=(reason,),
    )
    events: Events = (entry, block)
    if coup_is_on(table):
        void_clause = rules.says.strange_card_void
        events = (*events, *void_latest_coup(rules, table, f"{command.kind} card", void_clause))
    return events


@pack_errors.permits(CheckPacks)
def may_check_packs(at: At) -> None:
    """Raise an error if this person may not check the packs now."""
    rules, table, by = at.rules, at.state, at.by
    due = [
        block
        for block in table.open.blocks
        if block.kind in (BlockKind.PACKS_NOT_CHECKED, BlockKind.FACE_CHECK_DUE)
    ]
    require_staff(rules, by, "check the packs")
    if not due:
        raise Malformed("no check of the packs is due", code=ErrorCode.NOT_NOW)


@pack_errors.decides(CheckPacks)
def check_packs(at: At, command: CheckPacks) -> Events:
    """Record the result of a check of all packs at the table."""
    rules, table = at.rules, at.state
    may_check_packs(at)
    due = [
        block
        for block in table.open.blocks
        if block.kind in (BlockKind.PACKS_NOT_CHECKED, BlockKind.FACE_CHECK_DUE)
    ]
    assert due
    clause = due[0].clause
    result = "complete" if command.complete else "not complete"
    entry = record(PacksCheckedRecorded, table, f"the packs are {result}", clause)
    if due[0].kind == BlockKind.FACE_CHECK_DUE and command.complete:
        return (entry, Unblocked(kind=BlockKind.FACE_CHECK_DUE))
    clause = rules.says.strange_card_whole or clause
    text = "whole decks are shuffled and cut before another coup"
    if not command.complete:
        text = "the packs are not complete: replace them"
    kind = BlockKind.RESHUFFLE_DUE if command.complete else BlockKind.PACKS_INCOMPLETE
    next_block = Blocked(kind=kind, stops="shoe", text=text, clause=clause)
    return (entry, Unblocked(kind=due[0].kind), next_block)


@pack_errors.permits(VoidShoe)
def may_void_shoe(at: At) -> Clauses:
    """Raise an error if this person may not void a shoe now."""
    rules, by = at.rules, at.by
    clause = require(rules, by, Power.VOID_SHOE, "void a shoe")
    return merged(
        clause, require_clauses(rules, rules.says.order_seen, "what happens when the order is seen")
    )


@pack_errors.decides(VoidShoe)
def void_shoe(at: At, command: VoidShoe) -> Events:
    """Declare a shoe void because patrons saw its order. Finished coups stand."""
    rules, table = at.rules, at.state
    clause = may_void_shoe(at)
    entry_clause = merged(clause, rules.says.order_seen_told)
    inspector = channel(rules, command.report, rules.says.order_seen_told or clause)
    entry = record(ShoeVoidRecorded, table, command.reason, entry_clause, to=(inspector,))
    text = "this shoe is void: shuffle"
    block = Blocked(kind=BlockKind.SHOE_VOID, stops="shoe", text=text, clause=clause)
    events: Events = (entry, block)
    if coup_is_on(table):
        return (*events, *void_latest_coup(rules, table, "the order of the cards was seen", clause))
    return events
