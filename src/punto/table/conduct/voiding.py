"""The wagers of somebody who broke a rule are void: lying, being settled, or of an earlier coup."""

from collections.abc import Mapping

from msgspec import Struct

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.conduct import commands as do
from punto.table.conduct.incidents import finding_against
from punto.table.entries import WagersVoidRecorded
from punto.table.errors.events import PairsReversed, WagersReversed, WinningsTakenBack
from punto.table.events import AnyEvent, Events
from punto.table.evolve import after
from punto.table.ledger import Back, nets, reversal, taken_back, whole
from punto.table.phase import Dealing, PastCoup, Settling
from punto.table.register import record
from punto.table.table import Table
from punto.table.wager import SettledWager
from punto.table.wagers.events import StakesReturned
from punto.table.wagers.following import follow


class Theirs(Struct, frozen=True):
    """The wagers of one patron that are void: stakes that lie, pairs settled, others settled.

    ``cents`` is what the last came to so far, in chips; ``tokens`` what they lost of those.
    """

    lying: tuple[Back, ...]
    early: tuple[SettledWager, ...] = ()
    settled: tuple[SettledWager, ...] = ()
    cents: int = 0
    tokens: int = 0


def void_wagers(
    rules: TableRules,
    table: Table,
    by: Actor,
    command: do.VoidWagers,
    past: Mapping[int, PastCoup],
) -> Events:
    """Void the wagers of somebody named in an incident: stakes go back, nothing is won or lost."""
    clause = require(rules, by, Power.VOID_WAGERS_OF_RULE_BREAKER, "void somebody's wagers")
    found = finding_against(rules, table, command.incident, command.patron, clause)
    theirs = _of_coup(table, command, past)
    if not theirs.lying and not theirs.early and not theirs.settled:
        raise Malformed(f"{command.patron} has no such wager", code=ErrorCode.NO_SUCH_THING)
    reason = Reason(f"the wagers of {command.patron} are void: {found.text}", clause)
    events: list[AnyEvent] = []
    if theirs.lying:
        events.append(StakesReturned(stakes=theirs.lying, reasons=(reason,)))
    coup = table.number if command.coup is None else command.coup
    events += _undone(after(table, events), command.patron, theirs, coup, reason)
    text = f"wagers of {command.patron} void"
    entry = record(
        WagersVoidRecorded, table, text, clause, person=command.patron, coup=command.coup
    )
    return (*events, *follow(rules, after(table, events)), entry)


def _of_coup(table: Table, command: do.VoidWagers, past: Mapping[int, PastCoup]) -> Theirs:
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
    events: list[AnyEvent] = []
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
