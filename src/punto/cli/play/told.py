"""The effects of a step at a table, in order, as sentences."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from punto.aggregate.envelope import PREVIEW_ENVELOPE
from punto.clause import Reason
from punto.coup import CoupResult, finish
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import FacesDealt
from punto.table.deal.announcements import PointsAnnounced
from punto.table.deal.coup_completion import CoupCompleted
from punto.table.deal.dealing_methods import methods
from punto.table.deal.settling import LosersCollected, WinnersPaid
from punto.table.deal.void_coup import CoupVoided
from punto.table.float.counting import FloatCounted
from punto.table.float.fills_and_credits import FloatCredited, FloatFilled
from punto.table.layout_wager import SettledWager
from punto.table.phase import Dealing, Settling
from punto.table.registry import AnyEvent, evolve
from punto.table.seats.buying import ChipsBought, ChipsCashedOut
from punto.table.seats.joining import PatronJoined
from punto.table.table import Table
from punto.table.views.feed import coup_line
from punto.table.wagers.removal_effects import WagersResettled


class Told(Struct):
    """What is told of a step: calls, sentences without a clause, reasons, a result.

    ``coup`` and ``settled`` are of a coup that was completed, or settled anew, by this step.
    """

    called: list[str]
    said: list[str]
    reasons: list[Reason]
    events: Sequence[AnyEvent]
    coup: CoupResult | None = None
    settled: tuple[SettledWager, ...] = ()

    @property
    def announced(self) -> tuple[str, ...]:
        """Return the calls of the dealer: the reasons that are quotations."""
        quoted = (reason.text for reason in self.reasons if reason.text.startswith('"'))
        return tuple(text.strip('"') for text in quoted)


def told(rules: TableRules, table: Table, events: Sequence[AnyEvent]) -> Told:
    """Return the sentences for events of a table; ``table`` is the state before them."""
    found = Told([], [], [], events)
    for event in events:
        table = evolve(table, event, PREVIEW_ENVELOPE)
        phase = table.phase
        found.reasons += [reason for reason in event.reasons if reason.text]
        match event:
            case PatronJoined():
                found.said.append(f"{event.name} sits at {event.seat}")
            case (
                ChipsBought() | ChipsCashedOut() | FloatFilled() | FloatCredited() | FloatCounted()
            ):
                found.said.append(_chips_sentence(event))
            case PointsAnnounced():
                found.called.append(event.words)
            case CoupCompleted():
                assert isinstance(phase, Settling)
                found.called.append(coup_line(event))
                found.coup = _explained_result(rules, phase)
                found.reasons += found.coup.reasons
                found.reasons += [settled.reason for settled in phase.settled]
            case WagersResettled() if isinstance(phase, Settling):
                found.reasons += [settled.reason for settled in phase.settled]
            case LosersCollected() | WinnersPaid() if isinstance(phase, Settling):
                found.said += _wrong_payments(phase, event)
            case CoupVoided():
                found.coup, found.settled = None, ()
            case _:
                pass
        if isinstance(phase, Settling):
            found.settled = (*phase.early, *phase.settled)
        elif isinstance(phase, Dealing) and phase.early is not None:
            found.settled = phase.early
    return found


def _chips_sentence(event: AnyEvent) -> str:
    """Return a sentence about chips that moved without a wager."""
    match event:
        case ChipsBought():
            return f"{event.name} buys {dollars(event.cents)}"
        case ChipsCashedOut():
            return f"{event.name} cashes out {dollars(event.cents)}"
        case FloatFilled():
            return f"fill {event.slip}: {dollars(event.cents)} into the float"
        case FloatCredited():
            return f"credit {event.slip}: {dollars(event.cents)} to the cage"
        case FloatCounted():
            over = event.over_cents
            apart = f", {dollars(abs(over))} {'over' if over > 0 else 'short'}" if over else ""
            return f"{event.when} count: the float holds {dollars(event.cents)}{apart}"
        case _:
            return ""


def _wrong_payments(phase: Settling, event: LosersCollected | WinnersPaid) -> list[str]:
    """Return a sentence for each wager that was paid or collected with a wrong amount."""
    if isinstance(event, WinnersPaid):
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


def _explained_result(rules: TableRules, phase: Settling) -> CoupResult:
    """Return the result of a coup with the reason for every step. The state has no reasons."""
    method = methods(rules)[phase.method or rules.method or ""]
    down = method.faces is FacesDealt.DOWN
    return finish(rules, phase.coup.player, phase.coup.banker, face_down=down)


def done(events: Iterable[AnyEvent]) -> str:
    """Return the names of the events, each once."""
    names = (str(event.__struct_config__.tag).replace("_", " ") for event in events)
    return ", ".join(dict.fromkeys(names))
