"""Results invalidated for a disturbance or for fraud."""

from msgspec.structs import replace

from punto.aggregate.command import ErrorArea, Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.roles import CoupNumber, GivenReason, InvalidatingGround, PatronName, Text
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import StakeOfFraud
from punto.rulebook.power import Power
from punto.table.authority import require, require_clauses
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, after, changes
from punto.table.deal.coup_reversal import on_or_just_over, reopen_settled_coup
from punto.table.deal.void_coup import void_latest_coup
from punto.table.entries import InvalidatedRecorded
from punto.table.errors.late_errors import coup_with_result, reverse_earlier_coup
from punto.table.ledger import ledger_after
from punto.table.phase import Closed, PastCoup
from punto.table.register import record
from punto.table.returned_stakes import ReturnedStake, whole_stake
from punto.table.table import Table

invalidating: Topic[Table, At] = Topic("invalidating", changes)


class InvalidateResult(TableCommand, frozen=True, tag="invalidate_result"):
    """A result is invalidated for a disturbance, or for somebody's fraud.

    It is the result of the current or last coup, unless another is named. ``others`` took part in
    the fraud of ``person``.
    """

    group = Group.COUP
    trouble = ErrorArea.VOID
    powers = (Power.INVALIDATE_RESULT,)

    ground: GivenReason[InvalidatingGround]
    person: PatronName | None = None
    opinion: GivenReason[Text | None] = None
    forfeit: bool = False
    coup: CoupNumber | None = None
    others: tuple[PatronName, ...] = ()

    @property
    def earlier_coups(self) -> tuple[int, ...]:
        return () if self.coup is None else (self.coup,)


class WagersForfeited(TableEvent, frozen=True, gc=False, tag="wagers_forfeited"):
    """Stakes go to the float because of the fraud of their owner."""

    visibility = Visibility.WATCH
    registers = (Register.VOIDS,)

    name: str
    stakes: tuple[ReturnedStake, ...]


@invalidating.permits(InvalidateResult)
def may_invalidate_result(at: At) -> Clauses:
    """Raise an error if this person may not invalidate a result now."""
    rules, by = at.rules, at.by
    clause = require(rules, by, Power.INVALIDATE_RESULT, "invalidate a result")
    return merged(
        clause, require_clauses(rules, rules.says.invalidated, "when a result is invalidated")
    )


@invalidating.decides(InvalidateResult)
def invalidate_result(at: At, command: InvalidateResult) -> Events:
    """Invalidate a result for a disturbance or for fraud; stakes of the fraud may be forfeited."""
    rules, table, past = at.rules, at.state, at.past
    clause = may_invalidate_result(at)
    ground_clauses = _ground_clauses(rules, command, clause)
    coup = table.number if command.coup is None else command.coup
    earlier = coup != table.number
    if isinstance(table.phase, Closed) or not (earlier or on_or_just_over(table)):
        raise Malformed("no coup is on whose result could be invalidated", code=ErrorCode.NO_COUP)
    cited = merged(clause, ground_clauses)
    persons = _named_for_fraud(rules, command)
    entry = record(
        InvalidatedRecorded,
        table,
        command.opinion or command.ground,
        cited,
        person=", ".join(persons) or None,
        coup=coup,
    )
    return_clauses = rules.says.invalid_returned
    if earlier:
        return (
            entry,
            *_invalidate_earlier(rules, table, command, coup_with_result(past, coup), cited),
        )
    events = reopen_settled_coup(rules, table, laying=command.forfeit)
    table_after = after(table, events)
    if command.forfeit:
        events = (*events, *_forfeit_stakes(rules, table_after, command, cited))
        table_after = after(table, events)
    void = void_latest_coup(rules, table_after, command.ground, merged(cited, return_clauses))
    return (entry, *events, *void)


def _ground_clauses(rules: TableRules, command: InvalidateResult, clause: Clauses) -> Clauses:
    """Return the clauses of the ground of an invalidation, or refuse another ground."""
    disruptions = rules.edition.conduct.disruptions
    fraud = rules.says.fraud
    if command.ground == "fraud" and fraud:
        if not (command.person and (command.opinion or "").strip()):
            raise Malformed(
                "name the person, or unknown, and say why the outcome was affected",
                code=ErrorCode.INCOMPLETE,
            )
        return merged(fraud, rules.says.fraud_opinion)
    if disruptions is None or command.ground not in disruptions.value:
        grounds = [*(disruptions.value if disruptions else ())]
        listed = ", ".join([*grounds, "fraud"] if fraud else grounds)
        raise Refused(
            ErrorCode.NO_GROUND, clause, f"{command.ground!r} is no ground", f"grounds: {listed}"
        )
    return disruptions.clause


def _named_for_fraud(rules: TableRules, command: InvalidateResult) -> tuple[str, ...]:
    """Return the persons named for fraud, or for a disturbance those named in the register line."""
    del rules
    return tuple(dict.fromkeys(name for name in (command.person, *command.others) if name))


def _forfeitures(
    rules: TableRules, command: InvalidateResult, cited: Clauses, staked: set[str]
) -> tuple[tuple[str, ...], Clauses]:
    """Return whose stakes are forfeit and by which clause, or refuse."""
    stake_rule = rules.edition.conduct.stake_of_fraud
    names = tuple(name for name in _named_for_fraud(rules, command) if name in staked)
    fraud = command.ground == "fraud" and bool(rules.says.fraud)
    if not fraud or not names or stake_rule is None or stake_rule.value is StakeOfFraud.RETURNED:
        text = "only what somebody named for fraud staked on this result may be kept"
        raise Refused(
            ErrorCode.NO_FORFEITURE, merged(stake_rule.clause if stake_rule else (), cited), text
        )
    return names, stake_rule.clause


def _forfeit_stakes(
    rules: TableRules, table: Table, command: InvalidateResult, cited: Clauses
) -> Events:
    """Forfeit the stakes on the layout of every person named for fraud."""
    staked = {wager.patron for wager in table.wagers}
    names, clause = _forfeitures(rules, command, cited, staked)
    events: list[TableEvent] = []
    for name in names:
        stakes = tuple(whole_stake(wager) for wager in table.wagers if wager.patron == name)
        reason = Reason(f"the stakes of {name} are forfeit", clause)
        events.append(WagersForfeited(name=name, stakes=stakes, reasons=(reason,)))
    return tuple(events)


def _invalidate_earlier(
    rules: TableRules,
    table: Table,
    command: InvalidateResult,
    past_coup: PastCoup,
    cited: Clauses,
) -> Events:
    """Invalidate the result of an earlier coup. Everything after it stays."""
    forfeiters: tuple[str, ...] = ()
    return_clauses = merged(cited, rules.says.invalid_returned)
    if command.forfeit:
        staked = {bet.wager.patron for bet in past_coup.settled}
        forfeiters, clause = _forfeitures(rules, command, cited, staked)
        return_clauses = merged(return_clauses, clause)
    text = f"coup {past_coup.number} is invalidated, every stake goes back: {command.ground}"
    if forfeiters:
        text = f"{text}; the stakes of {', '.join(forfeiters)} are forfeit"
    return reverse_earlier_coup(
        rules, table, past_coup, (Reason(text, return_clauses),), forfeiters
    )


@invalidating.applies(WagersForfeited)
def wagers_forfeited(table: Table, event: WagersForfeited, envelope: Envelope) -> Table:
    forfeit_numbers = {stake.number for stake in event.stakes}
    tokens = sum(stake.token_cents for stake in event.stakes)
    chips = sum(stake.cents for stake in event.stakes) - tokens
    wagers = tuple(wager for wager in table.wagers if wager.number not in forfeit_numbers)
    return replace(table, wagers=wagers, ledger=ledger_after(table, to_float=chips, tokens=-tokens))
