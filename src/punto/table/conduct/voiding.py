"""The wagers of somebody who broke a rule are void: lying, being settled, or of an earlier coup."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import CoupNumber, IncidentNumber, LaidWager, PatronName
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason
from punto.error_codes import ErrorCode
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.conduct.incidents import finding_against
from punto.table.context import At, after, changes
from punto.table.deal.coup_reversal import WinningsTakenBack
from punto.table.entries import WagersVoidRecorded
from punto.table.layout_wager import SettledWager
from punto.table.ledger import nets, reversal, taken_back
from punto.table.mispayments import WagersReversed
from punto.table.phase import Dealing, PastCoup, Settling
from punto.table.register import record
from punto.table.returned_stakes import Back, StakesReturned, whole
from punto.table.table import Table
from punto.table.wagers.removal_effects import follow

voiding: Topic[Table, At] = Topic("voiding", changes)


class Theirs(Struct, frozen=True):
    """The wagers of one patron that are void: stakes that lie, pairs settled, others settled.

    ``cents`` is what the last came to so far, in chips; ``tokens`` what they lost of those.
    """

    lying: tuple[Back, ...]
    early: tuple[SettledWager, ...] = ()
    settled: tuple[SettledWager, ...] = ()
    cents: int = 0
    tokens: int = 0


class VoidWagers(TableCommand, frozen=True, tag="void_wagers"):
    """The wagers of somebody named in an incident are void: all of them, or the one named.

    They are those on the coup that is on or comes next, unless an earlier ``coup`` is named.
    """

    group = Group.SETTLING
    powers = (Power.VOID_WAGERS_OF_RULE_BREAKER,)

    patron: PatronName
    incident: IncidentNumber
    wager: LaidWager | None = None
    coup: CoupNumber | None = None


class PairsReversed(TableEvent, frozen=True, gc=False, tag="pairs_reversed"):
    """What was settled on the opening cards for one patron counts no more, wager by wager."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.CONSEQUENCE

    name: str
    numbers: tuple[int, ...]


@voiding.permits(VoidWagers)
def may_void_wagers(at: At) -> Clauses:
    """Raise an error if this person may not void somebody's wagers now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.VOID_WAGERS_OF_RULE_BREAKER, "void somebody's wagers")


@voiding.decides(VoidWagers)
def void_wagers(at: At, command: VoidWagers) -> Events:
    """Void the wagers of somebody named in an incident: stakes go back, nothing is won or lost."""
    rules, table, past = at.rules, at.state, at.past
    clause = may_void_wagers(at)
    found = finding_against(rules, table, command.incident, command.patron, clause)
    theirs = _of_coup(table, command, past)
    if not theirs.lying and not theirs.early and not theirs.settled:
        raise Malformed(f"{command.patron} has no such wager", code=ErrorCode.NO_SUCH_THING)
    reason = Reason(f"the wagers of {command.patron} are void: {found.text}", clause)
    events: list[TableEvent] = []
    if theirs.lying:
        events.append(StakesReturned(stakes=theirs.lying, reasons=(reason,)))
    coup = table.number if command.coup is None else command.coup
    events += _undone(after(table, events), command.patron, theirs, coup, reason)
    text = f"wagers of {command.patron} void"
    entry = record(
        WagersVoidRecorded, table, text, clause, person=command.patron, coup=command.coup
    )
    return (*events, *follow(rules, after(table, events)), entry)


def _of_coup(table: Table, command: VoidWagers, past: Mapping[int, PastCoup]) -> Theirs:
    """Return the wagers that are meant, of the coup that is on or comes next or an earlier one."""

    def mine(bet: SettledWager) -> bool:
        return bet.wager.patron == command.patron and command.wager in (None, bet.wager.wager)

    phase = table.phase
    dealt = phase if isinstance(phase, Dealing | Settling) else None
    if command.coup is not None and not (dealt and command.coup == table.number):
        found = past.get(command.coup)
        if found is None or found.void:
            text = f"coup {command.coup} is not one that was settled"
            raise Malformed(text, code=ErrorCode.NO_SUCH_THING)
        bets = tuple(bet for bet in found.settled if mine(bet))
        lost = {bet.number: found.tokens_lost.get(bet.number, 0) for bet in bets}
        cents = sum(bet.net_cents + lost[bet.number] for bet in bets)
        return Theirs((), (), bets, cents, sum(lost.values()))
    lying = tuple(
        whole(wager)
        for wager in table.wagers
        if wager.patron == command.patron and command.wager in (None, wager.wager)
    )
    early = tuple(bet for bet in (dealt.early if dealt else None) or () if mine(bet))
    if not isinstance(phase, Settling) or not phase.begun:
        return Theirs(lying, early)
    bets = tuple(bet for bet in phase.settled if mine(bet))
    tokens = sum(phase.tokens_lost.get(bet.number, 0) for bet in bets)
    cents = tokens
    for bet in bets:
        cents += bet.paid_cents if phase.paid else 0
        cents -= bet.collected_cents if phase.collected else 0
    return Theirs(lying, early, bets, cents, tokens)


def _undone(table: Table, name: str, theirs: Theirs, coup: int, reason: Reason) -> Events:
    """Return what was settled for somebody undone, as far as it can be got back."""
    events: list[TableEvent] = []
    if theirs.early:
        lost = sum(bet.tokens_lost for bet in theirs.early)
        won = nets(theirs.early).get(name, 0)
        events.append(_taken_back(table, name, won, lost, coup))
        numbers = tuple(bet.number for bet in theirs.early)
        events.append(PairsReversed(name=name, numbers=numbers, reasons=(reason,)))
    if theirs.settled:
        then = after(table, events)
        events.append(_taken_back(then, name, theirs.cents, theirs.tokens, coup))
        numbers = tuple(bet.number for bet in theirs.settled)
        events.append(
            WagersReversed(
                name=name,
                numbers=numbers,
                coup=coup,
                cents=theirs.cents,
                reasons=(reason,),
            )
        )
    return tuple(events)


def _taken_back(table: Table, name: str, won: int, lost: int, coup: int) -> WinningsTakenBack:
    """Return winnings of one patron on their way back; a loss goes the other way."""
    debts = reversal(table, {name: won}, coup)
    return WinningsTakenBack(
        cents=taken_back(table, {name: won}, debts),
        token_cents={name: lost} if lost and table.patron(name) is not None else {},
        debts=debts,
    )


@voiding.applies(PairsReversed)
def pairs_reversed(table: Table, event: PairsReversed, envelope: Envelope) -> Table:
    phase = table.phase
    assert isinstance(phase, Dealing | Settling)
    theirs = [bet for bet in phase.early or () if bet.number in event.numbers]
    early = tuple(bet for bet in phase.early or () if bet.number not in event.numbers)
    if isinstance(phase, Dealing):
        return replace(table, phase=replace(phase, early=early))
    taken = nets(theirs)
    left = {name: cents - taken.get(name, 0) for name, cents in phase.moved.items()}
    return replace(table, phase=replace(phase, early=early, moved=left))
