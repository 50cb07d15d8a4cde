"""Stakes that are returned to their owners, whole or in part."""

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.topic import Topic
from punto.table.base_classes import TableEvent
from punto.table.context import At, changes
from punto.table.layout_wager import TableWager
from punto.table.ledger import move_chips
from punto.table.phase import Settling
from punto.table.table import Table

returned_stakes: Topic[Table, At] = Topic("returned_stakes", changes)


class ReturnedStake(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """The part of a stake that goes back to its owner: in all, and in tokens."""

    number: int
    cents: int
    token_cents: int = 0


class StakesReturned(TableEvent, frozen=True, gc=False, tag="stakes_returned"):
    """Stakes go back to their owners: withdrawn, refused, invalid, void, or not lost."""

    visibility = Visibility.EVERYBODY
    registers = (Register.VOIDS,)

    stakes: tuple[ReturnedStake, ...]


def whole_stake(wager: TableWager) -> ReturnedStake:
    """Return the whole stake of a wager as returned."""
    return ReturnedStake(wager.number, wager.stake_cents, wager.token_cents)


def part_of_stake(wager: TableWager, cents: int) -> ReturnedStake:
    """Return a part of the stake of a wager as returned: chips before tokens."""
    return ReturnedStake(wager.number, cents, max(cents - wager.chips_cents, 0))


def return_stakes(table: Table, stakes: Iterable[ReturnedStake], *, reduced: bool = False) -> Table:
    """Return the table after stakes, or parts of them, went back to their owners."""
    returned_by_number = {returned.number: returned for returned in stakes}
    chips: dict[str, int] = {}
    tokens: dict[str, int] = {}
    wagers = []
    for wager in table.wagers:
        returned = returned_by_number.get(wager.number)
        if returned is None:
            wagers.append(wager)
            continue
        name = wager.patron
        chips[name] = chips.get(name, 0) + returned.cents - returned.token_cents
        tokens[name] = tokens.get(name, 0) + returned.token_cents
        if returned.cents < wager.stake_cents:
            wagers.append(
                replace(
                    wager,
                    stake_cents=wager.stake_cents - returned.cents,
                    token_cents=wager.token_cents - returned.token_cents,
                    reduced=wager.reduced or reduced,
                )
            )
    return replace(move_chips(table, chips, tokens), wagers=tuple(wagers))


@returned_stakes.applies(StakesReturned)
def stakes_returned(table: Table, event: StakesReturned, envelope: Envelope) -> Table:
    """Return stakes to their owners. A wager removed before its settlement is not settled."""
    allowed, old_wagers = table.next.allowed, table.wagers
    table = return_stakes(table, event.stakes)
    if allowed.removable:
        removed = tuple(
            (wager.patron, wager.wager) for wager in old_wagers if wager not in table.wagers
        )
        allowed = replace(allowed, lifted=(*allowed.lifted, *removed))
        table = replace(table, next=replace(table.next, allowed=allowed))
    phase = table.phase
    if isinstance(phase, Settling) and not phase.paid:
        remaining = {wager.number for wager in table.wagers}
        removed_numbers = {stake.number for stake in event.stakes} - remaining
        settled = tuple(bet for bet in phase.settled if bet.number not in removed_numbers)
        return replace(table, phase=replace(phase, settled=settled))
    return table
