"""Wrong payments found, looked into and put right, to the next state; wagers that are void late."""

from typing import TypeVar

from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.table.errors import events as happened
from punto.table.ledger import booked, moved
from punto.table.matters import Mispayment
from punto.table.phase import PastCoup, Settling
from punto.table.table import Table
from punto.table.wager import SettledWager

# What makes a wrong payment good, the weakest first: what was done is not undone by less.
CURES = ("told_commission", "attempted", "rectified")

OfPayments = happened.Mispaid | happened.MispaymentEnquired | happened.MispaymentCured
# A coup whose wagers are settled: it is being settled, or over.
Paid = TypeVar("Paid", Settling, PastCoup)


def evolve(table: Table, event: OfPayments | happened.WagersReversed, envelope: Envelope) -> Table:
    """Return the table after something was found, or done, about what a coup had moved."""
    if isinstance(event, happened.WagersReversed):
        # The chips move by other events.
        return _with_coup(table, event.coup, event)
    return _mispaid(table, event, envelope)


def _mispaid(table: Table, event: OfPayments, envelope: Envelope) -> Table:
    """Return the table after a wrong payment was found, looked into or put right."""
    held = table.open.mispayments
    count = table.count
    match event:
        case happened.Mispaid():
            table = _rebooked(table, event)
            held = (*held, mispayment(event, envelope))
            count = replace(count, mispayments=event.number)
        case happened.MispaymentCured(how="stands"):
            held = tuple(wrong for wrong in held if wrong.number != event.number)
        case happened.MispaymentEnquired() | happened.MispaymentCured():
            if isinstance(event, happened.MispaymentCured) and event.paid_cents:
                table = _put_right(table, event)
            held = tuple(
                looked_into(wrong, event, envelope) if wrong.number == event.number else wrong
                for wrong in held
            )
    return replace(table, count=count, open=replace(table.open, mispayments=held))


def _rebooked(table: Table, event: happened.Mispaid) -> Table:
    """Let the books say what was really moved, where they said something else."""
    cents = event.booked_cents
    if cents:
        gone = table.patron(event.patron) is None
        table = moved(table, {event.patron: cents})
        # Whoever has left took the chips along.
        ledger = booked(table, to_float=-cents, issued=-cents if gone else 0)
        table = replace(table, ledger=ledger)
    return _with_coup(table, event.coup, event)


def _put_right(table: Table, event: happened.MispaymentCured) -> Table:
    """Move what was paid wrongly, also in what a coup has moved that can still be undone."""
    name, cents = event.patron or "", event.paid_cents
    table = moved(table, {name: cents})
    table = replace(table, ledger=booked(table, to_float=-cents))
    [coup] = [wrong.coup for wrong in table.open.mispayments if wrong.number == event.number]
    return _with_coup(table, coup, event)


def _with_coup(
    table: Table,
    coup: int,
    event: happened.Mispaid | happened.MispaymentCured | happened.WagersReversed,
) -> Table:
    """Return the table with what it still holds of a coup as that is now known to have been."""
    phase, last = table.phase, table.past.last
    if isinstance(phase, Settling) and coup == table.number:
        return replace(table, phase=as_moved(phase, event, table.open.mispayments))
    if last is not None and last.number == coup:
        changed = as_moved(last, event, table.open.mispayments)
        return replace(table, past=replace(table.past, last=changed))
    return table


def as_moved(
    coup: Paid,
    event: happened.Mispaid | happened.MispaymentCured | happened.WagersReversed,
    known: tuple[Mispayment, ...] = (),
) -> Paid:
    """Return a settled coup with what it moved as an event says it did."""
    match event:
        case happened.Mispaid():
            more, name = event.booked_cents, event.patron
            settled = tuple(
                bet.really(event.paid_cents, event.collected_cents)
                if bet.number == event.bet
                else bet
                for bet in coup.settled
            )
        case happened.MispaymentCured():
            more, name = event.paid_cents, event.patron or ""
            bets = [wrong.bet for wrong in known if wrong.number == event.number]
            settled = tuple(
                _paid_more(bet, more) if bet.number in bets else bet for bet in coup.settled
            )
        case happened.WagersReversed():
            more, name = -event.cents, event.name
            settled = tuple(bet for bet in coup.settled if bet.number not in event.numbers)
    lost = coup.tokens_lost
    if isinstance(event, happened.WagersReversed):
        lost = {number: cents for number, cents in lost.items() if number not in event.numbers}
    left = {**coup.moved, name: coup.moved.get(name, 0) + more} if more else coup.moved
    return replace(coup, settled=settled, moved=left, tokens_lost=lost)


def _paid_more(bet: SettledWager, cents: int) -> SettledWager:
    """Return a wager with what was paid on it later, or came back of it."""
    owed = bet.collected_cents - bet.result.collected_cents
    if owed and owed == cents:
        return bet.really(None, bet.result.collected_cents)
    return bet.really(bet.paid_cents + cents, None)


def mispayment(event: happened.Mispaid, envelope: Envelope) -> Mispayment:
    """Return a wrong payment as it was found."""
    return Mispayment(
        event.number,
        event.coup,
        event.patron,
        event.wager,
        event.difference_cents,
        envelope.at,
        event.bet,
        event.paid_at,
    )


def looked_into(
    wrong: Mispayment,
    event: happened.MispaymentEnquired | happened.MispaymentCured,
    envelope: Envelope,
) -> Mispayment:
    """Return a wrong payment after something was found out, or done, about it."""
    if isinstance(event, happened.MispaymentEnquired):
        return replace(
            wrong,
            enquiry=event.note,
            intentional=event.intentional,
            suspected=event.suspected,
        )
    known = wrong.identified if event.identified is None else event.identified
    return replace(
        wrong,
        cured=max(event.how, wrong.cured or event.how, key=CURES.index),
        steps=(*wrong.steps, *event.steps),
        identified=known,
        cured_at=envelope.at,
    )
