"""A coup that is void: by decision, or because a card is missing. Every stake goes back."""

from msgspec.structs import replace

from punto import last_coup
from punto.aggregate.command import ErrorArea, Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.roles import GivenReason, PatronName, Text, VoidGround
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook import schema
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.cards.held_cards import with_hidden_cards
from punto.table.context import At, after, changes
from punto.table.deal.banker_role import restored_role
from punto.table.deal.coup_reversal import (
    coup_reversal_events,
    coup_reversal_of,
    is_settled,
    on_or_just_over,
    patrons_without_advice,
    reopen_settled_coup,
    results_without,
)
from punto.table.deal.dealing_methods import duty_without_turners
from punto.table.deal.no_bets import next_no_bet
from punto.table.entries import CoupVoidRecorded
from punto.table.guards import answering_reasons, error_rules
from punto.table.open_issues import BlockKind
from punto.table.phase import Closed, Dealing, Idle, Settling
from punto.table.register import blocked, record, remaining_blocks
from punto.table.table import Allowances, ShoeHistory, Table

voids: Topic[Table, At] = Topic("void_coup", changes)


class VoidCoup(TableCommand, frozen=True, tag="void_coup"):
    """A coup is declared void; the ground is kept with it.

    ``because`` names one of the grounds of the rulebook, and ``person`` is who caused it.
    """

    group = Group.COUP
    trouble = ErrorArea.VOID
    powers = (Power.VOID_COUP,)

    ground: GivenReason[Text]
    because: GivenReason[VoidGround | None] = None
    person: PatronName | None = None


class CoupVoided(TableEvent, frozen=True, gc=False, tag="coup_voided"):
    """A coup has no result; all stakes were returned."""

    visibility = Visibility.EVERYBODY
    registers = (Register.VOIDS,)

    ground: str
    coups_left: int | None = None
    last_called: bool = False
    could_not_rebuild: bool = False


@voids.permits(VoidCoup)
def may_void_coup(at: At) -> Clauses:
    """Raise an error if this person may not void a coup now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.VOID_COUP, "void a coup")


@voids.decides(VoidCoup)
def void_coup(at: At, command: VoidCoup) -> Events:
    """Void a coup before the next has begun."""
    rules, table = at.rules, at.state
    clause = may_void_coup(at)
    listed_ground = _void_ground(rules, command, clause)
    if isinstance(table.phase, Closed) or not on_or_just_over(table):
        raise Malformed("no coup is on, or the next has begun", code=ErrorCode.NO_COUP)
    if is_settled(table) and rules.edition.late_errors is None:
        raise Refused(ErrorCode.ALREADY_SETTLED, clause, "the wagers are settled")
    if not command.ground.strip():
        raise Malformed("say why the coup is void", code=ErrorCode.INCOMPLETE)
    if listed_ground is not None:
        return _void_on_ground(rules, table, command, listed_ground)
    if blocked(table, BlockKind.SCAN_DIFFERS) and not blocked(table, BlockKind.ERROR_REPORTED):
        return void_latest_coup(rules, table, command.ground, rules.says.scan_void)
    required = error_rules(rules).void_after
    if required and not blocked(table, BlockKind.ERROR_REPORTED):
        text = "a coup is void only where an error was reported and it cannot be rebuilt"
        raise Refused(ErrorCode.NO_VOID_GROUND, required.clause, text, "report_error comes first")
    clauses = merged(required.clause if required else (), clause, rules.says.unbuilt_returned)
    *events, void = void_latest_coup(rules, table, command.ground, clauses)
    assert isinstance(void, CoupVoided)
    continue_clause = rules.says.unbuilt_goes_on
    reasons = (
        (Reason("play goes on with the cards left", continue_clause),) if continue_clause else ()
    )
    return (
        *events,
        replace(void, could_not_rebuild=True, reasons=(*void.reasons, *reasons)),
    )


def _void_on_ground(
    rules: TableRules, table: Table, command: VoidCoup, listed_ground: schema.VoidGround
) -> Events:
    """Void a coup on one of the grounds that the rulebook lists."""
    *events, void = void_latest_coup(rules, table, command.ground, listed_ground.clause)
    assert isinstance(void, CoupVoided)
    void = replace(void, could_not_rebuild=True)
    if not listed_ground.person:
        return (*events, void)
    text = f"coup {table.number} void, {command.because}: {command.ground}"
    entry = record(CoupVoidRecorded, table, text, listed_ground.clause, person=command.person)
    return (*events, void, entry)


def _void_ground(rules: TableRules, command: VoidCoup, clause: Clauses) -> schema.VoidGround | None:
    """Return the ground on which a coup is void, or refuse one that the rulebook does not list."""
    grounds = rules.edition.conduct.void_grounds
    if not grounds:
        if command.because is not None:
            raise Malformed(
                "this rulebook lists no grounds: say why in words", code=ErrorCode.INCOMPLETE
            )
        return None
    key = command.because or next(iter(grounds))
    listed_ground = grounds.get(key)
    if listed_ground is None:
        listed = ", ".join(grounds)
        raise Refused(ErrorCode.NO_GROUND, clause, f"{key!r} is no ground", f"grounds: {listed}")
    if listed_ground.person and not (command.person or "").strip():
        raise Malformed("name the person, or say unknown", code=ErrorCode.INCOMPLETE)
    return listed_ground


def void_latest_coup(rules: TableRules, table: Table, ground: str, clause: Clauses) -> Events:
    """Void the current or last coup, paid or not, and return every stake."""
    events = reopen_settled_coup(rules, table, laying=False)
    table = after(table, events)
    clauses = merged(clause, error_rules(rules).void_returns)
    reason = Reason(f"void, every stake goes back: {ground}", clauses)
    return (*events, *void_unsettled_coup(rules, table, ground, reason))


def void_unsettled_coup(rules: TableRules, table: Table, ground: str, reason: Reason) -> Events:
    """Void a coup that is not settled, and return every stake.

    A cutting card that came out in the coup still counts; a tie does not.
    """
    reversal_events: Events = ()
    if isinstance(table.phase, Dealing | Settling):
        reversal_events = coup_reversal_events(
            rules, table, coup_reversal_of(table, laying=False), void=True
        )
    shoe = table.shoe
    if isinstance(table.phase, Settling):
        # A void result does not add a further coup.
        before = table.phase.before
        shoe = replace(
            shoe,
            coups_left=before.left,
            extra_given=before.extra_given,
            last_called=before.last_called,
        )
    ending = last_coup.complete(rules, shoe, tie=False)
    void = CoupVoided(
        ground=ground,
        coups_left=ending.coups_left,
        last_called=ending.last_called,
        reasons=(reason, *ending.reasons, *answering_reasons(rules, table, "coup")),
    )
    return (*reversal_events, void)


def void_for_missing_card(rules: TableRules, table: Table) -> Events:
    """Void a coup for which a card is missing."""
    data = error_rules(rules)
    reason = Reason(
        "a card that is due is missing: the coup is void and every stake goes back",
        merged(data.too_few_cards.clause, data.void_returns),
    )
    return void_unsettled_coup(rules, table, "too few cards", reason)


@voids.applies(CoupVoided)
def coup_voided(table: Table, event: CoupVoided, envelope: Envelope) -> Table:
    """Clear the table as if the coup had not been dealt. Its cards stay out of the shoe."""
    phase = table.phase
    shoe = replace(
        table.shoe,
        coups_left=event.coups_left,
        last_called=table.shoe.last_called or event.last_called,
    )
    beads, role = table.past.beads, table.role
    if isinstance(phase, Settling):
        beads = results_without(table, table.number)
        role = restored_role(table, phase.role)
        shoe = replace(shoe, extra_given=phase.before.extra_given)
        table = replace(table, patrons=patrons_without_advice(table, phase.advised))
    elif isinstance(phase, Dealing):
        for side, hand in (("player", phase.player), ("banker", phase.banker)):
            holdings = [out for out in phase.been_out if out.side.value == side]
            shoe = with_hidden_cards(shoe, hand, holdings)
    return replace(
        table,
        role=role,
        phase=Idle(),
        count=replace(table.count, voids=table.count.voids + 1),
        shoe=shoe,
        next=replace(table.next, allowed=Allowances(), no_bet=next_no_bet(table)),
        open=replace(
            table.open,
            fault=None,
            blocks=remaining_blocks(table, "settle", "coup"),
            could_not_rebuild=event.could_not_rebuild,
        ),
        duty=duty_without_turners(table),
        past=ShoeHistory(beads),
    )
