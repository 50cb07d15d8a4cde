"""Stakes on their way back to their owners, whole or in part."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.topic import Topic
from punto.table.base_classes import TableEvent
from punto.table.context import At, changes
from punto.table.layout_wager import TableWager
from punto.table.ledger import moved
from punto.table.phase import Settling
from punto.table.table import Table

returned_stakes: Topic[Table, At] = Topic("returned_stakes", changes)


class Back(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """What goes back of one wager to its owner: in all, and of that in tokens."""

    number: int
    cents: int
    token_cents: int = 0


class StakesReturned(TableEvent, frozen=True, gc=False, tag="stakes_returned"):
    """Stakes go back to their owners: taken back, refused, invalid, void, or simply not lost."""

    visibility = Visibility.EVERYBODY
    registers = (Register.VOIDS,)

    stakes: tuple[Back, ...]


def whole(wager: TableWager) -> Back:
    """Return a whole stake on its way back."""
    return Back(wager.number, wager.stake_cents, wager.token_cents)


def part(wager: TableWager, cents: int) -> Back:
    """Return part of a stake on its way back: chips go back before tokens do."""
    return Back(wager.number, cents, max(cents - wager.chips_cents, 0))


def handed_back(table: Table, stakes: Iterable[Back], *, reduced: bool = False) -> Table:
    """Return the table with stakes, or parts of them, back with their owners."""
    backs = {back.number: back for back in stakes}
    chips: dict[str, int] = {}
    tokens: dict[str, int] = {}
    left = []
    for wager in table.wagers:
        back = backs.get(wager.number)
        if back is None:
            left.append(wager)
            continue
        name = wager.patron
        chips[name] = chips.get(name, 0) + back.cents - back.token_cents
        tokens[name] = tokens.get(name, 0) + back.token_cents
        if back.cents < wager.stake_cents:
            left.append(
                replace(
                    wager,
                    stake_cents=wager.stake_cents - back.cents,
                    token_cents=wager.token_cents - back.token_cents,
                    reduced=wager.reduced or reduced,
                )
            )
    return replace(moved(table, chips, tokens), wagers=tuple(left))


@returned_stakes.applies(StakesReturned)
def stakes_returned(table: Table, event: StakesReturned, envelope: Envelope) -> Table:
    """Hand stakes back; a wager that goes before it was settled is not settled any more."""
    allowed, before = table.next.allowed, table.wagers
    table = handed_back(table, event.stakes)
    if allowed.removable:
        off = tuple((wager.patron, wager.wager) for wager in before if wager not in table.wagers)
        allowed = replace(allowed, lifted=(*allowed.lifted, *off))
        table = replace(table, next=replace(table.next, allowed=allowed))
    phase = table.phase
    if isinstance(phase, Settling) and not phase.paid:
        lying = {wager.number for wager in table.wagers}
        gone = {back.number for back in event.stakes} - lying
        kept = tuple(bet for bet in phase.settled if bet.number not in gone)
        return replace(table, phase=replace(phase, settled=kept))
    return table
