"""Chips on the move: a ledger in which patrons, layout and float always sum to what was issued."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from punto.table.records import Debt
from punto.table.state import Patron, SettledWager, Table, TableWager


def moved(table: Table, chips: Mapping[str, int], tokens: Mapping[str, int] | None = None) -> Table:
    """Return the table with chips and tokens moved to and from patrons."""

    def after(one: Patron) -> Patron:
        more = chips.get(one.name, 0)
        token = tokens.get(one.name, 0) if tokens else 0
        if not more and not token:
            return one
        return replace(
            one, chips_cents=one.chips_cents + more, tokens_cents=one.tokens_cents + token
        )

    return replace(table, patrons=tuple([after(one) for one in table.patrons]))


def handed_back(table: Table, wagers: Iterable[TableWager]) -> Table:
    """Return the table with stakes back with their owners."""
    chips: dict[str, int] = {}
    tokens: dict[str, int] = {}
    for one in wagers:
        in_chips = one.stake_cents - one.token_cents
        chips[one.patron] = chips.get(one.patron, 0) + in_chips
        tokens[one.patron] = tokens.get(one.patron, 0) + one.token_cents
    return moved(table, chips, tokens)


def nets(settled: Iterable[SettledWager]) -> dict[str, int]:
    """Return what wagers move between patrons and float, in chips."""
    found: dict[str, int] = {}
    for one in settled:
        came = one.settled
        cents = came.paid_cents - (came.collected_cents - one.tokens_lost)
        found[came.placed.patron] = found.get(came.placed.patron, 0) + cents
    return found


def reversal(table: Table, taken: Mapping[str, int], coup: int) -> tuple[Debt, ...]:
    """Return what cannot be moved back: of those who left, and of those who hold too little."""
    debts = []
    for name, cents in taken.items():
        patron = table.patron(name)
        if patron is None and cents:
            debts.append(Debt(name, cents, coup))
        elif patron is not None and cents > patron.chips_cents:
            debts.append(Debt(name, cents - patron.chips_cents, coup))
    return tuple(debts)


def taken_back(table: Table, taken: Mapping[str, int], debts: tuple[Debt, ...]) -> Table:
    """Return the table with what patrons had won taken back and what they had lost given back."""
    owed = {one.patron: one.cents for one in debts if not one.in_tokens}
    # Nothing moves for somebody who has left: what they owe, or are owed, is only written down.
    names = [name for name in dict.fromkeys((*taken, *owed)) if table.patron(name) is not None]
    really = {name: taken.get(name, 0) - owed.get(name, 0) for name in names}
    table = moved(table, {name: -cents for name, cents in really.items()})
    records = replace(table.records, debts=(*table.records.debts, *debts))
    return replace(table, float_cents=table.float_cents + sum(really.values()), records=records)
