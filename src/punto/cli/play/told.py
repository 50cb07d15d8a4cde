"""What a step at a table brought about, in the order in which it happened."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from punto.aggregate.envelope import FORESEEN
from punto.clause import Reason
from punto.coup import CoupResult, finish
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import FacesDealt
from punto.table import events as happened
from punto.table.deal.methods import methods
from punto.table.evolve import evolve
from punto.table.phase import Dealing, Settling
from punto.table.table import Table
from punto.table.views.feed import coup_line
from punto.table.wager import SettledWager


class Told(Struct):
    """What is told of a step: calls, sentences without a clause, reasons, a result.

    ``coup`` and ``settled`` are of a coup that was completed, or settled anew, by this step.
    """

    called: list[str]
    said: list[str]
    reasons: list[Reason]
    events: Sequence[happened.AnyEvent]
    coup: CoupResult | None = None
    settled: tuple[SettledWager, ...] = ()

    @property
    def announced(self) -> tuple[str, ...]:
        """Return what was called out: the reasons that are quotations."""
        quoted = (reason.text for reason in self.reasons if reason.text.startswith('"'))
        return tuple(text.strip('"') for text in quoted)


def told(rules: TableRules, table: Table, events: Sequence[happened.AnyEvent]) -> Told:
    """Return what is told of events that happened at a table; ``table`` is as it was before."""
    found = Told([], [], [], events)
    for event in events:
        table = evolve(table, event, FORESEEN)
        phase = table.phase
        found.reasons += [reason for reason in event.reasons if reason.text]
        match event:
            case happened.PatronJoined():
                found.said.append(f"{event.name} sits at {event.seat}")
            case happened.ChipsBought() | happened.ChipsCashedOut() | happened.OfFloat():
                found.said.append(_chips_moved(event))
            case happened.PointsAnnounced():
                found.called.append(event.words)
            case happened.CoupCompleted():
                assert isinstance(phase, Settling)
                found.called.append(coup_line(event))
                found.coup = _explained(rules, phase)
                found.reasons += found.coup.reasons
                found.reasons += [settled.reason for settled in phase.settled]
            case happened.WagersResettled() if isinstance(phase, Settling):
                found.reasons += [settled.reason for settled in phase.settled]
            case happened.LosersCollected() | happened.WinnersPaid() if isinstance(phase, Settling):
                found.said += _otherwise(phase, event)
            case happened.CoupVoided():
                found.coup, found.settled = None, ()
            case _:
                pass
        if isinstance(phase, Settling):
            found.settled = (*phase.early, *phase.settled)
        elif isinstance(phase, Dealing) and phase.early is not None:
            found.settled = phase.early
    return found


def _chips_moved(event: happened.AnyEvent) -> str:
    """Return which chips came into the float or left it without a wager."""
    match event:
        case happened.ChipsBought():
            return f"{event.name} buys {dollars(event.cents)}"
        case happened.ChipsCashedOut():
            return f"{event.name} cashes out {dollars(event.cents)}"
        case happened.FloatFilled():
            return f"fill {event.slip}: {dollars(event.cents)} into the float"
        case happened.FloatCredited():
            return f"credit {event.slip}: {dollars(event.cents)} to the cage"
        case happened.FloatCounted():
            over = event.over_cents
            apart = f", {dollars(abs(over))} {'over' if over > 0 else 'short'}" if over else ""
            return f"{event.when} count: the float holds {dollars(event.cents)}{apart}"
        case _:
            return ""


def _otherwise(
    phase: Settling, event: happened.LosersCollected | happened.WinnersPaid
) -> list[str]:
    """Return which wagers were paid, or collected, with another amount than was due."""
    if isinstance(event, happened.WinnersPaid):
        return [
            f"{bet.wager.patron} {bet.wager.wager} is paid {dollars(bet.paid_cents)}"
            f", not {dollars(bet.result.paid_cents)}"
            for bet in phase.settled
            if bet.really_paid is not None
        ]
    return [
        f"of {bet.wager.patron} {bet.wager.wager} {dollars(bet.collected_cents)} is collected"
        f", not {dollars(bet.result.collected_cents)}"
        for bet in phase.settled
        if bet.really_collected is not None
    ]


def _explained(rules: TableRules, phase: Settling) -> CoupResult:
    """Return the result of a coup with the reason for every step, which no state keeps."""
    method = methods(rules)[phase.method or rules.method or ""]
    down = method.faces is FacesDealt.DOWN
    return finish(rules, phase.coup.player, phase.coup.banker, face_down=down)


def done(events: Iterable[happened.AnyEvent]) -> str:
    """Return what happened by the names of the events alone, each once."""
    names = (str(event.__struct_config__.tag).replace("_", " ") for event in events)
    return ", ".join(dict.fromkeys(names))
