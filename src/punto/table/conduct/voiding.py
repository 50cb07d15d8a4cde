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
from punto.table.ledger import net_cents_by_patron, recovered_cents, unrecoverable_debts
from punto.table.mispayments import WagersReversed
from punto.table.phase import Dealing, PastCoup, Settling
from punto.table.register import record
from punto.table.returned_stakes import ReturnedStake, StakesReturned, whole_stake
from punto.table.table import Table
from punto.table.wagers.removal_effects import removal_events

voiding: Topic[Table, At] = Topic("voiding", changes)


class PatronWagers(Struct, frozen=True):
    """The wagers of one patron that are void: stakes on the layout, settled pairs, other settled.

    ``cents`` is what the ``settled`` ones moved so far, in chips; ``tokens`` the tokens they lost.
    """

    lying: tuple[ReturnedStake, ...]
    early: tuple[SettledWager, ...] = ()
    settled: tuple[SettledWager, ...] = ()
    cents: int = 0
    tokens: int = 0


class VoidWagers(TableCommand, frozen=True, tag="void_wagers"):
    """The wagers of somebody named in an incident are void: all of them, or the one named.

    These are wagers on the current or next coup, unless an earlier ``coup`` is named.
    """

    group = Group.SETTLING
    powers = (Power.VOID_WAGERS_OF_RULE_BREAKER,)

    patron: PatronName
    incident: IncidentNumber
    wager: LaidWager | None = None
    coup: CoupNumber | None = None

    @property
    def earlier_coups(self) -> tuple[int, ...]:
        return () if self.coup is None else (self.coup,)


class PairsReversed(TableEvent, frozen=True, gc=False, tag="pairs_reversed"):
    """Wagers of one patron that were settled on the opening cards no longer count."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.CONSEQUENCE

    name: str
    numbers: tuple[int, ...]


@voiding.permits(VoidWagers)
def may_void_wagers(at: At) -> Clauses:
    """Raise an error if this person may not void the wagers of a patron now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.VOID_WAGERS_OF_RULE_BREAKER, "void somebody's wagers")


@voiding.decides(VoidWagers)
def void_wagers(at: At, command: VoidWagers) -> Events:
    """Void the wagers of a person named in an incident: stakes go back, nothing is won or lost."""
    rules, table, past = at.rules, at.state, at.past
    clause = may_void_wagers(at)
    finding = finding_against(rules, table, command.incident, command.patron, clause)
    void = _patron_wagers(table, command, past)
    if not void.lying and not void.early and not void.settled:
        raise Malformed(f"{command.patron} has no such wager", code=ErrorCode.NO_SUCH_THING)
    reason = Reason(f"the wagers of {command.patron} are void: {finding.text}", clause)
    events: list[TableEvent] = []
    if void.lying:
        events.append(StakesReturned(stakes=void.lying, reasons=(reason,)))
    coup = table.number if command.coup is None else command.coup
    events += _reversal_events(after(table, events), command.patron, void, coup, reason)
    text = f"wagers of {command.patron} void"
    entry = record(
        WagersVoidRecorded, table, text, clause, person=command.patron, coup=command.coup
    )
    return (*events, *removal_events(rules, after(table, events)), entry)


def _patron_wagers(table: Table, command: VoidWagers, past: Mapping[int, PastCoup]) -> PatronWagers:
    """Return the named wagers of the current or next coup, or of an earlier one."""

    def matches(bet: SettledWager) -> bool:
        return bet.wager.patron == command.patron and command.wager in (None, bet.wager.wager)

    phase = table.phase
    running = phase if isinstance(phase, Dealing | Settling) else None
    if command.coup is not None and not (running and command.coup == table.number):
        past_coup = past.get(command.coup)
        if past_coup is None or past_coup.void:
            text = f"coup {command.coup} is not one that was settled"
            raise Malformed(text, code=ErrorCode.NO_SUCH_THING)
        bets = tuple(bet for bet in past_coup.settled if matches(bet))
        tokens_lost = {bet.number: past_coup.tokens_lost.get(bet.number, 0) for bet in bets}
        cents = sum(bet.net_cents + tokens_lost[bet.number] for bet in bets)
        return PatronWagers((), (), bets, cents, sum(tokens_lost.values()))
    on_layout = tuple(
        whole_stake(wager)
        for wager in table.wagers
        if wager.patron == command.patron and command.wager in (None, wager.wager)
    )
    early = tuple(bet for bet in (running.early if running else None) or () if matches(bet))
    if not isinstance(phase, Settling) or not phase.begun:
        return PatronWagers(on_layout, early)
    bets = tuple(bet for bet in phase.settled if matches(bet))
    tokens = sum(phase.tokens_lost.get(bet.number, 0) for bet in bets)
    cents = tokens
    for bet in bets:
        cents += bet.paid_cents if phase.paid else 0
        cents -= bet.collected_cents if phase.collected else 0
    return PatronWagers(on_layout, early, bets, cents, tokens)


def _reversal_events(
    table: Table, name: str, void: PatronWagers, coup: int, reason: Reason
) -> Events:
    """Reverse what was settled for a patron, as far as it can be recovered."""
    events: list[TableEvent] = []
    if void.early:
        lost_tokens = sum(bet.tokens_lost for bet in void.early)
        net_cents = net_cents_by_patron(void.early).get(name, 0)
        events.append(_winnings_back(table, name, net_cents, lost_tokens, coup))
        numbers = tuple(bet.number for bet in void.early)
        events.append(PairsReversed(name=name, numbers=numbers, reasons=(reason,)))
    if void.settled:
        table_after = after(table, events)
        events.append(_winnings_back(table_after, name, void.cents, void.tokens, coup))
        numbers = tuple(bet.number for bet in void.settled)
        events.append(
            WagersReversed(
                name=name,
                numbers=numbers,
                coup=coup,
                cents=void.cents,
                reasons=(reason,),
            )
        )
    return tuple(events)


def _winnings_back(
    table: Table, name: str, net_cents: int, lost_tokens: int, coup: int
) -> WinningsTakenBack:
    """Return the event that takes winnings of a patron back, or returns a loss."""
    debts = unrecoverable_debts(table, {name: net_cents}, coup)
    return WinningsTakenBack(
        cents=recovered_cents(table, {name: net_cents}, debts),
        token_cents={name: lost_tokens} if lost_tokens and table.patron(name) is not None else {},
        debts=debts,
    )


@voiding.applies(PairsReversed)
def pairs_reversed(table: Table, event: PairsReversed, envelope: Envelope) -> Table:
    phase = table.phase
    assert isinstance(phase, Dealing | Settling)
    reversed_wagers = [bet for bet in phase.early or () if bet.number in event.numbers]
    early = tuple(bet for bet in phase.early or () if bet.number not in event.numbers)
    if isinstance(phase, Dealing):
        return replace(table, phase=replace(phase, early=early))
    net_cents = net_cents_by_patron(reversed_wagers)
    moved_cents = {name: cents - net_cents.get(name, 0) for name, cents in phase.moved.items()}
    return replace(table, phase=replace(phase, early=early, moved=moved_cents))
