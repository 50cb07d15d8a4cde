"""Errors in dealing reported: in time, or late and left to stand or taken back."""

from collections.abc import Mapping
from typing import Literal

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.command import ErrorArea, Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Unregistered, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import (
    Attestation,
    Consent,
    CoupNumber,
    GivenReason,
    LateTrigger,
    PatronName,
    Text,
)
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, clause_of, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import CutOff, LateError
from punto.rulebook.power import Power
from punto.rulebook.vocabulary import Source
from punto.table.authority import has_power, require, require_clauses, require_staff
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.deal.coup_reversal import (
    WinningsTakenBack,
    patrons_without_advice,
    results_without,
    reversal_reasons,
)
from punto.table.entries import (
    CardsConfirmedRecorded,
    DealingErrorRecorded,
    LateErrorRecorded,
    LateErrorReportedRecorded,
)
from punto.table.guards import error_rules
from punto.table.ledger import recovered_cents, unrecoverable_debts
from punto.table.open_issues import BlockKind, LateReport, TableIssues
from punto.table.phase import Betting, Closed, Idle, PastCoup
from punto.table.register import Blocked, Unblocked, blocked, record
from punto.table.table import ShoeHistory, Table

late_errors: Topic[Table, At] = Topic("late_errors", changes)


class ReportError(TableCommand, frozen=True, tag="report_error"):
    """An error in dealing is reported, of this coup or of an earlier one by its number.

    ``kind`` is the kind of the error; by default cards were placed wrongly.
    """

    group = Group.COUP
    trouble = ErrorArea.ORDER
    powers = (Power.VOID_COUP,)

    trigger: Attestation[LateTrigger]
    text: GivenReason[Text]
    coup: CoupNumber | None = None
    kind: Attestation[Literal["card_placement", "payment"]] = "card_placement"

    @property
    def earlier_coups(self) -> tuple[int, ...]:
        return () if self.coup is None else (self.coup,)


class ConfirmCards(TableCommand, frozen=True, tag="confirm_cards"):
    """After an error was reported: the cards were looked at and lie where they belong.

    For an earlier ``coup``, the person must have the power to void it.
    """

    group = Group.COUP
    trouble = ErrorArea.ORDER
    powers = (Power.VOID_COUP,)

    coup: CoupNumber | None = None


class RemoveCards(TableCommand, frozen=True, tag="remove_cards"):
    """After a void the rest of the shoe is taken out, as every patron agreed."""

    group = Group.CARDS
    trouble = ErrorArea.VOID
    powers = (Power.REMOVE_CARDS_AFTER_VOID,)

    agreed: Consent[tuple[PatronName, ...]] = ()


class CoupReversed(TableEvent, frozen=True, gc=False, tag="coup_reversed"):
    """An earlier coup is void; ``unadvised`` are the patrons whose advice was based on it."""

    visibility = Visibility.WATCH
    registers = (Register.VOIDS,)

    number: int
    unadvised: tuple[str, ...] = ()


class LateErrorReported(TableEvent, frozen=True, gc=False, tag="late_error_reported"):
    """A person who may not void an earlier coup reported an error in it; it must be judged."""

    visibility = Visibility.WATCH
    registers = Unregistered.CONSEQUENCE

    coup: int
    trigger: str
    text: str


class LateErrorDismissed(TableEvent, frozen=True, gc=False, tag="late_error_dismissed"):
    """A person who may void an earlier coup finds that its cards were where they belong."""

    visibility = Visibility.WATCH
    registers = Unregistered.CONSEQUENCE

    coup: int


def _trigger_clauses(rules: TableRules, trigger: str) -> Clauses:
    """Return the clauses that name the trigger of an enquiry."""
    match trigger:
        case "order_doubt":
            return rules.says.trigger_order_doubt
        case "misdeal":
            return rules.says.trigger_misdeal
        case _:
            return ()


@late_errors.permits(ReportError)
def may_report_error(at: At) -> Clauses:
    """Raise an error if this person may not report an error now."""
    rules = at.rules
    return require_clauses(rules, rules.says.error_reported, "what a reported error does")


@late_errors.decides(ReportError)
def report_error(at: At, command: ReportError) -> Events:
    """Record a reported error. If it is too late, apply the rule for late errors."""
    rules, table, by, past = at.rules, at.state, at.by, at.past
    clause = may_report_error(at)
    late = rules.edition.late_errors
    triggers = late.triggers if late else None
    if triggers and command.trigger not in triggers.value:
        listed = ", ".join(triggers.value)
        text = f"{command.trigger!r} is nothing that is taken up"
        raise Refused(ErrorCode.NO_SUCH_TRIGGER, triggers.clause, text, f"triggers: {listed}")
    trigger_clauses = _trigger_clauses(rules, command.trigger)
    number = command.coup if command.coup is not None else table.number
    if not 1 <= number <= table.number:
        raise Malformed(f"there is no coup {number}", code=ErrorCode.NO_SUCH_THING)
    cut_off = passed_cut_off(rules, table, number)
    _check_kind(rules, command, clause if cut_off is None else ())
    if cut_off is None:
        text = f"coup {number}, {command.trigger.replace('_', ' ')}: {command.text}"
        entry = record(
            DealingErrorRecorded, table, text, merged(clause, trigger_clauses), coup=number
        )
        return (entry, *_error_block(rules))
    if late is None:
        raise not_held(rules.edition, "what an error does that is found late")
    cited = merged(late.found_late.clause, clause_of(late.cut_offs, cut_off), trigger_clauses)
    if late.found_late.value is LateError.RESULTS_STAND:
        text = f"coup {number}, reported too late: {command.text}; results stand"
        return (record(LateErrorRecorded, table, text, cited, coup=number),)
    if not has_power(rules, by.title, Power.VOID_COUP):
        if number in past and past[number].void:
            raise Malformed(f"coup {number} is void already", code=ErrorCode.ALREADY_SO)
        return _await_judgement(table, command, number, cited)
    cited = merged(cited, error_rules(rules).void_returns)
    past_coup = coup_with_result(past, number)
    reasons = [Reason(f"coup {number} is void, found late: {command.text}", cited)]
    if late.later_stand:
        reasons.append(Reason("later coups stay as they were played", late.later_stand))
    reversal_events = reverse_earlier_coup(rules, table, past_coup, tuple(reasons))
    text = f"coup {number} void: {command.text}"
    return (*reversal_events, record(LateErrorRecorded, table, text, cited, coup=number))


def _await_judgement(
    table: Table,
    command: ReportError,
    number: int,
    cited: Clauses,
) -> Events:
    """Record a late error that a person reported who may not void the coup."""
    text = f"coup {number}, found late: {command.text}; to be judged"
    entry = record(LateErrorReportedRecorded, table, text, cited, coup=number)
    reported = LateErrorReported(coup=number, trigger=command.trigger, text=command.text)
    return (entry, reported)


def _check_kind(rules: TableRules, command: ReportError, in_time: Clauses) -> None:
    """Refuse a kind of error that reverses no coup; ``in_time`` are clauses for timely reports."""
    late = rules.edition.late_errors
    kinds = late.kinds if late else None
    if kinds and command.kind not in kinds.value:
        text = f"an error of {command.kind.replace('_', ' ')} puts no cards right and voids no coup"
        hint = "whoever disputes what was paid says so: raise_dispute"
        raise Refused(ErrorCode.NOT_SUCH_AN_ERROR, in_time or kinds.clause, text, hint)


def _error_block(rules: TableRules) -> Events:
    """Return a block until the cards were checked, if the rulebook requires one."""
    late = rules.edition.late_errors
    if late is None or late.in_time is None:
        return ()
    clause = late.in_time.clause
    text = "the cards are looked at first: rebuilt, confirmed, or the coup is void"
    reason = Reason("the game waits until the cards were looked at", clause)
    block = Blocked(
        kind=BlockKind.ERROR_REPORTED, stops="coup", text=text, clause=clause, reasons=(reason,)
    )
    return (block,)


late_errors.permits(ConfirmCards)(anybody)


@late_errors.decides(ConfirmCards)
def confirm_cards(at: At, command: ConfirmCards) -> Events:
    """Let the game continue after a report: the cards were checked and are where they belong."""
    rules, table, by = at.rules, at.state, at.by
    if command.coup is not None:
        return _dismiss_late_error(rules, table, by, command.coup)
    clause = require_clauses(rules, rules.says.rebuilt, "whether a coup is rebuilt")
    require_staff(rules, by, "say that the cards lie where they belong")
    if not blocked(table, BlockKind.ERROR_REPORTED):
        raise Malformed("no error is reported that waits for it", code=ErrorCode.NOT_NOW)
    text = f"coup {table.number}: looked at, the cards lie where they belong"
    entry = record(CardsConfirmedRecorded, table, text, clause)
    return (entry, Unblocked(kind=BlockKind.ERROR_REPORTED))


def _dismiss_late_error(rules: TableRules, table: Table, by: Actor, number: int) -> Events:
    """Keep the result of an earlier coup: its cards were checked and were where they belong."""
    late = rules.edition.late_errors
    if late is None:
        raise not_held(rules.edition, "what an error does that is found late")
    require(rules, by, Power.VOID_COUP, "judge an error that was found late")
    if all(report.coup != number for report in table.open.late):
        raise Malformed(f"no error in coup {number} waits to be judged", code=ErrorCode.NOT_NOW)
    text = f"coup {number}: looked at, the cards lay where they belong"
    entry = record(CardsConfirmedRecorded, table, text, late.found_late.clause, coup=number)
    return (entry, LateErrorDismissed(coup=number))


def passed_cut_off(rules: TableRules, table: Table, number: int) -> CutOff | None:
    """Return the cut-off of the rulebook that has passed for a coup; None if none has."""
    late = rules.edition.late_errors
    cut_offs = late.cut_offs.value if late else (CutOff.NEXT_COUP,)
    passed = {
        CutOff.NEXT_COUP: number < table.number,
        CutOff.CARDS_REMOVED: not table.shoe.coups,
        CutOff.TABLE_CLOSED: isinstance(table.phase, Closed),
    }
    return next((cut_off for cut_off in cut_offs if passed[cut_off]), None)


def coup_with_result(past: Mapping[int, PastCoup], number: int) -> PastCoup:
    """Return an earlier coup that has a result; raise an error if there is none."""
    past_coup = past.get(number)
    if past_coup is None:
        raise Malformed(f"coup {number} has no result to take back", code=ErrorCode.NO_SUCH_THING)
    if past_coup.void:
        raise Malformed(f"coup {number} is void already", code=ErrorCode.ALREADY_SO)
    return past_coup


def reverse_earlier_coup(
    rules: TableRules,
    table: Table,
    past_coup: PastCoup,
    reasons: tuple[Reason, ...],
    forfeit: tuple[str, ...] = (),
) -> Events:
    """Void an earlier coup: its payments are reversed, everything after it stays.

    The stakes of the patrons in ``forfeit`` go to the float.
    """
    number = past_coup.number
    moved_cents = dict(past_coup.moved)
    tokens: dict[str, int] = {}
    for bet in past_coup.settled:
        name, lost_cents = bet.wager.patron, past_coup.tokens_lost.get(bet.number, 0)
        if name in forfeit:
            moved_cents[name] = moved_cents.get(name, 0) + bet.wager.chips_cents
        elif lost_cents and table.patron(name) is not None:
            tokens[name] = tokens.get(name, 0) + lost_cents
    debts = unrecoverable_debts(table, moved_cents, number)
    winnings_back = WinningsTakenBack(
        cents=recovered_cents(table, moved_cents, debts),
        token_cents=tokens,
        debts=debts,
        reasons=reversal_reasons(rules, past_coup.settled, past_coup.settled),
    )
    void = CoupReversed(number=number, unadvised=past_coup.advised, reasons=reasons)
    return (winnings_back, void)


@late_errors.permits(RemoveCards)
def may_remove_cards(at: At) -> Clauses:
    """Raise an error if this person may not take the cards out after a void now."""
    rules, table, by = at.rules, at.state, at.by
    power_clause = require(
        rules, by, Power.REMOVE_CARDS_AFTER_VOID, "take the cards out after a void"
    )
    require_clauses(rules, rules.says.rest_out, "whether the rest of a shoe is taken out")
    if rules.source is not Source.CARD_SHOE:
        raise Refused(ErrorCode.WRONG_SOURCE, rules.says.rest_out_source, "only out of a card shoe")
    after_void = rules.says.rest_out_void
    if not isinstance(table.phase, Idle | Betting) or table.wagers:
        raise Refused(
            ErrorCode.COUP_RUNNING, after_void, "a coup is on, or wagers lie on the layout"
        )
    if not table.shoe.coups or not table.open.could_not_rebuild:
        raise Refused(
            ErrorCode.NO_VOID, after_void, "only after a coup that could not be rebuilt was void"
        )
    return power_clause


@late_errors.decides(RemoveCards)
def remove_cards(at: At, command: RemoveCards) -> Events:
    """Remove the rest of a card shoe after a void coup, if every patron agrees."""
    rules, table = at.rules, at.state
    power_clause, clause = may_remove_cards(at), rules.says.rest_out
    missing = {patron.name for patron in table.patrons} - set(command.agreed)
    agreement_clause = rules.says.rest_out_agreed
    if missing or not table.patrons:
        text = f"every patron must agree: {', '.join(sorted(missing)) or 'nobody is here'}"
        raise Refused(ErrorCode.NOT_AGREED, agreement_clause, text)
    reason = Reason(
        "the rest of the shoe is taken out", merged(power_clause, agreement_clause, clause)
    )
    text = "the cards are shuffled or replaced first"
    block = Blocked(
        kind=BlockKind.CARDS_OUT, stops="shoe", text=text, clause=clause, reasons=(reason,)
    )
    return (block,)


@late_errors.applies(LateErrorReported)
def late_error_reported(table: Table, event: LateErrorReported, envelope: Envelope) -> Table:
    report = LateReport(event.coup, event.trigger, event.text)
    return replace(table, open=replace(table.open, late=(*table.open.late, report)))


@late_errors.applies(LateErrorDismissed)
def late_error_dismissed(table: Table, event: LateErrorDismissed, envelope: Envelope) -> Table:
    return replace(table, open=issues_without_reports(table, event.coup))


@late_errors.applies(CoupReversed)
def coup_reversed(table: Table, event: CoupReversed, envelope: Envelope) -> Table:
    """Remove an earlier coup from the results. Everything after it stays."""
    last = table.past.last
    if last is not None and last.number == event.number:
        last = replace(last, void=True)
    return replace(
        table,
        open=issues_without_reports(table, event.number),
        patrons=patrons_without_advice(table, event.unadvised),
        past=ShoeHistory(results_without(table, event.number), last),
        count=replace(table.count, voids=table.count.voids + 1),
    )


def issues_without_reports(table: Table, coup: int) -> TableIssues:
    """Return the open issues without the late errors of a coup."""
    waiting = tuple(report for report in table.open.late if report.coup != coup)
    return replace(table.open, late=waiting)
